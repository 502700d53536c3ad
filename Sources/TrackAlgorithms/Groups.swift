import Geodesy
import Tracks

/// What tells stays from movement (rules 2.6, 2.7, 3.1).
public struct StayLimits: Sendable, Hashable {
    /// A group keeps within this distance of its first fix, in metres.
    public var radiusMeters: Double
    /// A group that lasts this long is a stay; milliseconds, above 0.
    public var atLeast: Int64
    /// A longer silence ends a group; milliseconds.
    public var gap: Int64
    /// A longer silence outside stays is a gap; milliseconds, at most `gap`.
    public var tripGap: Int64

    /// Limits; without split-trips `tripGap` is as long as `gap`.
    public init(radiusMeters: Double, atLeast: Int64, gap: Int64, tripGap: Int64? = nil) {
        self.radiusMeters = radiusMeters
        self.atLeast = atLeast
        self.gap = gap
        self.tripGap = tripGap ?? gap
    }

    /// Whether a group that lasts from one time to another is a stay.
    public func isStay(from first: Int64, to last: Int64) -> Bool { last - first >= atLeast }
}

/// Cuts a track into groups: consecutive fixes within a radius of their first (rule 2.6).
///
/// A group opens at a fix and holds while each next fix lies within `radiusMeters` of that first one and no silence exceeds `gap`.
/// - Parameters:
///   - fixes: Fixes of one device, rising in time. May be empty.
///   - limits: Radius and gap; a distance of exactly the radius and a silence of exactly the gap are inside.
/// - Returns: Ranges of rows that follow each other and hold every row. No fixes, no groups.
/// - Complexity: O(n) time, O(1) memory beyond the result.
/// - Source: Li et al., "Mining user similarity based on location history", ACM GIS 2008, in the one-pass form.
public func findGroups(in fixes: FixBatch, limits: StayLimits) -> [Range<Int>] {
    guard fixes.count > 0 else { return [] }
    var groups: [Range<Int>] = []
    var anchor = 0
    for row in 1..<max(1, fixes.count) {
        if fixes.times[row] - fixes.times[row - 1] <= limits.gap, fixes.meters(anchor, row) <= limits.radiusMeters { continue }
        groups.append(anchor..<row)
        anchor = row
    }
    groups.append(anchor..<fixes.count)
    return groups
}

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
    /// A group that spreads wider is no stay, in metres; nil for no such limit.
    public var widestSpreadMeters: Double?
    /// Whether a silence that begins and ends within the radius is a stay.
    public var infersStays: Bool

    /// Limits; without split-trips `tripGap` is as long as `gap`.
    public init(
        radiusMeters: Double, atLeast: Int64, gap: Int64, tripGap: Int64? = nil, widestSpreadMeters: Double? = nil,
        infersStays: Bool = false
    ) {
        self.radiusMeters = radiusMeters
        self.atLeast = atLeast
        self.gap = gap
        self.tripGap = tripGap ?? gap
        self.widestSpreadMeters = widestSpreadMeters
        self.infersStays = infersStays
    }

    /// Whether a group that lasts from one time to another is a stay.
    public func isStay(from first: Int64, to last: Int64) -> Bool { last - first >= atLeast }

    /// Whether the members of a group lie close enough together for a stay.
    public func isDense(_ sums: @autoclosure () -> PositionSums) -> Bool {
        guard let widestSpreadMeters else { return true }
        return sums().spreadMeters <= widestSpreadMeters
    }
}

/// Cuts a track into groups: consecutive fixes within a radius of their first (rule 2.6).
///
/// A group opens at a fix and holds while each next fix lies within `radiusMeters` of that first one and no silence exceeds `gap`.
/// With `widestSpreadMeters` a group that lasts long enough for a stay but spreads wider is given up: its fixes are groups of their
/// own. The first and the last group stay whole: they may be joined with a neighbour's, and what is a stay is decided after that.
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
    guard limits.widestSpreadMeters != nil else { return groups }
    return groups.enumerated().flatMap { number, group in
        number > 0 && number < groups.count - 1 && isTooWide(group, of: fixes, limits: limits)
            ? group.map { $0..<$0 + 1 } : [group]
    }
}

private func isTooWide(_ group: Range<Int>, of fixes: FixBatch, limits: StayLimits) -> Bool {
    guard limits.isStay(from: fixes.times[group.lowerBound], to: fixes.times[group.upperBound - 1]) else { return false }
    var sums = PositionSums(first: fixes.point(group.lowerBound))
    for row in group.dropFirst() { sums.add(fixes.point(row)) }
    return !limits.isDense(sums)
}

import Geodesy
import Tracks

/// What the fixes of a group keep near to (rule 2.6).
public enum GroupAnchor: String, Sendable, CaseIterable {
    /// The mean of the fixes inside that came up to half of the least stay after the first.
    case mean
    /// The first fix.
    case first
}

/// What tells stays from movement (rules 2.6, 2.7, 3.1).
public struct StayLimits: Sendable, Hashable {
    /// A group keeps within this distance of its centre, in metres.
    public var radiusMeters: Double
    /// A group that lasts this long is a stay; milliseconds, above 0.
    public var atLeast: Int64
    /// A longer silence ends a group; milliseconds.
    public var gap: Int64
    /// What the centre of a group is.
    public var anchor = GroupAnchor.first
    /// The longest time that a group may be left for, where it was inside as long before; milliseconds, 0 for no excursions.
    public var excursion: Int64 = 0
    /// A longer silence outside stays is a gap; milliseconds, at most `gap`.
    public var tripGap: Int64
    /// A leg that is too long for these is a jump, and so a gap; nil where none is.
    public var speeds: TopSpeeds?
    /// A group that spreads wider is no stay, in metres; nil for no such limit.
    public var widestSpreadMeters: Double?
    /// The longest silence that is a stay where it begins and ends within the radius, in milliseconds; nil where none is.
    public var longestInferred: Int64?

    /// Limits without jumps, whose groups keep near to their first fix and have no excursions; without split-trips `tripGap` is as
    /// long as `gap`.
    public init(
        radiusMeters: Double, atLeast: Int64, gap: Int64, tripGap: Int64? = nil, widestSpreadMeters: Double? = nil,
        longestInferred: Int64? = nil
    ) {
        self.radiusMeters = radiusMeters
        self.atLeast = atLeast
        self.gap = gap
        self.tripGap = tripGap ?? gap
        self.widestSpreadMeters = widestSpreadMeters
        self.longestInferred = longestInferred
    }

    /// Whether a group that lasts from one time to another is a stay.
    public func isStay(from first: Int64, to last: Int64) -> Bool { last - first >= atLeast }

    /// Whether the members of a group lie close enough together for a stay.
    public func isDense(_ sums: @autoclosure () -> PositionSums) -> Bool {
        guard let widestSpreadMeters else { return true }
        return sums().spreadMeters <= widestSpreadMeters
    }

    /// What makes a leg a gap in a day of a kind.
    public func gaps(of kind: String?) -> GapLimits { GapLimits(silence: tripGap, reach: speeds?.reach(of: kind)) }

    /// What makes a leg a gap that joins days of two kinds.
    public func gaps(from kind: String?, to other: String?) -> GapLimits {
        GapLimits(silence: tripGap, reach: speeds?.reach(of: kind, or: other))
    }
}

/// What makes a leg outside stays a gap (rule 2.7).
public struct GapLimits: Sendable, Hashable {
    /// A longer silence is one; milliseconds.
    public var silence: Int64
    /// A longer leg is one, a jump; nil where none is.
    public var reach: Reach?

    /// Limits; without a reach no leg is a jump.
    public init(silence: Int64, reach: Reach? = nil) {
        self.silence = silence
        self.reach = reach
    }

    /// Whether a leg of so many metres and milliseconds is a jump.
    @inlinable
    public func isJump(meters: Double, in milliseconds: Int64) -> Bool {
        guard let reach else { return false }
        return !reach.allows(meters: meters, in: milliseconds)
    }
}

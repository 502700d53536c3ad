import Geodesy

/// Consecutive legs as a trip needs them: either none that is a gap outside stays, or one that is (rule 2.7).
public struct LegRun: Sendable, Hashable {
    /// The fix it starts at.
    public var first: TrackPoint
    /// The fix it ends at.
    public var last: TrackPoint
    /// Legs.
    public var legs: Int64
    /// The sum of their lengths, each rounded to whole micrometres (rule 2.12).
    public var micrometers: Int64
    /// The largest speed of its fixes in metres per second; NaN for none.
    public var maximumSpeedMetersPerSecond: Double
    /// Whether it is one leg that is a gap outside stays: a silence longer than `split-trips.gap`, or a jump.
    public var isGap: Bool
    /// Whether it is a jump: a leg that is not plausible, however long the silence.
    public var isJump: Bool
    /// What its legs cover.
    public var box: PathBox

    /// A run as it was stored; without `box`, one that goes straight from its first fix to its last.
    public init(
        first: TrackPoint, last: TrackPoint, legs: Int64, micrometers: Int64, maximumSpeedMetersPerSecond: Double, isGap: Bool,
        isJump: Bool = false, box: PathBox? = nil
    ) {
        self.first = first
        self.last = last
        self.legs = legs
        self.micrometers = micrometers
        self.maximumSpeedMetersPerSecond = maximumSpeedMetersPerSecond
        self.isGap = isGap
        self.isJump = isJump
        self.box = box ?? PathBox(from: first.point, to: last.point)
    }

    /// Milliseconds from its first fix to its last.
    public var duration: Int64 { last.milliseconds - first.milliseconds }
}

/// A group of one device-day (rule 2.6): a stay, or one at the day's edge that may become one when it is joined.
public struct GroupPiece: Sendable, Hashable {
    /// Its first fix.
    public var first: TrackPoint
    /// Its last fix.
    public var last: TrackPoint
    /// Milliseconds since 1970 UTC of the next fix of the same day; nil for the day's last group.
    public var follower: Int64?
    /// Its fixes, from the first to the last.
    public var fixes: Int64
    /// Sums over those inside.
    public var sums: PositionSums
    /// Its legs, in case it turns out to be no stay; empty for a stay inside the day.
    public var runs: [LegRun]

    /// A group; without `fixes` all of them are inside.
    public init(first: TrackPoint, last: TrackPoint, follower: Int64?, fixes: Int64? = nil, sums: PositionSums, runs: [LegRun]) {
        self.first = first
        self.last = last
        self.follower = follower
        self.fixes = fixes ?? sums.count
        self.sums = sums
        self.runs = runs
    }
}

/// What one device-day stores of its groups and movement, to be joined with its neighbours (rules 3.1, 3.2).
///
/// In order of time: the first group, movement and stays inside the day, the last group (the same as the first where the day is one group).
/// Groups that touch no edge of the day and are no stay have become movement.
public struct DayPieces: Sendable, Hashable {
    /// A part of the day.
    public enum Element: Sendable, Hashable {
        /// The first or last group of the day, or a stay between them.
        case group(GroupPiece)
        /// Movement, or a gap.
        case run(LegRun)

        /// Whether it is a gap.
        public var isGap: Bool {
            guard case .run(let run) = self else { return false }
            return run.isGap
        }
    }

    /// The local day.
    public var day: CalendarDay
    /// The day's kind, as a text; nil for none.
    public var kind: String?
    /// In order of time; never empty, begins and ends with a group.
    public var elements: [Element]

    /// The pieces of a day.
    public init(day: CalendarDay, kind: String?, elements: [Element]) {
        self.day = day
        self.kind = kind
        self.elements = elements
    }

    /// The day's first group.
    public var firstGroup: GroupPiece { group(at: 0) }

    /// The day's last group; the first where the day is one group.
    public var lastGroup: GroupPiece { group(at: elements.count - 1) }

    /// The index of the first stay that touches no edge of the day, if there is one.
    public var firstWall: Int? { elements.indices.first(where: isWall) }

    /// The index of the last stay that touches no edge of the day, if there is one.
    public var lastWall: Int? { elements.indices.last(where: isWall) }

    private func isWall(_ index: Int) -> Bool {
        guard index > 0, index < elements.count - 1, case .group = elements[index] else { return false }
        return true
    }

    private func group(at index: Int) -> GroupPiece {
        guard case .group(let group) = elements[index] else {
            preconditionFailure("a day begins and ends with a group, found movement")
        }
        return group
    }
}

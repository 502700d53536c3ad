import Geodesy
import Tracks

/// Where the pieces of consecutive days of a device are joined again (rule 3.2).
///
/// It begins and ends where what is joined cannot reach farther: at a stay that touches no edge of its day, at a silence that parts, or at
/// what earlier joining found, as long as that holds.
public struct JoinSlice: Sendable {
    /// Where a slice begins.
    public enum Start: Sendable, Hashable {
        /// With the device's first fix.
        case data
        /// With an element of the first day: a stay inside it, the first after a gap, or the first of all after a long silence.
        case element(Int)
        /// After the first group of the first day, which rests in a stay whatever comes.
        case rest
        /// With a stay that the first day is one group of.
        case stay(StayBehind)
        /// With the last group of the first day, which a trip reaches that holds whatever comes.
        case trip(Trip)
    }

    /// Where a slice ends.
    public enum End: Sendable, Hashable {
        /// With the device's last fix.
        case data
        /// Before an element of the last day: a stay that no day before it touches, or a gap.
        case element(Int)
        /// Before a long silence: the first fix after it, and the kind of its day.
        case silence(TrackPoint, kind: String?)
        /// With a stay that the last day is one group of.
        case stay(StayAhead)
    }

    /// A stay without its fixes of the days of the slice, at the slice's begin.
    public struct StayBehind: Sendable, Hashable {
        /// The day it starts in.
        public var day: CalendarDay
        /// The kind of that day; nil for none.
        public var kind: String?
        /// Milliseconds since 1970 UTC of its first fix.
        public var arrived: Int64
        /// Whether its first fix follows another by at most `find-stays.gap`.
        public var isArrivalSeen: Bool
        /// Sums over its fixes inside before the slice, as differences from its first fix; nil where it begins with the slice.
        public var sums: PositionSums?
        /// Its fixes before the slice.
        public var fixes: Int64

        /// What is behind a slice.
        public init(
            day: CalendarDay, kind: String?, arrived: Int64, isArrivalSeen: Bool, sums: PositionSums? = nil, fixes: Int64 = 0
        ) {
            self.day = day
            self.kind = kind
            self.arrived = arrived
            self.isArrivalSeen = isArrivalSeen
            self.sums = sums
            self.fixes = fixes
        }
    }

    /// A stay without its fixes of the days of the slice, at the slice's end.
    public struct StayAhead: Sendable, Hashable {
        /// Milliseconds since 1970 UTC of its last fix.
        public var lastSeen: Int64
        /// Milliseconds since 1970 UTC of the next fix, where the silence before it is at most `find-stays.gap`.
        public var departed: Int64?
        /// Whether it ends the device's data.
        public var isOpen: Bool
        /// Sums over its fixes inside after the slice; nil where it ends with the slice.
        public var sums: PositionSums?
        /// Its fixes after the slice.
        public var fixes: Int64

        /// What is ahead of a slice.
        public init(lastSeen: Int64, departed: Int64?, isOpen: Bool, sums: PositionSums? = nil, fixes: Int64 = 0) {
            self.lastSeen = lastSeen
            self.departed = departed
            self.isOpen = isOpen
            self.sums = sums
            self.fixes = fixes
        }
    }

    /// The days with fixes, in order of time; not empty.
    public var days: [DayPieces]
    /// Where it begins.
    public var start: Start
    /// Where it ends.
    public var end: End
    /// Whether what is ahead is summed with what is behind: known together only, so the slice must be all of one stay.
    public var isWithinStay: Bool

    /// A slice.
    public init(days: [DayPieces], start: Start, end: End, isWithinStay: Bool = false) {
        self.days = days
        self.start = start
        self.end = end
        self.isWithinStay = isWithinStay
    }

    /// Rows that start at or after this time are replaced: milliseconds since 1970 UTC.
    public var since: Int64 {
        switch start {
        case .data: Int64.min
        case .element(let index): Self.begin(of: days[0].elements[index])
        case .rest: days[0].firstGroup.last.milliseconds
        case .stay(let behind): behind.arrived
        case .trip(let trip): trip.legs.first.milliseconds
        }
    }

    /// Rows that start before this time are replaced.
    public var until: Int64 {
        switch end {
        case .data: Int64.max
        case .element(let index): Self.begin(of: days[days.count - 1].elements[index])
        case .silence(let next, _): next.milliseconds
        case .stay(let ahead): ahead.lastSeen
        }
    }

    private static func begin(of element: DayPieces.Element) -> Int64 {
        switch element {
        case .group(let group): group.first.milliseconds
        case .run(let run): run.first.milliseconds
        }
    }
}

/// What a day's first or last group turned out to be.
public struct EdgeState: Sendable, Hashable {
    /// Whether it is (part of) a stay, so that its legs are rest.
    public var rests: Bool
    /// Milliseconds of that stay inside the day, midnight to midnight (rule 2.8); 0 where it is none.
    public var stayMilliseconds: Int64

    /// A state; no stay without numbers.
    public init(rests: Bool = false, stayMilliseconds: Int64 = 0) {
        self.rests = rests
        self.stayMilliseconds = stayMilliseconds
    }
}

/// What joining gives.
public struct Joined: Sendable {
    /// In order of time.
    public var stays: [Stay] = []
    /// In order of time; those shorter than asked for are left out.
    public var trips: [Trip] = []
    /// In order of time.
    public var gaps: [Gap] = []
    /// Of each day of the slice: its first and its last group; nil where the slice does not hold it, or where the first is the last.
    public var edges: [(first: EdgeState?, last: EdgeState?)] = []
    /// Of each day of the slice: the trip that reaches its last group, up to there; nil where none does, or where trips are not wanted.
    public var behind: [Trip?] = []

    /// Nothing yet.
    public init() {}
}

/// What makes a trip that is listed (rule 2.7).
public struct LeastTrip: Sendable, Hashable {
    /// A shorter trip is not listed.
    public var meters: Double
    /// A trip that lasts fewer milliseconds is not listed.
    public var milliseconds: Int64

    /// Limits; without numbers every trip is listed.
    public init(meters: Double = 0, milliseconds: Int64 = 0) {
        self.meters = meters
        self.milliseconds = milliseconds
    }
}

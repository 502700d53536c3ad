import Geodesy

/// A visit: the device remained within a radius for a time (rule 2.6).
public struct Stay: Sendable, Hashable {
    /// The day it starts in.
    public var day: CalendarDay
    /// The kind of that day; nil for none.
    public var kind: String?
    /// Milliseconds since 1970 UTC of its first fix.
    public var arrived: Int64
    /// Milliseconds since 1970 UTC of its last fix.
    public var lastSeen: Int64
    /// Milliseconds since 1970 UTC of the next fix, where the silence before it is at most `find-stays.gap`.
    public var departed: Int64?
    /// The mean of its fixes inside.
    public var centroid: Coordinate
    /// The root of the mean squared distance from the centroid, in metres.
    public var spreadMeters: Double
    /// Fixes from its first to its last, those of excursions too.
    public var fixes: Int64
    /// Whether it ends the device's data; false for an inferred one.
    public var isOpen: Bool
    /// Whether it is a silence: the last fix before it and the first after it lie within the radius.
    public var isInferred: Bool
    /// Whether its first fix follows another by at most `find-stays.gap`; else nobody saw when the device came.
    public var isArrivalSeen: Bool
    /// Exact sums over its fixes inside, where it goes over three days or more: a day is added and taken away without the others.
    public var sums: PositionSums?

    /// A stay.
    public init(
        day: CalendarDay, kind: String?, arrived: Int64, lastSeen: Int64, departed: Int64?, centroid: Coordinate,
        spreadMeters: Double,
        fixes: Int64, isOpen: Bool, isInferred: Bool = false, isArrivalSeen: Bool = false, sums: PositionSums? = nil
    ) {
        self.sums = sums
        self.day = day
        self.kind = kind
        self.arrived = arrived
        self.lastSeen = lastSeen
        self.departed = departed
        self.centroid = centroid
        self.spreadMeters = spreadMeters
        self.fixes = fixes
        self.isOpen = isOpen
        self.isInferred = isInferred
        self.isArrivalSeen = isArrivalSeen
    }

    /// How sure it is that the device stayed, 0 to 1: with many fixes that lie close together near 1.
    ///
    /// n / (n + 2) for the number of fixes, times 1 − spread / (2 · radius). An inferred stay has two fixes, and the longer it lasts the
    /// less they say: times 16 h / (16 h + its duration).
    public func confidence(radiusMeters: Double) -> Double {
        let n = Double(fixes)
        let seen = n / (n + 2) * max(0, 1 - spreadMeters / (2 * radiusMeters))
        guard isInferred else { return seen }
        let hours16 = 57_600_000.0
        return seen * hours16 / (hours16 + Double(lastSeen - arrived))
    }
}

/// Movement between stays or gaps (rule 2.7).
public struct Trip: Sendable, Hashable {
    /// The day it starts in.
    public var day: CalendarDay
    /// The kind of that day; nil for none.
    public var kind: String?
    /// Its legs.
    public var legs: LegRun
    /// Whether its last fix is the device's last and lies in no stay.
    public var isOpen: Bool

    /// A trip.
    public init(day: CalendarDay, kind: String?, legs: LegRun, isOpen: Bool) {
        self.day = day
        self.kind = kind
        self.legs = legs
        self.isOpen = isOpen
    }
}

/// A leg outside stays that is no movement: a silence longer than `split-trips.gap`, or a jump (rule 2.7).
public struct Gap: Sendable, Hashable {
    /// The day it starts in.
    public var day: CalendarDay
    /// The leg over it.
    public var leg: LegRun

    /// A gap.
    public init(day: CalendarDay, leg: LegRun) {
        self.day = day
        self.leg = leg
    }
}

/// A point that a person steps through: what the history page of a tracker app shows.
public struct HistoryPoint: Sendable, Hashable {
    /// From 1, within its device-day.
    public var number: Int32
    /// Milliseconds since 1970 UTC.
    public var milliseconds: Int64
    /// Where.
    public var coordinate: Coordinate
    /// Degrees [0, 360); nil for none.
    public var courseDegrees: Double?
    /// Metres per second; nil for none.
    public var speedMetersPerSecond: Double?
    /// Fixes it stands for.
    public var fixes: Int64
    /// Metres, as logged; nil for none, and for a mean of fixes.
    public var accuracyMeters: Double?

    /// A point.
    public init(
        number: Int32, milliseconds: Int64, coordinate: Coordinate, courseDegrees: Double?, speedMetersPerSecond: Double?,
        fixes: Int64, accuracyMeters: Double? = nil
    ) {
        self.number = number
        self.milliseconds = milliseconds
        self.coordinate = coordinate
        self.courseDegrees = courseDegrees
        self.speedMetersPerSecond = speedMetersPerSecond
        self.fixes = fixes
        self.accuracyMeters = accuracyMeters
    }
}

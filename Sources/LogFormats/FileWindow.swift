import Tracks

/// Which times a file may hold (rule 1.1).
public struct FileWindow: Sendable, Hashable {
    /// The first time it may hold, in milliseconds since 1970 UTC.
    public var low: Int64
    /// The first time after it that it may not.
    public var high: Int64
    /// Whether its path says its day.
    public var isDated: Bool

    private static let tenMinutes: Int64 = 600_000

    /// The window of a file of a day of a zone.
    public init(dated day: CalendarDay, in zone: TimeZoneRules, late: Int64) {
        low = zone.start(of: day) - late
        high = zone.end(of: day) + Self.tenMinutes
        isDated = true
    }

    /// The window of an undated file.
    public init(modified: Int64, notBefore: CalendarDay, in zone: TimeZoneRules) {
        low = zone.start(of: notBefore)
        high = modified + Self.tenMinutes
        isDated = false
    }

    /// Whether a row of a day may be in the file.
    public func reaches(_ day: CalendarDay, in zone: TimeZoneRules) -> Bool {
        low < zone.end(of: day) && zone.start(of: day) < high
    }

    /// Why a time is outside; nil inside.
    func reason(for time: Int64) -> RejectReason? {
        if time < low { return isDated ? .tooLate : .past }
        return time >= high ? (isDated ? .aheadOfFile : .future) : nil
    }

    private static let weeks1024: Int64 = 1024 * 7 * 86_400_000

    /// Rule 1.4: a time moved by the number of 1024 weeks that brings it into the window, if there is one.
    func repaired(_ time: Int64) -> Int64 {
        guard isDated, time < low || time >= high else { return time }
        let moved = low + floorDivide(time - low, Self.weeks1024).remainder
        return moved < high ? moved : time
    }
}

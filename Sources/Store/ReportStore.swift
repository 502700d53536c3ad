import Tracks

/// Days whose reports are still to be written, noted in the transaction that changes them, so that no killed run loses one.
extension Store {
    /// Notes days.
    public func markToReport(_ days: some Sequence<CalendarDay>) throws {
        for day in days { try database.run("INSERT OR IGNORE INTO day_to_report VALUES (?)", .integer(Int64(day.number))) }
    }

    /// Notes all days that are made.
    public func markAllToReport() throws {
        try database.run("INSERT OR IGNORE INTO day_to_report SELECT day FROM processed_day")
    }

    /// The days noted, in order.
    public func daysToReport() throws -> [CalendarDay] {
        try database.rows("SELECT day FROM day_to_report ORDER BY day") { CalendarDay(number: Int32($0.integer(0))) }
    }

    /// Their reports are written.
    public func clearDaysToReport() throws { try database.run("DELETE FROM day_to_report") }
}

import Tracks

/// Days whose reports are still to be written, noted in the transaction that changes them, so that no killed run loses one.
extension Store {
    /// Notes days: all their reports are to be written.
    public func markToReport(_ days: some Sequence<CalendarDay>) throws {
        for day in days {
            try database.run("INSERT OR IGNORE INTO _day_to_report VALUES (?)", .integer(Int64(day.number)))
            try database.run("DELETE FROM _report_done WHERE day = ?", .integer(Int64(day.number)))
        }
    }

    /// Notes all days that are made.
    public func markAllToReport() throws {
        try database.run("INSERT OR IGNORE INTO _day_to_report SELECT day FROM _processed_day")
        try database.run("DELETE FROM _report_done")
    }

    /// The days noted, in order.
    public func daysToReport() throws -> [CalendarDay] {
        try database.rows("SELECT day FROM _day_to_report ORDER BY day") { CalendarDay(number: Int32($0.integer(0))) }
    }

    /// All their reports are written.
    public func clearDaysToReport() throws {
        try transaction {
            try database.run("DELETE FROM _day_to_report")
            try database.run("DELETE FROM _report_done")
        }
    }

    /// Whether a report of days that are noted was written since they were.
    ///
    /// - Parameter report: What tells it from others.
    public func isDone(report: String, of days: [CalendarDay]) throws -> Bool {
        try days.allSatisfy { day in
            try database.first(
                "SELECT 1 FROM _report_done WHERE day = ? AND report = ?", .integer(Int64(day.number)), .text(report)
            ) { _ in true } ?? false
        }
    }

    /// Notes that a report of days is written, for a run that is stopped before all are.
    public func markDone(report: String, of days: [CalendarDay]) throws {
        try transaction {
            for day in days {
                try database.run(
                    "INSERT OR IGNORE INTO _report_done VALUES (?, ?)", .integer(Int64(day.number)), .text(report))
            }
        }
    }

    // MARK: Days that were left

    /// Keeps what is said of days that a run left as they are, of all days that it looked at.
    public func setLeftDays(_ sentences: [CalendarDay: String], lookedAt days: some Sequence<CalendarDay>) throws {
        let before = try database.rows("SELECT day, sentence FROM _left_day") {
            (CalendarDay(number: Int32($0.integer(0))), $0.text(1))
        }
        let looked = Set(days)
        let gone = before.map(\.0).filter { looked.contains($0) && sentences[$0] == nil }
        let known = Dictionary(uniqueKeysWithValues: before)
        let new = sentences.filter { known[$0.key].map { ExactText($0) } != ExactText($0.value) }
        guard !gone.isEmpty || !new.isEmpty else { return }
        try transaction {
            for day in gone { try database.run("DELETE FROM _left_day WHERE day = ?", .integer(Int64(day.number))) }
            for (day, sentence) in new.sorted(by: { $0.key < $1.key }) {
                try database.run("INSERT OR REPLACE INTO _left_day VALUES (?, ?)", .integer(Int64(day.number)), .text(sentence))
            }
        }
    }

    /// The days of a range that the last run which looked at them left, with what it said.
    public func leftDays(from: CalendarDay, to: CalendarDay) throws -> [(day: CalendarDay, sentence: String)] {
        guard try version >= 4 else { return [] }
        return try database.rows(
            "SELECT day, sentence FROM _left_day WHERE day BETWEEN ? AND ? ORDER BY day", .integer(Int64(from.number)),
            .integer(Int64(to.number))
        ) { (CalendarDay(number: Int32($0.integer(0))), $0.text(1)) }
    }
}

import SQLite
import Tracks

/// What `status` and the metrics of a run ask of a result file, of the tables behind the views.
extension Store {
    /// Rejected rows by reason, the most first.
    public func rejectsByReason() throws -> [(reason: String, rows: Int64)] {
        try database.rows("SELECT reason, sum(count) FROM _reason_count GROUP BY reason ORDER BY 2 DESC, 1") {
            ($0.text(0), $0.integer(1))
        }
    }

    /// The rows of one SELECT that a user wrote; nothing but reading is let through.
    public func select(_ sql: String) throws(QueryError) -> SelectedRows { try database.select(sql) }

    /// A rejected row, also of a file that gave no day.
    public struct RejectedRow {
        /// Relative to the base.
        public let file: String
        /// From 1.
        public let line: Int64
        /// Why.
        public let reason: String
        /// The field that was wrong; nil where the reason says it.
        public let field: String?
        /// What it held.
        public let value: String?
        /// The row.
        public let text: String
    }

    /// The stored rejects by file and line. The view holds those of processed days alone (rule 1.5).
    public func rejectedRows() throws -> [RejectedRow] {
        try database.rows(
            "SELECT f.path, r.line, r.reason, r.field, r.value, r.text FROM _reject r JOIN _file f ON f.id = r.file ORDER BY f.path, r.line, r.id"
        ) { row in
            RejectedRow(
                file: row.text(0), line: row.integer(1), reason: row.text(2), field: row.optionalText(3),
                value: row.optionalText(4),
                text: row.optionalText(5) ?? "")
        }
    }

    /// All days that the last run which looked at them left, with what it said.
    public func leftDays() throws -> [(day: CalendarDay, sentence: String)] {
        try leftDays(from: CalendarDay.storable.lowerBound, to: CalendarDay.storable.upperBound)
    }

    /// Milliseconds since 1970 UTC of the latest fix; nil where there is none.
    ///
    /// - Complexity: in the device-days of the newest day with fixes, and those without any after it.
    public func newestFix() throws -> Int64? {
        try database.first(
            """
            SELECT max(last_time) FROM _device_day
            WHERE day = (SELECT day FROM _device_day WHERE last_time IS NOT NULL ORDER BY day DESC LIMIT 1)
            """
        ) { $0.optionalInteger(0) } ?? nil
    }

    /// How many devices had a fix on one of the seven days before the newest processed day, or on it, and how many of them had none on it.
    ///
    /// - Complexity: in the device-days of eight days.
    public func devicesOfLastDay() throws -> (known: Int64, silent: Int64) {
        let counts = try database.first(
            """
            SELECT count(*), coalesce(sum(last < newest), 0) FROM (
                SELECT max(x.day) AS last, p.day AS newest
                FROM (SELECT max(day) AS day FROM _processed_day) p CROSS JOIN _device_day x ON x.day BETWEEN p.day - 7 AND p.day
                WHERE x.last_time IS NOT NULL GROUP BY x.device)
            """
        ) { (known: $0.integer(0), silent: $0.integer(1)) }
        return counts ?? (0, 0)
    }
}

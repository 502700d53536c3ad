import SQLite
import Tracks

/// What a run did, as the ledger keeps it.
public struct RunCounts: Sendable {
    /// Days that were made.
    public var days = 0
    /// Rows that were read.
    public var rows: Int64 = 0
    /// Fixes kept.
    public var kept: Int64 = 0
    /// Fixes thinned away.
    public var thinned: Int64 = 0
    /// Rows rejected.
    public var rejected: Int64 = 0

    /// Nothing.
    public init() {}
}

/// The runs of the ledger.
extension Store {
    /// Notes that a run begins; gives its id.
    ///
    /// - Parameters:
    ///   - started: Milliseconds since 1970 UTC.
    ///   - range: Its days; nil for an undated one.
    public func beginRun(started: Int64, version: String, host: String, range: ClosedRange<CalendarDay>?) throws -> Int64 {
        try transaction {
            try database.run(
                "INSERT INTO _run (started_utc, version, host, first_day, last_day) VALUES (?, ?, ?, ?, ?)",
                .text(isoText(milliseconds: started)), .text(version), .text(host),
                .optional(range?.lowerBound.description), .optional(range?.upperBound.description))
            return database.lastInsertedID
        }
    }

    /// Notes what a run did and how it ended.
    ///
    /// - Parameters:
    ///   - ended: Milliseconds since 1970 UTC.
    ///   - status: Its exit status.
    public func endRun(_ id: Int64, ended: Int64, _ counts: RunCounts, status: Int32) throws {
        try transaction {
            try database.run(
                "UPDATE _run SET ended_utc = ?, days = ?, rows = ?, kept = ?, thinned = ?, rejected = ?, exit_status = ? WHERE id = ?",
                .text(isoText(milliseconds: ended)), .integer(Int64(counts.days)), .integer(counts.rows), .integer(counts.kept),
                .integer(counts.thinned), .integer(counts.rejected), .integer(Int64(status)), .integer(id))
        }
    }

    /// Rows a second and rows a day of the runs so far; nil where none read a row.
    public func speedOfEarlierRuns() throws -> (rowsPerSecond: Double?, rowsPerDay: Double?) {
        let sums = try database.first(
            "SELECT sum(rows), sum(days), sum(julianday(ended_utc) - julianday(started_utc)) * 86400.0 FROM _run WHERE exit_status IN (0, 65, 66) AND days > 0"
        ) { row in (row.optionalReal(0) ?? 0, row.optionalReal(1) ?? 0, row.optionalReal(2) ?? 0) }
        guard let (rows, days, seconds) = sums, rows > 0, days > 0, seconds > 0 else { return (nil, nil) }
        return (rows / seconds, rows / days)
    }
}

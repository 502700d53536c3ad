import Tracks

/// A fix of the view `fixes`.
public struct HeldFix: Sendable {
    /// Milliseconds since 1970 UTC.
    public var time: Int64
    /// Degrees.
    public var latitude: Double
    /// Degrees.
    public var longitude: Double
}

extension Store {
    /// The fix of a device-day nearest to a time, as the view `fixes` has it; nil where the device has none that day.
    public func heldFix(device: String, day: CalendarDay, nearestTo time: Int64) throws -> HeldFix? {
        let low = "(?2 << 48) + (d.key << 27)"
        // From the time on, and before it: the first of each, found by the key.
        let query = """
            SELECT p.start + (x.key & 134217727), x.latitude / 1e7, x.longitude / 1e7
            FROM device d JOIN processed_day p ON p.day = ?2 JOIN fix x ON x.key BETWEEN \(low) AND \(low) + 134217727
            WHERE d.id = ?1 AND
            """
        let from = "x.key >= \(low) + max(0, ?3 - p.start) ORDER BY x.key LIMIT 1"
        let before = "x.key < \(low) + max(0, ?3 - p.start) ORDER BY x.key DESC LIMIT 1"
        let found = try [from, before].compactMap { condition in
            try database.first("\(query) \(condition)", .text(device), .integer(Int64(day.number)), .integer(time)) { row in
                HeldFix(time: row.integer(0), latitude: row.real(1), longitude: row.real(2))
            }
        }
        return found.min { abs($0.time - time) < abs($1.time - time) }
    }

    /// Files in which reading rejected a row that belongs to no day and whose text holds a device's name.
    public func filesWithStrayRows(naming device: String) throws -> [String] {
        try database.rows(
            "SELECT DISTINCT f.path FROM reject r JOIN file f ON f.id = r.file WHERE r.day IS NULL AND instr(r.text, ?) > 0 ORDER BY 1",
            .text(device)
        ) { $0.text(0) }
    }
}

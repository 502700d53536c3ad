import Geodesy
import Tracks

/// Fixes by their packed keys, without going through the view.
extension Store {
    /// The kept fixes of a device from one time to another, both included, in order of time.
    public func positions(ofDevice id: String, from first: Int64, to last: Int64) throws -> [Coordinate] {
        let shift = PackedKey.timeBits
        return try database.rows(
            """
            SELECT f.latitude, f.longitude FROM device d CROSS JOIN processed_day q ON q.start <= ?3 AND q.end > ?2
                CROSS JOIN fix f ON f.key >= (q.day << 48) + (d.key << \(shift)) + max(0, ?2 - q.start)
                AND f.key <= (q.day << 48) + (d.key << \(shift)) + min(?3 - q.start, q.end - q.start)
            WHERE d.id = ?1 ORDER BY f.key
            """, .text(id), .integer(first), .integer(last)
        ) { row in
            GridPoint(latitude: Int32(row.integer(0)), longitude: Int32(row.integer(1))).coordinate
        }
    }
}

import Geodesy
import Tracks

/// Fixes by the ranges of their device-days, without going through the view.
extension Store {
    /// The kept fixes of a device from one time to another, both included, in order of time.
    public func positions(ofDevice id: String, from first: Int64, to last: Int64) throws -> [Coordinate] {
        let table = try fixTable
        return try database.rows(
            """
            SELECT x.latitude, x.longitude FROM _device d CROSS JOIN _processed_day p ON p.start <= ?3 AND p.end > ?2
                CROSS JOIN _device_day dd ON dd.day = p.day AND dd.device = d.key
                CROSS JOIN _fix x ON \(table.isOfDeviceDay) AND \(table.time) BETWEEN ?2 AND ?3
            WHERE d.id = ?1 ORDER BY p.day, x.key
            """, .text(id), .integer(first), .integer(last)
        ) { row in
            GridPoint(latitude: Int32(row.integer(0)), longitude: Int32(row.integer(1))).coordinate
        }
    }
}

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

    /// The kept fixes of a device from one time to another, both included, in order of time, with what was logged of each.
    public func fixes(ofDevice id: String, from first: Int64, to last: Int64) throws -> [StoredFix] {
        let table = try fixTable
        return try database.rows(
            """
            SELECT x.latitude, x.longitude, \(table.time), \(table.altitude), \(table.speed), \(table.course)
            FROM _device d CROSS JOIN _processed_day p ON p.start <= ?3 AND p.end > ?2
                CROSS JOIN _device_day dd ON dd.day = p.day AND dd.device = d.key
                CROSS JOIN _fix x ON \(table.isOfDeviceDay) AND \(table.time) BETWEEN ?2 AND ?3
            WHERE d.id = ?1 ORDER BY p.day, x.key
            """, .text(id), .integer(first), .integer(last)
        ) { row in
            StoredFix(
                time: row.integer(2),
                place: GridPoint(latitude: Int32(row.integer(0)), longitude: Int32(row.integer(1))).coordinate,
                altitude: row.optionalReal(3), speed: row.optionalReal(4), course: row.optionalReal(5))
        }
    }
}

/// A kept fix with what was logged of it.
public struct StoredFix: Sendable {
    /// Milliseconds since 1970 UTC.
    public let time: Int64
    /// Degrees WGS-84.
    public let place: Coordinate
    /// Metres.
    public let altitude: Double?
    /// Metres per second.
    public let speed: Double?
    /// Degrees clockwise from true north.
    public let course: Double?
}

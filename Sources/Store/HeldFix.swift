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
        let table = try fixTable
        return try database.first(
            """
            SELECT \(table.time), x.latitude / 1e7, x.longitude / 1e7
            FROM _device d JOIN _processed_day p ON p.day = ?2 JOIN _device_day dd ON dd.day = p.day AND dd.device = d.key
                CROSS JOIN _fix x ON \(table.isOfDeviceDay)
            WHERE d.id = ?1 ORDER BY abs(\(table.time) - ?3), x.key DESC LIMIT 1
            """, .text(device), .integer(Int64(day.number)), .integer(time)
        ) { HeldFix(time: $0.integer(0), latitude: $0.real(1), longitude: $0.real(2)) }
    }

    /// Files in which reading rejected a row that belongs to no day and whose text holds a device's name.
    public func filesWithStrayRows(naming device: String) throws -> [String] {
        try database.rows(
            "SELECT DISTINCT f.path FROM _reject r JOIN _file f ON f.id = r.file WHERE r.day IS NULL AND instr(r.text, ?) > 0 ORDER BY 1",
            .text(device)
        ) { $0.text(0) }
    }
}

import Geodesy
import SQLite
import Tracks

/// A point that gets an address.
public struct AddressedPoint: Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// The rest of the key of its row: arrived of a stay, first core of a place, day and number of a history point.
    public var key: [Int64]
}

/// A stay as places are found from it.
public struct StoredStay: Sendable {
    /// The key of its device.
    public var device: Int64
    /// The id of its device.
    public var deviceID: String
    /// Its kind; nil for none.
    public var kind: String?
    /// Milliseconds since 1970 UTC.
    public var arrived: Int64
    /// Milliseconds since 1970 UTC.
    public var lastSeen: Int64
    /// Milliseconds since 1970 UTC when it was left; nil where nobody saw that.
    public var departed: Int64?
    /// Whether its arrival was seen.
    public var isArrivalSeen: Bool
    /// Where.
    public var center: Coordinate
}

/// Places and addresses of a device (rules 3.3, 3.4, 3.6).
extension Store {
    /// Devices whose places, addresses and map clusters must be computed anew.
    public func dirtyDevices() throws -> [Int64] {
        try database.rows("SELECT device FROM dirty ORDER BY device") { $0.integer(0) }
    }

    /// Marks every device that has days.
    public func markAllDirty() throws {
        try database.run("INSERT OR IGNORE INTO dirty SELECT DISTINCT device FROM device_day")
    }

    /// Clears a mark.
    public func clearDirty(_ device: Int64) throws { try database.run("DELETE FROM dirty WHERE device = ?", .integer(device)) }

    /// The stays of a device, or of all, in the order (device, arrived).
    public func stays(of device: Int64?) throws -> [StoredStay] {
        let sql = """
            SELECT s.device, d.id, s.kind, s.arrived, s.last_seen, s.departed, s.arrival_seen, s.latitude, s.longitude
            FROM stay s JOIN device d ON d.key = s.device
            WHERE \(device == nil ? "?1 IS NULL" : "s.device = ?1") ORDER BY d.id, s.arrived
            """
        return try database.rows(sql, .optional(device)) { row in
            StoredStay(
                device: row.integer(0), deviceID: row.text(1), kind: row.optionalText(2), arrived: row.integer(3),
                lastSeen: row.integer(4), departed: row.optionalInteger(5), isArrivalSeen: row.integer(6) == 1,
                center: Coordinate(latitude: row.real(7), longitude: row.real(8)))
        }
    }

    /// Drops the places of a device, or all.
    public func dropPlaces(of device: Int64?) throws {
        try database.run("DELETE FROM place WHERE device = ?1 OR ?1 IS NULL", .optional(device))
    }

    /// Adds places, and names them at their stays.
    ///
    /// - Parameters:
    ///   - stays: Those that the places were found in.
    ///   - names: The name of each place; nil for none.
    ///   - placeOfStay: For each stay the index of its place; nil for none.
    ///   - isShared: Whether they are of several devices.
    ///   - kind: The kind that shared places are of; nil for none.
    public func write(
        _ places: [Place], names: [String?], of stays: [StoredStay], placeOfStay: [Int?], isShared: Bool, kind: String?
    ) throws {
        let cores = places.map { stays[$0.firstCore] }
        let ids = cores.map { stableID("place", $0.deviceID, $0.arrived) }
        for (number, place) in places.enumerated() {
            try database.run(
                "INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                .integer(cores[number].device),
                .integer(cores[number].arrived), .text(ids[number]), .integer(isShared ? 1 : 0), .optional(kind),
                .text(place.role.rawValue),
                .optional(names[number]), .integer(place.visits), .integer(place.devices), .integer(place.total),
                .integer(place.first),
                .integer(place.last), .optional(place.usualArrival), .optional(place.usualDeparture),
                .real(place.center.latitude),
                .real(place.center.longitude), .real(place.radiusMeters))
        }
        var moved: [Int64: Set<Int64>] = [:]
        for (stay, place) in zip(stays, placeOfStay) {
            try database.run(
                "UPDATE stay SET place = ?1 WHERE device = ? AND arrived = ? AND place IS NOT ?1",
                .optional(place.map { ids[$0] }),
                .integer(stay.device), .integer(stay.arrived))
            if database.changes > 0 { moved[stay.device, default: []].insert(stay.arrived) }
        }
        for (device, arrived) in moved { try markToReport(device: device, arrived: arrived) }
    }

    /// The place of a stay is told with it, and with the trips that leave and reach it.
    private func markToReport(device: Int64, arrived: Set<Int64>) throws {
        let stays = try database.rows("SELECT arrived, last_seen, day FROM stay WHERE device = ?", .integer(device)) { row in
            (row.integer(0), row.integer(1), CalendarDay(number: Int32(row.integer(2))))
        }.filter { arrived.contains($0.0) }
        let left = Set(stays.map(\.1))
        let trips = try database.rows("SELECT start, end, day FROM trip WHERE device = ?", .integer(device)) { row in
            (row.integer(0), row.integer(1), CalendarDay(number: Int32(row.integer(2))))
        }.filter { left.contains($0.0) || arrived.contains($0.1) }
        try markToReport(Set((stays + trips).map(\.2)))
    }

    /// The devices that hold the earliest core of a place without a cell.
    public func devicesOfPlacesWithoutCell() throws -> [Int64] {
        try database.rows("SELECT DISTINCT device FROM place WHERE cell IS NULL ORDER BY device") { $0.integer(0) }
    }

    /// The rows of a device that have no cell yet: of `stays`, `places` or `history`.
    public func pointsWithoutCell(of what: String, device: Int64) throws -> [AddressedPoint] {
        let columns =
            ["stays": ("stay", "arrived"), "places": ("place", "first_core"), "history": ("point", "day, number")][what] ?? (
                "stay", "arrived"
            )
        return try database.rows(
            "SELECT latitude, longitude, \(columns.1) FROM \(columns.0) WHERE device = ? AND cell IS NULL", .integer(device)
        ) { row in
            let key = (2..<row.columnCount).map(row.integer)
            return AddressedPoint(coordinate: Coordinate(latitude: row.real(0), longitude: row.real(1)), key: key)
        }
    }

    /// Puts a row into its cell.
    public func setCell(_ cell: Int64, of what: String, device: Int64, key: [Int64]) throws {
        switch what {
        case "places":
            try database.run(
                "UPDATE place SET cell = ? WHERE device = ? AND first_core = ?", .integer(cell), .integer(device),
                .integer(key[0]))
        case "history":
            try database.run(
                "UPDATE point SET cell = ? WHERE day = ? AND device = ? AND number = ?", .integer(cell), .integer(key[0]),
                .integer(device),
                .integer(key[1]))
        default:
            try database.run(
                "UPDATE stay SET cell = ? WHERE device = ? AND arrived = ?", .integer(cell), .integer(device), .integer(key[0]))
        }
    }

    /// Takes every row out of its cell and drops all addresses and places: options of phase 2 changed.
    public func resetFindings() throws {
        for table in ["stay", "point"] { try database.run("UPDATE \(table) SET cell = NULL WHERE cell IS NOT NULL") }
        try database.run("UPDATE stay SET place = NULL WHERE place IS NOT NULL")
        for table in ["place", "address", "map_cluster", "map_member"] { try database.run("DELETE FROM \(table)") }
    }
}

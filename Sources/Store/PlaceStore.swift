import Geodesy
import SQLite
import Tracks

/// A stay as places are found from it.
public struct StoredStay: Sendable {
    /// The key of its device.
    public var device: Int64
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
    /// The day that it starts in.
    public var day: CalendarDay
    /// The place that it is told to lie at; nil for none.
    public var place: PlaceNumber?
    /// The cell that it is told to lie in; nil for none.
    public var cell: Int64?
}

/// The id of a place as a number: its 16 hexadecimal digits.
public struct PlaceNumber: Sendable, Hashable {
    let value: UInt64

    /// The place whose earliest core stay this is.
    public init(device: String, arrived: Int64) { value = stableNumber("place", device, arrived) }

    /// Of its digits; of anything else nil.
    init?(_ digits: UnsafeBufferPointer<UInt8>) {
        guard let value = stableNumber(digits) else { return nil }
        self.value = value
    }

    /// The id.
    var text: String { stableText(value) }
}

/// A place as it is stored, but for its cell.
public struct StoredPlace: Sendable {
    /// The key of the device of its earliest core stay.
    public var device: Int64
    /// When that stay began: milliseconds since 1970 UTC.
    public var firstCore: Int64
    /// Its id.
    public var number: PlaceNumber
    /// What it is.
    public var place: Place
    /// The name that people gave it; nil for none.
    public var name: String?
    /// Whether it is of several devices.
    public var isShared: Bool
    /// The kind that shared places are of; nil for none.
    public var kind: String?

    /// A place.
    public init(
        device: Int64, firstCore: Int64, number: PlaceNumber, place: Place, name: String?, isShared: Bool, kind: String?
    ) {
        (self.device, self.firstCore, self.number, self.place) = (device, firstCore, number, place)
        (self.name, self.isShared, self.kind) = (name, isShared, kind)
    }

    /// Its columns.
    var row: [Value] {
        [
            .integer(device), .integer(firstCore), .text(number.text), .integer(isShared ? 1 : 0), .optional(kind),
            .text(place.role.rawValue), .optional(name), .integer(place.visits), .integer(place.devices), .integer(place.total),
            .integer(place.first), .integer(place.last), .optional(place.usualArrival), .optional(place.usualDeparture),
            .real(place.center.latitude), .real(place.center.longitude), .real(place.radiusMeters),
        ]
    }
}

/// Places of a device, and what its stays say of place and cell (rules 3.3, 3.4, 3.6): only what differs is written.
extension Store {
    /// Devices whose places, addresses and map clusters must be computed anew.
    public func dirtyDevices() throws -> [Int64] {
        try database.rows("SELECT device FROM _dirty ORDER BY device") { $0.integer(0) }
    }

    /// Marks every device that has days, and every day's history.
    public func markAllDirty() throws {
        try database.run("INSERT OR IGNORE INTO _dirty SELECT DISTINCT device FROM _device_day")
        try database.run("INSERT OR IGNORE INTO _new_history SELECT day FROM _processed_day")
    }

    /// Clears a mark.
    public func clearDirty(_ device: Int64) throws { try database.run("DELETE FROM _dirty WHERE device = ?", .integer(device)) }

    /// The keys of all devices in the order of their ids.
    public func devicesInOrder() throws -> [(key: Int64, id: String)] {
        try database.rows("SELECT key, id FROM _device ORDER BY id") { ($0.integer(0), $0.text(1)) }
    }

    /// Appends the stays of a device in the order in which it arrived, and the kind of each where these are wanted.
    public func appendStays(of device: Int64, to stays: inout [StoredStay], kinds: ((String?) -> Void)? = nil) throws {
        let statement = try database.statement("SELECT \(Self.stayColumns) FROM _stay WHERE device = ? ORDER BY arrived")
        statement.bind(device, at: 1)
        while try statement.step() {
            stays.append(stay(statement))
            kinds?(statement.optionalText(10))
        }
    }

    /// The stays of each of some devices, read at once as they lie in the database; nil where there are too many to be held.
    ///
    /// Where most devices changed, that costs less than to look for the stays of each.
    /// - Parameter most: So many stays may be held.
    public func stays(ofEach devices: [Int64], most: Int) throws -> [[StoredStay]]? {
        let numbers = DeviceNumbers(devices)
        var stays = [[StoredStay]](repeating: [], count: devices.count)
        var count = 0
        let statement = try database.statement("SELECT \(Self.stayColumns) FROM _stay")
        defer { statement.reset() }
        while try statement.step() {
            let number = numbers.number(of: statement.integer(0))
            guard number >= 0 else { continue }
            stays[number].append(stay(statement))
            count += 1
            guard count <= most else { return nil }
        }
        for number in stays.indices {
            let pairs = zip(stays[number], stays[number].dropFirst())
            if pairs.contains(where: { $0.arrived > $1.arrived }) { stays[number].sort { $0.arrived < $1.arrived } }
        }
        return stays
    }

    private static let stayColumns =
        "device, arrived, last_seen, departed, arrival_seen, latitude, longitude, day, place, cell, kind"

    private func stay(_ row: Statement) -> StoredStay {
        StoredStay(
            device: row.integer(0), arrived: row.integer(1), lastSeen: row.integer(2), departed: row.optionalInteger(3),
            isArrivalSeen: row.integer(4) == 1, center: Coordinate(latitude: row.real(5), longitude: row.real(6)),
            day: CalendarDay(number: Int32(row.integer(7))), place: row.withText(8, PlaceNumber.init) ?? nil,
            cell: row.optionalInteger(9))
    }

    /// How many devices there are.
    public func deviceCount() throws -> Int { try database.first("SELECT count(*) FROM _device") { Int($0.integer(0)) } ?? 0 }

    /// Makes places those of a device, or all.
    ///
    /// - Parameters:
    ///   - places: In any order.
    ///   - cell: The cell of a place; nil where places have no addresses.
    ///   - changes: Is told which cells they came into and left.
    public func replacePlaces(
        of device: Int64?, with places: [StoredPlace], cell: ((Coordinate) -> Int64)?, _ changes: inout CellChanges
    ) throws {
        var gone = try storedPlaces(of: device)
        for place in places {
            let before = gone.removeValue(forKey: PlaceKey(device: place.device, firstCore: place.firstCore))
            let now = cell?(place.place.center)
            let row = place.row + [.optional(now)]
            guard before != row else { continue }
            if case .integer(let left)? = before?.last {
                changes.move(from: left, to: now)
            } else {
                changes.move(from: nil, to: now)
            }
            let statement = try database.statement(Self.placeInsertion)
            statement.bind(row)
            while try statement.step() {}
        }
        for key in gone.keys {
            try database.run(
                "DELETE FROM _place WHERE device = ? AND first_core = ?", .integer(key.device), .integer(key.firstCore))
        }
    }

    /// The columns of the places of a device, or of all.
    private func storedPlaces(of device: Int64?) throws -> [PlaceKey: [Value]] {
        func place(_ row: Statement) -> (PlaceKey, [Value]) {
            (PlaceKey(device: row.integer(0), firstCore: row.integer(1)), (0..<row.columnCount).map(row.value))
        }
        // Two statements: one with `OR ? IS NULL` would look through all places for each device.
        let all = "SELECT * FROM _place"
        let rows = try device.map { try database.rows(all + " WHERE device = ?", .integer($0), read: place) }
        return Dictionary(uniqueKeysWithValues: try rows ?? database.rows(all, read: place))
    }

    private struct PlaceKey: Hashable {
        let device: Int64
        let firstCore: Int64
    }

    private static let placeInsertion: String = {
        let columns = [
            "device", "first_core", "id", "shared", "kind", "role", "name", "visits", "devices", "total", "first", "last",
            "usual_arrival", "usual_departure", "latitude", "longitude", "radius", "cell",
        ]
        return """
            INSERT INTO _place (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (device, first_core) DO UPDATE SET \(columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
    }()

    /// Tells stays their places and cells, where they are told others.
    ///
    /// - Parameters:
    ///   - place: The place of each; nil for none.
    ///   - cell: The cell of each; nil for none.
    ///   - changes: Is told which cells they came into and left.
    ///   - areDaysNoted: Whether all reports of all days are to be written anyway, so that none need be noted.
    public func tell(
        _ stays: [StoredStay], place: (Int) -> PlaceNumber?, cell: (Int) -> Int64?, _ changes: inout CellChanges,
        areDaysNoted: Bool = false
    ) throws {
        let statement = try database.statement(
            "UPDATE _stay SET place = ?, cell = ? WHERE day = ? AND device = ? AND arrived = ?")
        var days: Set<CalendarDay> = []
        for (i, stay) in stays.enumerated() {
            let (newPlace, newCell) = (place(i), cell(i))
            guard newPlace != stay.place || newCell != stay.cell else { continue }
            statement.bind(.optional(newPlace?.text), at: 1)
            statement.bind(.optional(newCell), at: 2)
            statement.bind(Int64(stay.day.number), at: 3)
            statement.bind(stay.device, at: 4)
            statement.bind(stay.arrived, at: 5)
            _ = try statement.step()
            changes.move(from: stay.cell, to: newCell)
            if newPlace != stay.place, !areDaysNoted { try gatherDays(showingPlaceOf: stay, into: &days) }
        }
        try markToReport(days)
    }

    /// The place of a stay is told with it, and with the trips that leave and reach it.
    private func gatherDays(showingPlaceOf stay: StoredStay, into days: inout Set<CalendarDay>) throws {
        days.insert(stay.day)
        let left = try database.first(
            "SELECT day FROM _trip WHERE device = ? AND start = ?", .integer(stay.device), .integer(stay.lastSeen)
        ) { $0.integer(0) }
        let reached =
            try database.first(
                "SELECT day, end FROM _trip WHERE device = ? AND start < ? ORDER BY start DESC LIMIT 1", .integer(stay.device),
                .integer(stay.arrived)
            ) { row in row.integer(1) == stay.arrived ? row.integer(0) : nil } ?? nil
        for day in [left, reached].compactMap(\.self) { days.insert(CalendarDay(number: Int32(day))) }
    }

    /// Takes every row out of its cell and drops all addresses and places: options of phase 2 changed.
    public func resetFindings() throws {
        try dropAllAddresses()
        for table in ["_stay", "_point"] { try database.run("UPDATE \(table) SET cell = NULL WHERE cell IS NOT NULL") }
        try database.run("UPDATE _stay SET place = NULL WHERE place IS NOT NULL")
        for table in ["_place", "_map_cluster", "_map_member"] { try database.run("DELETE FROM \(table)") }
    }
}

import SQLite
import Store
import TrackAlgorithms
import Tracks

/// A place of a page, with what happened there in these days.
struct PagePlace {
    var id: String
    /// The place of its device in the page; -1 where it is shared, or its device is not on the page.
    var device: Int64
    var name: String?
    var role: String
    var latitude: Double
    var longitude: Double
    var radius: Double
    var cell: Int64?
    /// The kind of its device, or the one that it is a place of.
    var kind: String?
    /// The kind that it is a place of, where places are of kinds.
    var sharedKind: String?
    /// Devices that its stays are of, of all time.
    var devices: Int64 = 1
    /// Stays that begin in these days.
    var visits: Int64 = 0
    /// Milliseconds of stays in these days.
    var total: Int64 = 0
}

/// A trip of a page; places and addresses by their numbers.
struct PageTrip {
    var device: Int
    var start: Int64
    var end: Int64
    var meters: Double
    var topSpeed: Double?
    var fromPlace: Int64
    var toPlace: Int64
    var fromAddress: Int64
    var toAddress: Int64

    /// In the order of its columns in the data.
    fileprivate var values: [Int64?] {
        [
            Int64(device), start, end, Int64(meters.rounded()), (end - start + 500) / 1000,
            topSpeed.map { Int64(($0 * 100).rounded()) } ?? -1, fromPlace, toPlace, fromAddress, toAddress,
        ]
    }
}

/// The stays, places, trips and gaps of a page.
///
/// A class: its sections fill it one after the other, so that each table of the database is read once.
final class PageFindings {
    let scope: PageScope
    private let kinds: PageKinds
    private let addresses: PageAddresses
    /// Of the places that stays or trips name, in the order in which they were met.
    private(set) var places: [PagePlace] = []
    private var placeNumbers: [String: Int64] = [:]
    /// Stays that begin in these days: what a map merges.
    private(set) var stayPoints = PointsToMerge()
    /// The numbers of stays in the page by the hashes that their ids are, on a page of all days and devices.
    private(set) var stayNumbers: [UInt64: Int32] = [:]
    /// Of each device-day stays and places.
    private(set) var counts: [(stays: Int64, places: Int64)]
    /// Milliseconds of each device-day that lie in gaps.
    private(set) var silences: [Int64]
    /// Gaps that begin in these days.
    private(set) var gapCount: Int64 = 0
    /// The first stays, trips and gaps, with the place of their device: what tables show.
    private(set) var firstStays: [(device: Int, stay: PageStay, address: Int64)] = []
    /// How many stays begin in these days.
    var stayCount: Int { stayPoints.count }
    private(set) var firstTrips: [PageTrip] = []
    private(set) var tripCount = 0
    private(set) var firstGaps: [(device: Int, start: Int64, end: Int64, meters: Double, isJump: Bool)] = []
    /// Milliseconds that trips of these days take in each hour of the week, from Monday 0:00 local time.
    private(set) var hoursOfWeek = [Int64](repeating: 0, count: 168)

    init(_ scope: PageScope, kinds: PageKinds, addresses: PageAddresses) {
        self.scope = scope
        self.kinds = kinds
        self.addresses = addresses
        counts = Array(repeating: (0, 0), count: scope.deviceDays.count)
        silences = Array(repeating: 0, count: scope.deviceDays.count)
    }

    private func number(ofPlace id: String?) -> Int64 {
        guard let id else { return -1 }
        if let number = placeNumbers[id] { return number }
        let number = Int64(placeNumbers.count)
        placeNumbers[id] = number
        places.append(PagePlace(id: id, device: -1, role: "", latitude: 0, longitude: 0, radius: 0))
        return number
    }

    // MARK: Stays

    /// Stays that begin in these days. What reaches into them from before counts for its place, and has no row.
    func writeStays(_ reader: PageStayReader, to data: DataWriter) throws {
        try data.write("\"stays\":")
        var table = JSONTable(
            [
                "device", "arrived", "lastSeen", "departed", "latitude", "longitude", "kind", "place", "address", "open",
                "inferred",
                "fixes",
            ], to: data)
        for (number, device) in scope.devices.enumerated() {
            var dayPlaces: Set<String> = []
            var day: Int64?
            for stay in try reader.stays(of: device) {
                let place = self.number(ofPlace: stay.place)
                if place >= 0 {
                    places[Int(place)].total += min(stay.lastSeen, scope.end) - max(stay.arrived, scope.start)
                }
                guard stay.arrived >= scope.start else { continue }
                if place >= 0 { places[Int(place)].visits += 1 }
                if stay.day != day { (day, dayPlaces) = (stay.day, []) }
                if let row = device.days.first(where: { scope.deviceDays[$0].day == stay.day }) {
                    counts[row].stays += 1
                    if let id = stay.place, dayPlaces.insert(id).inserted { counts[row].places += 1 }
                }
                let kind = kinds.number(of: stay.kind)
                table.columns.add([
                    Int64(number), stay.arrived, stay.lastSeen, stay.departed, millionths(stay.latitude),
                    millionths(stay.longitude), kind, place, try addresses.number(ofCell: stay.cell), stay.isOpen ? 1 : 0,
                    stay.isInferred ? 1 : 0, stay.fixes,
                ])
                try table.endRow()
                if firstStays.count < PageTables.mostRows {
                    firstStays.append((number, stay, try addresses.number(ofCell: stay.cell)))
                }
                if scope.isWhole, let hash = stableHash(ofID: stay.id) { stayNumbers[hash] = Int32(stayPoints.count) }
                stayPoints.add(
                    latitude: stay.latitude, longitude: stay.longitude, kind: kind, device: number, hasKind: stay.kind != nil)
            }
        }
        try table.finish()
    }

    // MARK: Trips

    /// Trips that begin in these days.
    func writeTrips(to data: DataWriter) throws {
        try data.write("\"trips\":")
        var table = JSONTable(
            ["device", "start", "end", "distance", "moving", "maxSpeed", "fromPlace", "toPlace", "fromAddress", "toAddress"],
            to: data)
        let statement = try scope.database.prepare(
            """
            SELECT t.start, t.end, t.um, t.max_speed, a.place, a.cell, b.place, b.cell
            FROM _trip t
                LEFT JOIN _stay a ON a.device = t.device AND a.last_seen = t.start AND a.arrived = (SELECT max(z.arrived) FROM _stay z
                    WHERE z.device = t.device AND z.arrived <= t.start)
                LEFT JOIN _stay b ON b.device = t.device AND b.arrived = t.end
            WHERE t.device = ? AND t.start >= ? AND t.start < ? ORDER BY t.start
            """)
        let zone = try WeekClock(scope.store)
        for (number, device) in scope.devices.enumerated() {
            statement.bind([.integer(device.key), .integer(scope.start), .integer(scope.end)])
            while try statement.step() {
                let (start, end) = (statement.integer(0), statement.integer(1))
                let trip = PageTrip(
                    device: number, start: start, end: end, meters: Double(statement.integer(2)) / 1e6,
                    topSpeed: statement.optionalReal(3), fromPlace: self.number(ofPlace: statement.optionalText(4)),
                    toPlace: self.number(ofPlace: statement.optionalText(6)),
                    fromAddress: try addresses.number(ofCell: statement.optionalInteger(5)),
                    toAddress: try addresses.number(ofCell: statement.optionalInteger(7)))
                table.columns.add(trip.values)
                try table.endRow()
                if firstTrips.count < PageTables.mostRows { firstTrips.append(trip) }
                tripCount += 1
                zone.add(from: start, to: end, to: &hoursOfWeek)
            }
        }
        try table.finish()
    }

    // MARK: Gaps

    /// Gaps that begin in these days.
    func writeGaps(to data: DataWriter) throws {
        try data.write("\"gaps\":")
        var table = JSONTable(
            ["device", "from", "to", "fromLatitude", "fromLongitude", "toLatitude", "toLongitude", "jump"], to: data)
        let known = Set(try scope.database.rows("SELECT name FROM pragma_table_info('_gap')") { $0.text(0) })
        func column(_ name: String) -> String { known.contains(name) ? name : "NULL" }
        let statement = try scope.database.prepare(
            """
            SELECT start, end, um, \(column("start_latitude")), \(column("start_longitude")), \(column("end_latitude")),
                \(column("end_longitude")), \(column("jump"))
            FROM _gap WHERE device = ? AND start >= coalesce((SELECT max(z.start) FROM _gap z WHERE z.device = ? AND z.start < ?), ?)
                AND start < ? ORDER BY start
            """)
        for (number, device) in scope.devices.enumerated() {
            statement.bind([
                .integer(device.key), .integer(device.key), .integer(scope.start), .integer(scope.start), .integer(scope.end),
            ])
            while try statement.step() {
                let (start, end) = (statement.integer(0), statement.integer(1))
                addSilence(from: start, to: end, of: device)
                guard start >= scope.start else { continue }
                gapCount += 1
                table.columns.add(
                    [Int64(number), start, end] + (3...6).map { statement.optionalInteger($0).map(millionths(ofStored:)) }
                        + [statement.integer(7)])
                try table.endRow()
                guard firstGaps.count < PageTables.mostRows else { continue }
                firstGaps.append((number, start, end, Double(statement.integer(2)) / 1e6, statement.integer(7) == 1))
            }
        }
        try table.finish()
    }

    private func addSilence(from start: Int64, to end: Int64, of device: PageScope.Device) {
        for row in device.days {
            guard let first = scope.deviceDays[row].firstTime, let last = scope.deviceDays[row].lastTime else { continue }
            silences[row] += max(0, min(end, last) - max(start, first))
        }
    }

    /// The part of a device-day between its first and last fix that lies in no gap; nil without fixes.
    func coverage(ofRow number: Int) -> Double? {
        let row = scope.deviceDays[number]
        guard let first = row.firstTime, let last = row.lastTime, let start = scope.starts[row.day],
            let end = scope.ends[row.day], end > start
        else { return nil }
        return min(1, max(0, Double(last - first - silences[number]) / Double(end - start)))
    }

    // MARK: Places

    /// The places that stays and trips of these days name, with visits and time in these days.
    func writePlaces(to data: DataWriter) throws {
        try readPlaces()
        try data.write("\"places\":")
        var table = JSONTable(
            ["device", "latitude", "longitude", "radius", "visits", "total", "address", "id", "name", "role"], to: data)
        for place in places {
            table.columns.add([
                place.device, millionths(place.latitude), millionths(place.longitude), Int64(place.radius.rounded()),
                place.visits, (place.total + 500) / 1000, try addresses.number(ofCell: place.cell),
            ])
            table.columns.add(place.id, to: 7)
            table.columns.add(place.name, to: 8)
            table.columns.add(place.role, to: 9)
            try table.endRow()
        }
        try table.finish()
    }

    private func readPlaces() throws {
        guard !placeNumbers.isEmpty else { return }
        let devices = Dictionary(uniqueKeysWithValues: scope.devices.enumerated().map { ($1.key, Int64($0)) })
        let statement = try scope.database.prepare(
            "SELECT id, device, shared, name, role, latitude, longitude, radius, cell, kind, devices FROM _place")
        while try statement.step() {
            guard let number = placeNumbers[statement.text(0)] else { continue }
            let device = statement.integer(2) == 1 ? nil : devices[statement.integer(1)]
            places[Int(number)].device = device ?? -1
            places[Int(number)].name = statement.optionalText(3)
            places[Int(number)].role = statement.text(4)
            places[Int(number)].latitude = statement.real(5)
            places[Int(number)].longitude = statement.real(6)
            places[Int(number)].radius = statement.real(7)
            places[Int(number)].cell = statement.optionalInteger(8)
            places[Int(number)].sharedKind = statement.optionalText(9)
            places[Int(number)].devices = statement.integer(10)
            places[Int(number)].kind = device.map { scope.devices[Int($0)].kind } ?? statement.optionalText(9)
        }
    }

    /// The place number of a place's id; nil where the page has none.
    func number(ofKnownPlace id: String) -> Int64? { placeNumbers[id] }
}

/// The hours of the week by the clock of a database's zone.
struct WeekClock {
    private let zone: TimeZoneRules

    init(_ store: Store) throws { zone = try store.zone() }

    /// Adds a time to the hours of the week that it falls into.
    func add(from start: Int64, to end: Int64, to hours: inout [Int64]) {
        let hour: Int64 = 3_600_000
        var time = start
        while time < end {
            let local = time + zone.offset(at: time)
            let next = min(end, time + hour - ((local % hour) + hour) % hour)
            // Day 0 of 1970 was a Thursday, the fourth day of a week that begins on Monday.
            let index = ((local / hour + 72) % 168 + 168) % 168
            hours[Int(index)] += next - time
            time = next
        }
    }
}

extension Store {
    /// The time zone of the days.
    func zone() throws -> TimeZoneRules {
        let rows = try reader.rows("SELECT from_ms, offset_ms FROM _zone ORDER BY from_ms") { ($0.integer(0), $0.integer(1)) }
        guard rows.first?.0 == Int64.min else { return .utc }
        return TimeZoneRules(name: try meta("timezone") ?? "UTC", changes: rows.map(\.0), offsets: rows.map(\.1))
    }
}

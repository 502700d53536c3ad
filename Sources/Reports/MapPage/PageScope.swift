import SQLite
import Store
import Tracks

/// What a page is of: its days and devices, as the database has them.
struct PageScope {
    /// A device of the page.
    struct Device {
        var key: Int64
        var id: String
        var name: String?
        var group: String?
        var kind: String?
        /// Its device-days, in order: places in `deviceDays`.
        var days: Range<Int>
        /// The last device-day with fixes; nil where there is none.
        var lastDay: Int?
    }

    /// A device-day of the page.
    struct DeviceDay {
        var device: Int
        var day: Int64
        var kept: Int64
        var thinned: Int64
        var rejected: Int64
        var firstTime: Int64?
        var lastTime: Int64?
        var meters: Double?
        var movingSeconds: Double?
        var rowsIn: Int64 = 0
        var staySeconds: Double = 0
        var stays: Int64 = 0
        var places: Int64 = 0
        /// Milliseconds between its first and last fix that lie in gaps.
        var silence: Int64 = 0
    }

    let store: Store
    /// The first day asked for; nil for all.
    let from: CalendarDay?
    /// The last day asked for; nil for all.
    let to: CalendarDay?
    /// The devices asked for; none for all.
    let asked: [String]
    /// The days that are there, by number.
    private(set) var days: ClosedRange<Int64>?
    /// Where the first of them begins, in milliseconds since 1970 UTC.
    private(set) var start: Int64 = 0
    /// Where the last of them ends.
    private(set) var end: Int64 = 0
    /// When each day begins.
    private(set) var starts: [Int64: Int64] = [:]
    /// When each day ends.
    private(set) var ends: [Int64: Int64] = [:]
    /// Whether these are all days and devices of the database.
    private(set) var isWhole = false
    /// In the order of the bytes of their ids.
    private(set) var devices: [Device] = []
    /// In the order of the devices and days.
    var deviceDays: [DeviceDay] = []

    init(_ store: Store, from: CalendarDay?, to: CalendarDay?, devices asked: [String]) throws {
        self.store = store
        self.from = from
        self.to = to
        self.asked = asked
        try findDays()
        try findDevices()
        try readDays()
    }

    var database: StoreReader { store.reader }

    /// The devices asked for as a condition on a column; nothing where all are.
    func deviceCondition(_ column: String) -> String {
        asked.isEmpty ? "" : " AND \(column) IN (\(asked.map { _ in "?" }.joined(separator: ", ")))"
    }

    private mutating func findDays() throws {
        let low = from.map { Int64($0.number) } ?? Int64(Int32.min)
        let high = to.map { Int64($0.number) } ?? Int64(Int32.max)
        let rows = try database.rows(
            "SELECT day, start, end FROM _processed_day WHERE day BETWEEN ? AND ? ORDER BY day", .integer(low), .integer(high)
        ) { (day: $0.integer(0), start: $0.integer(1), end: $0.integer(2)) }
        let all = try database.first("SELECT count(*) FROM _processed_day") { $0.integer(0) } ?? 0
        isWhole = asked.isEmpty && Int64(rows.count) == all
        guard let first = rows.first, let last = rows.last else { return }
        days = first.day...last.day
        (start, end) = (first.start, last.end)
        for row in rows { (starts[row.day], ends[row.day]) = (row.start, row.end) }
    }

    private mutating func findDevices() throws {
        guard let days else { return }
        let statement = try database.prepare(
            """
            SELECT x.device, d.id, x.day, x.kind, x.kept, x.thinned, x.rejected, x.first_time, x.last_time, x.rows_in
            FROM _device_day x JOIN _device d ON d.key = x.device
            WHERE x.day BETWEEN \(days.lowerBound) AND \(days.upperBound)\(deviceCondition("d.id")) ORDER BY d.id, x.day
            """)
        statement.bind(asked.map { .text($0) })
        while try statement.step() {
            let key = statement.integer(0)
            if devices.last?.key != key {
                let place = deviceDays.count
                devices.append(
                    Device(key: key, id: statement.text(1), name: nil, group: nil, kind: nil, days: place..<place, lastDay: nil))
            }
            let number = devices.count - 1
            let hasFixes = !statement.isNull(7)
            if let kind = statement.optionalText(3), hasFixes || devices[number].lastDay == nil { devices[number].kind = kind }
            if hasFixes { devices[number].lastDay = deviceDays.count }
            deviceDays.append(
                DeviceDay(
                    device: number, day: statement.integer(2), kept: statement.integer(4), thinned: statement.integer(5),
                    rejected: statement.integer(6), firstTime: statement.optionalInteger(7),
                    lastTime: statement.optionalInteger(8), rowsIn: statement.integer(9)))
            devices[number].days = devices[number].days.lowerBound..<deviceDays.count
        }
        try nameDevices()
    }

    private mutating func nameDevices() throws {
        for number in devices.indices {
            let found = try database.first(
                "SELECT name, group_name FROM _device_name WHERE id = ?", .text(devices[number].id)
            ) { ($0.optionalText(0), $0.optionalText(1)) }
            (devices[number].name, devices[number].group) = found ?? (nil, nil)
        }
    }

    /// Distances and times, as the view `days` has them.
    private mutating func readDays() throws {
        let source = try store.source(ofView: "days", from: from, to: to)
        let statement = try database.prepare(
            "SELECT distance_m, moving_s, stay_s FROM \(source) WHERE 1\(deviceCondition("device")) ORDER BY device, day")
        statement.bind(asked.map { .text($0) })
        var place = 0
        while try statement.step(), place < deviceDays.count {
            deviceDays[place].meters = statement.optionalReal(0)
            deviceDays[place].movingSeconds = statement.optionalReal(1)
            deviceDays[place].staySeconds = statement.real(2)
            place += 1
        }
    }
}

import SQLite
import Store
import Tracks

/// A fix, or a point of the history, as a page shows it.
struct PageFix {
    var time: Int64
    /// Stored ten millionths of a degree.
    var latitude: Int64
    /// Stored ten millionths of a degree.
    var longitude: Int64
    var speed: Double?
    var course: Double?
    var accuracy: Double?
    /// The cell of a history point of its own; nil for a fix.
    var cell: Int64?
}

/// The tracks of a page: all fixes, or so few of them that it stays small.
struct PageTracks {
    /// What stands for the fixes.
    enum Content: String {
        /// All of them.
        case fixes
        /// The points of the history.
        case history
        /// The first and last fix of each device-day.
        case ends
    }

    let scope: PageScope
    /// What is shown.
    let content: Content
    /// How many fixes there are.
    let all: Int64
    private let fixes: Statement
    private let ends: [Statement]
    private let points: Statement
    private let gaps: Statement

    /// - Parameter most: So many fixes are all shown, and so many points of the history.
    init(_ scope: PageScope, most: Int) throws {
        self.scope = scope
        all = scope.deviceDays.reduce(0) { $0 + $1.kept }
        let points = all > most ? try Self.countPoints(scope) : 0
        content = all <= most ? .fixes : points > 0 && points <= most ? .history : .ends
        let table = try scope.store.fixTable
        func prepare(_ condition: String) throws -> Statement {
            try scope.database.prepare(
                """
                SELECT \(table.time), x.latitude, x.longitude, \(table.speed), \(table.course), \(table.accuracy)
                FROM _device_day dd JOIN _processed_day p ON p.day = dd.day CROSS JOIN _fix x ON \(condition)
                WHERE dd.day = ? AND dd.device = ? ORDER BY x.key
                """)
        }
        fixes = try prepare(table.isOfDeviceDay)
        ends = [try prepare(table.isFirst), try prepare(table.isLast)]
        let accuracy = try scope.store.hasAccuracyOfHistory ? "accuracy" : "NULL"
        self.points = try scope.database.prepare(
            "SELECT time, latitude, longitude, speed, course, \(accuracy), cell FROM _point WHERE device = ? AND day = ? ORDER BY number"
        )
        gaps = try scope.database.prepare(
            "SELECT start, end FROM _gap WHERE device = ? AND start < ? AND end > ? AND start >= ? ORDER BY start")
    }

    private static func countPoints(_ scope: PageScope) throws -> Int64 {
        let statement = try scope.database.prepare("SELECT count(*) FROM _point WHERE device = ? AND day BETWEEN ? AND ?")
        var count: Int64 = 0
        guard let days = scope.days else { return 0 }
        for device in scope.devices {
            statement.bind([.integer(device.key), .integer(days.lowerBound), .integer(days.upperBound)])
            if try statement.step() { count += statement.integer(0) }
            statement.reset()
        }
        return count
    }

    /// Hands each fix of a device that is shown to a body, in order of time.
    func forEach(of device: PageScope.Device, _ body: (PageFix) throws -> Void) throws {
        for row in scope.deviceDays[device.days] where row.firstTime != nil {
            switch content {
            case .fixes: try forEachFix(of: device, row, fixes, body)
            case .history: try forEachPoint(of: device, row, body)
            case .ends:
                for end in row.firstTime == row.lastTime ? ends.prefix(1) : ends[...] {
                    try forEachFix(of: device, row, end, body)
                }
            }
        }
    }

    private func forEachFix(
        of device: PageScope.Device, _ row: PageScope.DeviceDay, _ fixes: Statement, _ body: (PageFix) throws -> Void
    ) throws {
        fixes.bind([.integer(row.day), .integer(device.key)])
        while try fixes.step() {
            try body(
                PageFix(
                    time: fixes.integer(0), latitude: fixes.integer(1), longitude: fixes.integer(2),
                    speed: fixes.optionalReal(3), course: fixes.optionalReal(4), accuracy: fixes.optionalReal(5), cell: nil))
        }
    }

    private func forEachPoint(
        of device: PageScope.Device, _ row: PageScope.DeviceDay, _ body: (PageFix) throws -> Void
    ) throws {
        points.bind(device.key, at: 1)
        points.bind(row.day, at: 2)
        while try points.step() {
            try body(
                PageFix(
                    time: points.integer(0), latitude: Int64((points.real(1) * 1e7).rounded()),
                    longitude: Int64((points.real(2) * 1e7).rounded()), speed: points.optionalReal(3),
                    course: points.optionalReal(4), accuracy: points.optionalReal(5), cell: points.optionalInteger(6)))
        }
    }

    /// The gaps of a device that reach into the days of the page, in order of time.
    func gaps(of device: PageScope.Device) throws -> [(start: Int64, end: Int64)] {
        // One that began before the days may reach into them.
        let before = try scope.database.first(
            "SELECT max(start) FROM _gap WHERE device = ? AND start < ?", .integer(device.key), .integer(scope.start)
        ) { $0.optionalInteger(0) }
        gaps.bind([
            .integer(device.key), .integer(scope.end), .integer(scope.start), .integer((before ?? nil) ?? scope.start),
        ])
        var found: [(start: Int64, end: Int64)] = []
        while try gaps.step() { found.append((gaps.integer(0), gaps.integer(1))) }
        return found
    }
}

/// Tells where a line through fixes that come in order of time breaks: at gaps, and where nothing is known of what lies between.
struct LineBreaks {
    private let gaps: [(start: Int64, end: Int64)]
    private let breaksAlways: Bool
    private var next = 0
    private var last: Int64?

    init(_ gaps: [(start: Int64, end: Int64)], _ content: PageTracks.Content) {
        self.gaps = gaps
        breaksAlways = content == .ends
    }

    /// Whether a new line begins at a fix.
    mutating func isBreak(at time: Int64) -> Bool {
        defer { last = time }
        guard let last else { return false }
        // A gap lies between the two where it begins at the one or later and ends at the other or before.
        while next < gaps.count, gaps[next].start < last { next += 1 }
        return breaksAlways || (next < gaps.count && gaps[next].end <= time)
    }
}

extension PageTracks {
    /// The columns that have a list of numbers for each track.
    private static let lists = ["time", "latitude", "longitude", "speed", "course", "accuracy", "address", "breaks"]

    /// The tracks as the page has them: a list a device in each column, whose values are differences from the one before where these
    /// are small. Columns stand behind one another, not devices: so they are packed a tenth smaller. A track that a part ends in goes on
    /// in the next part, under the same device.
    ///
    /// - Parameter added: Is handed each fix, with its device and its address.
    func write(
        to data: DataWriter, stays: PageStayReader, addresses: PageAddresses, command: String?,
        added: (Int, PageFix) throws -> Void
    ) throws {
        var shown: Int64 = 0
        try data.write("\"fixes\":{\"what\":\"\(content.rawValue)\",\"parts\":")
        var table = JSONTable(["device"] + Self.lists, to: data)
        for (number, device) in scope.devices.enumerated() {
            var rows = JSONColumns(Self.lists)
            var breaks = LineBreaks(try gaps(of: device), content)
            var walk = StayWalk(try stays.stays(of: device))
            var before: (time: Int64, latitude: Int64, longitude: Int64) = (0, 0, 0)
            var row: Int64 = 0
            try forEach(of: device) { fix in
                let (latitude, longitude) = (millionths(ofStored: fix.latitude), millionths(ofStored: fix.longitude))
                let address = try addresses.number(ofCell: content == .history ? fix.cell : walk.cell(at: fix.time))
                rows.add([
                    fix.time - before.time, latitude - before.latitude, longitude - before.longitude,
                    fix.speed.map { Int64(($0 * 100).rounded()) } ?? -1, fix.course.map { Int64(($0 * 10).rounded()) } ?? -1,
                    fix.accuracy.map { Int64(($0 * 10).rounded()) } ?? -1, address,
                ])
                if breaks.isBreak(at: fix.time) { rows.add(row, to: 7) }
                before = (fix.time, latitude, longitude)
                row += 1
                try added(number, fix)
                guard row % 1024 == 0, table.columns.byteCount + rows.byteCount > JSONTable.partBytes else { return }
                Self.add(&rows, of: number, to: &table)
                try table.writePart()
            }
            Self.add(&rows, of: number, to: &table)
            try table.endRow()
            shown += row
        }
        try table.finish()
        try data.write(",\"shown\":\(shown),\"of\":\(all),\"command\":\(command.map(jsonText) ?? "null")}")
    }

    /// Moves rows of a track into a table.
    private static func add(_ rows: inout JSONColumns, of device: Int, to table: inout JSONTable) {
        table.columns.add(Int64(device), to: 0)
        for i in lists.indices { table.columns.add(json: rows.list(i), to: i + 1) }
        rows.removeAll()
    }
}

extension Store {
    /// Whether points of the history have their accuracy: those of an earlier version of the tables have none.
    fileprivate var hasAccuracyOfHistory: Bool {
        get throws {
            try reader.first("SELECT count(*) FROM pragma_table_info('_point') WHERE name = 'accuracy'") { $0.integer(0) } == 1
        }
    }
}

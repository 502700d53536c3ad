import SQLite
import Tracks

extension Store {
    /// Whether `forEachFix` can read this file: its tables are of this version.
    public var hasFixLines: Bool { get throws { try version == Schema.version } }

    /// Hands each row of the view `fixes` to a body, in the order of its key (device, time).
    ///
    /// The fixes of a device-day are read as a range of keys, trips and stays are read beside them: nothing is looked up for a fix.
    /// - Parameters:
    ///   - from: The first day; nil for all.
    ///   - to: The last day; nil for all.
    ///   - devices: Only of these; of all where there is none.
    ///   - kinds: Only of device-days of these; of all where there is none.
    /// - Complexity: O(1) memory beyond SQLite's, which sorts the device-days.
    public func forEachFix(
        from: CalendarDay? = nil, to: CalendarDay? = nil, devices: [String] = [], kinds: [String] = [],
        _ body: (FixLine) throws -> Void
    ) throws {
        var (conditions, values): ([String], [Value]) = (["dd.kept > 0"], [])
        func narrow(_ condition: String, _ bound: [Value]) {
            guard !bound.isEmpty else { return }
            conditions.append(condition)
            values += bound
        }
        func marks(_ names: [String]) -> String { names.map { _ in "?" }.joined(separator: ", ") }
        narrow("dd.day >= ?", from.map { [.integer(Int64($0.number))] } ?? [])
        narrow("dd.day <= ?", to.map { [.integer(Int64($0.number))] } ?? [])
        narrow("d.id IN (\(marks(devices)))", devices.map { .text($0) })
        narrow("dd.kind IN (\(marks(kinds)))", kinds.map { .text($0) })
        let deviceDays = try database.prepare(
            """
            SELECT d.key, d.id, dd.kind, dd.first_key, dd.kept, p.day, p.name, p.start
            FROM _device_day dd JOIN _device d ON d.key = dd.device JOIN _processed_day p ON p.day = dd.day
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY d.id, dd.day
            """)
        deviceDays.bind(values)
        var reader = try FixReader(database)
        while try deviceDays.step() { try reader.read(deviceDays, body) }
    }
}

/// Reads the fixes of device-days, with the trips and stays that they lie in.
private struct FixReader {
    private let fixes: Statement
    private let clocks: Statement
    private var trips: PassingSpans
    private var stays: PassingSpans
    private var line = FixLine()
    /// The key of the device whose trips and stays pass.
    private var device: Int64?
    private var day: Int64?
    private var names: [ClockNames] = []

    init(_ database: Database) throws {
        fixes = try database.prepare(
            "SELECT time, latitude, longitude, altitude, speed, course, accuracy, extra FROM _fix WHERE key >= ? AND key < ? ORDER BY key"
        )
        clocks = try database.prepare(
            "SELECT low, high, utc_name, utc_zero, local_name, local_zero FROM _clock WHERE day = ? ORDER BY low")
        trips = try PassingSpans(database, table: "_trip", start: "start", end: "end", inferred: "0")
        stays = try PassingSpans(database, table: "_stay", start: "arrived", end: "last_seen", inferred: "inferred")
    }

    /// Reads a device-day: a row of key, id, kind, first key, kept, day, its name and its start.
    mutating func read(_ row: Statement, _ body: (FixLine) throws -> Void) throws {
        let start = row.integer(7)
        if device != row.integer(0) {
            device = row.integer(0)
            line.device = row.text(1)
            try trips.begin(row.integer(0), at: start)
            try stays.begin(row.integer(0), at: start)
        }
        if day != row.integer(5) { try readClock(row.integer(5), name: row.text(6)) }
        line.kind = row.optionalText(2)
        fixes.bind(row.integer(3), at: 1)
        fixes.bind(row.integer(3) + row.integer(4), at: 2)
        defer { fixes.reset() }
        while try fixes.step() {
            line.milliseconds = start + fixes.integer(0)
            if line.milliseconds >= line.clock.high || line.milliseconds < line.clock.low {
                let time = line.milliseconds
                line.clock = names.first { $0.low <= time && $0.high > time } ?? line.clock
            }
            line.latitude = Int32(truncatingIfNeeded: fixes.integer(1))
            line.longitude = Int32(truncatingIfNeeded: fixes.integer(2))
            line.altitudeMeters = FixTable.storedAltitude.value(fixes, 3)
            line.speedMetersPerSecond = FixTable.storedSpeed.value(fixes, 4)
            line.courseDegrees = FixTable.storedCourse.value(fixes, 5)
            line.accuracyMeters = FixTable.storedAccuracy.value(fixes, 6)
            line.extra = fixes.optionalText(7)
            try trips.pass(to: line.milliseconds)
            try stays.pass(to: line.milliseconds)
            line.trip = trips.id(at: line.milliseconds)
            line.stay = stays.id(at: line.milliseconds)
            try body(line)
        }
    }

    private mutating func readClock(_ number: Int64, name: String) throws {
        day = number
        line.day = name
        line.clock = ClockNames()
        names.removeAll(keepingCapacity: true)
        clocks.bind(number, at: 1)
        while try clocks.step() {
            names.append(
                ClockNames(
                    low: clocks.integer(0), high: clocks.integer(1), utcName: Array(clocks.text(2).utf8),
                    utcZero: clocks.integer(3),
                    localName: Array(clocks.text(4).utf8), localZero: clocks.integer(5)))
        }
    }
}

/// The trips or stays of a device as time passes over them.
private struct PassingSpans {
    private struct Span {
        var start: Int64
        var end: Int64
        var id: String
        var isInferred: Bool

        func holds(_ time: Int64) -> Bool { start <= time && time <= end }
    }

    private let statement: Statement
    /// The last one that begins at or before the time, and the one before that.
    private var current: Span?
    private var previous: Span?
    private var next: Span?

    init(_ database: Database, table: String, start: String, end: String, inferred: String) throws {
        statement = try database.prepare(
            """
            SELECT \(start), \(end), id, \(inferred) FROM \(table) WHERE device = ?1 AND \(start) >= coalesce(
                (SELECT \(start) FROM \(table) WHERE device = ?1 AND \(start) <= ?2 ORDER BY \(start) DESC LIMIT 1 OFFSET 1),
                (SELECT min(\(start)) FROM \(table) WHERE device = ?1)) ORDER BY \(start)
            """)
    }

    mutating func begin(_ device: Int64, at time: Int64) throws {
        statement.reset()
        statement.bind(device, at: 1)
        statement.bind(time, at: 2)
        (previous, current) = (nil, nil)
        try readNext()
    }

    private mutating func readNext() throws {
        next =
            try statement.step()
            ? Span(
                start: statement.integer(0), end: statement.integer(1), id: statement.text(2),
                isInferred: statement.integer(3) != 0)
            : nil
    }

    @inline(__always)
    mutating func pass(to time: Int64) throws {
        while let ahead = next, ahead.start <= time {
            (previous, current) = (current, ahead)
            try readNext()
        }
    }

    /// The one that a fix lies in. Where one ends at it and an inferred one begins there, it lies in the one that ends.
    func id(at time: Int64) -> String? {
        guard let current else { return nil }
        if current.isInferred, current.start == time, let previous, previous.holds(time) { return previous.id }
        return current.holds(time) ? current.id : nil
    }
}

extension ScaledReal {
    /// The value of a column of a row; NaN for NULL.
    @inline(__always)
    fileprivate func value(_ row: Statement, _ column: Int) -> Double {
        row.isNull(column) ? .nan : value(ofStored: row.real(column))
    }
}

import SQLite
import Tracks

/// Writes what a day tells of its devices: rows of `_device_day`.
struct DeviceDayWriter {
    private let statement: Statement
    private let day: CalendarDay
    private let hasTrips: Bool
    private var column: Int32 = 0

    /// - Parameter hasTrips: Whether the pipeline splits trips; else distances are NULL (rule 2.7).
    init(_ database: Database, day: CalendarDay, hasTrips: Bool) throws {
        statement = try database.statement(Self.insertion)
        self.day = day
        self.hasTrips = hasTrips
    }

    private static let insertion =
        "INSERT INTO _device_day VALUES (\(Array(repeating: "?", count: 30).joined(separator: ", ")))"

    /// - Parameter firstKey: The key of its first fix; 0 without fixes.
    mutating func write(_ result: DeviceDayResult, hash: Int64, device: Int64, firstKey: Int64) throws {
        let sums = DaySums(result.pieces)
        column = 0
        add(Int64(day.number))
        add(device)
        add(result.kind)
        for count in [result.rowsIn, result.kept, result.thinned, result.rejected] { add(count) }
        addMoved(sums.inner)
        add(sums.innerStay)
        addMoved(sums.first)
        addMoved(sums.last)
        add(result.first?.milliseconds)
        add(result.last?.milliseconds)
        add(result.last.map { Int64($0.point.latitude) })
        add(result.last.map { Int64($0.point.longitude) })
        add(result.lastCourseDegrees)
        add(result.maximumSpeedMetersPerSecond)
        add(result.box.map { Int64($0.south) })
        add(result.box.map { Int64($0.west) })
        add(result.box.map { Int64($0.north) })
        add(result.box.map { Int64($0.east) })
        add(result.simplifyError?.largestMeters)
        add(result.simplifyError?.meanMeters)
        add(hash)
        add(result.pathMicrometers)
        add(result.spikes)
        add(firstKey)
        while try statement.step() {}
    }

    private mutating func addMoved(_ part: DaySums.Part) {
        add(hasTrips ? part.micrometers : nil)
        add(hasTrips ? part.duration : nil)
    }

    private mutating func add(_ number: Int64?) {
        column += 1
        if let number { statement.bind(number, at: column) } else { statement.bind(.null, at: column) }
    }

    /// NaN is NULL.
    private mutating func add(_ number: Double?) {
        column += 1
        statement.bind(number ?? .nan, at: column)
    }

    private mutating func add(_ text: String?) {
        column += 1
        if let text { statement.bind(text, at: column) } else { statement.bind(.null, at: column) }
    }
}

/// The movement of one device-day by where it lies: inside the first group, inside the last, between (rule 2.8).
struct DaySums {
    struct Part {
        var micrometers: Int64 = 0
        var duration: Int64 = 0

        mutating func add(_ run: LegRun) {
            guard !run.isGap else { return }
            micrometers += run.micrometers
            duration += run.duration
        }
    }

    var inner = Part()
    var first = Part()
    var last = Part()
    var innerStay: Int64 = 0

    init(_ pieces: DayPieces?) {
        guard let pieces else { return }
        for (i, element) in pieces.elements.enumerated() {
            switch element {
            case .run(let run): inner.add(run)
            case .group(let group) where i == 0: for run in group.runs { first.add(run) }
            case .group(let group) where i == pieces.elements.count - 1: for run in group.runs { last.add(run) }
            case .group(let group): innerStay += group.last.milliseconds - group.first.milliseconds
            }
        }
    }
}

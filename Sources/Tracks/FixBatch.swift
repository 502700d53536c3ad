import Geodesy

/// Which of the optional columns a batch has.
public struct FixColumns: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Columns by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Metres above the reference the log uses.
    public static let altitude = FixColumns(rawValue: 1)
    /// Metres per second.
    public static let speed = FixColumns(rawValue: 2)
    /// Degrees clockwise from true north.
    public static let course = FixColumns(rawValue: 4)
    /// Metres.
    public static let accuracy = FixColumns(rawValue: 8)
    /// Horizontal dilution of precision.
    public static let hdop = FixColumns(rawValue: 16)
    /// Satellites used.
    public static let satellites = FixColumns(rawValue: 32)
    /// Further cells as JSON.
    public static let extra = FixColumns(rawValue: 64)
}

/// The fixes of one device-day in columns; a row is a fix, rows rise in time once the batch is ordered.
///
/// Optional columns are empty where `columns` lacks them; a missing number is NaN. Batches are reused: `removeAll` keeps the memory.
public struct FixBatch: Sendable {
    /// The optional columns that are filled.
    public var columns: FixColumns = []
    /// Milliseconds since 1970 UTC (rule 2.1).
    public var times: [Int64] = []
    /// Degrees as they were read, in the row's own coordinate system; metres where that is a projection.
    public var readLatitudes: [Double] = []
    /// Degrees as they were read, in the row's own coordinate system; metres where that is a projection.
    public var readLongitudes: [Double] = []
    /// Raw values of `CoordinateSystem`.
    public var systems: [UInt8] = []
    /// Whole 1e-7 degrees, WGS-84, rounded once (rule 2.2); empty until `convert` or reading filled them.
    public var latitudes: [Int32] = []
    /// Whole 1e-7 degrees, WGS-84.
    public var longitudes: [Int32] = []
    /// Cosines of the latitudes.
    public var cosines: [Double] = []
    /// Metres, NaN for none.
    public var altitudes: [Double] = []
    /// Metres per second, NaN for none.
    public var speeds: [Double] = []
    /// Degrees [0, 360), NaN for none.
    public var courses: [Double] = []
    /// Metres, NaN for none.
    public var accuracies: [Double] = []
    /// NaN for none.
    public var hdops: [Double] = []
    /// NaN for none.
    public var satellites: [Double] = []
    /// Index of the text of the kind column; 0 is none.
    public var kinds: [UInt32] = []
    /// Index of the file.
    public var files: [UInt32] = []
    /// Line of the record, from 1.
    public var lines: [UInt32] = []
    /// Index into `extraTexts`, -1 for none.
    public var extras: [Int32] = []
    /// JSON objects of this batch.
    public var extraTexts: [String] = []
    /// Whether thinning keeps the row whatever its rule says (rule 2.10): set by find-stays and split-trips.
    public var isEdge: [Bool] = []
    /// Whether a stage before watched something change here, so that simplifying keeps the row; empty for none.
    public var isWatched: [Bool] = []
    /// Part of a trip the row lies in, from 0; -1 for none. Empty until split-trips filled it.
    public var tripParts: [Int32] = []

    /// An empty batch.
    public init() {}

    /// Rows.
    public var count: Int { times.count }

    /// The position of a row.
    @inlinable
    public func point(_ row: Int) -> GridPoint { GridPoint(latitude: latitudes[row], longitude: longitudes[row]) }

    /// Metres between two rows (rule 2.2).
    @inlinable
    public func meters(_ a: Int, _ b: Int) -> Double {
        haversineMeters(from: point(a), cosineFrom: cosines[a], to: point(b), cosineTo: cosines[b])
    }

    /// The speed of a row in metres per second, NaN for none.
    @inlinable
    public func speed(_ row: Int) -> Double { speeds.isEmpty ? .nan : speeds[row] }

    /// Empties the batch and keeps its memory.
    public mutating func removeAll() {
        change(Emptying())
        extraTexts.removeAll(keepingCapacity: true)
        columns = []
    }

    /// Keeps the rows whose flag is set, in their order.
    public mutating func compact(keeping: [Bool]) {
        precondition(keeping.count == count, "expected \(count) flags, found \(keeping.count)")
        guard let first = keeping.firstIndex(of: false) else { return }
        change(Compacting(keeping: keeping, firstDropped: first))
    }

    /// Puts the rows in the order that `order` lists them in.
    public mutating func reorder(_ order: [Int32]) {
        change(Reordering(order: order))
    }

    /// Makes room for so many rows in all columns that reading and rounding fill.
    public mutating func reserve(_ rows: Int) {
        times.reserveCapacity(rows)
        readLatitudes.reserveCapacity(rows)
        readLongitudes.reserveCapacity(rows)
        systems.reserveCapacity(rows)
        latitudes.reserveCapacity(rows)
        longitudes.reserveCapacity(rows)
        cosines.reserveCapacity(rows)
        kinds.reserveCapacity(rows)
        files.reserveCapacity(rows)
        lines.reserveCapacity(rows)
        if columns.contains(.altitude) { altitudes.reserveCapacity(rows) }
        if columns.contains(.speed) { speeds.reserveCapacity(rows) }
        if columns.contains(.course) { courses.reserveCapacity(rows) }
        if columns.contains(.accuracy) { accuracies.reserveCapacity(rows) }
        if columns.contains(.hdop) { hdops.reserveCapacity(rows) }
        if columns.contains(.satellites) { satellites.reserveCapacity(rows) }
        if columns.contains(.extra) { extras.reserveCapacity(rows) }
    }

    private mutating func change(_ change: some ColumnChange) {
        change.apply(to: &times)
        change.apply(to: &readLatitudes)
        change.apply(to: &readLongitudes)
        change.apply(to: &systems)
        change.apply(to: &latitudes)
        change.apply(to: &longitudes)
        change.apply(to: &cosines)
        change.apply(to: &altitudes)
        change.apply(to: &speeds)
        change.apply(to: &courses)
        change.apply(to: &accuracies)
        change.apply(to: &hdops)
        change.apply(to: &satellites)
        change.apply(to: &kinds)
        change.apply(to: &files)
        change.apply(to: &lines)
        change.apply(to: &extras)
        change.apply(to: &isEdge)
        change.apply(to: &isWatched)
        change.apply(to: &tripParts)
    }
}

/// One change made to every column alike; columns that are empty stay so.
private protocol ColumnChange {
    func apply<Value: BitwiseCopyable>(to column: inout [Value])
}

private struct Emptying: ColumnChange {
    func apply<Value: BitwiseCopyable>(to column: inout [Value]) { column.removeAll(keepingCapacity: true) }
}

private struct Compacting: ColumnChange {
    /// Series of kept rows behind the first that is dropped.
    private var runs: [Range<Int>] = []
    private let firstDropped: Int

    init(keeping: [Bool], firstDropped: Int) {
        self.firstDropped = firstDropped
        var row = firstDropped + 1
        while row < keeping.count {
            guard keeping[row] else {
                row += 1
                continue
            }
            let first = row
            while row < keeping.count, keeping[row] { row += 1 }
            runs.append(first..<row)
        }
    }

    // Unsafe: rows move by series, as one block where few are dropped; one by one they took 370 instructions a row of a log in all.
    func apply<Value: BitwiseCopyable>(to column: inout [Value]) {
        guard !column.isEmpty else { return }
        let kept = column.withUnsafeMutableBufferPointer { rows in
            guard let start = rows.baseAddress else { return 0 }
            var next = firstDropped
            for run in runs {
                if run.count < 8 {
                    for row in run {
                        start[next] = start[row]
                        next += 1
                    }
                } else {
                    (start + next).update(from: start + run.lowerBound, count: run.count)
                    next += run.count
                }
            }
            return next
        }
        column.removeLast(column.count - kept)
    }
}

private struct Reordering: ColumnChange {
    let order: [Int32]

    func apply<Value: BitwiseCopyable>(to column: inout [Value]) {
        guard !column.isEmpty else { return }
        column = order.map { column[Int($0)] }
    }
}

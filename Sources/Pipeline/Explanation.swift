import Glibc
import LogFormats
import Store
import Tracks

/// What happened to a fix, stage by stage.
public struct Explanation: Sendable {
    /// The fix that is nearest to the time asked for: file, line, its text, its time; nil where the device has no fix that day.
    public var row: (file: String, line: Int, text: String, time: Int64)?
    /// What reading and each stage said.
    public var steps: [(stage: String, verdict: String)] = []
    /// Whether it was kept to the end.
    public var isKept = false
    /// Rows of the device-day that reading rejected: file, line, reason, text.
    public var rejects: [(file: String, line: Int, reason: String, text: String)] = []
    /// The stay and trip it lies in, as the database has it.
    public var stay: String?
    /// The trip it lies in, as the database has it.
    public var trip: String?
}

/// Explains a fix by reading the files of its day again and making the device-day with every stage watched.
///
/// - Parameter time: Milliseconds since 1970 UTC.
public func explain(_ pipeline: PipelineFile, device: String, time: Int64) throws -> Explanation {
    let day = pipeline.zone.day(of: time)
    let files = try inputFiles(of: pipeline)
    let collector = RowCollector(day: day, partition: partition(ofHash: NameTable.hash(device)))
    let (devices, kinds) = (NameTable(), NameTable(reserved: [""]))
    for (index, file) in files.enumerated() where file.window.reaches(day, in: pipeline.zone) {
        let source = pipeline.sources[file.source]
        let context = ReadingContext(
            source: source.options, zone: pipeline.zone, timeZone: source.timeZone, devices: devices, kinds: kinds,
            file: UInt32(index),
            window: file.window, device: file.device, wants: { $0 == day }, deliver: collector.take)
        _ = try readCSV(path: file.absolutePath, context: context)
    }
    var lane = Lane(
        pipeline: pipeline, devices: devices, kinds: kinds, rejectsKept: files.map { _ in Int.max },
        kindsOfDevices: pipeline.kindsOfDevices)
    lane.trace = FixTrace(time: time)
    let part = lane.make(day, rows: collector.rows, only: device)
    var explanation = Explanation()
    if let trace = lane.trace, let watched = trace.watched {
        let file = files[Int(watched.file)]
        explanation.row = (
            file.path, Int(watched.line), textOfLine(Int(watched.line), path: file.absolutePath) ?? "", watched.time
        )
        explanation.steps = trace.steps
        explanation.isKept = trace.isKept
    }
    for reject in part.devices.flatMap(\.rejects) where reject.reason.isOfReading {
        explanation.rejects.append((files[Int(reject.file)].path, Int(reject.line), reject.reason.name, reject.text))
    }
    try look(up: &explanation, in: pipeline, device)
    return explanation
}

private func look(up explanation: inout Explanation, in pipeline: PipelineFile, _ device: String) throws {
    let path = pipeline.resolved(pipeline.databasePath)
    guard let time = explanation.row?.time, access(path, F_OK) == 0 else { return }
    let store = try Store(readingFrom: path)
    explanation.stay = try store.database.first(
        "SELECT arrived_local || ' to ' || coalesce(departed_local, 'open') || coalesce(', ' || address, '') FROM stays WHERE device = ? AND arrived_ms <= ? AND last_seen_ms >= ?",
        .text(device), .integer(time), .integer(time)
    ) { $0.text(0) }
    explanation.trip = try store.database.first(
        "SELECT start_local || ' to ' || end_local || ', ' || round(distance_m) || ' m' FROM trips WHERE device = ? AND start_ms <= ? AND end_ms >= ?",
        .text(device), .integer(time), .integer(time)
    ) { $0.text(0) }
}

/// Takes the rows of one day and part, in the order of files.
///
/// `@unchecked Sendable`: one thread reads file after file.
private final class RowCollector: @unchecked Sendable {
    private let day: CalendarDay
    private let partition: Int
    private(set) var rows: [PackedRows] = []

    init(day: CalendarDay, partition: Int) {
        self.day = day
        self.partition = partition
    }

    @Sendable func take(_ parcels: [RowParcel]) {
        rows += parcels.filter { $0.day == day && $0.partition == partition }.map(\.rows)
    }
}

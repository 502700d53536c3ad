import LogFormats
import Stages
import Store
import Tracks

/// What happened to a fix, stage by stage.
public struct Explanation: Sendable {
    /// A row of a log.
    public struct Row: Sendable {
        /// Relative to the base.
        public var file: String
        /// From 1.
        public var line: Int
        /// At most its first 1,000 bytes.
        public var text: String
        /// Milliseconds since 1970 UTC; nil where it cannot be read.
        public var time: Int64?
        /// Why reading rejected it; nil where it did not.
        public var reason: String?
        /// What was wrong with it, in words; empty where the reason says it.
        public var culprit = ""
    }

    /// What the result file says of the row's day.
    public enum Standing: Sendable {
        case noResults, notMade, otherOptions, otherRows, asItIs
    }

    /// The row of the device that is nearest to the time asked for; nil where none lies near.
    public var row: Row?
    /// What reading and each stage said.
    public var steps: [(stage: String, verdict: String)] = []
    /// Whether it was kept to the end.
    public var isKept = false
    /// Other rows of the device and day that reading rejected, in the order of files and lines.
    public var rejects: [Row] = []
    /// Times of rows on both sides where none lies near, in milliseconds since 1970 UTC.
    public var nearest: (before: Int64?, after: Int64?) = (nil, nil)
    /// What the result file says of the day.
    public var standing = Standing.noResults
    /// The fix of that time in the view `fixes`, or near it where the log is gone; nil where there is none.
    public var held: HeldFix?
    /// Files that made the day and are gone, or cannot be opened.
    public var gone: [String] = []
    /// The stay it lies in, as the database has it.
    public var stay: String?
    /// The trip it lies in, as the database has it.
    public var trip: String?

    /// A row farther from the time asked for is another one, in milliseconds.
    public static let reach: Int64 = 600_000
}

/// Explains a fix by reading the files of its day again and making the device-day with every stage watched.
///
/// - Parameter time: Milliseconds since 1970 UTC.
public func explain(_ pipeline: PipelineFile, device: String, time: Int64) throws -> Explanation {
    let day = pipeline.zone.day(of: time)
    let path = pipeline.resolved(pipeline.databasePath)
    let store = try Store.isNew(path) ? nil : try Store(readingFrom: path)
    let files = try inputFiles(of: pipeline).logs
    let rows = DeviceRows(device: device, day: day)
    rows.read(files, of: pipeline, strayIn: Set(try store?.filesWithStrayRows(naming: device).map(ExactText.init) ?? []))
    var lane = Lane(
        pipeline: pipeline, devices: rows.devices, kinds: rows.kinds, rejectsKept: files.map { _ in 0 },
        kindsOfDevices: pipeline.kindsOfDevices)
    lane.trace = FixTrace(time: time)
    _ = try lane.make(day, rows: rows.parcels, only: device)
    var explanation = Explanation()
    explanation.gone = rows.unreadable
    let rejects = rows.rejects(of: files, in: pipeline.zone)
    explanation.take(lane.trace, rejects, near: time, files, pipeline.sources.map(\.options.encoding))
    guard let store else { return explanation }
    try explanation.lookUp(device, day, time, in: store, of: pipeline, files, rows.shares)
    return explanation
}

extension Explanation {
    /// Takes what was seen of the row nearest to a time: a fix, or a row that reading rejected.
    fileprivate mutating func take(
        _ trace: FixTrace?, _ rejects: [Row], near time: Int64, _ files: [InputFile], _ encodings: [TextEncoding]
    ) {
        func distance(_ other: Int64?) -> Int64 { other.map { abs($0 - time) } ?? Int64.max }
        let rejected = rejects.min { distance($0.time) < distance($1.time) }
        let (ofFix, ofReject) = (distance(trace?.watched?.time), distance(rejected?.time))
        if let trace, let watched = trace.watched, ofFix <= ofReject, ofFix <= Self.reach {
            let file = files[Int(watched.file)]
            row = Row(
                file: file.path, line: Int(watched.line),
                text: textOfLine(Int(watched.line), path: file.absolutePath, encoding: encodings[file.source]) ?? "",
                time: watched.time)
            (steps, isKept) = (trace.steps, trace.isKept)
        } else if let rejected, ofReject <= Self.reach {
            row = rejected
            steps = [("read", "rejected: \(rejected.reason ?? "")\(rejected.culprit)")]
        } else {
            let times = rejects.compactMap(\.time) + [trace?.nearest.before, trace?.nearest.after].compactMap { $0 }
            nearest = (times.filter { $0 <= time }.max(), times.filter { $0 > time }.min())
        }
        let others = rejects.filter { $0.file != row?.file || $0.line != row?.line }
        self.rejects = others.sorted { distance($0.time) < distance($1.time) }
    }

    /// Adds what the result file holds of the row's day and time.
    fileprivate mutating func lookUp(
        _ device: String, _ day: CalendarDay, _ time: Int64, in store: Store, of pipeline: PipelineFile, _ files: [InputFile],
        _ shares: [Int: DayShare]
    ) throws {
        let paths = Dictionary(try store.files().map { ($0.id, ExactText($0.path)) }) { a, _ in a }
        let made = Dictionary(try store.made(day: day).compactMap { share in paths[share.key].map { ($0, share.value) } }) {
            a, _ in a
        }
        let there = Set(files.map { ExactText($0.path) })
        gone += made.keys.filter { !there.contains($0) }.sorted().map(\.text)
        let number = row.flatMap { row in files.firstIndex { ExactText($0.path) == ExactText(row.file) } }
        let options = try store.processedDays()[day]
        if options == nil {
            standing = .notMade
        } else if try !store.optionSets(like: pipeline).contains(options ?? "") {
            standing = .otherOptions
        } else if let number, made[ExactText(files[number].path)] != shares[number] {
            standing = .otherRows
        } else {
            standing = .asItIs
        }
        let reach = row == nil ? Self.reach : 0
        held = try store.heldFix(device: device, day: day, nearestTo: row?.time ?? time)
        if let found = held, abs(found.time - (row?.time ?? time)) > reach { held = nil }
        guard let time = row?.time ?? held?.time else { return }
        try lookUpFindings(device, time, in: store, pipeline.zone)
    }

    private mutating func lookUpFindings(_ device: String, _ time: Int64, in store: Store, _ zone: TimeZoneRules) throws {
        stay = try store.reader.first(
            "SELECT arrived_ms, last_seen_ms, departed_ms, open, inferred, address FROM stays WHERE device = ? AND arrived_ms <= ? AND last_seen_ms >= ? ORDER BY arrived_ms DESC LIMIT 1",
            .text(device), .integer(time), .integer(time)
        ) { row in
            let end: String
            if let departed = row.optionalInteger(2) {
                end = zone.localText(milliseconds: departed)
            } else {
                end = row.integer(3) == 1 ? "open" : "\(zone.localText(milliseconds: row.integer(1))), last seen then"
            }
            let address = row.optionalText(5).map { ", \($0)" } ?? ""
            return "\(zone.localText(milliseconds: row.integer(0))) to \(end)\(row.integer(4) == 1 ? ", inferred" : "")\(address)"
        }
        trip = try store.reader.first(
            "SELECT start_local || ' to ' || end_local || ', ' || round(distance_m) || ' m' FROM trips WHERE device = ? AND start_ms <= ? AND end_ms >= ?",
            .text(device), .integer(time), .integer(time)
        ) { $0.text(0) }
    }
}

import Glibc
import LogFormats
import Options
import Pipeline
import Store
import Tracks

/// Standard error as `--log json` has it: an object a line, each with the run, the process, the time and the event.
struct JSONLog {
    /// The run's id in the view `runs`; nil where none has begun.
    var run: Int64?
    /// When it began and the process's id, which tell one call from another.
    private let process: String

    /// What a message is.
    enum Saying: String, CaseIterable {
        case problem, warning, note
    }

    /// - Parameter start: Milliseconds since 1970 UTC.
    init(start: Int64) { process = "\(isoText(milliseconds: start))/\(getpid())" }

    /// Whether the words of a call ask for it; also of a call that cannot be read.
    static func isAskedFor(_ words: [String]) -> Bool {
        words.contains("--log=json") || zip(words, words.dropFirst()).contains { $0 == ("--log", "json") }
    }

    /// Whether a call asks for it.
    static func isAskedFor(_ call: Invocation) -> Bool { call.value("--log") == "json" }

    /// Writes a line.
    func write(_ event: String, _ fields: [JSONOutput.Member]) {
        let head: [JSONOutput.Member] = [
            ("run", .optional(run)), ("process", .text(process)), ("time", .text(isoText(milliseconds: currentMilliseconds()))),
            ("event", .text(event)),
        ]
        printError(JSONOutput.object(head + fields).line + "\n")
    }

    /// Writes a message.
    func write(_ saying: Saying, _ message: RunMessage) {
        write(
            saying.rawValue,
            [
                ("kind", .text(message.kind.rawValue)), ("text", .text(message.text)), ("file", .optional(message.file)),
                ("line", .optional(message.line)), ("day", .optional(message.days.map { "\($0.lowerBound)" })),
                ("last_day", .optional(message.days.map { "\($0.upperBound)" })), ("count", .optional(message.count)),
            ])
    }

    /// Writes what went wrong: a line for each problem of a pipeline file.
    func write(_ error: any Error) {
        switch error {
        case let problems as Problems: for problem in problems.list { write(.problem, RunMessage(problem)) }
        case is Interrupted: write(.problem, RunMessage(.stopped, "\(error)"))
        default: write(.problem, RunMessage(.failed, "\(error)"))
        }
    }

    /// Writes the last line.
    func write(_ summary: LogSummary) { write("summary", summary.fields) }
}

extension RunMessage {
    /// A problem of a pipeline file; one of `--set` stands in no file.
    init(_ problem: Problem) {
        let mark = problem.mark.flatMap { $0.line > 0 ? $0 : nil }
        let isOfFile = problem.mark?.line != 0 && !problem.file.isEmpty && !problem.file.hasPrefix("--set ")
        self.init(.pipeline, "\(problem)", file: isOfFile ? problem.file : nil, line: mark.map { Int64($0.line) })
    }
}

/// The last line of a log: how the command ended, and its counts; null is what nobody counted.
struct LogSummary {
    /// The exit status.
    let status: Int32
    var pipeline: String?
    var seconds: Double?
    var days: Int?
    var unchanged: Int?
    var rows: Int64?
    var bytes: Int64?
    var kept: Int64?
    var thinned: Int64?
    var rejected: [RejectReason: Int64]?
    var made: [ClosedRange<CalendarDay>]?
    var left: [RunMessage]?
    var damaged: [RunMessage]?
    var addresses: [AddressState: Int64]?
    var results: String?

    init(status: Int32) { self.status = status }

    /// Takes what a run counted.
    mutating func take(_ summary: RunSummary) {
        (days, unchanged) = (summary.madeDays.count, summary.unchangedDays)
        (rows, bytes, kept, thinned) = (summary.rowsRead, summary.bytes, summary.kept, summary.thinned)
        rejected = summary.rejected.filter { $0.value > 0 }
        made = rangesOfDays(summary.madeDays)
        (left, damaged, addresses) = (summary.left, summary.damaged, summary.addresses)
        results = summary.databasePath
    }

    var fields: [JSONOutput.Member] {
        [
            ("status", .integer(Int64(status))), ("pipeline", .optional(pipeline)), ("seconds", .optional(seconds)),
            ("days", .optional(days)), ("unchanged", .optional(unchanged)), ("rows", .optional(rows)),
            ("bytes", .optional(bytes)), ("kept", .optional(kept)), ("thinned", .optional(thinned)),
            ("rejected", .optional(rejected.map { $0.values.reduce(0, +) })),
            ("rejected_by_reason", rejected.map(Self.byReason) ?? .null),
            ("made", made.map { .list($0.map { .object(Self.days($0)) }) } ?? .null),
            ("left", left.map { .list($0.map(Self.json)) } ?? .null),
            ("damaged", damaged.map { .texts($0.map { $0.file ?? $0.text }) } ?? .null),
            ("addresses", addresses.map(Self.json) ?? .null), ("results", .optional(results)),
        ]
    }

    private static func byReason(_ counts: [RejectReason: Int64]) -> JSONOutput {
        .object(counts.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }.map { ($0.key.name, .integer($0.value)) })
    }

    private static func days(_ range: ClosedRange<CalendarDay>?) -> [JSONOutput.Member] {
        [("from", .optional(range.map { "\($0.lowerBound)" })), ("to", .optional(range.map { "\($0.upperBound)" }))]
    }

    private static func json(_ message: RunMessage) -> JSONOutput {
        .object(days(message.days) + [("kind", .text(message.kind.rawValue)), ("why", .text(message.text))])
    }

    private static func json(_ states: [AddressState: Int64]) -> JSONOutput {
        .object([
            ("done", .integer(states[.done] ?? 0)), ("not_found", .integer(states[.notFound] ?? 0)),
            ("pending", .integer(states[.pending] ?? 0)),
        ])
    }
}

import Glibc
import LogFormats
import Options
import Pipeline
import Store
import Tracks

/// Tells what a run does: one line on a terminal, a line a day elsewhere, or one JSON object a line.
///
/// `@unchecked Sendable`: its counts are under a lock; events come from any thread.
final class Progress: @unchecked Sendable {
    let isJSON: Bool
    private let lock = Lock()
    private let isOnTerminal: Bool
    private let isQuiet: Bool
    /// When it began, in milliseconds since 1970 UTC.
    let start = currentMilliseconds()
    private var log: JSONLog
    private var rows: Int64 = 0
    private var bytes: Int64 = 0
    private var kept: Int64 = 0
    private var standing = RunStanding()
    private var line = ChangingLine()

    /// - Parameter mode: auto (a line that changes, on a terminal only), always, or never.
    init(mode: String, isJSON: Bool, isQuiet: Bool) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        isOnTerminal = !isJSON && mode != "never" && (mode == "always" || isatty(2) == 1)
        log = JSONLog(start: start)
    }

    func tell(_ event: RunEvent) {
        lock.with {
            note(event)
            if case .began = event { return }
            if isJSON {
                writeJSON(event)
            } else if case .told(let message) = event {
                line.erase()
                printProblem(message.text)
            } else if isQuiet {
                return
            } else if isOnTerminal {
                line.draw(wordings(event))
            } else if case .wrote(let day, let deviceDays, let kept, let standing) = event {
                printError(
                    "\(day): \(deviceDays) device-days, \(grouped(kept)) fixes kept (\(standing.daysDone) of \(standing.daysKnown))\n"
                )
            }
        }
    }

    /// Takes the changing line away, so that other lines can follow.
    func end() { lock.with { line.erase() } }

    /// How long it has been at work, in seconds.
    var seconds: Double { Double(currentMilliseconds() - start) / 1000 }

    /// Says a message: a line, or an event of this name.
    func say(_ event: JSONLog.Saying, _ message: RunMessage) {
        guard isJSON else { return printProblem(message.text) }
        lock.with { log.write(event, message) }
    }

    /// Says the warnings of a pipeline file.
    func say(warningsOf pipeline: PipelineFile) {
        for warning in pipeline.warnings { say(.warning, RunMessage(warning)) }
    }

    /// The last event of a run that came to its end.
    ///
    /// - Parameter status: The exit status.
    func sum(_ summary: RunSummary, of pipeline: PipelineFile, status: Int32) {
        guard isJSON else { return }
        lock.with {
            var last = LogSummary(status: status)
            last.pipeline = pipeline.name
            last.seconds = seconds
            last.take(summary)
            log.write(last)
        }
    }

    /// The last event of a `geocode` that came to its end.
    func sum(_ summary: GeocodeSummary, of pipeline: PipelineFile) {
        guard isJSON else { return }
        lock.with {
            var last = LogSummary(status: summary.status.rawValue)
            last.pipeline = pipeline.name
            last.seconds = seconds
            last.addresses = summary.after
            log.write(last)
        }
    }

    /// The last events of a command that something stopped: why, and what was done until then.
    func sum(stoppedBy error: any Error, status: Int32, of pipeline: PipelineFile) {
        lock.with {
            log.write(error)
            var last = LogSummary(status: status)
            last.pipeline = pipeline.name
            last.seconds = seconds
            (last.days, last.rows, last.bytes, last.kept) = (standing.daysDone, rows, bytes, kept)
            log.write(last)
        }
    }

    private func note(_ event: RunEvent) {
        switch event {
        case .read(_, let count, let size, _, let standing):
            rows += count
            bytes += size
            // While a day is being written it counts for neither.
            self.standing.daysKnown = max(self.standing.daysKnown, standing.daysKnown)
            (self.standing.lanes, self.standing.lanesBusy) = (standing.lanes, standing.lanesBusy)
        case .wrote(_, _, let count, let standing):
            kept += count
            self.standing = standing
        case .began(let run): log.run = run
        case .computing, .asking, .told: break
        }
    }

    /// What the line may say, the longest first: where the terminal is narrow, the time left stays.
    private func wordings(_ event: RunEvent) -> [String] {
        if case .computing(let done, let all) = event {
            return ["places and addresses: device \(grouped(Int64(done))) of \(grouped(Int64(all)))"]
        }
        if case .asking(let answered, let pending) = event {
            return ["addresses: \(grouped(Int64(answered))) answered, \(grouped(Int64(pending))) pending"]
        }
        let elapsed = max(0.001, seconds)
        let days = "day \(standing.daysDone) of \(standing.daysKnown)"
        var parts = [
            "\(grouped(rows)) rows", "\(shortText((Double(bytes) / 1e6 / elapsed * 10).rounded() / 10)) MB/s",
            "\(standing.lanesBusy) of \(standing.lanes) lanes busy",
        ]
        var left: [String] = []
        if standing.daysDone > 0 {
            let seconds = elapsed / Double(standing.daysDone) * Double(max(0, standing.daysKnown - standing.daysDone))
            left = ["about \(grouped(Int64(seconds.rounded()))) s left"]
        }
        var wordings: [String] = []
        while true {
            wordings.append(([days] + parts + left).joined(separator: ", "))
            guard parts.popLast() != nil else { break }
        }
        // On a terminal that has no room even for the time, what fits of the days and rows.
        return wordings + ["\(days), \(grouped(rows)) rows"]
    }

    private func writeJSON(_ event: RunEvent) {
        switch event {
        case .began: break
        case .read(let file, let rows, let bytes, let damage, _):
            log.write(
                "read",
                [
                    ("file", .text(file)), ("rows", .integer(rows)), ("bytes", .integer(bytes)), ("damage", .optional(damage)),
                ])
        case .wrote(let day, let deviceDays, let kept, let standing):
            log.write(
                "day",
                [
                    ("day", .text("\(day)")), ("device_days", .integer(deviceDays)), ("kept", .integer(kept)),
                    ("done", .integer(standing.daysDone)), ("known", .integer(standing.daysKnown)),
                ])
        case .computing(let done, let all):
            log.write("findings", [("devices_done", .integer(done)), ("devices", .integer(all))])
        case .asking(let answered, let pending):
            log.write("addresses", [("answered", .integer(answered)), ("pending", .integer(pending))])
        case .told(let message): log.write(.problem, message)
        }
    }
}

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
    private let log: JSONLog
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
        log = JSONLog(run: "\(isoText(milliseconds: start))/\(getpid())")
    }

    func tell(_ event: RunEvent) {
        lock.with {
            note(event)
            if isJSON {
                writeJSON(event)
            } else if case .told(let sentence) = event {
                line.erase()
                printProblem(sentence)
            } else if isQuiet {
                return
            } else if isOnTerminal {
                line.draw(words(event))
            } else if case .wrote(let day, let deviceDays, let kept, let standing) = event {
                printError(
                    "\(day): \(deviceDays) device-days, \(grouped(kept)) fixes kept (\(standing.daysDone) of \(standing.daysKnown))\n"
                )
            }
        }
    }

    /// Takes the changing line away, so that other lines can follow.
    func end() { lock.with { line.erase() } }

    /// Says a sentence: a line, or an event of this name.
    func say(_ event: String, _ sentence: String) {
        guard isJSON else { return printProblem(sentence) }
        log.write(event, [("text", jsonText(sentence))])
    }

    /// The last event of a run that came to its end.
    func sum(_ summary: RunSummary) {
        guard isJSON else { return }
        log.summarize(
            status: summary.status.rawValue, days: summary.madeDays.count, unchanged: summary.unchangedDays,
            rows: summary.rowsRead,
            kept: summary.kept, thinned: summary.thinned, rejected: summary.rejected.values.reduce(0, +),
            results: summary.databasePath)
    }

    /// The last event of a `geocode` that came to its end.
    func sum(_ summary: GeocodeSummary) {
        guard isJSON else { return }
        func count(_ state: AddressState) -> String { "\(summary.after[state] ?? 0)" }
        log.write(
            "summary",
            [
                ("status", "\(summary.status.rawValue)"), ("done", count(.done)), ("not_found", count(.notFound)),
                ("pending", count(.pending)),
            ])
    }

    /// The last events of a run that something stopped: why, and what was done until then.
    func sum(stoppedBy error: any Error, status: Int32) {
        log.write(error)
        lock.with { log.summarize(status: status, days: standing.daysDone, rows: rows, kept: kept) }
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
        case .computing, .asking, .told: break
        }
    }

    private func words(_ event: RunEvent) -> String {
        if case .computing(let done, let all) = event {
            return "places and addresses: device \(grouped(Int64(done))) of \(grouped(Int64(all)))"
        }
        if case .asking(let answered, let pending) = event {
            return "addresses: \(grouped(Int64(answered))) answered, \(grouped(Int64(pending))) pending"
        }
        let seconds = max(0.001, Double(currentMilliseconds() - start) / 1000)
        let speed = Double(bytes) / 1e6 / seconds
        var parts = [
            "day \(standing.daysDone) of \(standing.daysKnown)", "\(grouped(rows)) rows",
            "\(shortText((speed * 10).rounded() / 10)) MB/s",
            "\(standing.lanesBusy) of \(standing.lanes) lanes busy",
        ]
        if standing.daysDone > 0 {
            let left = seconds / Double(standing.daysDone) * Double(max(0, standing.daysKnown - standing.daysDone))
            parts.append("about \(grouped(Int64(left.rounded()))) s left")
        }
        return parts.joined(separator: ", ")
    }

    private func writeJSON(_ event: RunEvent) {
        switch event {
        case .read(let file, let rows, let bytes, let damage, _):
            log.write(
                "read",
                [
                    ("file", jsonText(file)), ("rows", "\(rows)"), ("bytes", "\(bytes)"),
                    ("damage", damage.map(jsonText) ?? "null"),
                ])
        case .wrote(let day, let deviceDays, let kept, let standing):
            log.write(
                "day",
                [
                    ("day", "\"\(day)\""), ("device_days", "\(deviceDays)"), ("kept", "\(kept)"),
                    ("done", "\(standing.daysDone)"), ("known", "\(standing.daysKnown)"),
                ])
        case .computing(let done, let all): log.write("findings", [("devices_done", "\(done)"), ("devices", "\(all)")])
        case .asking(let answered, let pending):
            log.write("addresses", [("answered", "\(answered)"), ("pending", "\(pending)")])
        case .told(let sentence): log.write("problem", [("text", jsonText(sentence))])
        }
    }
}

import Glibc
import LogFormats
import Pipeline
import Tracks

/// Tells what a run does: one line on a terminal, a line a day elsewhere, or one JSON object a line.
///
/// `@unchecked Sendable`: its counts are under a lock; events come from any thread.
final class Progress: @unchecked Sendable {
    private let lock = Lock()
    private let isJSON: Bool
    private let isOnTerminal: Bool
    private let isQuiet: Bool
    private let start = currentMilliseconds()
    private let runID: String
    private var rows: Int64 = 0
    private var hasLine = false

    /// - Parameter mode: auto (a line that changes, on a terminal only), always, or never.
    init(mode: String, isJSON: Bool, isQuiet: Bool) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        isOnTerminal = !isJSON && mode != "never" && (mode == "always" || isatty(2) == 1)
        runID = "\(isoText(milliseconds: start))/\(getpid())"
    }

    func tell(_ event: RunEvent) {
        lock.with {
            if case .read(_, let count, _) = event { rows += count }
            if isJSON {
                printError(json(event) + "\n")
            } else if isOnTerminal {
                printError("\r\u{1B}[K" + line(event))
                hasLine = true
            } else if !isQuiet, case .wrote(let day, let deviceDays, let kept, let done, let known) = event {
                printError("\(day): \(deviceDays) device-days, \(grouped(kept)) fixes kept (\(done) of \(known))\n")
            }
        }
    }

    /// Takes the changing line away, so that other lines can follow.
    func end() {
        lock.with {
            if hasLine { printError("\r\u{1B}[K") }
            hasLine = false
        }
    }

    /// A line of the log as JSON: problems and the summary.
    func note(_ kind: String, _ fields: [(String, String)]) {
        guard isJSON else { return }
        let parts = fields.map { "\(jsonText($0.0)):\($0.1)" }
        printError(
            "{\"run\":\(jsonText(runID)),\"event\":\(jsonText(kind))\(parts.isEmpty ? "" : ",")\(parts.joined(separator: ","))}\n"
        )
    }

    private func line(_ event: RunEvent) -> String {
        let seconds = max(0.001, Double(currentMilliseconds() - start) / 1000)
        let speed = "\(grouped(rows)) rows, \(grouped(Int64(Double(rows) / seconds))) rows/s"
        switch event {
        case .read(let file, _, _): return "read \(file): \(speed)"
        case .wrote(let day, _, _, let done, let known):
            let left = done > 0 ? Int(seconds / Double(done) * Double(max(0, known - done))) : 0
            return "day \(done) of \(known) (\(day)): \(speed), about \(left) s left"
        case .computing(let done, let all): return "places and addresses: device \(done) of \(all)"
        }
    }

    private func json(_ event: RunEvent) -> String {
        let head = "{\"run\":\(jsonText(runID)),\"time\":\"\(isoText(milliseconds: currentMilliseconds()))\","
        switch event {
        case .read(let file, let rows, let damage):
            return head
                + "\"event\":\"read\",\"file\":\(jsonText(file)),\"rows\":\(rows),\"damage\":\(damage.map(jsonText) ?? "null")}"
        case .wrote(let day, let deviceDays, let kept, let done, let known):
            return head
                + "\"event\":\"day\",\"day\":\"\(day)\",\"device_days\":\(deviceDays),\"kept\":\(kept),\"done\":\(done),\"known\":\(known)}"
        case .computing(let done, let all): return head + "\"event\":\"findings\",\"devices_done\":\(done),\"devices\":\(all)}"
        }
    }
}

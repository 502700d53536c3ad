import Options
import Pipeline
import Store
import Tracks

/// A status in lines for people.
extension Status {
    /// More device-days and days than this are counted, not named.
    private static let named = 20

    /// - Parameter argument: The file as the user named it.
    func lines(argument: String) -> [String] {
        ["pipeline   \(pipeline), \(zone)"] + runs.map(words) + holderLines + dayLines(argument) + fileLines + leftLines
            + reasons.map { "rejected   \(grouped($0.rows)) \($0.reason)" } + spikeLines + addressLines
            + (rejects ?? []).map(words)
    }

    private func words(_ run: Run) -> String {
        let range = run.first.map { "\($0) to \(run.last ?? "")" } ?? "undated"
        let end: String =
            switch run.state {
            case .ended: "exit \(run.status ?? 0)"
            case .atWork: "is at work" + (holder?.process.map { " (pid \($0))" } ?? "")
            case .didNotEnd: "did not end"
            }
        return "run        \(run.started) \(range): \(run.days) days, \(grouped(run.rows)) rows, \(end)"
    }

    /// A holder that is none of the runs: `geocode`, or a run that has only just begun.
    private var holderLines: [String] {
        guard let holder, !runs.contains(where: { $0.state == .atWork }) else { return [] }
        guard let process = holder.process, let since = holder.since else {
            return ["held       by a process that has just begun"]
        }
        return ["held       by pid \(process), since \(since)"]
    }

    private func dayLines(_ argument: String) -> [String] {
        var lines = ["days       \(grouped(Int64(days.count)))" + (days.isEmpty ? "" : " (\(daysInWords(days)))")]
        if let other = otherOptions, other > 0 {
            lines.append(
                "           \(other) of them made with other options; to make them anew: trackmill run \(shellWord(argument))")
        } else if otherOptions == nil, optionSets > 1 {
            lines.append(
                "           made with \(optionSets) different sets of options; how many days with today's, says: trackmill status PIPELINE"
            )
        }
        lines.append(
            "sums       \(grouped(ofDays.items)) device-days: \(grouped(ofDays.rows)) rows in = \(grouped(ofDays.kept)) kept + \(grouped(ofDays.thinned)) thinned + \(grouped(ofDays.rejected)) rejected; "
                + Self.verdict(ofDays))
        return lines
    }

    private static func verdict(_ sums: Sums) -> String {
        sums.items == sums.right ? "each of them adds up" : "\(sums.items - sums.right) of them do NOT add up"
    }

    private var fileLines: [String] {
        let sums = ofFiles
        let line =
            "files      \(grouped(sums.items)): \(grouped(sums.rows)) rows = \(grouped(sums.kept)) kept + \(grouped(sums.thinned)) thinned + \(grouped(sums.rejected)) rejected + \(grouped(sums.waiting)) waiting; "
            + Self.verdict(sums)
        return [line] + damaged.map { "damaged    \($0.file): \($0.damage)" } + gone.map { "gone       \($0)" }
    }

    private var leftLines: [String] {
        // A sentence may be of several days.
        var sentences: [String] = []
        for (_, sentence) in left where sentences.last != sentence { sentences.append(sentence) }
        let rest = sentences.count - Self.named
        return sentences.prefix(Self.named).map { "left       \($0)" }
            + (rest > 0 ? ["left       \(grouped(Int64(rest))) sentences more; see --format json"] : [])
    }

    private var spikeLines: [String] {
        let lines = spikes.prefix(Self.named).map { day in
            "spikes     \(day.device) on \(day.day): \(grouped(day.spikes)) of \(grouped(day.fixes)) fixes, more than a tenth; is its top speed right?"
        }
        guard spikes.count > Self.named else { return lines }
        return lines + [
            "spikes     \(grouped(Int64(spikes.count - Self.named))) device-days more lost more than a tenth of their fixes"
        ]
    }

    private var addressLines: [String] {
        func list(_ names: [(name: String, cells: Int64)]) -> String {
            names.map { "\(grouped($0.cells)) \($0.name)" }.joined(separator: ", ")
        }
        return ["addresses  \(addressWords(addresses))"] + (providers.isEmpty ? [] : ["           by \(list(providers))"])
            + (toAsk.isEmpty ? [] : ["           to ask: \(list(toAsk))"])
    }

    private func words(_ reject: Store.RejectedRow) -> String {
        let cell = reject.field.map { ", \($0) '\(reject.value ?? "")'" } ?? ""
        return "reject     \(reject.file):\(reject.line): \(reject.reason)\(cell): \(reject.text)"
    }
}

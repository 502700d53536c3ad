import Options
import Pipeline
import Store
import Tracks

let offlineOption = Command.Option(
    name: "--offline", help: "Ask no source over the network; what the cache of addresses holds is used.")

let geocodeCommand = Command(
    name: "geocode", arguments: "PIPELINE", counts: 1...1,
    summary: "Works off pending addresses only: asks for those that no run got.",
    options: [
        offlineOption, setOption, progressOption, logOption,
    ],
    examples: [
        "trackmill geocode pipelines/china-network.yaml", "trackmill geocode pipelines/china-network.yaml --offline",
        "trackmill geocode pipelines/china-network.yaml --set 'geocode.with[2].amap.per-day=20000'",
    ], run: { try geocodePipelineFile($0) })

private func geocodePipelineFile(_ call: Invocation) throws -> Int32 {
    Interruption.watch()
    let pipeline = try readPipelineFile(call.arguments[0], call)
    let progress = try makeProgress(call)
    do {
        defer { progress.end() }
        if !call.isQuiet { progress.say(warningsOf: pipeline) }
        var options = RunOptions(now: currentMilliseconds(), version: Main.version)
        options.isOffline = call.has("--offline")
        options.report = { progress.tell($0) }
        let summary = try geocode(pipeline, options)
        progress.end()
        for sentence in summary.asked where summary.status != .done || !call.isQuiet {
            progress.say(summary.status == .done ? .note : .problem, RunMessage(.addresses, sentence))
        }
        if !call.isQuiet { try printLines(words(summary, pipeline)) }
        progress.sum(summary, of: pipeline)
        return summary.status.rawValue
    } catch {
        let status = error is Interrupted ? Interruption.exitStatus : exitStatus(of: error)
        guard progress.isJSON || error is Interrupted else { throw error }
        if progress.isJSON {
            progress.sum(stoppedBy: error, status: status, of: pipeline)
        } else {
            printProblem("trackmill: \(error)")
        }
        return status
    }
}

private func words(_ summary: GeocodeSummary, _ pipeline: PipelineFile) -> [String] {
    guard summary.asksAny else { return ["No source of addresses is asked over the network: nothing is ever pending."] }
    let pending = (summary.before[.pending] ?? 0, summary.after[.pending] ?? 0)
    var lines = [
        "pending   \(grouped(pending.0)) cells before, \(grouped(pending.1)) now", "addresses \(addressWords(summary.after))",
    ]
    if !summary.daysToReport.isEmpty, !pipeline.reports.isEmpty {
        lines.append(
            "reports   of \(daysInWords(summary.daysToReport)) are written by the next: \(pipeline.command("run"))")
    }
    return lines
}

/// How far addresses are: `900 of 1,000 cells done (90.0%), 20 not found, 80 pending`.
func addressWords(_ states: [AddressState: Int64]) -> String {
    let all = states.values.reduce(0, +)
    let done = states[.done] ?? 0
    var parts = ["\(grouped(done)) of \(grouped(all)) cells done (\(percent(done, of: all)))"]
    if let count = states[.notFound], count > 0 { parts.append("\(grouped(count)) not found") }
    if let count = states[.pending], count > 0 { parts.append("\(grouped(count)) pending") }
    return parts.joined(separator: ", ")
}

/// A share with one digit; only what is whole is 100.0%.
func percent(_ part: Int64, of all: Int64) -> String {
    guard all > 0 else { return "100.0%" }
    let tenths = part == all ? 1000 : min(999, Int64((Double(part) / Double(all) * 1000).rounded()))
    return "\(tenths / 10).\(tenths % 10)%"
}

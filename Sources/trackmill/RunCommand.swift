import Glibc
import LogFormats
import Options
import Pipeline
import Reports
import Store
import Tracks

let setOption = Command.Option(
    name: "--set", value: "KEY=VALUE",
    help: "A YAML value for any key: --set find-stays.radius='100 m'. May be given several times.", isRepeated: true)
let progressOption = Command.Option(
    name: "--progress", value: "WHEN", help: "auto (on a terminal), always or never: a line that changes on stderr.",
    choices: ["auto", "always", "never"])
let logOption = Command.Option(
    name: "--log", value: "FORMAT", help: "text or json: how stderr tells what goes on.", choices: ["text", "json"])
let runCommand = Command(
    name: "run", arguments: "PIPELINE", counts: 1...1,
    summary: "Processes days; without dates every finished day that is new or changed.",
    options: [
        fromRunOption, toRunOption, dayOption, setOption,
        Command.Option(name: "--jobs", value: "N", help: "Busy threads in all; the number of processors unless given."),
        Command.Option(
            name: "--memory", value: "SIZE", help: "The memory that a run may take, at least 64 MB; 512 MB unless given."),
        progressOption, logOption, metricsOption, offlineOption,
        Command.Option(name: "--remove-missing", help: "Delete rows of files that are gone; with --day, or --from and --to."),
    ],
    examples: [
        "trackmill run pipelines/nightly.yaml", "trackmill run pipelines/nightly.yaml --from 2025-06-01 --to 2025-06-07",
        "trackmill run pipelines/nightly.yaml --set find-stays.radius='100 m' --set reports=[]",
    ], run: { try runPipelineFile($0) })

private func runPipelineFile(_ call: Invocation) throws -> Int32 {
    Interruption.watch()
    let start = currentMilliseconds()
    let pipeline: PipelineFile
    let progress: Progress
    do {
        pipeline = try readPipelineFile(call.arguments[0], call)
        progress = try makeProgress(call)
    } catch {
        if let failure = writeMetrics(call, nil, status: exitStatus(of: error), summary: nil, started: start) {
            JSONLog.isAskedFor(call)
                ? JSONLog(start: start).write(.problem, unwritten(failure)) : printProblem(unwritten(failure).text)
        }
        throw error
    }
    defer { progress.end() }
    do {
        if !call.isQuiet { progress.say(warningsOf: pipeline) }
        let summary = try run(pipeline, try options(call, pipeline, progress))
        progress.end()
        return try finish(summary, call, pipeline, progress)
    } catch {
        progress.end()
        let status = error is Interrupted ? Interruption.exitStatus : exitStatus(of: error)
        if let failure = writeMetrics(call, pipeline, status: status, summary: nil, started: progress.start) {
            progress.say(.problem, unwritten(failure))
        }
        guard progress.isJSON || error is Interrupted else { throw error }
        if progress.isJSON {
            progress.sum(stoppedBy: error, status: status, of: pipeline)
        } else {
            printProblem("trackmill: \(error)")
        }
        return status
    }
}

/// Tells what a run did that came to its end.
private func finish(_ summary: RunSummary, _ call: Invocation, _ pipeline: PipelineFile, _ progress: Progress) throws -> Int32 {
    for message in summary.problems { progress.say(.problem, message) }
    if !call.isQuiet {
        for note in summary.notes + summary.asked.map({ RunMessage(.addresses, $0) }) { progress.say(.note, note) }
        try printLines(words(summary, pipeline, milliseconds: currentMilliseconds() - progress.start))
    }
    var status = summary.status.rawValue
    if let failure = writeMetrics(call, pipeline, status: status, summary: summary, started: progress.start) {
        progress.say(.problem, unwritten(failure))
        if status == 0 { status = exitStatus(of: failure) }
    }
    progress.sum(summary, of: pipeline, status: status)
    return status
}

private func unwritten(_ failure: any Error) -> RunMessage {
    RunMessage(.failed, "trackmill: the metrics are not written: \(failure)")
}

private func options(_ call: Invocation, _ pipeline: PipelineFile, _ progress: Progress) throws -> RunOptions {
    var options = RunOptions(now: currentMilliseconds(), version: Main.version)
    (options.from, options.to) = try daysOfRun(call, pipeline.zone)
    options.removesMissing = call.has("--remove-missing")
    if options.removesMissing, options.from == nil { throw UsageError("--remove-missing wants --day, or --from and --to.") }
    options.isOffline = call.has("--offline")
    options.jobs = try jobs(call)
    if let text = call.value("--memory") { options.memory = try size(text) }
    options.report = { progress.tell($0) }
    options.writeReports = { summary, store in
        do {
            let reports = try PipelineReports(pipeline, summary, store) { note in
                if !call.isQuiet { progress.say(.note, RunMessage(.report, note)) }
            }
            return try reports.writeAll()
        } catch let error as OutputError {
            let status: ExitStatus = error.isOfResources ? .noResources : error.isCreation ? .cannotCreate : .inputOutput
            throw RunProblem(status: status, error.description)
        } catch let error as StoreMismatch {
            throw RunProblem(status: .wrongPipeline, "a report cannot be made: \(error.description)")
        }
    }
    return options
}

func makeProgress(_ call: Invocation) throws -> Progress {
    let mode = call.value("--progress") ?? "auto"
    guard ["auto", "always", "never"].contains(mode) else {
        throw UsageError("--progress is '\(mode)'; it may be auto, always or never.")
    }
    let log = call.value("--log") ?? "text"
    guard ["text", "json"].contains(log) else { throw UsageError("--log is '\(log)'; it may be text or json.") }
    return Progress(mode: mode, isJSON: log == "json", isQuiet: call.isQuiet)
}

private func jobs(_ call: Invocation) throws -> Int {
    guard let text = call.value("--jobs") else { return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    guard let number = Int(text), (1...256).contains(number) else { throw UsageError("--jobs is '\(text)'; it may be 1 to 256.") }
    return number
}

private func size(_ text: String) throws -> Int64 {
    do {
        let bytes = try Dimension.size.value(of: text)
        guard bytes <= 1e12 else { throw UsageError("--memory is \(text); it may be 64 MB to 1000 GB.") }
        guard bytes >= Double(MemoryPlan.least) else {
            let least = "\(MemoryPlan.least / 1_000_000) MB"
            throw RunProblem(status: .wrongPipeline, "--memory is \(text); the least that a run can work with is \(least).")
        }
        return Int64(bytes)
    } catch is QuantityError {
        throw UsageError("--memory is '\(text)'; it wants a size such as 512 MB.")
    }
}

private func words(_ summary: RunSummary, _ pipeline: PipelineFile, milliseconds: Int64) -> [String] {
    var lines: [String] = []
    func line(_ label: String, _ text: String) {
        lines.append(label + String(repeating: " ", count: max(1, 10 - label.count)) + text)
    }
    if !summary.madeDays.isEmpty {
        let count = grouped(Int64(summary.madeDays.count))
        line("days", "\(count) (\(daysInWords(summary.madeDays))), \(grouped(Int64(summary.deviceDays))) device-days")
    } else {
        line("days", "none: nothing is new or changed")
    }
    if summary.unchangedDays > 0 { line("unchanged", "\(grouped(Int64(summary.unchangedDays))) days") }
    let seconds = max(0.001, Double(milliseconds) / 1000)
    let rate = Double(summary.rowsRead) / seconds
    line(
        "read",
        "\(grouped(summary.rowsRead)) rows of \(summary.files) files in \(shortText((seconds * 10).rounded() / 10)) s (\(grouped(Int64(rate))) rows/s)"
    )
    line("kept", grouped(summary.kept))
    line("thinned", grouped(summary.thinned))
    let rejected = summary.rejected.values.reduce(0, +)
    line("rejected", grouped(rejected))
    for (reason, count) in summary.rejected.sorted(by: { ($1.value, $0.key.name) < ($0.value, $1.key.name) }) where count > 0 {
        lines.append("            \(grouped(count)) \(reason.name)")
    }
    if summary.repaired > 0 { line("repaired", "\(grouped(summary.repaired)) times by 1024 weeks") }
    if !summary.found.isEmpty {
        line("found", summary.found.map { "\(grouped($0.rows)) \($0.view.replacing("_", with: " "))" }.joined(separator: ", "))
    }
    if summary.addresses.values.contains(where: { $0 > 0 }) { line("addresses", addressWords(summary.addresses)) }
    line("results", shortenedPath(pipeline.resolved(pipeline.databasePath)))
    for report in summary.reports { line("report", report) }
    return lines
}

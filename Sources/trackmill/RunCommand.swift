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
    name: "--progress", value: "WHEN", help: "auto (on a terminal), always or never: a line that changes on stderr.")
let logOption = Command.Option(name: "--log", value: "FORMAT", help: "text or json: how stderr tells what goes on.")
let runCommand = Command(
    name: "run", arguments: "PIPELINE", counts: 1...1,
    summary: "Processes days; without dates every finished day that is new or changed.",
    options: [
        fromRunOption, toRunOption, dayOption, setOption,
        Command.Option(name: "--jobs", value: "N", help: "Busy threads in all; the number of processors unless given."),
        Command.Option(
            name: "--memory", value: "SIZE", help: "The memory that a run may take, at least 64 MB; 512 MB unless given."),
        progressOption, logOption,
        offlineOption,
        Command.Option(name: "--remove-missing", help: "Delete rows of files that are gone; with --day, or --from and --to."),
    ],
    examples: [
        "trackmill run pipelines/nightly.yaml", "trackmill run pipelines/nightly.yaml --from 2025-06-01 --to 2025-06-07",
        "trackmill run pipelines/nightly.yaml --set find-stays.radius='100 m' --set reports=[]",
    ], run: { try runPipelineFile($0) })

private func runPipelineFile(_ call: Invocation) throws -> Int32 {
    Interruption.watch()
    let pipeline = try readPipelineFile(call.arguments[0], call)
    let progress = try progress(call)
    do {
        defer { progress.end() }
        for warning in pipeline.warnings where !call.isQuiet { progress.say("warning", "\(warning)") }
        let summary = try run(pipeline, try options(call, pipeline, progress))
        progress.end()
        for sentence in summary.damaged + summary.missing + summary.shrunk + summary.complaints {
            progress.say("problem", sentence)
        }
        if !call.isQuiet {
            for note in summary.notes + summary.asked { progress.say("note", note) }
            try printLines(words(summary, pipeline, milliseconds: currentMilliseconds() - progress.start))
        }
        progress.sum(summary)
        return summary.status.rawValue
    } catch {
        let status = error is Interrupted ? Interruption.exitStatus : exitStatus(of: error)
        guard progress.isJSON || error is Interrupted else { throw error }
        if progress.isJSON { progress.sum(stoppedBy: error, status: status) } else { printProblem("trackmill: \(error)") }
        return status
    }
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
                if !call.isQuiet { progress.say("note", note) }
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

func progress(_ call: Invocation) throws -> Progress {
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
    for report in summary.reports { line("report", shortenedPath(pipeline.resolved(report))) }
    return lines
}

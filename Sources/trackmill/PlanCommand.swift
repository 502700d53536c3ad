import LogFormats
import Options
import Pipeline
import Tracks

let planCommand = Command(
    name: "plan", arguments: "PIPELINE", counts: 1...1, summary: "Says what run would do and why, without reading a log.",
    options: [
        fromRunOption, toRunOption, dayOption,
        Command.Option(
            name: "--format", value: "FORMAT", help: "table or json; table unless given.", choices: ["table", "json"]),
        setOption,
    ],
    examples: [
        "trackmill plan pipelines/nightly.yaml",
        "trackmill plan pipelines/nightly.yaml --from 2025-06-01 --to 2025-06-07 --format json",
    ]
) { call in
    let format = call.value("--format") ?? "table"
    guard ["table", "json"].contains(format) else { throw UsageError("--format is '\(format)'; it may be table or json.") }
    let pipeline = try readPipelineFile(call.arguments[0], call)
    let (from, to) = try daysOfRun(call, pipeline.zone)
    let made = try plan(
        pipeline, range: from.map { $0...max($0, to ?? $0) }, unfinishedTo: from == nil ? to : nil, now: currentMilliseconds())
    if format == "json" { try printText(made.json.line + "\n") } else { try printLines(table(made, pipeline.zone)) }
    return 0
}

private func seconds(_ milliseconds: Int64) -> String { String(isoText(milliseconds: milliseconds).dropLast(5)) + "Z" }

private func table(_ plan: RunPlan, _ zone: TimeZoneRules) -> [String] {
    var lines = ["day         from (UTC)            before (UTC)          files  state       reason"]
    for day in plan.days {
        let files = String(day.files)
        lines.append(
            "\(day.day)  \(seconds(day.start))  \(seconds(day.end))  \(String(repeating: " ", count: max(0, 5 - files.count)))\(files)  "
                + "\(day.state)\(String(repeating: " ", count: max(0, 12 - day.state.count)))\(day.reason)")
    }
    for file in plan.undatedFiles { lines.append("undated file \(file) is new or changed: its days are known once it is read") }
    for (path, until) in plan.unsettled { lines.append("\(path) is left alone until \(zone.localText(milliseconds: until))") }
    if plan.hasNoInput { lines.append("no log file holds rows of these days: such a run ends with 66 and changes nothing") }
    for (day, patterns) in plan.requiredLogs {
        lines.append("no log for \(day): nothing matches \(patterns). The source is required: such a run ends with 66")
    }
    lines += plan.notes
    if let why = plan.findingsAnew { lines.append("places, addresses and map clusters of all devices are made anew: \(why)") }
    lines += plan.asking.map(words)
    return lines + [sums(plan)]
}

/// What a source is to be asked for: `amap: 12,000 cells to ask, 600 requests, at 3/s about 4 min`.
private func words(_ asking: PlannedAsking) -> String {
    let head = "\(asking.source): \(grouped(asking.cells)) cells to ask"
    if let variable = asking.emptyVariable { return "\(head); it is not asked, as \(variable) is empty or not set" }
    var parts = [head]
    if asking.requests != asking.cells { parts.append("\(grouped(asking.requests)) requests") }
    if let perDay = asking.perDay {
        let sent = asking.sentToday > 0 ? ", \(grouped(asking.sentToday)) of them sent today" : ""
        parts.append("at most \(grouped(perDay)) a day\(sent)")
    }
    if let days = asking.days, days > 1 {
        parts.append("done on day \(grouped(days))")
    } else {
        parts.append("at \(Dimension.rate.words(asking.requestsPerSecond)) about \(Dimension.duration.words(asking.seconds))")
    }
    return parts.joined(separator: ", ")
}

private func sums(_ plan: RunPlan) -> String {
    let toDo = plan.days.filter(\.isToDo)
    let perhaps = toDo.count { $0.state == "may change" }
    let words = "\(toDo.count - perhaps) of \(plan.days.count) days to do\(perhaps > 0 ? ", \(perhaps) may change" : "")"
    let days = Double(toDo.count(where: \.isExpected))
    guard let speed = plan.rowsPerSecond, let rows = plan.rowsPerDay, days > 0 else { return words }
    let seconds = max(1, Int((rows * days / speed).rounded()))
    return words + ", about \(grouped(Int64(rows * days))) rows in \(grouped(Int64(seconds))) s by earlier runs"
}

import LogFormats
import Options
import Pipeline
import Tracks

let planCommand = Command(
    name: "plan", arguments: "PIPELINE", counts: 1...1, summary: "Says what run would do and why, without reading a log.",
    options: [
        fromOption, toOption, Command.Option(name: "--format", value: "FORMAT", help: "table or json; table unless given."),
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
    let (from, to) = try days(call, pipeline.zone)
    let made = try plan(pipeline, range: from.map { $0...max($0, to ?? $0) }, now: currentMilliseconds())
    try printText(format == "json" ? json(made) : table(made, pipeline.zone))
    return 0
}

private func seconds(_ milliseconds: Int64) -> String { String(isoText(milliseconds: milliseconds).dropLast(5)) + "Z" }

private func table(_ plan: RunPlan, _ zone: TimeZoneRules) -> String {
    var lines = ["day         from (UTC)            before (UTC)          files  state       reason"]
    for day in plan.days {
        let files = String(day.files)
        lines.append(
            "\(day.day)  \(seconds(day.start))  \(seconds(day.end))  \(String(repeating: " ", count: max(0, 5 - files.count)))\(files)  "
                + "\(day.state)\(String(repeating: " ", count: max(0, 12 - day.state.count)))\(day.reason)")
    }
    for file in plan.undatedFiles { lines.append("undated file \(file) is new or changed: its days are known once it is read") }
    for (path, until) in plan.unsettled { lines.append("\(path) is left alone until \(zone.localText(milliseconds: until))") }
    let toDo = plan.days.count(where: \.isToDo)
    var last = "\(toDo) of \(plan.days.count) days to do"
    if let speed = plan.rowsPerSecond, let rows = plan.rowsPerDay, toDo > 0 {
        last +=
            ", about \(grouped(Int64(rows * Double(toDo)))) rows in \(max(1, Int((rows * Double(toDo) / speed).rounded()))) s by earlier runs"
    }
    return (lines + [last]).joined(separator: "\n") + "\n"
}

private func json(_ plan: RunPlan) -> String {
    let days = plan.days.map { day in
        "{\"day\":\"\(day.day)\",\"from_utc\":\"\(isoText(milliseconds: day.start))\",\"before_utc\":\"\(isoText(milliseconds: day.end))\","
            + "\"files\":\(day.files),\"state\":\(jsonText(day.state)),\"reason\":\(jsonText(day.reason)),\"to_do\":\(day.isToDo)}"
    }
    let unsettled = plan.unsettled.map { "{\"file\":\(jsonText($0.path)),\"until_utc\":\"\(isoText(milliseconds: $0.until))\"}" }
    return
        "{\"days\":[\(days.joined(separator: ","))],\"undated_files\":[\(plan.undatedFiles.map(jsonText).joined(separator: ","))],"
        + "\"unsettled\":[\(unsettled.joined(separator: ","))],\"rows_per_second\":\(plan.rowsPerSecond.map { shortText($0.rounded()) } ?? "null"),"
        + "\"rows_per_day\":\(plan.rowsPerDay.map { shortText($0.rounded()) } ?? "null")}\n"
}

import LogFormats
import Pipeline
import Tracks

let explainCommand = Command(
    name: "explain", arguments: "PIPELINE", counts: 1...1, summary: "Says what happened to a fix, stage by stage.",
    options: [
        Command.Option(name: "--device", value: "ID", help: "The device."),
        Command.Option(
            name: "--time", value: "TIME",
            help:
                "ISO 8601; without an offset in the pipeline's time zone. The nearest row of that day is taken, up to 10 minutes away."
        ),
        textOrJSONOption, setOption,
    ],
    examples: ["trackmill explain pipelines/nightly.yaml --device pet-02 --time '2025-06-02 08:15:00'"]
) { call in
    let isJSON = try wantsJSON(call)
    guard let device = call.value("--device") else { throw UsageError("explain wants --device ID.") }
    guard let text = call.value("--time") else {
        throw UsageError("explain wants --time TIME, such as --time '2025-06-02 08:15:00'.")
    }
    let pipeline = try readPipelineFile(call.arguments[0], call)
    guard let time = isoTime(text, zone: pipeline.zone) else {
        throw UsageError(
            "--time is '\(text)'; it may be a time such as 2025-06-02T08:15:00+08:00, or 2025-06-02 08:15:00 in \(pipeline.zone.name)."
        )
    }
    let explanation = try explain(pipeline, device: device, time: time)
    let isFound = explanation.row != nil || explanation.held != nil
    let isRejected = explanation.nearest == (nil, nil) && !explanation.rejects.isEmpty
    let status = isFound || isRejected ? 0 : ExitStatus.noInput.rawValue
    if isJSON {
        try printText(explanation.json(of: device, asked: time, status: status).line + "\n")
    } else {
        try printLines(words(explanation, device, pipeline.zone, asked: time))
    }
    return status
}

private func words(_ explanation: Explanation, _ device: String, _ zone: TimeZoneRules, asked: Int64) -> [String] {
    var lines: [String] = []
    if let row = explanation.row {
        lines += words(explanation, row, device, zone, asked: asked)
    } else if let fix = explanation.held {
        lines.append(head(device, fix.time, zone))
        if fix.time != asked { lines.append("the nearest fix, \(abs(fix.time - asked) / 1000) s from the time asked for") }
        let log = explanation.gone.isEmpty ? "no log gives it any more" : "a log of this day is gone"
        lines.append("in the view fixes: latitude \(fix.latitude), longitude \(fix.longitude); \(log)")
    } else {
        lines.append(absence(explanation, device, zone, asked: asked))
    }
    if let stay = explanation.stay { lines.append("stay: \(stay)") }
    if let trip = explanation.trip { lines.append("trip: \(trip)") }
    for path in explanation.gone {
        lines.append("\(path) made this day and is gone, or cannot be opened: bring it back to see its rows")
    }
    if !explanation.rejects.isEmpty { lines.append("rows of this device that reading rejected that day:") }
    // The nearest ones, in the order of files and lines.
    let shown = explanation.rejects.prefix(20).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    for reject in shown { lines.append("  \(reject.file):\(reject.line): \(reject.reason ?? ""): \(reject.text)") }
    if explanation.rejects.count > 20 { lines.append("  and \(explanation.rejects.count - 20) more; see the view rejects") }
    return lines
}

private func head(_ device: String, _ time: Int64, _ zone: TimeZoneRules) -> String {
    "\(device) at \(zone.localText(milliseconds: time)) (\(isoText(milliseconds: time)))"
}

private func words(
    _ explanation: Explanation, _ row: Explanation.Row, _ device: String, _ zone: TimeZoneRules, asked: Int64
) -> [String] {
    var lines: [String] = []
    if let time = row.time {
        lines.append(head(device, time, zone))
        if time != asked {
            let what = row.reason == nil ? "fix" : "row"
            lines.append("the nearest \(what), \(abs(time - asked) / 1000) s from the time asked for")
        }
    }
    lines.append("\(row.file):\(row.line): \(row.text)")
    let width = (explanation.steps.map(\.stage.count).max() ?? 0) + 2
    for (stage, verdict) in explanation.steps {
        lines.append("  \(stage)\(String(repeating: " ", count: width - stage.count))\(verdict)")
    }
    lines.append(fate(explanation))
    return lines
}

/// Whether the result file holds the row, and whether a run would keep it where the two differ.
private func fate(_ explanation: Explanation) -> String {
    let (isKept, isHeld) = (explanation.isKept, explanation.held != nil)
    let would = "\(isKept ? "would be kept" : "would be left out") by a run of its day"
    let now = isHeld ? "it is in the view fixes" : "it is not in the view fixes"
    switch explanation.standing {
    case .noResults: return "\(would): there is no result file yet"
    case .notMade: return "\(would): the day is not made yet"
    case .otherOptions: return "\(would); the day was made with other options: \(now)"
    case .otherRows: return "\(would); the day is not made from this file as it is: \(now)"
    case .asItIs where isKept: return isHeld ? "kept: \(now)" : "\(would); \(now)"
    case .asItIs: return isHeld ? "not in the view fixes, but another row of its time is" : "not in the view fixes"
    }
}

/// What is said where no row lies near.
private func absence(_ explanation: Explanation, _ device: String, _ zone: TimeZoneRules, asked: Int64) -> String {
    let sides = [(explanation.nearest.before, "before"), (explanation.nearest.after, "after")].compactMap { time, side in
        time.map { "at \(zone.localText(milliseconds: $0)), \(abs($0 - asked) / 1000) s \(side)" }
    }
    guard !sides.isEmpty else { return "\(device) has no readable fix on \(zone.day(of: asked))" }
    return
        "\(device) has no row within \(Explanation.reach / 1000) s of \(zone.localText(milliseconds: asked)); the nearest of that day "
        + (sides.count == 1 ? "is " : "are ") + sides.joined(separator: ", and ")
}

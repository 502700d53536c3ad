import LogFormats
import Pipeline
import Tracks

let explainCommand = Command(
    name: "explain", arguments: "PIPELINE", counts: 1...1, summary: "Says what happened to a fix, stage by stage.",
    options: [
        Command.Option(name: "--device", value: "ID", help: "The device."),
        Command.Option(
            name: "--time", value: "TIME",
            help: "ISO 8601; without an offset in the pipeline's time zone. The nearest fix of that day is taken."),
        setOption,
    ],
    examples: ["trackmill explain pipelines/nightly.yaml --device pet-02 --time '2025-06-02 08:15:00'"]
) { call in
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
    try printText(words(explanation, device, pipeline.zone, asked: time))
    return explanation.row == nil && explanation.rejects.isEmpty ? ExitStatus.noInput.rawValue : 0
}

private func words(_ explanation: Explanation, _ device: String, _ zone: TimeZoneRules, asked: Int64) -> String {
    var lines: [String] = []
    if let row = explanation.row {
        lines.append("\(device) at \(zone.localText(milliseconds: row.time)) (\(isoText(milliseconds: row.time)))")
        if row.time != asked { lines.append("the nearest fix, \(abs(row.time - asked) / 1000) s from the time asked for") }
        lines.append("\(row.file):\(row.line): \(row.text)")
        let width = (explanation.steps.map(\.stage.count).max() ?? 0) + 2
        for (stage, verdict) in explanation.steps {
            lines.append("  \(stage)\(String(repeating: " ", count: width - stage.count))\(verdict)")
        }
        lines.append(explanation.isKept ? "kept: it is in the view fixes" : "not in the view fixes")
        if let stay = explanation.stay { lines.append("stay: \(stay)") }
        if let trip = explanation.trip { lines.append("trip: \(trip)") }
    } else {
        lines.append("\(device) has no readable fix on \(zone.day(of: asked))")
    }
    if !explanation.rejects.isEmpty { lines.append("rows of this device that reading rejected that day:") }
    for reject in explanation.rejects.prefix(20) {
        lines.append("  \(reject.file):\(reject.line): \(reject.reason): \(reject.text)")
    }
    if explanation.rejects.count > 20 { lines.append("  and \(explanation.rejects.count - 20) more; see the view rejects") }
    return lines.joined(separator: "\n") + "\n"
}

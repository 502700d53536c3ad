import Options
import Tracks

/// The pipeline file for sources: what a nightly run needs, with a word on each part.
struct PipelineText {
    let sources: [SurveyedSource]
    let options: SurveyOptions

    /// Gaps are silences that a device's usual interval does not explain.
    private static let intervalsOfGap = 3.0
    private static let shortestGapMinutes = 30
    private static let longestGapMinutes = 24 * 60

    /// The text of the file.
    var text: String {
        ([head, read, stages, write].map { $0.joined(separator: "\n") }).joined(separator: "\n\n") + "\n"
    }

    /// The name of the pipeline.
    var name: String {
        let given = options.name ?? sources[0].group.paths[0]
        let last = given.split(separator: "/").last.map(String.init) ?? given
        var stem = last.prefix { $0 != "." }
        if let date = DatedName(in: String(stem)) {
            let bytes = Array(stem.utf8)
            stem =
                String(
                    decoding: bytes[..<date.range.lowerBound] + bytes[(date.range.upperBound + date.clockDigits)...],
                    as: UTF8.self)[...]
        }
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
        return words.isEmpty ? "tracks" : String(words.prefix(60))
    }

    private var isDated: Bool { sources.contains { $0.group.fit != nil } }

    private var head: [String] {
        var lines = [
            "# Made by: " + commentText(options.call),
            "# It runs as it is. Lines that begin with \"# decide:\" say what the logs could not tell; look at each.",
            "# Every key is explained in docs/pipeline-file.md and by: trackmill help source (or find-stays, or any other name below)",
            "", "name: " + yamlText(name),
        ]
        if let base = options.base { lines.append("base: \(yamlText(base))  # paths below are relative to this folder") }
        let nearest = sources.compactMap(\.nearestZone).first
        let far =
            nearest.map { "\($0.name) is the zone whose city lies nearest, \(Int(($0.meters / 1000).rounded())) km off" }
            ?? "no zone is known here"
        lines.append(decideLine("what \"a day\" means; \(far)."))
        lines.append("timezone: \(yamlText(nearest?.name ?? "UTC"))")
        return lines
    }

    // MARK: Sources

    private var read: [String] { ["read:"] + sources.flatMap(lines) }

    private func lines(of source: SurveyedSource) -> [String] {
        let logs = source.group.logs
        let more = logs.count > 1 ? " and \(logs.count - 1) more" : ""
        var lines = ["  # " + commentText("\(logs[0].path)\(more): \(logs[0].words.prefix(1).joined())")]
        let kinds = logs.flatMap(\.trial.kinds).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if !kinds.isEmpty {
            lines.append(
                "  # " + commentText("kinds: \(listedNames(kinds)); 'kinds:' at the top gives each a top-speed and looks"))
        }
        if logs.contains(where: \.needsDevice), source.group.device == nil {
            lines.append(decideLine("whether this part of the path is the device; no row names one."))
        }
        let files: Node.Content =
            source.group.patterns.count == 1
            ? .scalar(source.group.patterns[0])
            : .sequence(source.group.patterns.map { Node(.scalar($0), mark: Mark(line: 1, column: 1)) })
        lines += hung(SourceLine("files", files).lines(indent: 4))
        return lines + source.lines.flatMap { $0.lines(indent: 4) }
    }

    /// The first line as that of an item of a list.
    private func hung(_ lines: [String]) -> [String] {
        lines.map { $0.hasPrefix("    files:") ? "  - " + $0.dropFirst(4) : $0 }
    }

    // MARK: Stages

    private var stages: [String] {
        let hasAccuracy = sources.contains { $0.group.logs.contains { $0.hasAccuracy } }
        var lines = ["stages:", "  - convert                          # results are always WGS-84"]
        if hasAccuracy { lines.append("  - drop-invalid: {accuracy: 100 m}  # fixes that say of themselves that they are bad") }
        return lines + [
            "  - drop-spikes: {speed: 70 m/s}     # fixes that the device cannot have reached; 70 m/s is faster than any car",
            "  - find-stays: {radius: 150 m, at-least: 20 min, gap: \(gapMinutes) min, excursion: 10 min}",
            "  - split-trips: {least-distance: 200 m} # movement between stays and silences; shorter trips are mostly drift",
            "  - pick-history: {points: 10, by: even, per: day}", "  - simplify: {method: douglas-peucker, tolerance: 15 m}",
            "  - find-places: {radius: 100 m, min-stays: 2}",
            "  - geocode: {of: [stays, places, history], with: [gazetteer]}", "  - cluster-for-map: {of: stays, zooms: 3..16}",
        ]
    }

    /// Half an hour, longer where devices report seldom.
    private var gapMinutes: Int {
        let intervals = sources.flatMap(\.group.logs).compactMap(\.trial.medianIntervalSeconds)
        let longest = (intervals.max() ?? 0) * Self.intervalsOfGap / 60
        return min(max(Self.shortestGapMinutes, Int(longest.rounded(.up))), Self.longestGapMinutes)
    }

    private var write: [String] {
        let report = isDated ? "out/\(name)-{date}.html" : "out/\(name).html"
        return [
            "write:", "  sqlite: out/\(name).sqlite", "",
            "reports:" + (isDated ? "                             # with {date} one for each day that was made" : ""),
            "  - html:", "      to: \"\(report)\"",
        ]
    }
}

extension SurveyedLog {
    /// Whether its rows tell how exact they are.
    var hasAccuracy: Bool { trial.columns.contains(.accuracy) }
}

import Geodesy
import LogFormats
import Options
import Tracks

/// What logs are looked at with.
public struct SurveyOptions {
    /// Formats of logs in the order in which they are asked.
    public var formats: [any LogFormat.Type]
    /// Places that a device was at.
    public var known: [KnownPlace] = []
    /// The name of the pipeline; nil: after the first log.
    public var name: String?
    /// The table of time zones with their cities (`zone1970.tab`); empty where the system has none.
    public var zoneTable = ""
    /// The zone of a name; nil where there is none.
    public var zoneNamed: (String) -> TimeZoneRules? = { $0 == "UTC" ? .utc : nil }
    /// The `base` of the pipeline file; nil where it is the file's own folder.
    public var base: String?
    /// Where a log lies, relative to the base; an absolute path where it lies elsewhere.
    public var pathInBase: (String) -> String = { $0 }
    /// How far names of logs may become patterns.
    public var patterns = NamePatterns.joined
    /// The call, for the first line of the file.
    public var call = "trackmill init"

    /// Nothing is known but the formats.
    public init(formats: [any LogFormat.Type]) { self.formats = formats }
}

/// How far names of logs become patterns.
public enum NamePatterns: Sendable, CaseIterable {
    /// Days become `{date}`, parts in which names differ `{device}` or `*`.
    case joined
    /// Days become `{date}`.
    case dated
    /// Each log stands there by its name.
    case none
}

/// Logs that were looked at, and the pipeline file for them.
public struct LogSurvey {
    /// The pipeline file; nil where no log can be read.
    public private(set) var text: String?
    /// What was seen, a line each, that of a log behind its path.
    public private(set) var seen: [String] = []
    /// Logs that cannot be read: the path with the sentence why.
    public private(set) var unread: [String] = []
    /// Whether none of them could even be opened.
    public private(set) var isAbsent = true

    /// Fixes of all logs that are kept at a time.
    private static let mostFixes = 400_000

    /// Looks at logs: at most 8 MB of each.
    public init(of paths: [String], _ options: SurveyOptions) {
        var logs: [SurveyedLog] = []
        let mostFixes = max(200, Self.mostFixes / max(1, paths.count))
        for path in paths {
            do throws(SurveyedLog.Refusal) {
                logs.append(try SurveyedLog(path: path, formats: options.formats, mostFixes: mostFixes))
                isAbsent = false
            } catch {
                unread.append("\(path): \(error.words.hasSuffix(".") ? error.words : error.words + ".")")
                isAbsent = isAbsent && error.isAbsent
            }
        }
        guard !logs.isEmpty else { return }
        let sources = Self.sources(of: logs, options)
        for source in sources {
            for log in source.group.logs { seen += log.words.map { "\(log.path): \($0)" } }
            seen += source.words
        }
        text = PipelineText(sources: sources, options: options).text
    }

    private static func sources(of logs: [SurveyedLog], _ options: SurveyOptions) -> [SurveyedSource] {
        var signatures: [String] = []
        var groups: [[SurveyedLog]] = []
        for log in logs {
            let signature = SourceGroup.signature(of: log)
            if let at = signatures.firstIndex(of: signature) {
                groups[at].append(log)
            } else {
                signatures.append(signature)
                groups.append([log])
            }
        }
        return groups.flatMap { logs -> [SurveyedSource] in
            let source = SurveyedSource(logs, options)
            // Logs whose device nothing tells are of one device each.
            let isMixed = source.group.patterns.count > 1 && logs.contains(where: \.needsDevice)
            return isMixed ? logs.map { SurveyedSource([$0], options) } : [source]
        }
    }
}

/// A source of the pipeline file with all its lines.
struct SurveyedSource {
    let group: SourceGroup
    /// All but `files`.
    let lines: [SourceLine]
    /// For the summary.
    let words: [String]
    /// The zone whose city lies nearest, and how far off that is.
    let nearestZone: (name: String, meters: Double)?

    init(_ logs: [SurveyedLog], _ options: SurveyOptions) {
        let saysSystem = logs[0].lines["crs"] != nil
        let places = saysSystem ? [] : logs.flatMap { $0.trial.fixes.map(\.place) }
        let system = saysSystem ? nil : SurveyedSystem(places, isInMeters: logs[0].isInMeters, known: options.known)
        let systemName = system?.line.flatMap { line in
            if case .scalar(let name) = line.content { CoordinateSystem(name: name) } else { nil }
        }
        let middle = middle(of: logs.flatMap(\.trial.fixes), system: saysSystem ? nil : systemName ?? .wgs84)
        let nearest = middle.flatMap { LogSurvey.zone(near: $0, options) }
        nearestZone = nearest
        let local = logs.contains { $0.trial.hasLocalTimes }
        let zones = [TimeZoneRules.utc] + [nearest.flatMap { options.zoneNamed($0.name) }].compactMap(\.self)
        group = SourceGroup(
            logs, paths: logs.map { options.pathInBase($0.path) }, zones: local ? zones : zones.reversed(),
            patterns: options.patterns)
        var lines = group.lines
        if let line = system?.line { lines.append(line) }
        var words = system?.words ?? []
        if let time = Self.timezoneLine(group, isLocal: local, nearest, options.formats) { lines.append(time) }
        let (dated, datedWords) = Self.datedLines(group)
        lines += dated
        words += datedWords
        if let line = Self.deviceLine(group, options.formats) { lines.append(line) }
        (self.lines, self.words) = (lines, words)
    }

    /// The zone of times that say no offset.
    private static func timezoneLine(
        _ group: SourceGroup, isLocal: Bool, _ nearest: (name: String, meters: Double)?, _ formats: [any LogFormat.Type]
    ) -> SourceLine? {
        guard isLocal, let format = group.format(among: formats) else { return nil }
        guard !format.saysTimezone else {
            return SourceLine("timezone", format.timezone, note: "of times that say no offset, as \(format.name) has them")
        }
        var decide = "the zone of the times, which say no offset: UTC, or a name such as \(nearest?.name ?? "Asia/Shanghai")."
        if let fit = group.fit {
            decide +=
                fit.zone == "UTC"
                ? " Read as UTC they fit the days in the names, so both are of one zone: change files-dated-in with it."
                : " Read as UTC they fit the days of \(fit.zone) in the names."
        }
        return SourceLine("timezone", "UTC", decide: decide)
    }

    /// What the days in names mean.
    private static func datedLines(_ group: SourceGroup) -> (lines: [SourceLine], words: [String]) {
        guard let fit = group.fit else {
            let later = group.logs.filter { log in (log.trial.reading.lastFix ?? 0) >= log.modified + 600_000 }
            var words: [String] = []
            if let first = group.logs.first(where: { $0.date != nil }), let date = first.date {
                let misfit =
                    group.logs.count == 1
                    ? "its times do not fit the day \(date.day) in its name, so it may hold any day"
                    : "in this log or others like it times do not fit the day in the name, so each may hold any day"
                words.append("\(first.path): \(misfit)")
            }
            if let first = later.first {
                words.append(
                    "\(first.path): holds times later than the file itself, which a run rejects as 'future'; see the zone of its times"
                )
            }
            let settle = SourceLine("settle", "0 s", note: "read at once; write 10 min where something still writes them")
            return ([settle], words)
        }
        let lines = [
            SourceLine("files-dated-in", fit.zone, note: "the zone of {date}; its days hold the times"),
            SourceLine("late", fit.lateWords, note: "how much later than its time a fix may arrive"),
        ]
        return (lines, group.logs.map { "\($0.path): its times fit the day in its name, of \(fit.zone)" })
    }

    private static func deviceLine(_ group: SourceGroup, _ formats: [any LogFormat.Type]) -> SourceLine? {
        guard let device = group.device else { return nil }
        var reader = OptionReader(reference: "read")
        if let format = group.format(among: formats) { _ = format.init(reading: &reader, of: SourceOptions()) }
        let isNamed = reader.declarations.contains { $0.name == "device-from-name" }
        let ways =
            isNamed
            ? "{device} in 'files' takes it from the path, 'device-from-name: on' from each track."
            : "{device} in 'files' takes it from the path."
        return SourceLine("device", device, decide: "the id of the device; no row names one. \(ways)")
    }
}

extension LogSurvey {
    /// The zone to try for days and names: that of the nearest city that the system knows.
    static func zone(near place: Coordinate, _ options: SurveyOptions) -> (name: String, meters: Double)? {
        nearestZone(to: place, in: options.zoneTable).flatMap { options.zoneNamed($0.name) == nil ? nil : $0 }
    }
}

import Glibc
import LogFormats
import Options
import Stages
import TrackAlgorithms
import Tracks

/// Reads and checks a pipeline file.
///
/// - Parameters:
///   - path: As the user named it.
///   - settings: Values from the command line that replace those of the file.
///   - catalog: The stages and reports there are.
///   - environment: Variables that `${NAME}` takes.
/// - Throws: `Problems`: all of them, in reading order.
public func readPipelineFile(
    _ path: String, settings: [Setting] = [], catalog: Catalog, environment: [String: String]
) throws(Problems) -> PipelineFile {
    guard let bytes = readWholeFile(path) else {
        throw Problems([Problem(file: path, what: "the pipeline file cannot be read: \(String(cString: strerror(errno))).")])
    }
    return try readPipeline(
        String(decoding: bytes, as: UTF8.self), path: path, settings: settings, catalog: catalog, environment: environment)
}

/// Reads and checks the text of a pipeline file that lies at a path.
public func readPipeline(
    _ text: String, path: String, settings: [Setting] = [], catalog: Catalog, environment: [String: String]
) throws(Problems) -> PipelineFile {
    var root = try parseYAML(text, file: path)
    for setting in settings { root = try setting.applied(to: root, stageNames: catalog.stageNames) }
    let (node, problems) = substituted(root, environment: environment, file: path)
    var reader = PipelineReader(node: node, path: path, catalog: catalog, problems: problems)
    return try reader.read()
}

private struct PipelineReader {
    let node: Node
    let path: String
    let catalog: Catalog
    var problems: [Problem]
    private var phase1: [(String, String)] = []
    private var phase2: [(String, String)] = []

    init(node: Node, path: String, catalog: Catalog, problems: [Problem]) {
        self.node = node
        self.path = path
        self.catalog = catalog
        self.problems = problems
    }

    mutating func read() throws(Problems) -> PipelineFile {
        var reader = OptionReader(owner: "the pipeline file", node: node, file: path, mark: Mark(line: 1, column: 1))
        let name = reader.text("name", isRequired: true, help: "A database belongs to one name.") ?? ""
        let base = reader.text("base", help: "The folder that paths are relative to, itself relative to this file.")
        let zoneName = reader.text("timezone", isRequired: true, help: "What a day means, such as Asia/Shanghai.") ?? "UTC"
        let sameTime = reader.choice(
            "same-time", default: "best-accuracy", of: SameTimeRule.allCases.map(\.rawValue),
            help: "Which row of one time is kept.")
        let devicesPath = reader.text("devices", help: "A CSV of device, name, kind, group.")
        let kindsNode = reader.anything("kinds", type: "mapping of kinds", default: "none", help: "How kinds look and behave.")
        let readNode = reader.anything("read", type: "a source or a list of sources", default: nil, help: "Where logs are.")
        let stagesNode = reader.anything(
            "stages", type: "a list of stages", default: "none", help: "What is done with them, in order.")
        let writeNode = reader.anything("write", type: "{sqlite: …}", default: nil, help: "Where results go.")
        let reportsNode = reader.anything(
            "reports", type: "a list of reports", default: "none", help: "What is written for people.")
        reader.finish()
        problems += reader.problems
        let zone = zone(zoneName, at: node["timezone"]?.mark)
        let kinds = readKinds(kindsNode)
        let sources = readSources(readNode, zone: zone)
        let stages = readStages(stagesNode, kinds: kinds)
        checkOrder(stages, stagesNode, sources)
        let (database, isDurable) = readWrite(writeNode)
        let reports = readReports(reportsNode)
        let folder = directory(of: path)
        let baseFolder = base.map { joinedPath(folder, $0) } ?? folder
        let devices = readDevices(devicesPath.map { joinedPath(baseFolder, $0) })
        note("timezone", zoneName)
        note("same-time", sameTime)
        let errors = problems.filter { !$0.isWarning }
        guard errors.isEmpty else { throw Problems(problems) }
        func text(_ options: [(String, String)]) -> String { options.map { "\($0.0)=\($0.1)" }.joined(separator: "\n") }
        return PipelineFile(
            path: path, name: name, base: baseFolder, zone: zone, kinds: kinds, devices: devices,
            sameTime: SameTimeRule(rawValue: sameTime) ?? .bestAccuracy, sources: sources, stages: stages.map(\.stage),
            databasePath: database, isDurable: isDurable, reports: reports, warnings: problems, phase1Options: hash(phase1),
            phase1Text: text(phase1), phase2Options: hash(phase2 + kinds.map { ($0.name, "\($0.priority)") }),
            phase2Text: text(phase2 + kinds.map { ("kinds.\($0.name).priority", "\($0.priority)") }))
    }

    private mutating func note(_ name: String, _ value: String) { phase1.append((name, value)) }

    private func hash(_ options: [(String, String)]) -> String {
        var hash = StableHash()
        for (name, value) in options {
            hash.combine(name)
            hash.combine(value)
        }
        let digits = String(hash.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private mutating func report(_ mark: Mark?, _ what: String, isWarning: Bool = false) {
        problems.append(Problem(file: path, mark: mark, what: what, isWarning: isWarning))
    }

    /// Kinds of the devices file decide on speeds: a change of one makes days anew; names and groups do not.
    private mutating func readDevices(_ path: String?) -> [DeviceEntry] {
        guard let path else { return [] }
        do throws(Problems) {
            let devices = try readDeviceEntries(path)
            for device in devices { if let kind = device.kind { note("devices.\(device.device)", kind) } }
            return devices
        } catch {
            problems += error.list
            return []
        }
    }

    private mutating func zone(_ name: String, at mark: Mark?) -> TimeZoneRules {
        if let rules = timeZoneRules(named: name) { return rules }
        let hint = hasTimeZones() ? "write a name such as Asia/Shanghai or UTC" : "install the package tzdata"
        report(mark, "the time zone '\(name)' is not known; \(hint).")
        return .utc
    }

    // MARK: Kinds

    private mutating func readKinds(_ node: Node?) -> [KindOptions] {
        guard let node, !node.isEmpty else { return [] }
        guard case .mapping(let entries) = node.content else {
            report(node.mark, "'kinds' is \(node.kindInWords); it may be a mapping such as {pet: {top-speed: 15 m/s}}.")
            return []
        }
        return entries.map { entry in
            var reader = OptionReader(owner: "the kind '\(entry.key)'", node: entry.value, file: path, mark: entry.keyMark)
            let kind = readKindOptions(named: entry.key, &reader)
            reader.finish()
            problems += reader.problems
            note("kinds.\(entry.key)", "\(kind.codes) \(kind.topSpeedMetersPerSecond ?? -1)")
            return kind
        }
    }

    // MARK: Sources

    private mutating func readSources(_ node: Node?, zone: TimeZoneRules) -> [Source] {
        guard let node else { return [] }
        let items: [Node] = if case .sequence(let items) = node.content { items } else { [node] }
        if items.isEmpty { report(node.mark, "'read' has no source.") }
        return items.map { item in
            var reader = OptionReader(owner: "read", node: item, file: path, mark: item.mark)
            let options = SourceOptions(reading: &reader, mark: item.mark)
            problems += reader.problems
            for (name, value) in reader.values where !["settle", "required", "files"].contains(name) {
                note("read.\(name)", value)
            }
            var patterns: [FilePattern] = []
            for text in options.files {
                if let pattern = FilePattern(text) {
                    patterns.append(pattern)
                } else {
                    report(
                        item["files"]?.mark, "'files' has '\(text)'; braces may hold date, date: with yyyy, MM and dd, or device."
                    )
                }
            }
            return Source(
                options: options, datedIn: options.filesDatedIn.map { self.zone($0, at: item["files-dated-in"]?.mark) } ?? zone,
                timeZone: self.zone(options.timezone, at: item["timezone"]?.mark), patterns: patterns)
        }
    }

    // MARK: Stages

    private mutating func readStages(_ node: Node?, kinds: [KindOptions]) -> [(stage: any Stage, mark: Mark)] {
        guard let node, !node.isEmpty else { return [] }
        guard case .sequence(let items) = node.content else {
            report(node.mark, "'stages' is \(node.kindInWords); it wants a list.")
            return []
        }
        let topSpeeds = Dictionary(
            uniqueKeysWithValues: kinds.compactMap { kind in kind.topSpeedMetersPerSecond.map { (kind.name, $0) } })
        var context = StageContext(topSpeeds: topSpeeds, kinds: kinds.map(\.name))
        var stages: [(stage: any Stage, mark: Mark)] = []
        for item in items {
            guard let stage = readStage(item, context) else { continue }
            stages.append((stage, item.mark))
            context.preceding.append(stage)
        }
        let hasTrips = stages.contains { $0.stage is SplitTrips }
        for i in stages.indices {
            guard var stays = stages[i].stage as? FindStays else { continue }
            stays.isFollowedBySplitTrips = hasTrips
            stages[i].stage = stays
        }
        return stages
    }

    private mutating func readStage(_ item: Node, _ context: StageContext) -> (any Stage)? {
        var options: Node?
        if case .mapping(let entries) = item.content {
            guard entries.count == 1 else {
                report(
                    item.mark, "a stage is one name with its options; here stand \(entries.map(\.key).joined(separator: ", ")).")
                return nil
            }
            options = entries[0].value
        }
        guard let name = Setting.stageName(item) else {
            report(item.mark, "a stage is a name, or a name with options; here stands \(item.kindInWords).")
            return nil
        }
        guard let type = catalog.stages.first(where: { $0.name == name }) else {
            let hint = suggestion(for: name, among: catalog.stageNames).map { "Did you mean '\($0)'?" }
            report(
                item.mark, "there is no stage '\(name)'. \(hint ?? "There are \(catalog.stageNames.joined(separator: ", ")).")")
            return nil
        }
        var reader = OptionReader(owner: name, node: options, file: path, mark: item.mark)
        let stage = type.init(reading: &reader, context: context)
        reader.finish()
        problems += reader.problems
        let isPhase1 = stage is any FixStage
        for (option, value) in reader.values {
            if isPhase1 { phase1.append(("\(name).\(option)", value)) } else { phase2.append(("\(name).\(option)", value)) }
        }
        if isPhase1 { phase1.append((name, "")) } else { phase2.append((name, "")) }
        return stage
    }

    // MARK: Order

    private mutating func checkOrder(_ stages: [(stage: any Stage, mark: Mark)], _ node: Node?, _ sources: [Source]) {
        func position(_ type: any Stage.Type) -> Int? { stages.firstIndex { Swift.type(of: $0.stage) == type } }
        for type in catalog.stages where type.name != Thin.name {
            let places = stages.filter { Swift.type(of: $0.stage) == type }
            for extra in places.dropFirst() { report(extra.mark, "\(type.name) stands here a second time; once is enough.") }
        }
        if let convert = position(Convert.self) {
            if convert > 0 {
                report(
                    stages[convert].mark,
                    "convert stands behind \(Swift.type(of: stages[0].stage).name); it must be the first stage.")
            }
        } else {
            for source in sources where source.options.mayNeedConversion {
                report(
                    source.options.mark,
                    "this source may be in another coordinate system than wgs84, and no stage converts it; add convert as the first stage."
                )
            }
        }
        let after: [(any Stage.Type, any Stage.Type)] = [(SplitTrips.self, FindStays.self), (FindPlaces.self, FindStays.self)]
        for (later, earlier) in after {
            guard let place = position(later), position(earlier).map({ $0 > place }) ?? true else { continue }
            report(stages[place].mark, "\(later.name) wants \(earlier.name) before it.")
        }
        if let stays = position(FindStays.self) {
            for (stage, mark) in stages[..<stays]
            where (stage as? any FixStage).map({ Swift.type(of: $0).takes == .thinned }) ?? false {
                report(
                    mark, "\(Swift.type(of: stage).name) thins before find-stays; stays may be lost. Put it behind.",
                    isWarning: true)
            }
            if let trips = position(SplitTrips.self), trips > stays {
                for (stage, mark) in stages[stays..<trips]
                where (stage as? any FixStage).map({ Swift.type(of: $0).takes != .nothing }) ?? false {
                    report(
                        mark,
                        "\(Swift.type(of: stage).name) drops fixes between find-stays and split-trips; put it before or behind both."
                    )
                }
            }
        }
        checkPhases(stages)
    }

    /// A stage of phase 2 works on results; what drops fixes cannot stand behind find-stays but thinning.
    private mutating func checkPhases(_ stages: [(stage: any Stage, mark: Mark)]) {
        var hasStays = false
        var laterName: String?
        for (stage, mark) in stages {
            let name = Swift.type(of: stage).name
            if let fixStage = stage as? any FixStage {
                if let laterName {
                    report(mark, "\(name) works on fixes and stands behind \(laterName), which works on results; put it before.")
                }
                if hasStays, Swift.type(of: fixStage).takes == .rejects {
                    report(mark, "\(name) rejects fixes behind find-stays; put it before.")
                }
                if stage is FindStays { hasStays = true }
            } else {
                laterName = laterName ?? name
            }
        }
    }

    // MARK: Results

    private mutating func readWrite(_ node: Node?) -> (path: String, isDurable: Bool) {
        guard let node else { return ("", false) }
        var reader = OptionReader(owner: "write", node: node, file: path, mark: node.mark)
        let database = reader.text("sqlite", isRequired: true, help: "The result file.") ?? ""
        let isDurable = reader.flag("durable", default: false, help: "Whether every day waits until the disk has it.")
        reader.finish()
        problems += reader.problems
        return (database, isDurable)
    }

    private mutating func readReports(_ node: Node?) -> [ReportEntry] {
        guard let node, !node.isEmpty else { return [] }
        guard case .sequence(let items) = node.content else {
            report(node.mark, "'reports' is \(node.kindInWords); it wants a list.")
            return []
        }
        return items.compactMap { item in
            guard case .mapping(let entries) = item.content, entries.count == 1, let entry = entries.first else {
                report(
                    item.mark,
                    "a report is one name with its options, such as csv: {table: stays, to: \"out/stays.csv\"}; here stands \(item.kindInWords)."
                )
                return nil
            }
            let names = catalog.reports.map(\.name)
            guard let declaration = catalog.reports.first(where: { $0.name == entry.key }) else {
                let hint =
                    suggestion(for: entry.key, among: names).map { "Did you mean '\($0)'?" }
                    ?? "There are \(names.joined(separator: ", "))."
                report(entry.keyMark, "there is no report '\(entry.key)'. \(hint)")
                return nil
            }
            var reader = OptionReader(owner: entry.key, node: entry.value, file: path, mark: entry.keyMark)
            let to = reader.text("to", isRequired: true, help: "Where it goes; with {date} one for each day.") ?? ""
            let options = declaration.read(&reader)
            reader.finish()
            problems += reader.problems
            return ReportEntry(name: entry.key, path: to, options: options)
        }
    }
}

/// Reads the options of a kind.
public func readKindOptions(named name: String, _ reader: inout OptionReader) -> KindOptions {
    var kind = KindOptions(name: name)
    kind.codes = reader.texts("codes", help: "Values of the kind column that mean it, besides its name.")
    kind.topSpeedMetersPerSecond = reader.optional(
        "top-speed", .speed, in: 0.1...10_000, help: "drop-spikes takes it for this kind.")
    kind.color = reader.text("color", help: "#RRGGBB, in quotes.")
    kind.glyph = reader.text("glyph", help: "A letter or two for its marker.")
    let priority =
        reader.text("priority", default: "high", help: "required (1000), high (750), low (250), or a number.") ?? "high"
    let numbers: [String: Int64] = ["required": 1000, "high": 750, "low": 250]
    if let number = numbers[priority] ?? Int64(priority), (0...1000).contains(number) {
        kind.priority = number
    } else {
        reader.report(at: "priority", "'priority' is '\(priority)'; it may be required, high, low, or a number from 0 to 1000.")
    }
    if let color = kind.color, color.count != 7 || !color.hasPrefix("#") || !color.dropFirst().allSatisfy(\.isHexDigit) {
        reader.report(at: "color", "'color' is '\(color)'; it may be #RRGGBB, in quotes.")
    }
    return kind
}

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
    guard let bytes = readWholeFile(path, limit: longestPipelineFile) else {
        throw Problems([Problem(file: path, what: "the pipeline file cannot be read: \(String(cString: strerror(errno))).")])
    }
    guard bytes.count <= longestPipelineFile else {
        throw Problems([Problem(file: path, what: "the pipeline file has more than 1 MB; it may have 1 MB (1,000,000 bytes).")])
    }
    if let bad = firstByteOutsideUTF8(bytes) {
        let what = "here the file is not UTF-8; save it as UTF-8."
        throw Problems([Problem(file: path, mark: Mark(ofByte: bad, in: bytes), what: what)])
    }
    return try readPipeline(
        String(decoding: bytes, as: UTF8.self), path: path, settings: settings, catalog: catalog, environment: environment)
}

/// Bytes that a pipeline file may have.
private let longestPipelineFile = 1_000_000
/// Reports that a pipeline file may ask for.
private let mostReports = 1000
/// Bytes that a devices file or a file of `names-from` may have.
private let longestSmallFile = 100_000_000

/// Reads and checks the text of a pipeline file that lies at a path.
public func readPipeline(
    _ text: String, path: String, settings: [Setting] = [], catalog: Catalog, environment: [String: String]
) throws(Problems) -> PipelineFile {
    let document = try YAMLDocument(text, file: path)
    var root = document.root
    var problems = document.problems
    guard !root.isRefused else { throw Problems(problems) }
    for setting in settings {
        do throws(Problems) { root = try setting.applied(to: root, stageNames: catalog.stageNames) } catch {
            problems += error.list
        }
    }
    let (node, unset) = substituted(root, environment: environment, file: path)
    var reader = PipelineReader(node: node, path: path, catalog: catalog, problems: problems + unset)
    let secrets = SecretWords(in: root, environment: environment)
    do throws(Problems) {
        var pipeline = try reader.read()
        pipeline.warnings = secrets.hidden(in: pipeline.warnings)
        return pipeline
    } catch {
        throw Problems(secrets.hidden(in: error.list))
    }
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
        let top = TopOptions(reading: &reader)
        reader.finish()
        problems += reader.problems
        let zone = zone(top.zone, at: node["timezone"]?.mark)
        let kinds = readKinds(top.kinds)
        let sources = readSources(top.read, zone: zone)
        let stages = StageList(node["stages"], kinds: kinds, catalog: catalog, file: path)
        phase1 += stages.phase1
        phase2 += stages.phase2
        let order = StageOrder(stages, sources: sources, catalog: catalog, file: path)
        problems += stages.problems + order.problems
        let (database, isDurable) = readWrite(top.write)
        let reports = readReports(top.reports)
        let baseFolder = folder(top.base)
        let smallFiles = smallFiles(top.devices, stages.namesFrom?.file) + addressFiles(stages, in: baseFolder)
        if let baseFolder { checkOutputs(database, top.metrics, reports, smallFiles, sources, stages, in: baseFolder) }
        let devices = readDevices(top.devices, in: baseFolder)
        let names = readPlaceNames(stages.namesFrom, in: baseFolder)
        note("timezone", top.zone)
        note("same-time", top.sameTime)
        if rulesVersion > 1 { note("rules", "\(rulesVersion)") }
        if problems.allSatisfy(\.isWarning) { problems += order.warningsOfKinds(devices: devices) }
        let found = Problems(problems)
        guard let baseFolder, found.list.allSatisfy(\.isWarning) else { throw found }
        let compared = ComparedOptions(catalog)
        func text(_ options: [(String, String)]) -> String {
            compared.normal(options.map { "\($0.0)=\($0.1)" }.joined(separator: "\n"))
        }
        return PipelineFile(
            path: path, name: top.name, base: baseFolder, zone: zone, kinds: kinds, devices: devices, smallFiles: smallFiles,
            placeNames: names,
            sameTime: SameTimeRule(rawValue: top.sameTime) ?? .bestAccuracy, sources: sources,
            stages: stages.stages.map(\.stage), databasePath: database, isDurable: isDurable, reports: reports.map(\.entry),
            metricsPath: top.metrics,
            warnings: found.list, compared: compared,
            phase1Text: text(phase1), phase2Text: text(phase2 + kinds.map { ("kinds.\($0.name).priority", "\($0.priority)") }))
    }

    private mutating func note(_ name: String, _ value: String) { phase1.append((name, value)) }

    private func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private mutating func report(_ mark: Mark?, _ what: String, isWarning: Bool = false) {
        problems.append(Problem(file: path, mark: mark, what: what, isWarning: isWarning))
    }

    // MARK: Paths

    /// The folder that paths are relative to; nil where it is not known.
    private mutating func folder(_ base: String?) -> String? {
        let own = directory(of: path)
        guard let base else { return node["base"]?.isRefused == true ? nil : own }
        let folder = joinedPath(own, base)
        guard !isFolder(folder) else { return folder }
        report(
            node["base"]?.mark, "'base' is \(base), and there is no folder \(shortenedPath(folder)); make it or write another.")
        return nil
    }

    /// A small file that an option names; nil where it is not given or cannot be read.
    private mutating func bytes(of file: String?, _ option: String, at mark: Mark?, in folder: String?) -> [UInt8]? {
        guard let file, let folder else { return nil }
        let path = joinedPath(folder, file)
        guard let bytes = readWholeFile(path, limit: longestSmallFile) else {
            report(mark, "'\(option)' is \(file); \(shortenedPath(path)) cannot be read: \(systemError()).")
            return nil
        }
        guard bytes.count > longestSmallFile else { return bytes }
        report(mark, "'\(option)' is \(file); \(shortenedPath(path)) has more than 100 MB, which it may have.")
        return nil
    }

    private mutating func readDevices(_ file: String?, in folder: String?) -> [DeviceEntry] {
        guard let file, let folder, let bytes = bytes(of: file, "devices", at: node["devices"]?.mark, in: folder) else {
            return []
        }
        do throws(Problems) {
            return try deviceEntries(bytes, file: shortenedPath(joinedPath(folder, file)))
        } catch {
            problems += error.list
            return []
        }
    }

    private mutating func readPlaceNames(_ names: (file: String, mark: Mark)?, in folder: String?) -> PlaceNames {
        guard let (file, mark) = names, let folder, let bytes = bytes(of: file, "names-from", at: mark, in: folder) else {
            return PlaceNames()
        }
        do throws(Problems) { return try PlaceNames(bytes, file: shortenedPath(joinedPath(folder, file))) } catch {
            problems += error.list
            return PlaceNames()
        }
    }

    private func smallFiles(_ devices: String?, _ names: String?) -> [(path: String, words: String)] {
        [(devices, "the devices file"), (names, "the file of 'names-from'")].compactMap { path, words in path.map { ($0, words) }
        }
    }

    /// The files that addresses come from; those that cannot be read are told.
    private mutating func addressFiles(_ stages: StageList, in folder: String?) -> [(path: String, words: String)] {
        (stages.geocode?.stage.sources.all ?? []).compactMap { source in
            guard let file = source.file, !file.isEmpty else { return nil }
            if let folder, access(joinedPath(folder, file), R_OK) != 0 || isFolder(joinedPath(folder, file)) {
                let why = isFolder(joinedPath(folder, file)) ? "it is a folder" : systemError()
                report(source.mark, "'file' is \(file); \(shortenedPath(joinedPath(folder, file))) cannot be read: \(why).")
            }
            return (file, "the file of '\(source.name)'")
        }
    }

    /// Refuses outputs that would destroy what is read, or each other.
    private mutating func checkOutputs(
        _ database: String, _ metrics: String?, _ reports: [(entry: ReportEntry, mark: Mark?)],
        _ smallFiles: [(path: String, words: String)],
        _ sources: [Source], _ stages: StageList, in folder: String
    ) {
        var outputs = OutputCheck(file: path, base: folder)
        for file in smallFiles { outputs.reads(file.path, words: file.words) }
        for text in sources.flatMap(\.options.files) { outputs.readsLogs(text) }
        outputs.writesResults(database, at: node["write"]?["sqlite"]?.mark)
        if let (geocode, mark) = stages.geocode, geocode.sources.all.contains(where: \.isAsked) {
            outputs.writesCache(geocode.cache(besideResults: database), at: mark("cache"))
        }
        if let metrics { outputs.writesMetrics(metrics, at: node["metrics"]?.mark) }
        for (entry, mark) in reports { outputs.writesReport(entry.path, at: mark) }
        problems += outputs.problems
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
        var meanings = Dictionary(entries.map { ($0.key, $0.key) }) { a, _ in a }
        return entries.map { entry in
            var reader = OptionReader(owner: "the kind '\(entry.key)'", node: entry.value, file: path, mark: entry.keyMark)
            let kind = readKindOptions(named: entry.key, &reader)
            for code in kind.codes where meanings.updateValue(entry.key, forKey: code).map({ $0 != entry.key }) ?? false {
                reader.report(at: "codes", "'codes' has '\(code)', which means another kind, too; let it mean one.")
            }
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
        return items.filter { !$0.isRefused }.map { item in
            var reader = OptionReader(owner: "read", node: item, file: path, mark: item.mark)
            let options = SourceOptions(reading: &reader, formats: catalog.formats, mark: item.mark)
            problems += reader.problems
            for (name, value) in inOrderOfComparing(reader.values) where !["settle", "required", "files"].contains(name) {
                note("read.\(name)", value)
            }
            var patterns: [FilePattern] = []
            for text in options.files where !text.trimmed.isEmpty {
                if let pattern = FilePattern(text) {
                    patterns.append(pattern)
                    for sentence in wordsOfOtherTools(in: text) {
                        report(item["files"]?.mark, "'files' has '\(text)': \(sentence)", isWarning: true)
                    }
                } else {
                    report(
                        item["files"]?.mark, "'files' has '\(text)'; braces may hold date, date: with yyyy, MM and dd, or device."
                    )
                }
            }
            return Source(
                options: options, datedIn: options.filesDatedIn.map { self.zone($0, at: item["files-dated-in"]?.mark) } ?? zone,
                timeZone: self.zone(options.timezone, at: item["timezone"]?.mark),
                formatZones: options.hasTimezone ? [:] : zones(of: options.formats), patterns: patterns)
        }
    }

    /// The zones that formats bring with them.
    private mutating func zones(of formats: [any LogFormat]) -> [String: TimeZoneRules] {
        var zones: [String: TimeZoneRules] = [:]
        for name in Set(formats.map { type(of: $0).timezone }) { zones[name] = zone(name, at: nil) }
        return zones
    }

    // MARK: Results

    private mutating func readWrite(_ node: Node?) -> (path: String, isDurable: Bool) {
        guard let node else { return ("", false) }
        var reader = OptionReader(owner: "write", node: node, file: path, mark: node.mark)
        let options = WriteOptions(reading: &reader)
        reader.finish()
        problems += reader.problems
        return (options.database, options.isDurable)
    }

    private mutating func readReports(_ node: Node?) -> [(entry: ReportEntry, mark: Mark?)] {
        guard let node, !node.isEmpty else { return [] }
        guard case .sequence(let items) = node.content else {
            report(node.mark, "'reports' is \(node.kindInWords); it wants a list.")
            return []
        }
        if items.count > mostReports {
            report(node.mark, "'reports' has \(items.count) reports; it may have \(mostReports).")
        }
        return items.prefix(mostReports).filter { !$0.isRefused }.compactMap { item in
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
            let to = readReportPath(&reader)
            let options = declaration.read(&reader)
            reader.finish()
            problems += reader.problems
            let report = ReportEntry(name: entry.key, path: to, options: options)
            if report.isPerDevice, let why = declaration.whyNotPerDevice(options) {
                self.report(entry.value["to"]?.mark, "'to' is \(to), but \(why); leave {device} out.")
            }
            return (report, entry.value["to"]?.mark)
        }
    }
}

/// Reads the option that every report has: where it goes.
public func readReportPath(_ reader: inout OptionReader) -> String {
    let help = "Where it goes; with {date} one for each day, with {device} one for each device."
    return reader.text("to", isRequired: true, help: help) ?? ""
}

/// Reads the options of a kind.
public func readKindOptions(named name: String, _ reader: inout OptionReader) -> KindOptions {
    var kind = KindOptions(name: name)
    kind.codes = reader.texts("codes", help: "Values of the kind column that mean it, besides its name.")
    kind.topSpeedMetersPerSecond = reader.optional(
        "top-speed", .speed, in: 0.01...10_000, help: "drop-spikes takes it for this kind.")
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

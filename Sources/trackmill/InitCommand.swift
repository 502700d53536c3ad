import Glibc
import LogSurvey
import Options
import Pipeline
import Reports

let initCommand = Command(
    name: "init", arguments: "LOG…", counts: 1...10_000,
    summary: "Looks at logs and writes the pipeline file for them.",
    options: [
        Command.Option(name: "-o", value: "FILE", help: "The pipeline file; standard output unless given."),
        Command.Option(
            name: "--known", value: "LON,LAT",
            help:
                "A place that a device was at, as a map shows it; LON,LAT,gcj02 as maps of Amap and Tencent do, LON,LAT,bd09 as Baidu's. It tells the coordinate system of the logs. May be given several times.",
            isRepeated: true),
        Command.Option(name: "--force", help: "Overwrite the file, where it is there."),
    ],
    examples: [
        "trackmill init gps-20250601.csv.gz gps-20250602.csv.gz -o nightly.yaml",
        "trackmill init walk.gpx | less", "trackmill init taxi.csv --known 116.3975,39.9087 -o taxi.yaml",
    ]
) { call in
    let path = try call.value("-o").map(outputFile)
    let known = try call.all("--known").map { text in
        guard let place = KnownPlace(text) else {
            throw UsageError("--known is '\(text)'; it wants LON,LAT in degrees, or LON,LAT,SYSTEM with wgs84, gcj02 or bd09.")
        }
        return place
    }
    if let path, !call.has("--force"), access(path, F_OK) == 0 {
        throw RunProblem(status: .cannotCreate, "\(path): is there already; --force overwrites it. Nothing was written.")
    }
    var options = SurveyOptions(formats: BuiltIn.catalog.formats)
    options.known = known
    options.name = path
    options.call = (["trackmill init"] + call.arguments.map(shellWord) + call.all("--known").map { "--known \(shellWord($0))" })
        .joined(separator: " ")
    options.zoneTable = timeZoneCities()
    options.zoneNamed = timeZoneRules(named:)
    let places = LogPlaces(pipeline: path, logs: call.arguments)
    (options.base, options.pathInBase) = (places.base, places.pathInBase)
    let survey = try checkedSurvey(of: call.arguments, options, path: path)
    return try finish(survey, call, path)
}

private func outputFile(_ path: String) throws -> String {
    guard !path.isEmpty, path != "-" else { throw UsageError("-o wants a file.") }
    return path
}

/// Looks at logs until what is written about them is a pipeline file that reads these logs, each once.
private func checkedSurvey(of paths: [String], _ options: SurveyOptions, path: String?) throws(Problems) -> LogSurvey {
    var found = Problems([])
    for patterns in NamePatterns.allCases {
        var options = options
        options.patterns = patterns
        let survey = LogSurvey(of: paths, options)
        guard let text = survey.text else { return survey }
        do throws(Problems) {
            let pipeline = try readPipeline(
                text, path: path ?? "pipeline.yaml", catalog: BuiltIn.catalog, environment: [:])
            _ = try checkFiles(of: pipeline)
            return survey
        } catch {
            found = error
        }
    }
    throw found
}

private func finish(_ survey: LogSurvey, _ call: Invocation, _ path: String?) throws -> Int32 {
    if !call.isQuiet { for line in survey.seen { printProblem(line) } }
    for line in survey.unread { printProblem("trackmill init: \(line)") }
    guard let text = survey.text else {
        throw RunProblem(
            status: survey.isAbsent ? .noInput : .damagedInput, "init: no log can be read. Nothing was written.")
    }
    let output = try OutputFile(path: path, sparing: call.arguments.map { SparedFile(path: $0, what: "is a log") })
    try output.write(text)
    try output.finish()
    if !call.isQuiet, let path {
        let open = text.split(separator: "\n").count { $0.hasPrefix("# decide:") }
        printProblem(
            "\(path): written; \(open) lines to look at begin with '# decide:'. Run it: trackmill run \(shellWord(path))")
    }
    return survey.unread.isEmpty ? 0 : ExitStatus.damagedInput.rawValue
}

/// Where logs lie, as a pipeline file names them.
private struct LogPlaces {
    /// The `base` of the file; nil for its own folder.
    let base: String?
    private let folder: String

    /// - Parameters:
    ///   - pipeline: The pipeline file; nil: one in the working directory.
    init(pipeline: String?, logs: [String]) {
        let own = Self.absolute(pipeline.map(Self.folder) ?? ".")
        let above = Self.folder(of: own)
        let places = logs.map(Self.place)
        func holdsAll(_ folder: String) -> Bool { places.allSatisfy { $0.utf8.starts(with: (folder + "/").utf8) } }
        // A folder pipelines beside a folder of logs is usual; what lies farther off is named by its whole path.
        let isBeside = !holdsAll(own) && above != "/" && holdsAll(above)
        (base, folder) = isBeside ? ("..", above) : (nil, own)
    }

    /// A log's path below the base; elsewhere its whole path.
    func pathInBase(_ log: String) -> String {
        let (place, prefix) = (Self.place(of: log), folder == "/" ? "/" : folder + "/")
        return place.utf8.starts(with: prefix.utf8)
            ? String(decoding: place.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : place
    }

    /// The whole path of a log; a link stays one.
    private static func place(of log: String) -> String {
        let name =
            log.utf8.lastIndex(of: 47).map { String(decoding: log.utf8[log.utf8.index(after: $0)...], as: UTF8.self) } ?? log
        let folder = absolute(folder(of: log))
        return folder == "/" ? "/" + name : folder + "/" + name
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 47) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }

    private static func absolute(_ folder: String) -> String {
        guard let real = realpath(folder, nil) else { return folder }
        defer { free(real) }
        return String(cString: real)
    }
}

import Glibc
import Options
import Pipeline
import Reports
import Store
import Tracks

/// Opens the result file that a command reads.
func openStore(_ call: Invocation) throws -> Store {
    let argument = call.arguments[0]
    let path = try databasePath(argument, call)
    try checkFile(path, maker: path == argument ? "PIPELINE" : shellWord(argument))
    do {
        let store = try Store(readingFrom: path)
        try store.holdMoment()
        return store
    } catch let error as StoreMismatch {
        throw RunProblem(status: .wrongPipeline, error.description)
    }
}

/// - Parameter maker: The pipeline file that makes it.
private func checkFile(_ path: String, maker: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
        throw RunProblem(
            status: .noInput,
            errno == ENOENT
                ? "\(path): there is no such file. Make it with: trackmill run \(maker)"
                : "\(path): cannot be opened: \(String(cString: strerror(errno))). Mend its path, then run again.")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
        throw RunProblem(
            status: .noInput, "\(path): this is a folder. Name the result file in it, such as tracks.sqlite, or a pipeline file.")
    default: throw RunProblem(status: .noInput, "\(path): this is no regular file. Name a result file or a pipeline file.")
    }
}

let outputOption = Command.Option(
    name: "-o", value: "FILE", help: "Where it goes; standard output unless given, or where it is '-'.")
let deviceOption = Command.Option(
    name: "--device", value: "ID", help: "Only this device; may be given several times.", isRepeated: true)

/// Where an output goes; nil for standard output.
func outputPath(_ call: Invocation) throws -> String? {
    guard let path = call.value("-o"), path != "-" else { return nil }
    guard !path.isEmpty else { throw UsageError("-o wants the name of a file, or '-' for standard output.") }
    return path
}

/// The files that a call reads: no output may fall on them.
func sparedFiles(_ call: Invocation, _ store: Store) throws -> [SparedFile] {
    let results = SparedFile.resultFile(store.path)
    guard let pipeline = try calledPipeline(call) else { return results + [try logsRead(by: store)] }
    let logs = try pipeline.logPaths().map { SparedFile(path: $0, what: "is a log of \(pipeline.path)") }
    return results + logs + sparedFiles(of: pipeline)
}

/// The logs that a result file was made from. It does not know where they lie: they are told by the ends of their paths and their sizes.
private func logsRead(by store: Store) throws -> SparedFile {
    let logs = try store.reader.rows("SELECT file, size FROM input_files") { (ExactText($0.text(0)), $0.integer(1)) }
    let sizes = Dictionary(logs) { a, _ in a }
    return SparedFile(what: "is a log that \(store.path) was made from") { path in
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let names = path.split(separator: "/")
        let ends = [path] + names.indices.map { names[$0...].joined(separator: "/") }
        return ends.contains { sizes[ExactText($0)] == Int64(status.st_size) }
    }
}

/// The files that a pipeline is read from, and the names of its logs.
func sparedFiles(of pipeline: PipelineFile) -> [SparedFile] {
    let settings = pipeline.settingFiles.map { SparedFile(path: $0.path, what: "is \($0.words)") }
    let cache = pipeline.cacheFiles.map { SparedFile(path: $0, what: "is the cache of addresses") }
    return settings + cache + [
        SparedFile(what: "would be read as a log of \(pipeline.path)") { pipeline.pattern(matching: $0) != nil }
    ]
}

/// The pipeline file that a call names; nil where it names a result file.
private func calledPipeline(_ call: Invocation) throws -> PipelineFile? {
    let argument = call.arguments[0]
    guard argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") else { return nil }
    return try readPipelineFile(argument, call)
}

/// The hash of the options that a pipeline file makes days with; nil where a call names a result file.
func todaysOptions(_ call: Invocation) throws -> String? { try calledPipeline(call)?.phase1Options }

/// The time zone that the days of a result file go by.
func timeZoneOfDays(_ store: Store) throws -> TimeZoneRules { timeZoneRules(named: try store.meta("timezone") ?? "UTC") ?? .utc }

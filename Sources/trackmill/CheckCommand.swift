import Glibc
import Options
import Pipeline

let checkCommand = Command(
    name: "check", arguments: "PIPELINE…", counts: 1...1000,
    summary: "Says every problem of pipeline files at once, file:line:column.", options: [setOption],
    examples: ["trackmill check pipelines/*.yaml"]
) { call in
    var good: [String] = []
    for path in call.arguments {
        do throws(Problems) {
            let pipeline = try readPipelineFile(path, call)
            let warnings = try pipeline.warnings + checkFiles(of: pipeline)
            for warning in warnings { printProblem("\(warning)") }
            good.append(path)
        } catch {
            for problem in error.list { printProblem("\(problem)") }
        }
    }
    if !call.isQuiet { try printLines(good.map { "\($0): good" }) }
    return good.count == call.arguments.count ? 0 : ExitStatus.wrongPipeline.rawValue
}

/// Reads a pipeline file with the settings of a call.
func readPipelineFile(_ path: String, _ call: Invocation) throws(Problems) -> PipelineFile {
    var settings: [Setting] = []
    for text in call.all("--set") {
        guard let setting = Setting(text) else {
            throw Problems([
                Problem(file: "--set \(text)", what: "this wants a key and a value: --set find-stays.radius='100 m'.")
            ])
        }
        settings.append(setting)
    }
    return try readPipelineFile(path, settings: settings, catalog: BuiltIn.catalog, environment: environmentVariables())
}

/// The variables of the environment.
private func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        entry += 1
    }
    return variables
}

/// The result file of a DB argument: the file itself, or that of a pipeline file.
func databasePath(_ argument: String, _ call: Invocation) throws -> String {
    guard argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") else { return argument }
    let pipeline = try readPipelineFile(argument, call)
    return pipeline.resolved(pipeline.databasePath)
}

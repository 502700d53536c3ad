import Glibc
import Options
import Pipeline

let checkCommand = Command(
    name: "check", arguments: "PIPELINE…", counts: 0...1000,
    summary: "Says every problem of pipeline files at once, file:line:column.",
    options: [
        textOrJSONOption,
        Command.Option(name: "--schema", help: "Print the JSON Schema of pipeline files, for editors, and check none."),
        setOption,
    ],
    examples: [
        "trackmill check pipelines/*.yaml", "trackmill check pipelines/nightly.yaml --format json",
        "trackmill check --schema > pipeline.schema.json",
    ]
) { call in
    let isJSON = try wantsJSON(call)
    if call.has("--schema") {
        guard call.arguments.isEmpty else { throw UsageError("--schema stands alone; leave out \(call.arguments[0]).") }
        try printText(PipelineSchema.schema.pretty() + "\n")
        return 0
    }
    guard !call.arguments.isEmpty else { throw UsageError("check wants PIPELINE…; found 0.") }
    let checked = call.arguments.map { check($0, call) }
    let isGood = checked.allSatisfy(\.isGood)
    let status = isGood ? 0 : ExitStatus.wrongPipeline.rawValue
    if isJSON {
        let files = JSONOutput.object([("files", .list(checked.map(\.json))), ("exit_status", .integer(Int64(status)))])
        try printText(files.line + "\n")
        return status
    }
    for problem in checked.flatMap(\.problems) { printProblem("\(problem)") }
    if !call.isQuiet { try printLines(checked.filter(\.isGood).map { "\($0.path): good" }) }
    return status
}

/// A pipeline file that was checked.
struct CheckedFile {
    let path: String
    /// Whether a run may use it.
    let isGood: Bool
    /// Problems and warnings, in reading order.
    let problems: [Problem]

    static let document = JSONDocument(
        name: "check", summary: "What trackmill check PIPELINE… --format json prints.",
        fields: [
            JSONField(
                "files",
                .list(
                    .object([
                        JSONField("file", .text, "The pipeline file as it was named."),
                        JSONField("good", .flag, "Whether a run may use it."),
                        JSONField("problems", .list(.object(problemFields)), "Problems and warnings, in reading order."),
                    ])), "The files, in the order in which they were named."),
            JSONField("exit_status", .integer, "That of the command: 78 where a file is not good, else 0."),
        ])

    private static let problemFields = [
        JSONField("file", .optional(.text), "Where it is: the pipeline file, or one that it names; null for a --set."),
        JSONField("line", .optional(.integer), "From 1."), JSONField("column", .optional(.integer), "From 1."),
        JSONField("warning", .flag, "Whether a run may go on in spite of it."),
        JSONField("text", .text, "What is wrong, and how to mend it."),
    ]

    var json: JSONOutput {
        .object([
            ("file", .text(path)), ("good", .flag(isGood)),
            (
                "problems",
                .list(
                    problems.map { problem in
                        // Line 0 is a value of --set.
                        let mark = problem.mark.flatMap { $0.line > 0 ? $0 : nil }
                        let isOfSetting = problem.mark?.line == 0 || problem.file.isEmpty || problem.file.hasPrefix("--set ")
                        return .object([
                            ("file", isOfSetting ? .null : .text(problem.file)), ("line", .optional(mark?.line)),
                            ("column", .optional(mark?.column)), ("warning", .flag(problem.isWarning)),
                            ("text", .text(problem.what)),
                        ])
                    })
            ),
        ])
    }
}

private func check(_ path: String, _ call: Invocation) -> CheckedFile {
    do throws(Problems) {
        let pipeline = try readPipelineFile(path, call)
        return CheckedFile(path: path, isGood: true, problems: try pipeline.warnings + checkFiles(of: pipeline))
    } catch {
        return CheckedFile(path: path, isGood: false, problems: error.list)
    }
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

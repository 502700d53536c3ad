import Glibc
import Options
import Pipeline
import Reports
import SQLite
import Samples
import Store

/// Runs the program with these words and gives its exit status.
func execute(_ words: [String]) -> Int32 {
    guard let first = words.first else {
        printError(BuiltIn.usage)
        return ExitStatus.wrongUsage.rawValue
    }
    do {
        switch first {
        case "--version":
            try printText("trackmill \(Main.version)\n")
            return 0
        case "--help", "-h":
            try printText(BuiltIn.usage)
            return 0
        default: return try execute(command: first, Array(words.dropFirst()))
        }
    } catch {
        let status = exitStatus(of: error)
        if ["run", "geocode"].contains(first), JSONLog.isAskedFor(words) {
            let log = JSONLog(start: currentMilliseconds())
            log.write(error)
            log.write(LogSummary(status: status))
        } else {
            // Problems begin with their place, so that editors find it.
            if let problems = error as? Problems {
                for problem in problems.list { printProblem("\(problem)") }
            } else {
                printProblem("trackmill: \(error)")
            }
        }
        return status
    }
}

private func execute(command name: String, _ words: [String]) throws -> Int32 {
    guard let command = BuiltIn.commands.first(where: { $0.name == name }) else {
        let hint =
            suggestion(for: name, among: BuiltIn.commands.map(\.name)).map { " Did you mean '\($0)'?" }
            ?? " See trackmill --help."
        throw UsageError("there is no command '\(name)'.\(hint)")
    }
    let invocation = try command.parse(words)
    if invocation.has("--help") {
        try printText(command.help)
        return 0
    }
    try command.checkCount(invocation)
    return try command.run(invocation)
}

/// The exit status that says what went wrong (sysexits).
func exitStatus(of error: any Error) -> Int32 {
    switch error {
    case is UsageError: ExitStatus.wrongUsage.rawValue
    case is Problems: ExitStatus.wrongPipeline.rawValue
    case let problem as RunProblem: problem.status.rawValue
    case let problem as StoreError: (ExitStatus(of: problem) ?? .inputOutput).rawValue
    case is StoreMismatch: ExitStatus.wrongUsage.rawValue
    case let problem as OutputError where problem.isRefused: ExitStatus.wrongUsage.rawValue
    case let problem as OutputError where problem.isOfResources: ExitStatus.noResources.rawValue
    case let problem as OutputError: (problem.isCreation ? ExitStatus.cannotCreate : .inputOutput).rawValue
    case is SampleProblem: ExitStatus.cannotCreate.rawValue
    default: ExitStatus.ourBug.rawValue
    }
}

/// Writes results to standard output.
func printText(_ text: String) throws {
    let output = try OutputFile(path: nil)
    try output.write(text)
    try output.finish()
}

/// Writes lines for people to standard output.
func printLines(_ lines: [String]) throws { try printText(lines.map { shownText($0) + "\n" }.joined()) }

/// Writes a line for people to standard error.
func printProblem(_ line: String) { printError(shownText(line) + "\n") }

/// Writes a text to standard error as it is.
func printError(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(2, $0.baseAddress.map { $0 + done }, bytes.count - done) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        done += count
    }
}

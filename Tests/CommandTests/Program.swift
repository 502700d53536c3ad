import Foundation
import Glibc
import Testing

/// What a call of the program left.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard error.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

    /// The lines of standard output.
    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
}

/// The real binary, `trackmill`.
enum Program {
    /// It lies beside the test bundle, or in a folder above it.
    static let path: String? = {
        let starts = [CommandLine.arguments.first ?? "", "/proc/self/exe"].map { URL(filePath: $0).resolvingSymlinksInPath() }
        for start in starts {
            var folder = start.deletingLastPathComponent()
            for _ in 0..<5 {
                let candidate = folder.appending(path: "trackmill").path
                var status = stat()
                if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    /// Runs it to its end. Its outputs go to files, so that no pipe can fill up.
    ///
    /// - Parameters:
    ///   - folder: The working directory.
    ///   - environment: Variables besides those of the tests.
    static func run(_ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]) throws -> Outcome {
        let path = try #require(path, "There is no program trackmill beside \(CommandLine.arguments.first ?? "the tests").")
        let streams = try TemporaryFolder()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, streams("output"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, streams("errors"), O_WRONLY | O_CREAT, 0o600)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        // env changes to the folder: what spawns with one is no part of this Glibc module.
        let words = ["env", "-C", folder.path, path] + arguments
        let process = try spawn("/usr/bin/env", words, variables.map { "\($0.key)=\($0.value)" }, &actions)
        var ending: Int32 = 0
        while waitpid(process, &ending, 0) < 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        // The low seven bits are the signal that stopped it, the next byte its status.
        let signal = ending & 0x7F
        return Outcome(
            status: signal == 0 ? (ending >> 8) & 0xFF : 128 + signal, output: try streams.text(of: "output"), errors: try streams.text(of: "errors"))
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ variables: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        let words = arguments.map { strdup($0) } + [nil]
        let environment = variables.map { strdup($0) } + [nil]
        defer { for text in words + environment { free(text) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, path, &actions, nil, words, environment)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        return process
    }
}

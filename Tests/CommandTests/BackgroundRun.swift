import Foundation
import Glibc
import Testing

/// A process beside the test. A class: it notes how the process ended.
final class BackgroundRun {
    /// The process's id.
    let id: pid_t
    private let folder: TemporaryFolder
    private let streams: TemporaryFolder
    private var ending: Int32?

    /// Starts it, with no signal blocked: the threads of tests block some, and a child inherits that.
    init(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        self.folder = folder
        streams = try TemporaryFolder()
        for name in ["output", "errors"] { try streams.write("", to: name) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, streams("output"), O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, streams("errors"), O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // env changes to the folder and becomes the program, so the id is that.
        let words = (["env", "-C", folder.path, program] + arguments).map { strdup($0) } + [nil]
        let settings = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, settings)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        id = process
    }

    deinit {
        guard isRunning else { return }
        send(SIGKILL)
        wait(options: 0)
    }

    /// Starts the program.
    static func trackmill(_ arguments: [String], in folder: TemporaryFolder) throws -> BackgroundRun {
        try BackgroundRun(try #require(Program.path), arguments, in: folder)
    }

    var isRunning: Bool {
        wait(options: WNOHANG)
        return ending == nil
    }

    private func wait(options: Int32) {
        guard ending == nil else { return }
        var status: Int32 = 0
        var answer = waitpid(id, &status, options)
        while answer < 0, errno == EINTR { answer = waitpid(id, &status, options) }
        if answer == id { ending = status }
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits until it holds the lock of `out.sqlite`.
    func waitForLock() throws {
        for _ in 0..<4000 {
            if try folder.has("out.sqlite.lock") && folder.text(of: "out.sqlite.lock").hasPrefix("pid \(id),") { return }
            usleep(5000)
        }
        Issue.record("The run did not take its lock: \(try streams.text(of: "errors"))")
    }

    /// Waits for its end.
    func end() throws -> Outcome {
        wait(options: 0)
        let ending = try #require(ending)
        // The low seven bits are the signal that stopped it, the next byte its status.
        let signal = ending & 0x7F
        return Outcome(
            status: signal == 0 ? (ending >> 8) & 0xFF : 128 + signal, output: try streams.text(of: "output"),
            errors: try streams.text(of: "errors"))
    }
}

import Foundation
import Glibc
import Testing

/// What a call of the program left.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard error, without those that tell how far a run is: `2025-06-01: 3 device-days, 12 fixes kept (1 of 2)`.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init).filter { !$0.contains(" device-days, ") } }

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
                if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 {
                    return candidate
                }
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
        let streams = try TemporaryFolder()
        let process = try spawn(arguments, in: folder, environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, streams("output"), O_WRONLY | O_CREAT, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, streams("errors"), O_WRONLY | O_CREAT, 0o600)
        }
        let status = try status(of: process)
        return Outcome(status: status, output: try streams.text(of: "output"), errors: try streams.text(of: "errors"))
    }

    /// Starts it, waits until its standard error has said a text so many times, and sends it a signal.
    ///
    /// - Returns: Its status; 128 and more where the signal itself ended it.
    static func run(
        _ arguments: [String], in folder: TemporaryFolder, until text: String, times: Int, thenSend signal: Int32
    ) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // As small a pipe as there can be (F_SETPIPE_SZ): a program that says more than a page waits until it is read.
        _ = fcntl(ends[0], 1031, 4096)
        let process = try spawn(arguments, in: folder, [:]) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        }
        close(ends[1])
        let errors = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        var said = ""
        while said.components(separatedBy: text).count <= times {
            let more = errors.availableData
            guard !more.isEmpty else { break }
            said += String(decoding: more, as: UTF8.self)
        }
        kill(process, signal)
        // What it still says must be read, or it would wait for a reader.
        while !errors.availableData.isEmpty {}
        return try status(of: process)
    }

    /// Runs it to its end with standard error on a terminal.
    ///
    /// - Parameter width: Columns of the terminal.
    /// - Returns: Its status and what the terminal was sent.
    static func runOnTerminal(
        _ arguments: [String], in folder: TemporaryFolder, width: UInt16 = 120, environment: [String: String] = [:]
    ) throws -> (status: Int32, sent: String) {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN: unlockpt and ptsname are no part of this Glibc module.
        var (lock, number): (Int32, Int32) = (0, 0)
        let isOpen = terminal >= 0 && ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0
        try #require(isOpen)
        _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
        let isSized = ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
        try #require(isSized)
        let process = try spawn(arguments, in: folder, environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/pts/\(number)", O_RDWR | O_NOCTTY, 0)
        }
        var sent: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // Before the program has opened its end, and after it has closed it, there is an error to read.
            let count = read(terminal, &buffer, buffer.count)
            if count > 0 { sent += buffer[..<count] }
            guard count <= 0 else { continue }
            var ending: Int32 = 0
            guard waitpid(process, &ending, WNOHANG) == process else {
                usleep(1000)
                continue
            }
            close(terminal)
            return (ending & 0x7F == 0 ? (ending >> 8) & 0xFF : 128 + ending & 0x7F, String(decoding: sent, as: UTF8.self))
        }
    }

    private static func status(of process: pid_t) throws -> Int32 {
        var ending: Int32 = 0
        while waitpid(process, &ending, 0) < 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        // The low seven bits are the signal that stopped it, the next byte its status.
        let signal = ending & 0x7F
        return signal == 0 ? (ending >> 8) & 0xFF : 128 + signal
    }

    private static func spawn(
        _ arguments: [String], in folder: TemporaryFolder, _ environment: [String: String],
        redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> pid_t {
        let path = try #require(path, "There is no program trackmill beside \(CommandLine.arguments.first ?? "the tests").")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        redirect(&actions)
        // Tests run on threads that block signals, and a child inherits that: it would never see SIGTERM.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        // env changes to the folder: what spawns with one is no part of this Glibc module. It becomes the program, so the id is that.
        let words = (["env", "-C", folder.path, path] + arguments).map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, settings)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        return process
    }
}

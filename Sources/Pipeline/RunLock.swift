import Glibc
import SQLite
import Store
import Tracks

/// The process that holds the lock of a result file: a run or `geocode`.
public struct RunHolder: Sendable {
    /// Its id; nil where it has not written its name yet.
    public var process: Int64?
    /// When it began, ISO 8601 in UTC: what `started_utc` of its run is.
    public var since: String?
}

/// The process that holds a result file now; nil for none.
public func holder(ofResults path: String) -> RunHolder? { RunLock.holder(of: path) }

/// The lock of a result file: one run at a time.
///
/// A file beside the database that the kernel locks as long as the process lives, so that a killed run leaves no lock behind. Its
/// first line names the holder; a second one says that the database has held results. A file of its name that holds anything else is
/// another's, and is left as it is. A class: it owns the open file.
final class RunLock {
    private static let results = "holds results"
    /// More bytes than a lock has.
    private static let longest = 1024

    private let descriptor: Int32
    private let holder: String
    private var holdsResults: Bool

    /// Takes the lock.
    ///
    /// The file lies beside the database itself, not beside a symbolic link to it, so that runs of one file by two names meet.
    /// - Throws: `RunProblem` with status 75 that names the holder, 73 where the file is another's, or 78 where a database that held
    ///   results has no bytes any more.
    init(databasePath: String, now: Int64) throws {
        let path = endOfLinks(databasePath) + ".lock"
        let descriptor = try Self.opened(path)
        do {
            guard Self.isLock(descriptor) else { throw Self.problem(isNoLock: path, "holds something else than a lock") }
            try Self.take(descriptor, databasePath)
            holdsResults = Self.lines(descriptor).contains(Self.results)
            if holdsResults, let (size, _) = sizeAndModification(of: databasePath), size == 0 {
                throw Self.problem(emptied: databasePath, lock: path)
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        holder = "pid \(getpid()), since \(isoText(milliseconds: now))"
        write([holder])
    }

    deinit {
        write([])
        close(descriptor)
    }

    /// Notes that the database has tables: from now on one without bytes is a lost one.
    func noteResults() {
        holdsResults = true
        write([holder])
    }

    private func write(_ lines: [String]) {
        let text = (lines + (holdsResults ? [Self.results] : [])).map { $0 + "\n" }.joined()
        // In this order there is no moment without a holder's name.
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        _ = ftruncate(descriptor, off_t(text.utf8.count))
    }

    /// Opens the file, and makes it where there is none; what a link leads to is another's.
    private static func opened(_ path: String) throws -> Int32 {
        // Without O_NONBLOCK a FIFO would keep it waiting.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        guard descriptor < 0 else { return descriptor }
        guard errno != ELOOP else { throw problem(isNoLock: path, "is a symbolic link and no lock") }
        let failure = SystemFailure(errno)
        let mend = failure.remedy(folder: folder(of: path)) ?? "Choose another path for the results."
        throw RunProblem(
            status: failure.isOfResources ? .noResources : .cannotCreate,
            "\(path): the lock cannot be made: \(failure.words). \(mend)")
    }

    /// Whether a file has no bytes, or begins as a lock does. Where a run was killed while it wrote, the end of an older text may follow.
    private static func isLock(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        guard status.st_size > 0 else { return true }
        guard status.st_size < longest, let first = lines(descriptor).first else { return false }
        return first == results || first.wholeMatch(of: /pid [0-9]+, since [-0-9T:.]+Z/) != nil
    }

    private static func lines(_ descriptor: Int32) -> [String] {
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A holder that has only just begun is given a moment to write its name, and one that is about to end to do so; and so is a
    /// command that only asks who holds it (`holder`), which a name that a killed run left would be taken for.
    private static func take(_ descriptor: Int32, _ databasePath: String) throws {
        for attempt in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            if attempt >= 5, let first = lines(descriptor).first, first.hasPrefix("pid ") {
                throw problem(databasePath, heldBy: " (\(first))")
            }
            usleep(10_000)
        }
        throw problem(databasePath, heldBy: "")
    }

    /// Who holds the lock of a result file now; nil for nobody, or where the lock cannot be read.
    ///
    /// The kernel is asked by taking the lock together with others, for a moment.
    static func holder(of databasePath: String) -> RunHolder? {
        let path = endOfLinks(databasePath) + ".lock"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard isLock(descriptor), flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        guard let first = lines(descriptor).first, let name = first.wholeMatch(of: /pid ([0-9]+), since ([-0-9T:.]+Z)/) else {
            return RunHolder(process: nil, since: nil)
        }
        return RunHolder(process: Int64(name.1), since: String(name.2))
    }

    private static func problem(_ databasePath: String, heldBy holder: String) -> RunProblem {
        RunProblem(
            status: .locked, "\(databasePath) is held by another run\(holder). Wait for it to end, or end it, then run again.")
    }

    private static func problem(isNoLock path: String, _ what: String) -> RunProblem {
        RunProblem(
            status: .cannotCreate,
            "\(path) \(what); it was left as it is. Choose another path for the results, or move it away, then run again.")
    }

    private static func problem(emptied databasePath: String, lock path: String) -> RunProblem {
        RunProblem(
            status: .wrongPipeline,
            "\(databasePath) has no bytes, but it held results. Restore it from a backup, or remove \(path) to make all of it anew, then run again."
        )
    }
}

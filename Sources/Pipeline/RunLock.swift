import Glibc
import Tracks

/// The lock of a result file: one run at a time.
///
/// A file beside the database that the kernel locks as long as the process lives, so that a killed run leaves no lock behind. Its
/// first line names the holder; a second one says that the database has held results. A class: it owns the open file.
final class RunLock {
    private static let results = "holds results"

    private let descriptor: Int32
    private let holder: String
    private var holdsResults: Bool

    /// Takes the lock.
    ///
    /// The file lies beside the database itself, not beside a symbolic link to it, so that runs of one file by two names meet.
    /// - Throws: `RunProblem` with status 75 that names the holder, or 78 where a database that held results has no bytes any more.
    init(databasePath: String, now: Int64) throws {
        let path = pathBehindLinks(databasePath) + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw RunProblem(
                status: .cannotCreate, "\(path): the lock cannot be made: \(systemError()). Choose another path for the results.")
        }
        do {
            try Self.take(descriptor, path, databasePath)
            let lines = Self.lines(path)
            holdsResults = lines.contains(Self.results)
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

    private static func lines(_ path: String) -> [String] {
        String(decoding: readWholeFile(path) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A holder that has only just begun is given a moment to write its name, and one that is about to end to do so.
    private static func take(_ descriptor: Int32, _ path: String, _ databasePath: String) throws {
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            if let first = lines(path).first, first.hasPrefix("pid ") { throw problem(databasePath, heldBy: " (\(first))") }
            usleep(10_000)
        }
        throw problem(databasePath, heldBy: "")
    }

    private static func problem(_ databasePath: String, heldBy holder: String) -> RunProblem {
        RunProblem(
            status: .locked, "\(databasePath) is held by another run\(holder). Wait for it to end, or end it, then run again.")
    }

    private static func problem(emptied databasePath: String, lock path: String) -> RunProblem {
        RunProblem(
            status: .wrongPipeline,
            "\(databasePath) has no bytes, but it held results. Restore it from a backup, or remove \(path) to make all of it anew, then run again."
        )
    }
}

/// Where a file lies that a path names by symbolic links, if it does; it need not be there yet.
private func pathBehindLinks(_ path: String, followed: Int = 0) -> String {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard followed < 40, readlink(path, &target, target.count - 1) > 0 else { return path }
    let name = String(decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return pathBehindLinks(name.hasPrefix("/") ? name : folder(of: path) + "/" + name, followed: followed + 1)
}

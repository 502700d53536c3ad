import Glibc
import Tracks

/// The lock of a result file: one run at a time.
///
/// A file beside the database that the kernel locks as long as the process lives, so that a killed run leaves no lock behind. A class:
/// it owns the open file.
final class RunLock {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `RunProblem` with status 75 that names the holder.
    init(databasePath: String, now: Int64) throws {
        let path = databasePath + ".lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw RunProblem(
                status: .cannotCreate, "\(path): the lock cannot be made: \(systemError()). Choose another path for the results.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = readWholeFile(path).map { String(decoding: $0, as: UTF8.self).trimmingLineEnd } ?? ""
            close(descriptor)
            throw RunProblem(
                status: .locked,
                "\(databasePath) is held by another run\(holder.isEmpty ? "" : " (\(holder))"). Wait for it to end, or end it, then run again."
            )
        }
        let text = "pid \(getpid()), since \(isoText(milliseconds: now))\n"
        _ = ftruncate(descriptor, 0)
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        _ = ftruncate(descriptor, 0)
        close(descriptor)
    }
}

extension String {
    fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}

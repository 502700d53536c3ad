import Glibc
import SQLite

/// The lock of a cache: one process at a time asks with it.
///
/// A file beside the cache that the kernel locks as long as the process lives, so that a killed one leaves no lock behind; its line
/// names the holder. A file of its name that holds anything else is another's, and is left as it is. A class: it owns the open file.
final class CacheLock: Sendable {
    /// More bytes than a lock has.
    private static let longest = 256

    private let descriptor: Int32

    /// Takes the lock of a cache, beside the file that links lead to.
    init(cachePath: String, nowMilliseconds: Int64) throws {
        let path = endOfLinks(cachePath) + ".lock"
        let descriptor = try Self.opened(path)
        do {
            guard Self.isLock(descriptor) else { throw Self.error(isNoLock: path, "holds something else than a lock") }
            try Self.take(descriptor, cachePath)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        write("pid \(getpid()), since \(utcText(milliseconds: nowMilliseconds))\n")
    }

    deinit {
        write("")
        close(descriptor)
    }

    private func write(_ text: String) {
        // In this order there is no moment without a holder's name.
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        _ = ftruncate(descriptor, off_t(text.utf8.count))
    }

    private static func opened(_ path: String) throws -> Int32 {
        // Without O_NONBLOCK a FIFO would keep it waiting.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        guard descriptor < 0 else { return descriptor }
        guard errno != ELOOP else { throw error(isNoLock: path, "is a symbolic link and no lock") }
        let failure = SystemFailure(errno)
        let mend = failure.remedy(folder: folderName(of: path)) ?? "Choose another path for the cache."
        throw AddressCacheError(
            failure.isOfResources ? .noResources : .unusable, "\(path): the lock cannot be made: \(failure.words). \(mend)")
    }

    private static func isLock(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        guard status.st_size > 0 else { return true }
        return status.st_size < longest && firstLine(descriptor).wholeMatch(of: /pid [0-9]+, since [-0-9T:]+Z/) != nil
    }

    private static func firstLine(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// A holder that has only just begun is given a moment to write its name, and one that is about to end to do so.
    private static func take(_ descriptor: Int32, _ cachePath: String) throws {
        var holder = ""
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            let line = firstLine(descriptor)
            if line.hasPrefix("pid ") {
                holder = " (\(line))"
                break
            }
            usleep(10_000)
        }
        throw AddressCacheError(
            .held,
            "\(cachePath) is held by another run that asks for addresses\(holder). Wait for it to end, or end it, then run again."
        )
    }

    private static func error(isNoLock path: String, _ what: String) -> AddressCacheError {
        AddressCacheError(
            .foreign, "\(path) \(what); it was left as it is. Choose another path for the cache, or move it away, then run again."
        )
    }
}

/// A moment of UTC: `2026-12-01T12:30:00Z`.
func utcText(milliseconds: Int64) -> String { timeText(milliseconds: milliseconds, format: "%Y-%m-%dT%H:%M:%SZ") }

/// A moment of UTC as people read it: `2026-12-01 12:30 UTC`.
func shownTime(milliseconds: Int64) -> String { timeText(milliseconds: milliseconds, format: "%Y-%m-%d %H:%M UTC") }

private func timeText(milliseconds: Int64, format: String) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

import Glibc
import SQLite
import Store

/// The one temporary file of a run, which rows of open days wait in beyond the memory. It has no name, so that it goes with the process.
///
/// A class: it owns the file.
/// `@unchecked Sendable`: it is changed under the lock of `RunState` alone; lanes read at places that were given to them before.
final class SpillFile: @unchecked Sendable {
    private let folder: String
    private var descriptor: Int32 = -1
    private var end: Int64 = 0
    /// Bytes that are still wanted.
    private var wanted: Int64 = 0

    /// A file in a folder, which is made at the first write.
    init(folder: String) { self.folder = folder }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds bytes. Returns where they lie.
    func add(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
        if descriptor < 0 { try make() }
        var done = 0
        while done < bytes.count, let start = bytes.baseAddress {
            let count = pwrite(descriptor, start + done, bytes.count - done, off_t(end) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem("the temporary file for rows that wait cannot be written") }
            done += count
        }
        defer { end += Int64(bytes.count) }
        wanted += Int64(bytes.count)
        return end
    }

    /// Reads bytes that lie at an offset; they are still to be dropped.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
        var done = 0
        while done < buffer.count, let start = buffer.baseAddress {
            let count = pread(descriptor, start + done, buffer.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem("the temporary file for rows that wait cannot be read") }
            done += count
        }
    }

    /// Notes that so many bytes are wanted no more; where none is, the disk gets its room back.
    func drop(_ count: Int) {
        wanted -= Int64(count)
        guard count > 0, wanted == 0, ftruncate(descriptor, 0) == 0 else { return }
        end = 0
    }

    private func make() throws {
        // mkstemp puts letters of its own in the place of the six X.
        var template = Array((folder + "/trackmill-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw problem("the temporary file for rows that wait cannot be made") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    private func problem(_ what: String) -> RunProblem {
        let failure = SystemFailure(errno)
        let mend = failure.remedy(folder: folder) ?? "Mend the folder, then run again."
        let status: ExitStatus = failure.isOfResources ? .noResources : descriptor < 0 ? .cannotCreate : .inputOutput
        let other = failure.isOfRoom ? " More --memory keeps more rows out of it." : ""
        return RunProblem(status: status, "\(folder): \(what): \(failure.words). \(mend)\(other)")
    }
}

import Glibc
import SQLite

/// A file that is read from its beginning. A class: it owns the descriptor.
final class PlainFile {
    private let path: String
    private let descriptor: Int32

    /// - Throws: `SourceFileError`.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
    }

    deinit { close(descriptor) }

    private static func failure(_ path: String, _ number: Int32) -> SourceFileError {
        SourceFileError("\(path): cannot be read: \(SystemFailure(number).words). Mend its path or its disk.")
    }

    /// Whether its first bytes are SQLite's; reads on from the beginning.
    func beginsLikeSQLite() throws -> Bool {
        let head = try read(16)
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure(path, errno) }
        return head.elementsEqual("SQLite format 3\0".utf8)
    }

    /// The next bytes, as many as wanted but at the end; none at the end.
    func read(_ count: Int) throws -> [UInt8] {
        var number: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, used in
            while used < count {
                let got = Glibc.read(descriptor, room.baseAddress.map { $0 + used }, count - used)
                if got < 0, errno == EINTR { continue }
                if got < 0 { number = errno }
                guard got > 0 else { break }
                used += got
            }
        }
        guard number == 0 else { throw Self.failure(path, number) }
        return bytes
    }

    /// All that is left.
    ///
    /// - Parameter limit: Bytes at most.
    func readAll(limit: Int) throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno) }
        guard status.st_size <= limit else {
            throw SourceFileError(
                "\(path): it has \(status.st_size) bytes; \(limit) are the most. Split it, or leave out what is not needed.")
        }
        var bytes = try read(Int(status.st_size) + 1)
        while true {
            let more = try read(1 << 20)
            guard !more.isEmpty else { return bytes }
            bytes += more
        }
    }
}

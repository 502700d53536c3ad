import Glibc

/// Some bytes, of which those at the front are taken away as they are used.
struct ByteStretch {
    var start: UnsafeMutablePointer<UInt8>
    var count: Int

    /// Takes bytes away at the front.
    @inline(__always)
    mutating func drop(_ count: Int) {
        start += count
        self.count -= count
    }
}

/// The bytes of a file as they lie on disk, piece by piece. A class: it owns a descriptor and a buffer, which must not move.
final class PackedInput {
    let descriptor: Int32
    let buffer: UnsafeMutableBufferPointer<UInt8>
    /// What was read and is not used.
    var left: ByteStretch
    /// Bytes of the file; nil of what is no file on a disk.
    let size: Int64?
    private var hasReadAll = false
    private var consumed: Int64 = 0
    private let start: UnsafeMutablePointer<UInt8>

    private static let pieceBytes = 1 << 18
    private static let buffers = ReusedMemory(byteCount: pieceBytes)

    /// Opens a file.
    ///
    /// - Parameter mayWait: Whether it may be what bytes only come from once somebody writes them, such as a pipe.
    init(path: String, mayWait: Bool) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | (mayWait ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw FileError(number: errno) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFile || isFolder || mayWait else {
            close(descriptor)
            throw FileError(number: ENOTSUP)
        }
        size = isFile ? Int64(status.st_size) : nil
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        buffer = Self.buffers.take().bindMemory(to: UInt8.self)
        guard let start = buffer.baseAddress else {
            close(descriptor)
            throw FileError(number: ENOMEM)
        }
        self.start = start
        left = ByteStretch(start: start, count: 0)
    }

    deinit {
        close(descriptor)
        Self.buffers.giveBack(UnsafeMutableRawBufferPointer(buffer))
    }

    /// The byte of the file that comes next.
    var place: Int64 { consumed - Int64(left.count) }

    /// Reads on where nothing is left; at the end of the file nothing is.
    ///
    /// - Throws: `Damage` of the disk.
    func refill() throws {
        guard left.count == 0, !hasReadAll else { return }
        var count = Glibc.read(descriptor, start, buffer.count)
        while count < 0, errno == EINTR { count = Glibc.read(descriptor, start, buffer.count) }
        guard count >= 0 else { throw Self.failure() }
        hasReadAll = count == 0
        consumed += Int64(count)
        left = ByteStretch(start: start, count: count)
    }

    /// Goes back to the beginning.
    func rewind() throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure() }
        left = ByteStretch(start: start, count: 0)
        (hasReadAll, consumed) = (false, 0)
    }

    private static func failure() -> Damage {
        Damage(what: "cannot be read: \(String(cString: strerror(errno)))", isOfDisk: true)
    }
}

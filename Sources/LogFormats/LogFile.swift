import CZlib
import Glibc

/// What was wrong with the bytes of a log; what could be read before it was kept.
struct Damage: Error {
    /// A sentence without the file's name.
    let what: String
    /// Whether the disk is to blame, not the bytes: another time they may be read.
    var isOfDisk = false
    /// Whether nothing is wrong: more was not asked for.
    var isOfLimit = false
}

/// The unpacked bytes of a log, plain or gzip, one after the other in constant memory.
///
/// gzip is told by its first two bytes, whatever the name says; every member of a file is read: with ISA-L where it is there, as long as
/// nothing is unusual, else with zlib. A class: it owns a descriptor and zlib's state, which must not move.
public final class LogFile {
    private let descriptor: Int32
    private let path: String
    private let isNamedGzip: Bool
    private var input: UnsafeMutableBufferPointer<UInt8>
    private var stream: UnsafeMutablePointer<z_stream>
    private let mayUnpackFast: Bool
    private var fast: FastUnpacking?
    /// Bytes that were handed out before zlib began anew.
    private var passing = 0
    private var isGzip = false
    private var hasState = false
    private var isInMember = false
    private var hasReadAll = false
    private var consumed: Int64 = 0
    private var isFirstRead = true
    private var finishedChecksum: UInt = 0
    /// What was looked at and not yet handed out, and why there is no more of it.
    private var ahead: [UInt8] = []
    private var aheadFault: (any Error)?
    private var beginning: LogBeginning?
    /// Unpacked bytes that may still be handed out; reading on is then a `Damage` that is none.
    var room = Int.max
    /// Bytes handed out so far, as text in UTF-8 where they were decoded.
    var bytes: Int64 = 0

    /// CRC-32 of the bytes unpacked so far (ISO 3309, that of gzip); zlib computes it for gzip anyway.
    var checksum: UInt32 {
        if let fast { return fast.checksum }
        guard isGzip, isInMember else { return UInt32(finishedChecksum) }
        return UInt32(withMember(finishedChecksum))
    }

    private func withMember(_ before: UInt) -> UInt {
        crc32_combine(before, stream.pointee.adler, Int(stream.pointee.total_out))
    }

    /// Opens a file; an `errno` where that fails.
    ///
    /// - Parameter mayUnpackFast: Off, zlib unpacks all; tests hold that against ISA-L.
    init(path: String, mayUnpackFast: Bool = true) throws(FileError) {
        self.path = path
        self.mayUnpackFast = mayUnpackFast
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(number: errno) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        isNamedGzip = path.hasSuffix(".gz")
        input = .allocate(capacity: 1 << 18)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if hasState { inflateEnd(stream) }
        close(descriptor)
        input.deallocate()
        stream.deallocate()
    }

    /// Fills a buffer with the next unpacked bytes.
    ///
    /// - Returns: Bytes written; 0 at the end.
    /// - Throws: `Damage` where the rest cannot be read; bytes given before stay good.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard room > 0 else { throw Damage(what: "was read as far as was asked for", isOfLimit: true) }
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, room)])
        let count = ahead.isEmpty ? try unpackNext(into: buffer) : takeAhead(into: buffer)
        bytes += Int64(count)
        room -= count
        return count
    }

    private func unpackNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let aheadFault { throw aheadFault }
        if isFirstRead { try begin() }
        return isGzip ? try unpackMembers(into: buffer) : try copyNext(into: buffer)
    }

    private func takeAhead(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(ahead.count, buffer.count)
        buffer.copyBytes(from: ahead[..<count])
        ahead.removeFirst(count)
        return count
    }

    /// Whether it has no bytes.
    ///
    /// - Throws: `Damage` where that is because they cannot be read.
    func isEmpty() throws -> Bool {
        guard peek().isEmpty else { return false }
        if let aheadFault { throw aheadFault }
        return true
    }

    /// What it begins with; all of it stays to be read. To be asked before anything is read.
    func peek() -> LogBeginning {
        if let beginning { return beginning }
        var bytes = [UInt8](repeating: 0, count: LogBeginning.length)
        var (count, isWhole) = (0, false)
        while count < bytes.count, !isWhole, aheadFault == nil {
            do {
                let more = try bytes.withUnsafeMutableBytes {
                    try unpackNext(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
                }
                count += more
                isWhole = more == 0
            } catch {
                aheadFault = error
            }
        }
        ahead = Array(bytes[..<count])
        let found = LogBeginning(bytes: ahead, path: path, isWhole: isWhole)
        beginning = found
        return found
    }

    private func begin() throws {
        isFirstRead = false
        try refill()
        let count = Int(stream.pointee.avail_in)
        isGzip = count >= 2 && input[0] == 0x1F && input[1] == 0x8B
        guard isGzip || !isNamedGzip || count == 0 else {
            throw Damage(
                what: "is no gzip file, though its name ends in .gz; nothing of it was read. Rename it or fetch it again")
        }
        guard isGzip else { return }
        if mayUnpackFast { fast = FastUnpacking(descriptor: descriptor, input: input, available: count) }
        if fast == nil { try beginInflating() }
    }

    private func beginInflating() throws {
        // 15 + 16: the largest window, with gzip's header and check.
        guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Damage(what: "cannot be unpacked: zlib has no memory")
        }
        hasState = true
        isInMember = true
    }

    private func unpackMembers(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let fast {
            if let count = fast.read(into: buffer) { return count }
            try beginAnew(behind: fast.count)
        }
        while passing > 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, passing)])
            let count = try inflateNext(into: room)
            guard count > 0 else { return 0 }
            passing -= count
        }
        return try inflateNext(into: buffer)
    }

    /// Begins anew with zlib, which passes over what was handed out.
    private func beginAnew(behind count: Int) throws {
        fast = nil
        passing = count
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Damage(what: "cannot be read: \(String(cString: strerror(errno)))", isOfDisk: true)
        }
        stream.pointee.avail_in = 0
        (hasReadAll, consumed) = (false, 0)
        try beginInflating()
    }

    private func refill() throws {
        guard stream.pointee.avail_in == 0, !hasReadAll else { return }
        var count = Glibc.read(descriptor, input.baseAddress, input.count)
        while count < 0, errno == EINTR { count = Glibc.read(descriptor, input.baseAddress, input.count) }
        guard count >= 0 else { throw Damage(what: "cannot be read: \(String(cString: strerror(errno)))", isOfDisk: true) }
        hasReadAll = count == 0
        consumed += Int64(count)
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(count)
    }

    private func copyNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try refill()
        let count = min(Int(stream.pointee.avail_in), buffer.count)
        guard count > 0, let from = stream.pointee.next_in, let to = buffer.baseAddress else { return 0 }
        to.copyMemory(from: from, byteCount: count)
        finishedChecksum = crc32(finishedChecksum, from, UInt32(count))
        stream.pointee.next_in = from + count
        stream.pointee.avail_in -= UInt32(count)
        return count
    }

    private func inflateNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(buffer.count)
        while stream.pointee.avail_out > 0 {
            let written = buffer.count - Int(stream.pointee.avail_out)
            // What was unpacked before a fault is handed out first; the fault is met again at the next call.
            do { try refill() } catch { if written > 0 { return written } else { throw error } }
            if stream.pointee.avail_in == 0 {
                guard isInMember else { return written }
                if written > 0 { return written }
                throw Damage(what: "ends inside a gzip block at byte \(consumed)")
            }
            if !isInMember {
                do { guard try beginMember() else { return written } } catch {
                    if written > 0 { return written } else { throw error }
                }
            }
            let status = inflate(stream, Z_NO_FLUSH)
            if status == Z_STREAM_END {
                isInMember = false
                finishedChecksum = withMember(finishedChecksum)
            } else if status != Z_OK, status != Z_BUF_ERROR {
                let after = buffer.count - Int(stream.pointee.avail_out)
                if after > 0 { return after }
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)"
                throw Damage(what: "has a broken gzip block before byte \(consumed - Int64(stream.pointee.avail_in)) (\(reason))")
            }
        }
        return buffer.count
    }

    /// Whether another member follows; zeros after the last one are padding.
    private func beginMember() throws -> Bool {
        while stream.pointee.avail_in > 0, let byte = stream.pointee.next_in?.pointee, byte == 0 {
            stream.pointee.next_in += 1
            stream.pointee.avail_in -= 1
        }
        guard stream.pointee.avail_in > 0 else {
            try refill()
            return stream.pointee.avail_in > 0 ? try beginMember() : false
        }
        guard stream.pointee.next_in?.pointee == 0x1F else {
            throw Damage(what: "has other bytes after its gzip data at byte \(consumed - Int64(stream.pointee.avail_in))")
        }
        inflateReset(stream)
        isInMember = true
        return true
    }
}

/// Why a file could not be opened.
public struct FileError: Error, Sendable, CustomStringConvertible {
    /// The system's number.
    public let number: Int32

    /// The system's words.
    public var description: String { String(cString: strerror(number)) }
}

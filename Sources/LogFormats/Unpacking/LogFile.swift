import Glibc
import Tracks

/// The unpacked bytes of a log, plain or packed, one after the other in constant memory.
///
/// How it is packed is told by its first bytes, whatever the name says; every frame of a file is read: gzip with ISA-L where it is there, as
/// long as nothing is unusual, else with zlib. A class: it owns a descriptor.
public final class LogFile {
    private let input: PackedInput
    private let path: String
    private let mayUnpackFast: Bool
    private var fast: FastUnpacking?
    private var frames: PackedFrames?
    /// Bytes that were handed out before zlib began anew.
    private var passing = 0
    private var isFirstRead = true
    private var plainChecksum: UInt = 0
    /// Bytes that a packed file may unpack to: 256 MB, or so many times its size as its packing makes of logs where that is more. Tests set it.
    var mostUnpacked: Int64?
    private var unpacked: Int64 = 0
    /// What was looked at and not yet handed out, and why there is no more of it.
    private var ahead: [UInt8] = []
    private var aheadFault: (any Error)?
    private var beginning: LogBeginning?
    /// Unpacked bytes that may still be handed out; reading on is then a `Damage` that is none.
    var room = Int.max
    /// Bytes handed out so far, as text in UTF-8 where they were decoded.
    var bytes: Int64 = 0
    /// Whether the text that is made of it is decoded from another encoding.
    var isDecoded = false

    private static let leastOfMost: Int64 = 256 << 20

    /// Opens a file; an `errno` where that fails.
    ///
    /// - Parameters:
    ///   - mayWait: Whether it may be a pipe, whose bytes are waited for.
    ///   - mayUnpackFast: Off, zlib unpacks all gzip; tests hold that against ISA-L.
    init(path: String, mayWait: Bool = false, mayUnpackFast: Bool = true) throws(FileError) {
        input = try PackedInput(path: path, mayWait: mayWait)
        self.path = path
        self.mayUnpackFast = mayUnpackFast
    }

    /// CRC-32 of the bytes unpacked so far (ISO 3309, that of gzip); zlib computes it for gzip anyway.
    var checksum: UInt32 { fast?.checksum ?? frames?.checksum ?? UInt32(plainChecksum) }

    /// The byte of the file that a byte of its text is; nil where it is packed, or decoded from another encoding.
    func fileOffset(ofText offset: Int64) -> Int64? { fast == nil && frames == nil && !isDecoded && offset >= 0 ? offset : nil }

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
        guard fast != nil || frames != nil else { return try copyNext(into: buffer) }
        let most = mostUnpacked ?? Int64.max
        let room = Int(clamping: most - unpacked)
        guard room > 0 else { return try expectEnd(after: most) }
        let count = try unpackFrames(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, room)]))
        unpacked += Int64(count)
        return count
    }

    /// As much was unpacked as a log unpacks to: there may be no more.
    private func expectEnd(after most: Int64) throws -> Int {
        let count = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try unpackFrames(into: $0) }
        guard count > 0 else { return 0 }
        let fault = Damage(
            what:
                "unpacks to more than \(grouped(most)) bytes, which is more than a log that is packed so small can hold; the rest was not read. If it is one, unpack it"
        )
        aheadFault = fault
        throw fault
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
        try input.refill()
        let kind = Compression.of(UnsafeBufferPointer(start: input.left.start, count: input.left.count))
        if kind == nil, input.left.count > 0, let named = Compression.allCases.first(where: { path.hasSuffix($0.suffix) }) {
            throw Damage(
                what:
                    "is no \(named) file, though its name ends in \(named.suffix); nothing of it was read. Rename it or fetch it again",
                offset: 0)
        }
        if kind == .gzip, mayUnpackFast {
            fast = FastUnpacking(descriptor: input.descriptor, input: input.buffer, available: input.left.count)
        }
        guard let kind else { return }
        if fast == nil { frames = try PackedFrames(kind, input) }
        if mostUnpacked == nil, let size = input.size { mostUnpacked = max(Self.leastOfMost, kind.mostRatio * size) }
    }

    private func unpackFrames(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let fast {
            if let count = fast.read(into: buffer) { return count }
            // Begins anew with zlib, which passes over what was handed out.
            passing = fast.count
            try input.rewind()
            frames = try PackedFrames(.gzip, input)
            self.fast = nil
        }
        guard let frames else { return 0 }
        while passing > 0 {
            let count = try frames.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, passing)]))
            guard count > 0 else { return 0 }
            passing -= count
        }
        return try frames.read(into: buffer)
    }

    private func copyNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try input.refill()
        let count = min(input.left.count, buffer.count)
        guard count > 0, let to = buffer.baseAddress else { return 0 }
        to.copyMemory(from: input.left.start, byteCount: count)
        plainChecksum = LogFormats.checksum(plainChecksum, input.left.start, count)
        input.left.drop(count)
        return count
    }
}

/// Why a file could not be opened.
public struct FileError: Error, Sendable, CustomStringConvertible {
    /// The system's number.
    public let number: Int32

    /// The system's words.
    public var description: String { String(cString: strerror(number)) }
}

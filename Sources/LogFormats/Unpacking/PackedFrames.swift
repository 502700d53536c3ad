import CZlib

/// The unpacked bytes of a packed file: its frames (gzip calls them members) one behind the other. Zeros behind one are padding.
///
/// What was unpacked before a fault is given first; the fault is thrown then, at each call.
final class PackedFrames {
    private let kind: Compression
    private let input: PackedInput
    private let library: any Decompressor
    private var isInFrame = true
    private var fault: Damage?
    private var finishedChecksum: UInt = 0

    /// - Throws: `Damage` where there is no memory.
    init(_ kind: Compression, _ input: PackedInput) throws {
        guard let library = kind.decompressor(), library.beginFrame() else { throw Self.lackOfMemory }
        (self.kind, self.input, self.library) = (kind, input, library)
    }

    private static var lackOfMemory: Damage { Damage(what: "cannot be unpacked: there is no memory") }

    /// CRC-32 of the bytes unpacked so far (ISO 3309, that of gzip).
    var checksum: UInt32 { UInt32(truncatingIfNeeded: isInFrame ? withFrame(finishedChecksum) : finishedChecksum) }

    private func withFrame(_ before: UInt) -> UInt {
        library.checksumOfFrame.map { crc32_combine(before, $0.crc, $0.bytes) } ?? before
    }

    /// Fills a buffer with the next unpacked bytes.
    ///
    /// - Returns: Bytes written; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        var output = ByteStretch(start: start, count: buffer.count)
        while output.count > 0, fault == nil {
            do { if try !goOn(&output) { break } } catch let damage as Damage { fault = damage }
        }
        let written = buffer.count - output.count
        if written == 0, let fault { throw fault }
        if library.checksumOfFrame == nil { finishedChecksum = LogFormats.checksum(finishedChecksum, start, written) }
        return written
    }

    /// Unpacks on; false at the end of the file.
    private func goOn(_ output: inout ByteStretch) throws -> Bool {
        try input.refill()
        if !isInFrame { guard try beginFrame() else { return false } }
        let before = (input.left.count, output.count)
        switch library.step(&input.left, &output) {
        case .goesOn:
            // A library may give bytes that it took before: the file ends where neither goes on.
            guard before != (input.left.count, output.count) else {
                throw Damage(what: "ends inside a \(kind) \(kind.piece) at byte \(input.place)", offset: input.place)
            }
        case .frameEnds:
            isInFrame = false
            finishedChecksum = withFrame(finishedChecksum)
        case .broken(let what, let why):
            throw Damage(what: "has \(what) before byte \(input.place) (\(why))", offset: input.place)
        }
        return true
    }

    /// Whether another frame follows.
    private func beginFrame() throws -> Bool {
        while true {
            while input.left.count > 0, input.left.start.pointee == 0 { input.left.drop(1) }
            guard input.left.count == 0 else { break }
            try input.refill()
            guard input.left.count > 0 else { return false }
        }
        guard kind.mayBegin(input.left.start.pointee) else {
            throw Damage(what: "has other bytes after its \(kind) data at byte \(input.place)", offset: input.place)
        }
        guard library.beginFrame() else { throw Self.lackOfMemory }
        isInFrame = true
        return true
    }
}

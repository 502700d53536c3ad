import CBZip2

/// Streams of bzip2, with libbz2; several lie one behind the other where many processors packed them.
final class BZip2Decompressor: Decompressor {
    private let stream: UnsafeMutablePointer<bz_stream>
    private var isOpen = false

    /// Nil never: memory is asked for with each stream.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: bz_stream())
    }

    deinit {
        if isOpen { BZ2_bzDecompressEnd(stream) }
        stream.deallocate()
    }

    func beginFrame() -> Bool {
        if isOpen { BZ2_bzDecompressEnd(stream) }
        stream.pointee = bz_stream()
        isOpen = BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
        return isOpen
    }

    func step(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep {
        let room = min(output.count, Int(UInt32.max))
        stream.pointee.next_in = UnsafeMutableRawPointer(input.start).assumingMemoryBound(to: CChar.self)
        stream.pointee.next_out = UnsafeMutableRawPointer(output.start).assumingMemoryBound(to: CChar.self)
        (stream.pointee.avail_in, stream.pointee.avail_out) = (UInt32(input.count), UInt32(room))
        let status = BZ2_bzDecompress(stream)
        input.drop(input.count - Int(stream.pointee.avail_in))
        output.drop(room - Int(stream.pointee.avail_out))
        switch status {
        case BZ_OK: return .goesOn
        case BZ_STREAM_END: return .frameEnds
        case BZ_DATA_ERROR: return .broken(what: "a broken bzip2 block", why: "its checksum does not fit")
        case BZ_DATA_ERROR_MAGIC: return .broken(what: "a broken bzip2 block", why: "it does not begin as one")
        case BZ_MEM_ERROR: return .broken(what: "a bzip2 block that cannot be unpacked", why: "there is no memory")
        default: return .broken(what: "a broken bzip2 block", why: "error \(status)")
        }
    }
}

import CLZMA

/// Streams of xz, with liblzma. One that wants more than 128 MB of memory is refused; `xz -9` wants 65.
final class XZDecompressor: Decompressor {
    private let stream: UnsafeMutablePointer<lzma_stream>
    private static let mostMemory: UInt64 = 128 << 20

    /// Nil never: memory is asked for with each stream.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: lzma_stream())
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
    }

    /// What a stream has is taken over by the next.
    func beginFrame() -> Bool { lzma_stream_decoder(stream, Self.mostMemory, 0) == LZMA_OK }

    func step(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep {
        (stream.pointee.next_in, stream.pointee.avail_in) = (UnsafePointer(input.start), input.count)
        (stream.pointee.next_out, stream.pointee.avail_out) = (output.start, output.count)
        let status = lzma_code(stream, LZMA_RUN)
        input.drop(input.count - stream.pointee.avail_in)
        output.drop(output.count - stream.pointee.avail_out)
        switch status {
        // No progress is no fault: more input may come.
        case LZMA_OK, LZMA_BUF_ERROR: return .goesOn
        case LZMA_STREAM_END: return .frameEnds
        case LZMA_DATA_ERROR: return .broken(what: "a broken xz block", why: "its bytes or its checksum do not fit")
        case LZMA_FORMAT_ERROR: return .broken(what: "a broken xz block", why: "it does not begin as one")
        case LZMA_MEM_ERROR, LZMA_MEMLIMIT_ERROR:
            return .broken(what: "an xz block that cannot be unpacked", why: "it wants more than 128 MB of memory")
        case LZMA_OPTIONS_ERROR: return .broken(what: "an xz block that cannot be unpacked", why: "it is of a newer kind")
        default: return .broken(what: "a broken xz block", why: "error \(status.rawValue)")
        }
    }
}

import CZstd

/// Frames of Zstandard (RFC 8878), with libzstd; those to be passed over are frames without bytes.
///
/// A frame that wants a window of more than 128 MB is refused, as the program `zstd` does unless it is told otherwise. It is fed block by
/// block, as it wishes: of a call that fails libzstd does not say what it took and gave.
final class ZstdDecompressor: Decompressor {
    private let stream: OpaquePointer
    /// Bytes that it wishes for next.
    private var wished = 0
    /// Whether it may hold bytes that there was no room for.
    private var isHolding = false

    /// Nil where there is no memory.
    init?() {
        guard let stream = ZSTD_createDStream() else { return nil }
        self.stream = stream
    }

    deinit { ZSTD_freeDStream(stream) }

    func beginFrame() -> Bool {
        (wished, isHolding) = (ZSTD_initDStream(stream), false)
        return ZSTD_isError(wished) == 0
    }

    func step(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep {
        if isHolding {
            // Not together with a block that may be broken.
            var nothing = ByteStretch(start: input.start, count: 0)
            let step = unpack(&nothing, &output)
            guard case .goesOn = step, !isHolding else { return step }
        }
        return unpack(&input, &output)
    }

    private func unpack(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep {
        var from = ZSTD_inBuffer(src: input.start, size: min(input.count, wished), pos: 0)
        var to = ZSTD_outBuffer(dst: output.start, size: output.count, pos: 0)
        let status = ZSTD_decompressStream(stream, &to, &from)
        if ZSTD_isError(status) != 0 {
            input.drop(from.size)
            let reason = ZSTD_getErrorName(status).map { String(cString: $0) } ?? "error"
            return .broken(what: "a broken zstd frame", why: reason)
        }
        input.drop(from.pos)
        output.drop(to.pos)
        (wished, isHolding) = (status, output.count == 0)
        return status == 0 ? .frameEnds : .goesOn
    }
}

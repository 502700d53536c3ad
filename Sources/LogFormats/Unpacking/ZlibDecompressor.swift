import CZlib
import Tracks

/// Members of gzip, with zlib.
final class ZlibDecompressor: Decompressor {
    private let stream: UnsafeMutablePointer<z_stream>

    /// Nil where there is no memory.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 + 16: the largest window, with gzip's header and check.
        guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func beginFrame() -> Bool { inflateReset(stream) == Z_OK }

    func step(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep {
        (stream.pointee.next_in, stream.pointee.avail_in) = (input.start, UInt32(input.count))
        (stream.pointee.next_out, stream.pointee.avail_out) = (output.start, UInt32(clamping: output.count))
        let room = Int(stream.pointee.avail_out)
        let status = inflate(stream, Z_NO_FLUSH)
        input.drop(input.count - Int(stream.pointee.avail_in))
        output.drop(room - Int(stream.pointee.avail_out))
        if status == Z_STREAM_END { return .frameEnds }
        // No progress is no fault: more input may come.
        if status == Z_OK || status == Z_BUF_ERROR { return .goesOn }
        let reason = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)"
        guard reason == "incorrect length check" else { return .broken(what: "a broken gzip block", why: reason) }
        let bytes = grouped(Int64(clamping: stream.pointee.total_out))
        return .broken(what: "a wrong length in its gzip trailer", why: "\(bytes) bytes were unpacked, and they fit its checksum")
    }

    /// That of gzip itself.
    var checksumOfFrame: (crc: UInt, bytes: Int)? { (stream.pointee.adler, Int(stream.pointee.total_out)) }
}

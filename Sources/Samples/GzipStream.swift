import CZlib
import Reports

/// Compresses into a file; the same bytes give the same file, as no time stands in the gzip header.
final class GzipStream {
    private let file: OutputFile
    private var stream = z_stream()
    private var packed = [UInt8](repeating: 0, count: 1 << 18)

    init(_ file: OutputFile, level: Int) {
        self.file = file
        // 15 bits of window, and 16 for a gzip header.
        let status = deflateInit2_(
            &stream, Int32(level), Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "expected zlib to start, found status \(status)")
    }

    deinit { deflateEnd(&stream) }

    /// Adds bytes to the text.
    func write(_ bytes: [UInt8]) throws { try deflate(bytes, Z_NO_FLUSH) }

    /// Ends the text; the file is still to be finished.
    func finish() throws { try deflate([], Z_FINISH) }

    private func deflate(_ bytes: [UInt8], _ flush: Int32) throws {
        var status = Z_OK
        var taken = 0
        repeat {
            let produced = bytes.withUnsafeBufferPointer { input in
                packed.withUnsafeMutableBufferPointer { output in
                    // zlib reads only, though its header does not say const.
                    stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
                    stream.avail_in = UInt32(input.count - taken)
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = CZlib.deflate(&stream, flush)
                    taken = input.count - Int(stream.avail_in)
                    return output.count - Int(stream.avail_out)
                }
            }
            try file.write(packed[..<produced])
        } while flush == Z_FINISH ? status == Z_OK : taken < bytes.count || stream.avail_out == 0
    }
}

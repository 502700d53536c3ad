import CZlib

/// Bytes as one gzip member, packed at zlib's fastest level.
///
/// Unsafe: zlib takes pointers.
func gzipPage(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for a gzip header.
    var status = deflateInit2_(
        &stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "expected zlib to start, found status \(status)")
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: room) { output, count in
        bytes.withUnsafeBufferPointer { input in
            // zlib reads only, though its header does not say const.
            stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(room)
            status = deflate(&stream, Z_FINISH)
            precondition(status == Z_STREAM_END, "expected zlib to end in \(room) bytes, found status \(status)")
        }
        count = room - Int(stream.avail_out)
    }
}

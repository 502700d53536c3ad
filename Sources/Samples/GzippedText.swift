import CZlib

/// The pieces of a text, compressed; the same bytes give the same ones, as no time stands in the gzip header.
func gzipped(_ pieces: [[UInt8]], level: Int) -> [[UInt8]] {
    var stream = z_stream()
    // 15 bits of window, and 16 for a gzip header.
    let status = deflateInit2_(
        &stream, Int32(level), Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "expected zlib to start, found status \(status)")
    defer { deflateEnd(&stream) }
    var packed: [[UInt8]] = []
    for piece in pieces { deflate(piece, Z_NO_FLUSH, &stream, &packed) }
    deflate([], Z_FINISH, &stream, &packed)
    return packed
}

private func deflate(_ bytes: [UInt8], _ flush: Int32, _ stream: inout z_stream, _ packed: inout [[UInt8]]) {
    var status = Z_OK
    var taken = 0
    repeat {
        let output = [UInt8](unsafeUninitializedCapacity: 1 << 18) { output, count in
            bytes.withUnsafeBufferPointer { input in
                // zlib reads only, though its header does not say const.
                stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
                stream.avail_in = UInt32(input.count - taken)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                status = CZlib.deflate(&stream, flush)
                taken = input.count - Int(stream.avail_in)
                count = output.count - Int(stream.avail_out)
            }
        }
        if !output.isEmpty { packed.append(output) }
    } while flush == Z_FINISH ? status == Z_OK : taken < bytes.count || stream.avail_out == 0
}

import CZlib

private let gzipWindow: Int32 = 15 + 16
private let streamSize = Int32(MemoryLayout<z_stream>.size)

/// One gzip member that holds these bytes.
func packedBytes(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(&stream, 6, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, streamSize)
    precondition(status == Z_OK, "zlib gave \(status)")
    defer { deflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64))
    let count = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
            (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
            let status = deflate(&stream, Z_FINISH)
            precondition(status == Z_STREAM_END, "deflate ended with \(status)")
            return target.count - Int(stream.avail_out)
        }
    }
    return Array(output.prefix(count))
}

/// What the members of a gzip file hold up to the first fault; nothing where it is none. Zeros behind a member are padding.
func unpackedBytes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return [] }
    var stream = z_stream()
    let status = inflateInit2_(&stream, gzipWindow, ZLIB_VERSION, streamSize)
    precondition(status == Z_OK, "zlib gave \(status)")
    defer { inflateEnd(&stream) }
    var (input, output, chunk) = (bytes, [UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    input.withUnsafeMutableBufferPointer { source in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        while true {
            var status = Z_OK
            let count = chunk.withUnsafeMutableBufferPointer { target in
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                status = inflate(&stream, Z_NO_FLUSH)
                return target.count - Int(stream.avail_out)
            }
            output += chunk.prefix(count)
            if status == Z_STREAM_END {
                while stream.avail_in > 0, stream.next_in.pointee == 0 {
                    (stream.next_in, stream.avail_in) = (stream.next_in + 1, stream.avail_in - 1)
                }
                guard stream.avail_in > 0, stream.next_in.pointee == 0x1F else { return }
                inflateReset(&stream)
            } else if status != Z_OK || (count == 0 && stream.avail_in == 0) {
                return
            }
        }
    }
    return output
}

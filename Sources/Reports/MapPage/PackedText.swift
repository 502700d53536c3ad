import CZlib

/// Packs bytes with gzip and hands them on as base64, piece by piece, so that a page of any size needs the same memory.
///
/// The same bytes give the same text: no time stands in the gzip header. A class: it owns zlib's stream.
final class PackedText {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: 1 << 16)
    private var waiting: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    /// - Parameters:
    ///   - level: Of zlib, 1 to 9. Of the data of a page 9 takes twice as long as 8 and is hardly smaller, 5 is a twentieth larger and
    ///     takes a third of the time.
    ///   - write: Takes pieces of the text.
    init(level: Int32 = 8, write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, and 16 for a gzip header.
        let status = deflateInit2_(
            stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "expected zlib to start, found status \(status)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Takes in bytes.
    func add(_ bytes: [UInt8]) throws { try deflate(bytes, Z_NO_FLUSH) }

    /// Writes what is left.
    func finish() throws {
        try deflate([], Z_FINISH)
        if !waiting.isEmpty { try write(base64(waiting[...])) }
        waiting.removeAll()
    }

    private func deflate(_ bytes: [UInt8], _ flush: Int32) throws {
        try bytes.withUnsafeBufferPointer { input in
            // zlib reads only, though its header does not say const.
            stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
            stream.pointee.avail_in = UInt32(input.count)
            var status = Z_OK
            repeat {
                let count = output.withUnsafeMutableBufferPointer { room in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    status = CZlib.deflate(stream, flush)
                    return room.count - Int(stream.pointee.avail_out)
                }
                waiting += output[..<count]
                try writeWhole()
            } while flush == Z_FINISH ? status == Z_OK : stream.pointee.avail_out == 0
        }
    }

    /// Three bytes are four letters: what is left over waits for more.
    private func writeWhole() throws {
        let whole = waiting.count / 3 * 3
        guard whole > 0 else { return }
        try write(base64(waiting[..<whole]))
        waiting.removeFirst(whole)
    }
}

/// Bytes packed at once.
func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    var result: [UInt8] = []
    let text = PackedText { result += $0 }
    try text.add(bytes)
    try text.finish()
    return result
}

private let base64Letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Bytes as base64 (RFC 4648, 4).
func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = bytes.startIndex
    while i < bytes.endIndex {
        let left = bytes.endIndex - i
        let word =
            Int(bytes[i]) << 16 | (left > 1 ? Int(bytes[i + 1]) << 8 : 0) | (left > 2 ? Int(bytes[i + 2]) : 0)
        text.append(base64Letters[word >> 18])
        text.append(base64Letters[word >> 12 & 63])
        text.append(left > 1 ? base64Letters[word >> 6 & 63] : UInt8(ascii: "="))
        text.append(left > 2 ? base64Letters[word & 63] : UInt8(ascii: "="))
        i += 3
    }
    return text
}

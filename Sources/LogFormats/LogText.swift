import Glibc

/// The text of a log in UTF-8: its unpacked bytes, decoded where they are in another encoding.
///
/// A byte order mark tells the encoding whatever the source says; that of UTF-8 is left in the text. A class: it owns buffers.
final class LogText {
    /// The first bytes as the file has them.
    private(set) var beginning: [UInt8] = []
    private let file: LogFile
    private let encoding: TextEncoding
    private var decoder: TextDecoder?
    private var isFirstRead = true
    private var isAtEnd = false
    /// Why the file could not be read to its end; thrown once all before it is handed out.
    private var fault: (any Error)?
    private var raw = UnsafeMutableBufferPointer<CChar>(start: nil, count: 0)
    private var rawCount = 0
    private var decoded = UnsafeMutableBufferPointer<CChar>(start: nil, count: 0)
    private var decodedRange = 0..<0

    private static let pieceBytes = 1 << 17
    private static let beginningBytes = 4096

    /// The text of an open log.
    init(_ file: LogFile, encoding: TextEncoding) {
        self.file = file
        self.encoding = encoding
    }

    deinit {
        raw.deallocate()
        decoded.deallocate()
    }

    /// Fills a buffer with the next bytes of the text.
    ///
    /// - Returns: Bytes written; 0 at the end.
    /// - Throws: `Damage` where the rest cannot be read; bytes given before stay good.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if isFirstRead {
            isFirstRead = false
            let count = try readBeginning(into: buffer)
            if decoder == nil { return count }
        }
        return decoder == nil ? try file.read(into: buffer) : try readDecoded(into: buffer)
    }

    /// Reads the first bytes and finds out how they are encoded.
    private func readBeginning(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, Self.pieceBytes)])
        var count = try file.read(into: piece)
        while count > 0, count < 4 {
            let more = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: piece[count...]))
            guard more > 0 else { break }
            count += more
        }
        beginning = Array(piece[..<min(count, Self.beginningBytes)])
        let marked = TextEncoding.marked(by: beginning)
        let found = marked?.encoding ?? encoding
        guard !found.isUTF8 else { return count }
        guard let decoder = TextDecoder(from: found) else {
            throw Damage(what: "cannot be decoded: this system's iconv does not know '\(found.name)'")
        }
        self.decoder = decoder
        file.isDecoded = true
        file.bytes -= Int64(count)
        raw = .allocate(capacity: Self.pieceBytes)
        decoded = .allocate(capacity: 4 * Self.pieceBytes)
        let first = marked?.bytes ?? 0
        rawCount = count - first
        for i in 0..<rawCount { raw[i] = CChar(bitPattern: piece[first + i]) }
        return count
    }

    private func readDecoded(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while decodedRange.isEmpty {
            guard !isAtEnd || rawCount > 0 else {
                if let fault { throw fault }
                return 0
            }
            decodeNext()
            if decodedRange.isEmpty, !isAtEnd { refill() }
        }
        let count = min(decodedRange.count, buffer.count)
        guard let to = buffer.baseAddress, let from = decoded.baseAddress else { return 0 }
        to.copyMemory(from: from + decodedRange.lowerBound, byteCount: count)
        decodedRange = decodedRange.lowerBound + count..<decodedRange.upperBound
        file.bytes += Int64(count)
        return count
    }

    private func decodeNext() {
        guard rawCount > 0, let decoder, let start = raw.baseAddress else { return }
        decodedRange = 0..<decoder.decode(start, count: &rawCount, isLast: isAtEnd, into: decoded)
    }

    /// Puts the file's next bytes behind what is left of a character.
    private func refill() {
        let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(raw)[rawCount...])
        do {
            let count = try file.read(into: room)
            rawCount += count
            file.bytes -= Int64(count)
            isAtEnd = count == 0
        } catch {
            (fault, isAtEnd) = (error, true)
        }
    }
}

/// A way that logs are packed; told by the first bytes of a file, whatever its name says.
enum Compression: String, CaseIterable {
    case gzip, zstd, bzip2, xz

    /// The end of names of such files.
    var suffix: String {
        switch self {
        case .gzip: ".gz"
        case .zstd: ".zst"
        case .bzip2: ".bz2"
        case .xz: ".xz"
        }
    }

    /// What a piece of such a file is called that is unpacked by itself.
    var piece: String {
        switch self {
        case .gzip, .bzip2, .xz: "block"
        case .zstd: "frame"
        }
    }

    /// Bytes that a byte of the file unpacks to at most, in a log. Rows that are alike but for their times come to 29 with gzip, 136 with zstd,
    /// 91 with bzip2 and 190 with xz (300,000 of 76 bytes, all at their best level); gzip can promise 1,032, zstd any number.
    var mostRatio: Int64 { self == .gzip ? 200 : 2000 }

    /// Whether a frame begins so. Of what is no first byte of one, nothing is read behind another frame.
    func mayBegin(_ byte: UInt8) -> Bool {
        switch self {
        case .gzip: byte == 0x1F
        case .zstd: byte == 0x28 || byte & 0xF0 == 0x50
        case .bzip2: byte == 0x42
        case .xz: byte == 0xFD
        }
    }

    /// How a file with these first bytes is packed; nil where it is not.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> Compression? {
        allCases.first { $0.begins(bytes) }
    }

    private func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .gzip: return bytes.starts(with: [0x1F, 0x8B])
        case .zstd:
            // A frame, or one to be passed over, which has its own first bytes (RFC 8878, 3.1).
            guard bytes.count >= 4 else { return false }
            return bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
                || (bytes[0] & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18]))
        case .bzip2:
            // The size of blocks, then a block or the end: digits of π, or of its square root.
            guard bytes.count >= 6, bytes.starts(with: Array("BZh".utf8)), (49...57).contains(bytes[3]) else { return false }
            return bytes[4...5].elementsEqual([0x31, 0x41]) || bytes[4...5].elementsEqual([0x17, 0x72])
        case .xz: return bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])
        }
    }

    /// What unpacks it; nil where there is no memory.
    func decompressor() -> (any Decompressor)? {
        switch self {
        case .gzip: ZlibDecompressor()
        case .zstd: ZstdDecompressor()
        case .bzip2: BZip2Decompressor()
        case .xz: XZDecompressor()
        }
    }
}

/// Ends of names that only say how a file is packed: of two names that differ by them, the one without is the log (rule 1.1).
public let packedSuffixes = Compression.allCases.map(\.suffix)

/// The first bytes of a log: what `format: auto` tells its format by.
public struct LogBeginning: Sendable {
    /// Bytes that are looked at.
    static let length = 4096

    /// At most the first 4,096 bytes, unpacked.
    let bytes: [UInt8]
    /// The last part of its path in small letters, without the ends of packing.
    let name: String
    /// Whether it has no more bytes.
    let isWhole: Bool
    /// The bytes as text, without a byte order mark; what is none of it is U+FFFD.
    let text: String

    init(bytes: [UInt8], path: String, isWhole: Bool) {
        self.bytes = bytes
        self.isWhole = isWhole
        let slash = path.utf8.lastIndex(of: 47)
        var name = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...].lowercased()
        for suffix in packedSuffixes where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        self.name = name
        text = Self.text(of: bytes)
    }

    private static func text(of bytes: [UInt8]) -> String {
        let mark = TextEncoding.marked(by: bytes)
        let body = bytes.dropFirst(mark?.bytes ?? 0)
        let encoding = mark?.encoding ?? widened(body)
        guard !encoding.isUTF8, let decoded = TextDecoder.decoded(body, from: encoding, isCut: true) else {
            return String(decoding: body, as: UTF8.self)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// UTF-16 where the first four characters are of ASCII in two bytes, else UTF-8.
    private static func widened(_ bytes: ArraySlice<UInt8>) -> TextEncoding {
        let first = Array(bytes.prefix(8))
        guard first.count == 8 else { return .utf8 }
        let (even, odd) = (stride(from: 0, to: 8, by: 2).map { first[$0] }, stride(from: 1, to: 8, by: 2).map { first[$0] })
        if odd.allSatisfy({ $0 == 0 }), !even.contains(0) { return TextEncoding("utf-16le") ?? .utf8 }
        if even.allSatisfy({ $0 == 0 }), !odd.contains(0) { return TextEncoding("utf-16be") ?? .utf8 }
        return .utf8
    }

    /// Its lines, without their ends; the last is left out where it may be cut.
    var lines: [Substring] {
        // CR LF is one Character, which is a line's end as a whole.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        if !isWhole, lines.count > 1 { lines.removeLast() }
        return lines
    }

    /// Whether it is empty.
    var isEmpty: Bool { bytes.isEmpty }

    /// Whether its name ends in one of these.
    func isNamed(_ suffixes: [String]) -> Bool { suffixes.contains(where: name.hasSuffix) }
}

import Glibc

/// An encoding of text that the system's iconv knows.
public struct TextEncoding: Sendable, Equatable {
    /// As a user wrote it.
    public let name: String

    /// Encodings that logs are met in, for suggestions.
    public static let common = [
        "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "gbk", "gb18030", "gb2312", "big5", "big5-hkscs", "shift_jis",
        "euc-jp",
        "euc-kr", "latin1", "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1251", "windows-1252",
        "windows-1253",
        "windows-1254", "koi8-r", "macintosh", "ascii",
    ]

    /// That of the program.
    public static let utf8 = TextEncoding(unchecked: "utf-8")

    private init(unchecked name: String) { self.name = name }

    /// An encoding; nil where iconv knows none of this name.
    public init?(_ name: String) {
        // What follows a slash are wishes of iconv's own.
        let isPlain = name.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 32) || "-_.:+".utf8.contains($0) }
        guard !name.isEmpty, isPlain, TextDecoder(from: TextEncoding(unchecked: name)) != nil else { return nil }
        self.name = name
    }

    /// Whether it is the program's own.
    public var isUTF8: Bool { ["utf8", "utf-8"].contains(name.lowercased()) }

    /// What iconv calls it: without a byte order mark two bytes stand in the order of Windows' files.
    var systemName: String {
        switch name.lowercased() {
        case "utf-16", "utf16", "ucs-2", "ucs2": "UTF-16LE"
        case "utf-32", "utf32", "ucs-4", "ucs4": "UTF-32LE"
        default: name
        }
    }

    /// Bytes of its smallest character.
    var unit: Int {
        let name = systemName.uppercased()
        if name.contains("UTF-16") || name.contains("UTF16") || name.contains("UCS-2") || name.contains("UCS2") { return 2 }
        return name.contains("UTF-32") || name.contains("UTF32") || name.contains("UCS-4") || name.contains("UCS4") ? 4 : 1
    }

    /// The encoding that a byte order mark at the beginning of a text tells, and the bytes of the mark; nil where there is none.
    static func marked(by bytes: some Collection<UInt8>) -> (encoding: TextEncoding, bytes: Int)? {
        let marks: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF], "utf-8"), ([0xFF, 0xFE, 0, 0], "utf-32le"), ([0, 0, 0xFE, 0xFF], "utf-32be"),
            ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"),
        ]
        guard let (mark, name) = marks.first(where: { bytes.starts(with: $0.0) }) else { return nil }
        return (TextEncoding(unchecked: name), mark.count)
    }
}

/// Makes UTF-8 of bytes of an encoding, piece by piece.
///
/// What is no character of the encoding becomes the byte FF, which UTF-8 never has, so that the cell it stands in is known as bad.
/// A class: it owns iconv's state.
final class TextDecoder {
    private let descriptor: iconv_t
    private let unit: Int
    private static let badByte = CChar(bitPattern: 0xFF)

    /// A decoder; nil where iconv does not know the encoding.
    init?(from encoding: TextEncoding) {
        let descriptor = iconv_open("UTF-8", encoding.systemName)
        guard let descriptor, descriptor != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        self.descriptor = descriptor
        unit = encoding.unit
    }

    deinit { iconv_close(descriptor) }

    /// Decodes bytes, all of them but a character that they cut off.
    ///
    /// - Parameters:
    ///   - input: The bytes; what is left of them is moved to their front.
    ///   - count: How many; then how many are left.
    ///   - isLast: Whether no byte follows: then a character that is cut off is bad, and nothing is left.
    ///   - output: Room for four bytes a byte of the input.
    /// - Returns: Bytes of output.
    func decode(
        _ input: UnsafeMutablePointer<CChar>, count: inout Int, isLast: Bool, into output: UnsafeMutableBufferPointer<CChar>
    ) -> Int {
        var (from, left): (UnsafeMutablePointer<CChar>?, Int) = (input, count)
        var (to, room) = (output.baseAddress, output.count)
        while left > 0 {
            guard iconv(descriptor, &from, &left, &to, &room) == Int(bitPattern: UInt.max) else { break }
            if errno == EINVAL, !isLast { break }
            let skipped = errno == EINVAL ? left : min(unit, left)
            guard errno != E2BIG, room > 0, let place = to, let start = from else { break }
            place.pointee = Self.badByte
            (to, room) = (place + 1, room - 1)
            (from, left) = (start + skipped, left - skipped)
        }
        if left > 0, let from { memmove(input, from, left) }
        count = left
        return output.count - room
    }

    /// All of a text in UTF-8.
    static func decoded(_ bytes: some Collection<UInt8>, from encoding: TextEncoding, isCut: Bool = false) -> [UInt8]? {
        guard let decoder = TextDecoder(from: encoding) else { return nil }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 4 * input.count + 4)
        var count = input.count
        let made = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                input.baseAddress.map { decoder.decode($0, count: &count, isLast: !isCut, into: output) } ?? 0
            }
        }
        return output[..<made].map { UInt8(bitPattern: $0) }
    }
}

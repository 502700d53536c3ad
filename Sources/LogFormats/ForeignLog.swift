/// A file that no format knows: what it looks like, and what to do.
struct ForeignLog {
    private let beginning: LogBeginning

    init(_ beginning: LogBeginning) { self.beginning = beginning }

    /// What it looks like, the text it begins with or the bytes, and what to do.
    private static let known: [(begins: [[UInt8]], words: String)] = [
        ([Array("PK\u{3}\u{4}".utf8)], "looks like a zip archive (also kmz and xlsx are); unpack it, then read what is in it"),
        ([[0x37, 0x7A, 0xBC, 0xAF]], "looks like a 7z archive; unpack it"),
        ([Array("Rar!".utf8)], "looks like a rar archive; unpack it"),
        ([[0x04, 0x22, 0x4D, 0x18]], "looks like lz4; unpack it: unlz4"),
        ([[0x1F, 0x9D]], "looks like compress's; unpack it: uncompress"),
        ([[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8)], "looks like an image, which is no log"),
        ([Array("%PDF".utf8)], "looks like a PDF, which is no log"),
        ([Array("PAR1".utf8)], "looks like parquet, which is not read; write it as csv"),
        ([Array("SQLite format 3".utf8)], "looks like an SQLite database, which is not read; write its table as csv"),
        ([Array("\u{7F}ELF".utf8)], "looks like a program, which is no log"),
    ]

    /// The rest of a sentence about the file.
    func words(knowing formats: [any LogFormat]) -> String {
        "\(look); nothing of it was read. 'format' of the source may be \(alternatives(formats.map { type(of: $0).name }))"
    }

    private var look: String {
        let bytes = beginning.bytes
        if let known = Self.known.first(where: { $0.begins.contains { bytes.starts(with: $0) } }) { return known.words }
        if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) { return "looks like a tar archive; unpack it" }
        if isFlightLog { return "looks like an IGC flight log, which is not read; convert it: gpsbabel -i igc -f … -o gpx -F …" }
        if beginning.text.unicodeScalars.contains(where: { $0.value < 9 || $0.value == 0xFFFD }) {
            return "is no text and in no format that is known"
        }
        let line = beginning.lines.first { !$0.isEmpty } ?? ""
        return "is text in no format that is known, and its source has no 'columns'; it begins '\(line.prefix(80))'"
    }

    /// A line of A with the maker's letters, then lines of H.
    private var isFlightLog: Bool {
        let lines = beginning.lines
        return lines.first?.hasPrefix("A") == true && lines.dropFirst().first?.hasPrefix("HF") == true
    }
}

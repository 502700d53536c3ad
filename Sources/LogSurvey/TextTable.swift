import LogFormats

/// The first rows of delimited text, cut in one of the ways that it may be cut.
struct TextTable {
    /// The byte between cells.
    let delimiter: UInt8
    /// What lines begin with that are no rows; empty for none.
    let comment: String
    /// Whether the first record names the columns.
    let hasHeader: Bool
    /// The names of the columns; positions from 1 where there is no header.
    let names: [String]
    /// What the columns are called, by which they are known; `names` but for fields of JSON.
    let labels: [String]
    /// Records with as many cells as most have.
    let rows: [[String]]
    /// Records with another number of cells.
    let others: Int

    private static let mostRecords = 5000
    /// With their names in `delimiter`.
    static let delimiters: [(byte: UInt8, name: String)] = [
        (44, "comma"), (59, "semicolon"), (9, "tab"), (124, "pipe"), (32, "space"),
    ]

    var delimiterName: String { Self.delimiters.first { $0.byte == delimiter }?.name ?? "" }

    /// The cells of a column that hold something.
    func filled(_ column: Int) -> [String] { rows.map { $0[column] }.filter { !$0.isEmpty } }

    /// A table of fields that were cut already.
    init(names: [String], labels: [String], rows: [[String]]) {
        (delimiter, comment, hasHeader, others) = (0, "", true, 0)
        (self.names, self.labels, self.rows) = (names, labels, rows)
    }

    /// Cuts a text at a delimiter; nil where that makes no table.
    init?(_ text: [UInt8], isWhole: Bool, delimiter: UInt8) {
        let hash = Self.hashLines(text, delimiter)
        let records = sampleRecords(
            text, isWhole: isWhole, delimiter: delimiter, comment: Array(hash.utf8), atMost: Self.mostRecords)
        guard let first = records.first else { return nil }
        let body = records.count > 1 ? records.dropFirst() : records[...]
        var counts: [Int: Int] = [:]
        for record in body { counts[record.count, default: 0] += 1 }
        guard let common = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, common > 1 else { return nil }
        // A header may end in a delimiter behind which rows have no cell.
        let cells = first.count == common + 1 && first.last == "" ? Array(first.dropLast()) : first
        guard cells.count == common else { return nil }
        hasHeader = Self.areNames(cells)
        if hasHeader, records.count < 2 { return nil }
        names = hasHeader ? cells : (1...common).map { "\($0)" }
        labels = names
        let all = hasHeader ? records.dropFirst() : records[...]
        rows = all.filter { $0.count == common }
        others = all.count - rows.count
        (self.delimiter, comment) = (delimiter, hash)
    }

    /// `#` where several lines begin with it, or one that is no header.
    private static func hashLines(_ text: [UInt8], _ delimiter: UInt8) -> String {
        let lines = text.prefix(1 << 16).split(maxSplits: 200) { $0 == 10 || $0 == 13 }.prefix(200)
        let marked = lines.filter { $0.first == 35 }
        guard let first = marked.first else { return "" }
        let others = lines.filter { $0.first != 35 }
        let isHeader =
            marked.count == 1 && lines.first?.first == 35
            && others.first.map { row in row.count { $0 == delimiter } == first.count { $0 == delimiter } } == true
        return isHeader ? "" : "#"
    }

    /// Whether cells look like names: none begins as a number does, and they differ.
    private static func areNames(_ cells: [String]) -> Bool {
        let filled = cells.filter { !$0.isEmpty }
        let isValue = { (cell: String) in cell.utf8.first.map { (48...57).contains($0) || [43, 45, 46].contains($0) } ?? false }
        return filled.count * 2 > cells.count && !filled.contains(where: isValue) && Set(filled).count == filled.count
    }
}

extension LogSample {
    /// How its text is encoded, how that is known, and what else it may be; no text where it is none.
    var guessedEncoding: (encoding: TextEncoding, words: String, others: [String]) {
        if let marked = markedEncoding { return (marked, "\(marked.name), by its byte order mark", []) }
        let odd = bytes.enumerated().count { $0.offset % 2 == 1 && $0.element == 0 }
        if odd * 3 > bytes.count, let wide = TextEncoding("utf-16le") { return (wide, "utf-16le, by its bytes", []) }
        let whole = isWhole ? bytes[...] : bytes[...(bytes.lastIndex(of: 10) ?? bytes.count - 1)]
        if String(validating: whole, as: UTF8.self) != nil { return (.utf8, "utf-8", []) }
        var names = fittingEncodings(Array(linesBeyondASCII.prefix(4096)))
        // Chinese texts have their bytes above 127 in pairs, letters of Europe stand alone between others.
        if !hasPairs, let alone = names.firstIndex(of: "windows-1252") { names.insert(names.remove(at: alone), at: 0) }
        guard let name = names.first, let encoding = TextEncoding(name) else {
            return (.utf8, "utf-8, with bytes that are none", [])
        }
        return (encoding, "\(name), by its bytes", Array(names.dropFirst()))
    }

    /// The lines that hold more than ASCII.
    private var linesBeyondASCII: [UInt8] {
        bytes.split(separator: 10).filter { $0.contains { $0 >= 128 } }.prefix(50).joined(separator: [10]).map { $0 } + [10]
    }

    private var hasPairs: Bool {
        let high = bytes.indices.filter { bytes[$0] >= 128 }
        let paired = high.count { i in
            (i > 0 && bytes[i - 1] >= 128) || (i + 1 < bytes.count && bytes[i + 1] >= 128)
        }
        return paired * 10 >= high.count * 9
    }
}

/// What the first lines of a log tell of how all of it is laid out.
struct CSVLayout {
    /// The byte between cells.
    private(set) var delimiter: UInt8 = 44
    /// Cells of a row; nil where no row was seen.
    private(set) var rowCount: Int?
    /// Whether the header ends in a delimiter behind which rows have no cell.
    private(set) var hasNameTooMany = false

    private static let delimiters: [UInt8] = [44, 59, 9, 124, 32]  // , ; tab | space

    /// - Parameter finds: Whether a header with these names has all columns that are wanted.
    init(_ beginning: LogBeginning, _ options: CellOptions, finds: ([[UInt8]]) -> Bool) {
        let text = beginning.utf8(in: options.encoding)
        let candidates: [UInt8] =
            options.delimiter.map { [$0] } ?? Self.delimiters.filter { $0 != 44 || !options.hasDecimalCommas }
        let positions = options.columns.values.compactMap { Int($0) }.max() ?? 1
        var best = -1
        for candidate in candidates {
            let rows = Self.rows(text, isWhole: beginning.isWhole, candidate, options)
            let isRight: Bool
            if options.hasHeader {
                isRight = rows.first.map(finds) ?? false
            } else {
                let fitting = rows.count { $0.count >= positions }
                isRight = fitting > best
                best = max(best, fitting)
            }
            guard isRight || candidate == candidates[0] else { continue }
            delimiter = candidate
            take(rows, hasHeader: options.hasHeader)
            if isRight, options.hasHeader { return }
        }
    }

    private mutating func take(_ rows: [[[UInt8]]], hasHeader: Bool) {
        var counts: [Int: Int] = [:]
        for row in hasHeader ? rows.dropFirst() : rows[...] { counts[row.count, default: 0] += 1 }
        rowCount = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        guard hasHeader, let names = rows.first, names.count > 1, names.last?.isEmpty == true else {
            hasNameTooMany = false
            return
        }
        hasNameTooMany = counts.count == 1 && rowCount == names.count - 1
    }

    /// The cells of the first records, without spaces at their ends; no comments and no empty lines.
    static func rows(_ text: [UInt8], isWhole: Bool, _ delimiter: UInt8, _ options: CellOptions) -> [[[UInt8]]] {
        let scanner = CSVScanner(delimiter: delimiter)
        return text.withUnsafeBytes { bytes in
            var (rows, at): ([[[UInt8]]], Int) = ([], 0)
            while at < bytes.count, rows.count < 100 {
                let start = at
                switch scanner.row(bytes, from: at, isLast: isWhole, columns: nil) {
                case .record(let end, _): at = end
                case .line(let end):
                    at = end
                    continue
                case .needsMore: return rows
                }
                if !options.comment.isEmpty, bytes[start...].starts(with: options.comment) { continue }
                let cells = (0..<scanner.count).map { i in
                    let field = scanner.fields[i]
                    let found = field.isQuoted ? CSVScanner.unquoted(bytes, field) : Array(bytes[field.start..<field.end])
                    return found.trimmingSpaces
                }
                if cells != [[]] { rows.append(cells) }
            }
            return rows
        }
    }
}

extension LogBeginning {
    /// Its text in UTF-8, where no mark says another encoding than this one.
    func utf8(in encoding: TextEncoding) -> [UInt8] {
        guard !encoding.isUTF8, TextEncoding.marked(by: bytes) == nil else { return Array(text.utf8) }
        return TextDecoder.decoded(bytes, from: encoding, isCut: true) ?? Array(text.utf8)
    }
}

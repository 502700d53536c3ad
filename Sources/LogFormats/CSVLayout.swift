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
            let records = Self.records(text, isWhole: beginning.isWhole, candidate, options)
            let isRight: Bool
            if options.hasHeader {
                isRight = !records.counts.isEmpty && finds(records.first)
            } else {
                let fitting = records.counts.count { $0 >= positions }
                isRight = fitting > best
                best = max(best, fitting)
            }
            guard isRight || candidate == candidates[0] else { continue }
            delimiter = candidate
            take(records, hasHeader: options.hasHeader)
            if isRight, options.hasHeader { return }
        }
    }

    private mutating func take(_ records: Records, hasHeader: Bool) {
        var counts: [Int: Int] = [:]
        for count in records.counts.dropFirst(hasHeader ? 1 : 0) { counts[count, default: 0] += 1 }
        rowCount = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let names = records.first
        guard hasHeader, names.count > 1, names.last?.isEmpty == true else {
            hasNameTooMany = false
            return
        }
        hasNameTooMany = counts.count == 1 && rowCount == names.count - 1
    }

    /// The cells of the first record, and how many each of the first records has.
    private struct Records {
        var first: [[UInt8]] = []
        var counts: [Int] = []
    }

    // Of all but the first only the number of cells is wanted: with their texts a log of 160 rows took twice as long to read.
    private static func records(_ text: [UInt8], isWhole: Bool, _ delimiter: UInt8, _ options: CellOptions) -> Records {
        var records = Records()
        forEachRecord(of: text, isWhole: isWhole, delimiter, options) { scanner, bytes in
            if records.counts.isEmpty { records.first = cells(scanner, bytes) }
            records.counts.append(scanner.count)
            return records.counts.count < 100
        }
        return records
    }

    /// The cells of the first records, without spaces at their ends; no comments and no empty lines.
    static func rows(
        _ text: [UInt8], isWhole: Bool, _ delimiter: UInt8, _ options: CellOptions, most: Int = 100
    ) -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        forEachRecord(of: text, isWhole: isWhole, delimiter, options) { scanner, bytes in
            rows.append(cells(scanner, bytes))
            return rows.count < most
        }
        return rows
    }

    private static func cells(_ scanner: CSVScanner, _ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
        (0..<scanner.count).map { i in
            let field = scanner.fields[i]
            let found = field.isQuoted ? CSVScanner.unquoted(bytes, field) : Array(bytes[field.start..<field.end])
            return found.trimmingSpaces
        }
    }

    /// The first records, as the scanner has them, until the body has enough; no comments and no empty lines.
    private static func forEachRecord(
        of text: [UInt8], isWhole: Bool, _ delimiter: UInt8, _ options: CellOptions,
        _ body: (CSVScanner, UnsafeRawBufferPointer) -> Bool
    ) {
        let scanner = CSVScanner(delimiter: delimiter)
        text.withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                let start = at
                switch scanner.row(bytes, from: at, isLast: isWhole, columns: nil) {
                case .record(let end, _): at = end
                case .line(let end):
                    at = end
                    continue
                case .needsMore: return
                }
                if !options.comment.isEmpty, bytes[start...].starts(with: options.comment) { continue }
                if scanner.count == 1, cells(scanner, bytes) == [[]] { continue }
                guard body(scanner, bytes) else { return }
            }
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

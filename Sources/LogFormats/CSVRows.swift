import Options

/// A record of a small CSV file.
public struct CSVRow: Sendable, Equatable {
    /// A cell with the place that it begins at.
    public struct Cell: Sendable, Equatable {
        /// Without quotes, and without spaces at its ends.
        public var text: String
        /// Line and column in the file.
        public var mark: Mark
    }

    /// In the order of the columns.
    public var cells: [Cell]

    /// The cell of a column; the end of the record where it has fewer cells.
    public func cell(_ column: Int) -> Cell {
        column < cells.count ? cells[column] : Cell(text: "", mark: cells.last?.mark ?? Mark(line: 1, column: 1))
    }
}

/// All records of a small CSV file but those of empty cells, its header included; for files people write, not for logs.
///
/// The text is UTF-8, or what its byte order mark says.
/// - Parameter file: The name for messages.
/// - Throws: `Problems` with the first cell that is not UTF-8, and each line whose quotes cannot be trusted.
public func csvRows(_ given: [UInt8], file: String) throws(Problems) -> [CSVRow] {
    var bytes = given
    if let (encoding, mark) = TextEncoding.marked(by: given), !encoding.isUTF8 {
        bytes = TextDecoder.decoded(given.dropFirst(mark), from: encoding) ?? given
    }
    var reader = CSVRowReader(bytes: bytes, file: file)
    bytes.withUnsafeBytes { reader.read($0) }
    guard reader.problems.isEmpty else { throw Problems(reader.problems) }
    return reader.rows
}

private struct CSVRowReader {
    let bytes: [UInt8]
    let file: String
    var rows: [CSVRow] = []
    var problems: [Problem] = []
    private let scanner = CSVScanner(delimiter: 44, longestLine: Int.max)
    /// The place of the byte `reached`.
    private var mark = Mark(line: 1, column: 1)
    private var reached = 0
    private var isUTF8 = true

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    mutating func read(_ text: UnsafeRawBufferPointer) {
        reached = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var at = reached
        while at < text.count {
            switch scanner.row(text, from: at, isLast: true, columns: rows.first?.cells.count) {
            case .record(let end, _):
                let cells = (0..<scanner.count).map { cell(scanner.fields[$0], text, of: at..<end) }
                if cells.contains(where: { !$0.text.isEmpty }) { rows.append(CSVRow(cells: cells)) }
                at = end
            case .line(let end):
                reportQuote(in: at..<end, text)
                at = end
            case .needsMore: return
            }
        }
    }

    private mutating func cell(_ field: CSVScanner.Field, _ text: UnsafeRawBufferPointer, of record: Range<Int>) -> CSVRow.Cell {
        let place = mark(of: field.start)
        let bytes = field.isQuoted ? CSVScanner.unquoted(text, field) : Array(text[field.start..<field.end])
        if isUTF8, let bad = firstByteOutsideUTF8(text[field.start..<field.end]) {
            isUTF8 = false
            let fits = fittingEncodings(Array(text[record]))
            let hint = fits.isEmpty ? "" : " It may be \(alternatives(fits))."
            report(field.start + bad, "here the file is not UTF-8; save it as UTF-8.\(hint)")
        }
        return CSVRow.Cell(text: String(decoding: bytes, as: UTF8.self).trimmingSpaces, mark: place)
    }

    /// Says which quote makes a line no record.
    private mutating func reportQuote(in line: Range<Int>, _ text: UnsafeRawBufferPointer) {
        let found = scanner.scan(text, from: line.lowerBound, isLast: true)
        if case .textBehindQuote(let cell) = found {
            report(
                cell, "text stands behind the closing quote of this cell; put quotes round all of it, and double those inside.")
        } else if case .record = found {
            let open = scanner.fields[..<scanner.count].last { $0.isQuoted && $0.start < line.upperBound }
            report(open?.start ?? line.lowerBound, Self.openQuote)
        } else {
            report(openQuote(from: line.lowerBound), Self.openQuote)
        }
    }

    private static let openQuote = "the quote that opens here is not closed; put one behind the cell, too."

    /// The byte that a quoted cell without an end begins at: behind the cells that the scanner found in this record.
    private func openQuote(from start: Int) -> Int {
        guard scanner.count > 0, scanner.fields[scanner.count - 1].start >= start else { return start }
        return scanner.fields[scanner.count - 1].end + 1
    }

    private mutating func report(_ byte: Int, _ what: String) {
        problems.append(Problem(file: file, mark: mark(of: byte), what: what))
    }

    /// The place of a byte that is not before the last one asked for.
    private mutating func mark(of byte: Int) -> Mark {
        guard byte > reached else { return mark }
        mark.advance(over: bytes[reached..<byte], followedBy: byte < bytes.count ? bytes[byte] : nil)
        reached = byte
        return mark
    }
}

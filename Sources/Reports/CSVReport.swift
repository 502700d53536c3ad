import Options
import SQLite
import Store

/// A view as CSV (RFC 4180): a header with the view's column names, lines that end in a line feed.
public struct CSVReport: TextReport {
    /// `csv`.
    public static let name = "csv"
    /// One sentence.
    public static let summary = "A view as CSV; column names say their units."
    /// `.csv`.
    public static let suffix = ".csv"
    /// All views, all options.
    public static let limits = ViewLimits()

    /// Its rows.
    public var rows = ViewRowsAsked()
    private var shape = CSVLines.Shape()

    /// Reads `bom`, `delimiter` and `decimal`.
    public init(ofFormat reader: inout OptionReader) {
        shape.isForExcel = reader.flag(
            "bom", default: false, help: "For Excel: a byte order mark before all, lines that end in CR and LF.")
        let word = reader.text(
            "delimiter", help: "Between cells: comma (unless given), semicolon, tab, pipe or a sign such as ';'.")
        let decimal = reader.choice(
            "decimal", default: "point", of: ["point", "comma"],
            help: "Before decimals; comma, as in German Excel, makes the delimiter a semicolon unless that is given.")
        shape.hasDecimalComma = decimal == "comma"
        if shape.hasDecimalComma { shape.delimiter = UInt8(ascii: ";") }
        guard let word else { return }
        guard let delimiter = Self.delimiter(word) else {
            reader.report(
                at: "delimiter",
                "'delimiter' is '\(word)'; it may be comma, semicolon, tab, pipe, or one sign that is no letter, digit, quote, '.', '+' or '-'."
            )
            return
        }
        shape.delimiter = delimiter
        if shape.hasDecimalComma, delimiter == UInt8(ascii: ",") {
            reader.report(at: "delimiter", "'delimiter' and 'decimal' are both a comma; choose another delimiter, such as ';'.")
        }
    }

    private static func delimiter(_ word: String) -> UInt8? {
        let names = ["comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"]
        let bytes = Array((names[word] ?? word).utf8)
        guard bytes.count == 1, bytes[0] == 9 || (33..<127).contains(bytes[0]) else { return nil }
        let isTaken = (48...57).contains(bytes[0]) || (65...90).contains(bytes[0] & 0xDF) || "\"'.+-".utf8.contains(bytes[0])
        return isTaken ? nil : bytes[0]
    }

    func writer(_ selection: ViewSelection, of store: Store) -> CSVLines { CSVLines(shape) }
}

/// Lines of CSV.
struct CSVLines: RowWriter {
    /// What its lines look like.
    struct Shape: Sendable {
        var delimiter = UInt8(ascii: ",")
        var hasDecimalComma = false
        var isForExcel = false
    }

    var bytes: [UInt8] = []
    private let shape: Shape
    private var texts = RepeatedTexts(columns: 0)
    private var numbers = LongNumbers()

    init(_ shape: Shape = Shape()) { self.shape = shape }

    mutating func begin(_ rows: any RowSource, to output: OutputFile) {
        if shape.isForExcel { bytes += [0xEF, 0xBB, 0xBF] }
        texts = RepeatedTexts(columns: rows.shown)
        for column in 0..<rows.shown {
            if column > 0 { bytes.append(shape.delimiter) }
            bytes.add(rows.names[column])
        }
        endLine()
    }

    mutating func add(_ rows: any RowSource) {
        for column in 0..<rows.shown {
            if column > 0 { bytes.append(shape.delimiter) }
            let cell = rows.cell(column)
            guard case .text(let text) = cell else {
                add(cell)
                continue
            }
            texts.add(text, of: column, to: &bytes) { $0.addCell(text, delimiter: shape.delimiter) }
        }
        endLine()
    }

    mutating func end() {}

    mutating func add(_ cell: Cell) {
        switch cell {
        case .null: break
        case .integer(let number): bytes.addWhole(number)
        case .real(let number):
            let start = bytes.count
            if number.isFinite { numbers.add(number, to: &bytes) } else { bytes.add("\(number)") }
            if shape.hasDecimalComma, let point = bytes[start...].firstIndex(of: UInt8(ascii: ".")) {
                bytes[point] = UInt8(ascii: ",")
            }
        case .text(let text): bytes.addCell(text, delimiter: shape.delimiter)
        }
    }

    private mutating func endLine() {
        if shape.isForExcel { bytes.append(13) }
        bytes.append(10)
    }
}

extension [UInt8] {
    /// Adds a text as a cell: in quotes where it needs them, with an apostrophe before it where a spreadsheet would run it.
    mutating func addCell(_ text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        guard let first = text.first, let last = text.last else { return }
        let signs = textSigns(text) { $0 == delimiter || $0 == 34 || $0 == 10 || $0 == 13 }
        let needsQuotes = signs == .special || first == 32 || last == 32
        if signs == .wide { return withUTF8(text) { addWide($0, delimiter) } }
        addCell(text, needsQuotes: needsQuotes)
    }

    private mutating func addWide(_ text: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8) {
        let needsQuotes = text.contains { $0 == delimiter || $0 == 34 || $0 == 10 || $0 == 13 }
        addCell(text, needsQuotes: needsQuotes || text.first == 32 || text.last == 32)
    }

    private mutating func addCell(_ text: UnsafeBufferPointer<UInt8>, needsQuotes: Bool) {
        if needsQuotes { append(34) }
        if isFormula(text) { append(39) }
        guard needsQuotes else {
            self += text
            return
        }
        for byte in text {
            if byte == 34 { append(34) }
            append(byte)
        }
        append(34)
    }
}

/// Whether a spreadsheet would take a text for a formula. Numbers with a sign, such as +8613812345678, are none.
/// - Source: OWASP, "CSV Injection".
func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 9, 13: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): !isPlainNumber(text.dropFirst())
    default: false
    }
}

/// Whether a text is digits, perhaps with a fraction and an exponent.
private func isPlainNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = text
    func digits() -> Bool {
        let count = rest.prefix { (48...57).contains($0) }.count
        rest = rest.dropFirst(count)
        return count > 0
    }
    guard digits() else { return false }
    if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        guard digits() else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        guard digits() else { return false }
    }
    return rest.isEmpty
}

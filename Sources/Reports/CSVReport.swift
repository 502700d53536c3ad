import Options
import SQLite
import Store
import Tracks

/// A view as CSV (RFC 4180): a header with the view's column names, lines that end in a line feed.
public struct CSVReport: Sendable {
    /// `csv`.
    public static let name = "csv"
    /// One sentence.
    public static let summary = "A view as CSV; column names say their units."

    /// The view.
    public var table: String
    /// Only this zoom of map clusters; nil for all.
    public var zoom: Int?

    /// Reads `table` and `zoom`.
    public init(reading reader: inout OptionReader) {
        table = reader.choice("table", default: "stays", of: View.all.map(\.name), help: "Which view.")
        zoom = readZoom(&reader, table: table, help: "Only this zoom of map_clusters.")
    }

    /// Writes rows of a view.
    public static func write(_ selection: ViewSelection, of store: Store, to output: OutputFile) throws {
        try CSVLines().write(selection, of: store, to: output)
    }

    /// Writes rows of a view to files of so many rows each, and gives their names: `stays-1.csv` and so on for `stays.csv`.
    public static func writePages(
        _ selection: ViewSelection, of store: Store, rowsEach: Int, to path: String, sparing spared: [SparedFile]
    ) throws -> [String] {
        try CSVLines().writePages(selection, of: store, rowsEach: rowsEach, to: path, sparing: spared)
    }
}

/// Reads `zoom`, which only map clusters have.
func readZoom(_ reader: inout OptionReader, table: String, help: String) -> Int? {
    let zoom = reader.optionalInteger("zoom", in: 0...24, help: help)
    if zoom != nil, table != "map_clusters" {
        reader.report(at: "zoom", "'zoom' is for the table map_clusters; \(table) has no zooms.")
    }
    return zoom
}

/// Lines of CSV.
struct CSVLines: RowFormat {
    let tail = ""

    func head(_ columns: [String]) -> String { columns.joined(separator: ",") + "\n" }

    func row(_ values: [Value]) -> String {
        let cells = values.map { value in
            if case .text(let text) = value { csvCell(withoutFormula(text)) } else { text(of: value) }
        }
        return cells.joined(separator: ",") + "\n"
    }
}

/// A value in text form; NULL is empty.
func text(of value: Value) -> String {
    switch value {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): shortText(number)
    case .text(let text): text
    case .blob: ""
    }
}

/// A text with an apostrophe before it where a spreadsheet would take it for a formula.
///
/// Numbers with a sign, such as +8613812345678, are no formulas.
/// - Source: OWASP, "CSV Injection".
func withoutFormula(_ text: String) -> String {
    switch text.unicodeScalars.first {
    case "=", "@", "\t", "\r": "'" + text
    case "+", "-": isPlainNumber(text.utf8.dropFirst()) ? text : "'" + text
    default: text
    }
}

/// Whether a text is digits, perhaps with a fraction and an exponent.
private func isPlainNumber(_ text: Substring.UTF8View) -> Bool {
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

/// A cell of CSV, in quotes where it needs them.
func csvCell(_ text: String) -> String {
    let needsQuotes =
        text.utf8.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 } || text.hasPrefix(" ") || text.hasSuffix(" ")
    guard needsQuotes else { return text }
    var cell = "\""
    // By scalars: a combining mark behind a quote must not hide it.
    for scalar in text.unicodeScalars {
        if scalar == "\"" { cell.unicodeScalars.append(scalar) }
        cell.unicodeScalars.append(scalar)
    }
    return cell + "\""
}

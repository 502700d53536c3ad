import Options
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

    /// Reads `table`.
    public init(reading reader: inout OptionReader) {
        table = reader.choice("table", default: "stays", of: ViewSelection.views.map(\.name), help: "Which view.")
    }

    /// Writes rows of a view.
    public static func write(_ selection: ViewSelection, of store: Store, to output: OutputFile) throws {
        try selection.forEach(in: store) { columns in
            try output.write(columns.map(csvCell).joined(separator: ",") + "\n")
        } row: { values in
            try output.write(values.map { csvCell(text(of: $0)) }.joined(separator: ",") + "\n")
        }
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

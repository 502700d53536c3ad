import Options
import Reports
import SQLite
import Tracks

/// The rows of a query on their way to standard output: as a box, CSV or JSON.
///
/// Rows are written as they come. Of a box the widths are those of the first 10,000 rows; wider cells below stick out.
struct ResultTable {
    private let rows: SelectedRows
    private static let measuredRows = 10_000

    init(_ rows: SelectedRows) { self.rows = rows }

    func write(as format: String) throws {
        let output = try OutputFile(path: nil)
        switch format {
        case "csv": try writeCSV(to: output)
        case "json": try writeJSON(to: output)
        default: try writeBox(to: output)
        }
        try output.finish()
    }

    /// RFC 4180. A text that a spreadsheet would take for a formula gets an ' before it, as in exports.
    private func writeCSV(to output: OutputFile) throws {
        try output.write(Self.csvLine(rows.columns))
        while let row = try rows.next() { try output.write(Self.csvLine(row.map(Self.csvText))) }
    }

    /// A list of objects, one a line; a BLOB is a text of hexadecimal digits, a column whose name another has gets a number.
    private func writeJSON(to output: OutputFile) throws {
        var names: [String] = []
        for name in rows.columns {
            var (unique, number) = (name, 2)
            while names.contains(unique) { (unique, number) = ("\(name)_\(number)", number + 1) }
            names.append(unique)
        }
        var before = "[\n"
        while let row = try rows.next() {
            try output.write(before + JSONOutput.object(zip(names, row).map { ($0, JSONOutput(of: $1)) }).line)
            before = ",\n"
        }
        try output.write(before == "[\n" ? "[]\n" : "\n]\n")
    }

    private func writeBox(to output: OutputFile) throws {
        var first: [[String]] = []
        while first.count < Self.measuredRows, let row = try rows.next() { first.append(row.map(Self.shown)) }
        let columns = rows.columns.map(shownText)
        var widths = columns.map(displayWidth)
        for row in first { for (i, cell) in row.enumerated() { widths[i] = max(widths[i], displayWidth(cell)) } }
        func rule(_ left: String, _ middle: String, _ right: String) -> String {
            left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right + "\n"
        }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - displayWidth($0))) }
            return "│ " + padded.joined(separator: " │ ") + " │\n"
        }
        try output.write(rule("┌", "┬", "┐") + line(columns) + rule("├", "┼", "┤"))
        for row in first { try output.write(line(row)) }
        while let row = try rows.next() { try output.write(line(row.map(Self.shown))) }
        try output.write(rule("└", "┴", "┘"))
    }

    private static func csvLine(_ cells: [String]) -> String {
        let quoted = cells.map { cell in
            // By bytes: a line break of two characters is one Character.
            let needsQuotes = cell.utf8.contains { [44, 34, 10, 13].contains($0) } || cell.first == " " || cell.last == " "
            return needsQuotes
                ? "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : cell
        }
        return quoted.joined(separator: ",") + "\n"
    }

    private static func csvText(_ value: Value) -> String {
        guard case .text(let text) = value, let first = text.utf8.first else { return plain(value) }
        let isFormula = [61, 64, 9, 13].contains(first) || [43, 45].contains(first) && Double(text) == nil
        return isFormula ? "'" + text : text
    }

    private static func shown(_ value: Value) -> String {
        if case .text(let text) = value { shownText(text) } else { plain(value) }
    }

    private static func plain(_ value: Value) -> String {
        switch value {
        case .null: ""
        case .integer(let number): "\(number)"
        case .real(let number): shortText(number)
        case .text(let text): text
        case .blob(let bytes): "x'\(hexadecimal(bytes))'"
        }
    }
}

extension JSONOutput {
    /// A value of SQLite.
    fileprivate init(of value: Value) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .number(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .text(hexadecimal(bytes))
            }
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// Columns that a text takes on a terminal: a Chinese character two, a combining mark none.
///
/// - Source: Unicode Standard Annex #11, "East Asian Width": the blocks that are Wide or Fullwidth.
func displayWidth(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 128 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { width, scalar in
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return width
        default: return width + (wideBlocks.contains { $0.contains(scalar.value) } ? 2 : 1)
        }
    }
}

private let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
]

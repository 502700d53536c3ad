import Options
import Tracks

/// Delimited text with a header.
public struct CSV: LogFormat {
    /// The value of `format`.
    public static let name = "csv"
    /// What it is.
    public static let summary = "Delimited text with a header; 'columns' say what stands where."
    /// Ends of names.
    public static let suffixes = [".csv", ".tsv"]
    /// It does.
    public static let takesColumns = true

    /// Columns and how they are written.
    public private(set) var cells = CellOptions()

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        cells = CellOptions(reading: &reader, of: source)
        readDelimiter(&reader)
    }

    private mutating func readDelimiter(_ reader: inout OptionReader) {
        let text = reader.text("delimiter", default: ",", help: "The character between cells; tab for a tabulator.") ?? ","
        let named = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|"][text] ?? text
        guard named.utf8.count == 1, let byte = named.utf8.first, byte != 34, byte != 10, byte != 13 else {
            reader.report(at: "delimiter", "'delimiter' is '\(text)'; it may be one ASCII character, or tab.")
            return
        }
        cells.delimiter = byte
    }

    /// Those of the columns that are mapped.
    public var fixColumns: FixColumns { cells.fixColumns }
    /// That of the source.
    public var encoding: TextEncoding { cells.encoding }
    /// Where a column is mapped to it.
    public var namesKinds: Bool { cells.columns["kind"] != nil }

    /// Any text may be CSV: it is what a log with columns is that no other format knows.
    public func recognizes(_ beginning: LogBeginning) -> Bool { false }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        guard !cells.columns.isEmpty else {
            guard try !log.isEmpty() else { return }
            let header = log.peek().lines.first.map { String($0.prefix(200)) } ?? ""
            throw Damage(
                what:
                    "is text with a header that no format knows, '\(header)', and its source has no 'columns'; nothing of it was read"
            )
        }
        try readCSV(log, into: &rows)
    }
}

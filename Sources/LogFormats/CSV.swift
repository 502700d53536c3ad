import Options
import Tracks

/// Delimited text.
public struct CSV: LogFormat {
    /// The value of `format`.
    public static let name = "csv"
    /// What it is.
    public static let summary = "Delimited text, with a header or without; 'columns' say what stands where."
    /// Ends of names.
    public static let suffixes = [".csv", ".tsv"]
    /// It does.
    public static let takesColumns = true
    /// Every program that writes CSV has its own.
    public static let saysTimezone = false

    /// Columns and how they are written.
    public private(set) var cells = CellOptions()

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        self.init(reading: &reader, of: source, preset: nil)
    }

    /// Reads its options; what is not given is as a preset says.
    init(reading reader: inout OptionReader, of source: SourceOptions, preset: CSVPreset?) {
        cells = CellOptions(reading: &reader, of: source, preset: preset)
        readDelimiter(&reader)
        cells.hasHeader = reader.flag(
            "header", default: true, help: "Whether the first record names the columns; if not, 'columns' hold positions from 1.")
        readComment(&reader)
        for key in ["latitude-hemisphere", "longitude-hemisphere"] {
            let name = reader.text(key, help: "The column of N, S, E or W, where it is one of its own; also a key of 'columns'.")
            if let name { cells.columns[key] = name }
        }
        if let preset { preset.fill(&cells, source, isGiven: reader.has) }
        if !cells.hasHeader { checkPositions(&reader, source) }
    }

    private mutating func readDelimiter(_ reader: inout OptionReader) {
        let text =
            reader.text(
                "delimiter", default: "auto",
                help:
                    "The character between cells: comma, semicolon, tab, pipe, space or another; auto tells it by the first lines."
            )
            ?? "auto"
        guard text != "auto" else { return }
        let named = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|"][text] ?? text
        guard named.utf8.count == 1, let byte = named.utf8.first, byte != 34, byte != 10, byte != 13 else {
            reader.report(at: "delimiter", "'delimiter' is '\(text)'; it may be one ASCII character, or tab.")
            return
        }
        if byte == 44, cells.hasDecimalCommas {
            reader.report(at: "delimiter", "'delimiter' and 'decimal' are both a comma; one of them is something else.")
        }
        cells.delimiter = byte
    }

    private mutating func readComment(_ reader: inout OptionReader) {
        let comment = reader.text("comment", help: "What lines begin with that are no rows, such as \"#\".") ?? ""
        cells.comment = Array(comment.utf8)
        if comment.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 34 }) || comment.utf8.count > 100 {
            reader.report(at: "comment", "'comment' is '\(comment)'; it may be up to 100 bytes without quotes and line ends.")
        }
    }

    private func checkPositions(_ reader: inout OptionReader, _ source: SourceOptions) {
        func isPosition(_ text: String) -> Bool { Int(text).map { (1...10_000).contains($0) } ?? false }
        for (key, text) in cells.columns.sorted(by: { $0.key < $1.key }) where !isPosition(text) {
            reader.report(at: "columns", "'columns.\(key)' is '\(text)', and 'header' is off; it wants a position from 1 on.")
        }
        for text in cells.extra where !isPosition(text) {
            reader.report(at: "extra", "'extra' has '\(text)', and 'header' is off; it wants positions from 1 on.")
        }
        if let text = source.systemColumn, !isPosition(text) {
            reader.report(at: "crs", "'crs.column' is '\(text)', and 'header' is off; it wants a position from 1 on.")
        }
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
        guard cells.columns["latitude"] != nil else {
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

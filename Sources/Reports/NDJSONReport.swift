import Options
import SQLite
import Store
import Tracks

/// A view as JSON Lines: an object a row, a row a line.
public struct NDJSONReport: TextReport {
    /// `ndjson`.
    public static let name = "ndjson"
    /// One sentence.
    public static let summary = "A view as JSON Lines: an object a row, with all columns of it; NULL is null."
    /// `.ndjson`.
    public static let suffix = ".ndjson"
    /// All views, all options.
    public static let limits = ViewLimits()

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    func writer(_ selection: ViewSelection, of store: Store) -> ObjectLines { ObjectLines(isArray: false) }
}

/// Rows as JSON objects: a line each, or the elements of an array.
struct ObjectLines: RowWriter {
    var bytes: [UInt8] = []
    private let isArray: Bool
    private var keys: [(bytes: [UInt8], isJSON: Bool)] = []
    private var texts = RepeatedTexts(columns: 0)
    private var numbers = LongNumbers()
    private var isFirst = true

    /// - Parameter isArray: Whether they are one array.
    init(isArray: Bool) { self.isArray = isArray }

    mutating func begin(_ rows: any RowSource, to output: OutputFile) {
        isFirst = true
        keys = (0..<rows.shown).map { column in
            let name = rows.names[column]
            return (Array(((column > 0 ? "," : "{") + jsonText(name) + ":").utf8), isJSON(column: name))
        }
        texts = RepeatedTexts(columns: rows.shown)
        if isArray { bytes.add("[") }
    }

    mutating func add(_ rows: any RowSource) {
        if isArray { bytes.add(isFirst ? "\n" : ",\n") }
        isFirst = false
        for column in 0..<keys.count {
            bytes += keys[column].bytes
            let cell = rows.cell(column)
            switch cell {
            case .text(let text) where !keys[column].isJSON: texts.add(text, of: column, to: &bytes) { $0.addJSON(text) }
            case .real(let number) where number.isFinite: numbers.add(number, to: &bytes)
            default: bytes.addJSON(cell, isJSON: keys[column].isJSON)
            }
        }
        bytes.add(isArray ? "}" : "}\n")
    }

    mutating func end() {
        if isArray { bytes.add("\n]\n") }
    }
}

import Options
import Tracks

/// What a program that writes delimited text always writes: what stands for options that a source does not give.
struct CSVPreset: Sendable {
    /// The names that columns may have, by key; the first that a log has.
    var columns: [String: [String]]
    /// The keys whose columns a log need not have.
    var optional: Set<String> = []
    /// Further names that all logs of the program have: what tells them.
    var marks: [String] = []
    /// The byte between cells.
    var delimiter: UInt8 = 44
    /// Whether the first record names the columns.
    var hasHeader = true
    /// The unit of the speed column.
    var speedUnit = "m/s"

    /// The keys of `columns` that it fills where these are given.
    func keys(beside given: Set<String>) -> Set<String> {
        given.isDisjoint(with: ["date", "clock"]) ? Set(columns.keys) : Set(columns.keys).subtracting(["time"])
    }

    /// Fills what a source does not give.
    func fill(_ cells: inout CellOptions, _ source: SourceOptions, isGiven: (String) -> Bool) {
        for key in keys(beside: Set(cells.columns.keys)) where cells.columns[key] == nil {
            guard let names = columns[key] else { continue }
            cells.columns[key] = names[0]
            cells.otherNames[key] = Array(names.dropFirst())
            if optional.contains(key) || (key == "device" && (source.device != nil || source.pathNamesDevice)) {
                cells.optionalKeys.insert(key)
            }
        }
        if !isGiven("delimiter") { cells.delimiter = delimiter }
        if !isGiven("header") { cells.hasHeader = hasHeader }
        if !isGiven("speed-unit") { cells.speedUnit = speedUnit }
    }
}

/// A format of logs that is CSV with a preset: keys beside `format` win.
protocol PresetFormat: LogFormat {
    static var preset: CSVPreset { get }
    var csv: CSV { get }
    init(_ csv: CSV)
}

extension PresetFormat {
    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        self.init(CSV(reading: &reader, of: source, preset: Self.preset))
    }

    /// None: the content tells it.
    public static var suffixes: [String] { [] }
    /// As of CSV.
    public var cells: CellOptions { csv.cells }
    /// As of CSV.
    public var fixColumns: FixColumns { csv.fixColumns }
    /// As of CSV.
    public var encoding: TextEncoding { csv.encoding }
    /// As of CSV.
    public var namesKinds: Bool { csv.namesKinds }

    /// Whether the header has all that such a log always has.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        guard let names = firstRows(of: beginning, most: 1).first else { return false }
        var wanted = cells
        wanted.extra = Self.preset.marks
        return CSVHeader(names, for: wanted, systemColumn: nil).fault == nil
    }

    /// The cells of the first records.
    func firstRows(of beginning: LogBeginning, most: Int = 100) -> [[[UInt8]]] {
        CSVLayout.rows(
            beginning.utf8(in: encoding), isWhole: beginning.isWhole, cells.delimiter ?? Self.preset.delimiter, cells, most: most)
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws { try csv.read(log, into: &rows) }
}

import Options
import Tracks

/// Rows as JSON: an object a line, or in an array; `columns` hold the paths of their fields.
public struct NDJSON: LogFormat {
    /// The value of `format`.
    public static let name = "ndjson"
    /// What it is.
    public static let summary = "JSON: an object a line or in an array; 'columns' are paths such as location.coords.0."
    /// Ends of names.
    public static let suffixes = [".ndjson", ".jsonl"]
    /// It does.
    public static let takesColumns = true

    /// Columns and how they are written.
    public private(set) var cells: CellOptions
    /// The path of the array of rows; nil where the text, or each line of it, is that.
    private let list: String?

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        cells = CellOptions(reading: &reader, of: source)
        list = reader.text(
            "rows", help: "The path of the array of rows where it is a member of an object, such as data.positions.")
    }

    /// Those of the columns that are mapped.
    public var fixColumns: FixColumns { cells.fixColumns }
    /// That of the source.
    public var encoding: TextEncoding { cells.encoding }
    /// Where a column is mapped to it.
    public var namesKinds: Bool { cells.columns["kind"] != nil }

    /// Whether it is JSON.
    public func recognizes(_ beginning: LogBeginning) -> Bool { beginning.isJSON(JSONFields([])) { _ in true } }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        guard cells.columns["latitude"] != nil else {
            guard try !log.isEmpty() else { return }
            throw Damage(
                what: "is JSON\(Self.fieldsInWords(log.peek())), and its source has no 'columns'; nothing of it was read")
        }
        let source = rows.context.source
        let columns = NDJSONColumns(cells, systemColumn: source.systemColumn)
        let system = source.systemColumn == nil ? source.system : nil
        let rewriter = CellRewriter(cells, isInDegrees: system?.isInMeters != true)
        let fields = JSONFields(columns.paths, lists: list.map { [$0] } ?? [])
        var records = JSONRecords(log, rows.context, fields, encoding: cells.encoding)
        var extra: [UInt8] = []
        while try records.next(into: &rows) {
            if list != nil, records.list < 0 {
                records.reject(.notARow, into: &rows)
                continue
            }
            var cells = columns.cells(of: &records)
            if rewriter.isWanted(cells) {
                let hemispheres = columns.hemispheres(of: &records)
                rewriter.rewrite(&cells, hemispheres: hemispheres)
            }
            if !columns.extra.isEmpty { columns.makeExtra(&extra, of: &records, &cells) }
            extra.withUnsafeBytes {
                rows.take(cells, line: UInt32(records.line), offset: records.offset, text: records.row, extra: $0)
            }
        }
    }

    /// The paths of the first record's fields: ` with the fields 'a', 'b.c'`; empty where it is longer than what was looked at.
    private static func fieldsInWords(_ beginning: LogBeginning) -> String {
        var paths: [String] = []
        _ = beginning.isJSON(JSONFields([])) { records in
            let row = records.row
            if records.recordDepth < 0, row.count > 1, row.start[0] == 123 { add(row, after: "", to: &paths) }
            return true
        }
        return paths.isEmpty ? "" : " with the fields \(listedNames(paths))"
    }

    private static func add(_ object: Cell, after path: String, to paths: inout [String]) {
        var members = JSONItems(object)
        while let (name, value) = members.nextMember(), paths.count < 30 {
            let whole = path + String(decoding: UnsafeBufferPointer(start: name.start + 1, count: name.count - 2), as: UTF8.self)
            if value.start[0] == 123 { add(value, after: whole + ".", to: &paths) } else { paths.append(whole) }
        }
    }
}

/// Which field of a record is what.
private struct NDJSONColumns {
    /// The paths of the fields.
    private(set) var paths: [String] = []
    /// Further columns: the field, and the name as JSON.
    private(set) var extra: [(field: Int, name: [UInt8])] = []
    private var positions = CellPositions()

    init(_ options: CellOptions, systemColumn: String?) {
        let wanted = options.columns.merging(systemColumn.map { ["crs": $0] } ?? [:]) { a, _ in a }
        for (key, path) in wanted.sorted(by: { $0.key < $1.key }) { positions.set(key, to: field(path)) }
        extra = options.extra.map { (field($0), Array(jsonText($0).utf8)) }
    }

    private mutating func field(_ path: String) -> Int {
        if let known = paths.firstIndex(of: path) { return known }
        paths.append(path)
        return paths.count - 1
    }

    @inline(__always)
    func cells(of records: inout JSONRecords) -> RecordCells {
        func cell(_ position: Int) -> Cell { position >= 0 ? records.text(position) : records.nothing }
        var cells = RecordCells(empty: records.nothing)
        cells.device = cell(positions.device)
        cells.time = cell(positions.time)
        cells.latitude = cell(positions.latitude)
        cells.longitude = cell(positions.longitude)
        cells.system = cell(positions.system)
        cells.kind = cell(positions.kind)
        cells.numbers = (
            cell(positions.altitude), cell(positions.speed), cell(positions.course), cell(positions.accuracy),
            cell(positions.hdop), cell(positions.satellites)
        )
        guard positions.date >= 0 else { return cells }
        cells.date = cell(positions.date)
        cells.clock = cell(positions.clock)
        return cells
    }

    func hemispheres(of records: inout JSONRecords) -> (latitude: Cell, longitude: Cell) {
        let (latitude, longitude) = (positions.latitudeHemisphere, positions.longitudeHemisphere)
        return (
            latitude >= 0 ? records.text(latitude) : records.nothing,
            longitude >= 0 ? records.text(longitude) : records.nothing
        )
    }

    /// The further columns of a record as one JSON object: numbers, arrays and objects as they stand, texts written anew.
    func makeExtra(_ made: inout [UInt8], of records: inout JSONRecords, _ cells: inout RecordCells) {
        made.removeAll(keepingCapacity: true)
        for (column, (field, name)) in extra.enumerated() {
            let bare = records.bare(field)
            let cell = bare ?? records.text(field)
            guard !cell.isEmpty else { continue }
            if !isUTF8(cell.bytes), cells.badExtra.column < 0 { cells.badExtra = (column, cell) }
            made.append(made.isEmpty ? 123 : 44)
            made += name
            made.append(58)
            if bare != nil { made += cell.bytes } else { made += Array(jsonText(cell.text).utf8) }
        }
        if !made.isEmpty { made.append(125) }
        if made.count > 60_000 { made.removeAll() }
    }
}

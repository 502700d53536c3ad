import Options
import SQLite
import Store
import Tracks

/// A view as Parquet, with typed columns; where rows have positions as GeoParquet 1.1 with a column `geometry`.
public struct ParquetReport: ViewReport {
    /// `parquet`.
    public static let name = "parquet"
    /// One sentence.
    public static let summary =
        "A view as Parquet, of rows with positions as GeoParquet 1.1: for DuckDB, Polars, pandas and Spark."
    /// `.parquet`.
    public static let suffix = ".parquet"
    /// All views in WGS-84, in one file.
    public static let limits = ViewLimits(
        whyOnlyWGS84: "says that its positions are longitude and latitude, and has no code for others",
        whyNoPages: "is read by parts, in groups of 100,000 rows")

    /// Readers skip groups by their statistics; more rows would need more memory on both sides.
    static let rowsOfGroup = 100_000

    /// Its rows.
    public var rows = ViewRowsAsked()
    private var codec = ParquetFile.Codec.gzip

    /// Reads `compression`.
    public init(ofFormat reader: inout OptionReader) {
        let word = reader.choice(
            "compression", default: "gzip", of: ["gzip", "none"], help: "How pages are packed; none is written faster.")
        codec = word == "none" ? .none : .gzip
    }

    /// Writes the file.
    public func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome {
        let selection = try selection(scope)
        let rows = try source(selection, in: store, needed: RowGeometry.needed(of: selection.view))
        var outcome = try target.write { output in
            var table = try ParquetTable(selection, rows, store, codec, output)
            try rows.forEach { try table.add(rows) }
            try table.finish()
        }
        outcome.notes = rows.notes
        return outcome
    }
}

/// Rows that are becoming a Parquet file.
private struct ParquetTable {
    private let view: String
    private let output: OutputFile
    private let geometry: RowGeometry?
    private var columns: [ParquetColumn]
    private var file: ParquetFile
    private var count = 0
    private var box = ShapeBox()
    private var types: Set<String> = []

    init(_ selection: ViewSelection, _ rows: any RowSource, _ store: Store, _ codec: ParquetFile.Codec, _ output: OutputFile)
        throws
    {
        view = selection.view
        self.output = output
        geometry = RowGeometry(selection, rows, store)
        let shown = rows.names[..<rows.shown].map { ParquetColumn(name: $0, content: .view(ColumnKind(ofColumn: $0))) }
        columns = shown + (geometry == nil ? [] : [ParquetColumn(name: "geometry", content: .geometry)])
        file = try ParquetFile(columns, codec: codec, to: output)
    }

    mutating func add(_ rows: any RowSource) throws {
        for column in 0..<rows.shown where columns[column].add(rows.cell(column)) == nil {
            var text: [UInt8] = []
            text.addJSON(rows.cell(column), isJSON: false)
            throw StoreMismatch(
                description:
                    "\(view).\(columns[column].name) has \(String(decoding: text, as: UTF8.self)), which its column of Parquet cannot hold; write it as csv."
            )
        }
        if let geometry { add(try geometry.shape(rows)) }
        count += 1
        guard count == ParquetReport.rowsOfGroup else { return }
        try endGroup()
    }

    private mutating func add(_ shape: RowGeometry.Shape?) {
        guard let shape else { return columns[columns.count - 1].add(geometry: nil) }
        box.add(shape)
        switch shape {
        case .point: types.insert("Point")
        case .lines(let parts): types.insert(parts.count == 1 ? "LineString" : "MultiLineString")
        }
        var bytes: [UInt8] = []
        bytes.addWKB(shape, isMulti: false)
        columns[columns.count - 1].add(geometry: bytes)
    }

    private mutating func endGroup() throws {
        try file.add(columns, to: output)
        for i in columns.indices { columns[i].removeAll() }
        count = 0
    }

    mutating func finish() throws {
        if count > 0 { try endGroup() }
        try file.finish(geometry == nil ? [] : [("geo", geo)], to: output)
    }

    /// The metadata of GeoParquet. Without `crs` positions are longitude and latitude in WGS-84 (OGC:CRS84).
    private var geo: String {
        var text: [UInt8] = []
        let list = types.sorted().map(jsonText).joined(separator: ",")
        text.add(
            "{\"version\":\"1.1.0\",\"primary_column\":\"geometry\",\"columns\":{\"geometry\":{\"encoding\":\"WKB\",\"geometry_types\":[\(list)]"
        )
        if !box.isEmpty {
            text.add(",\"bbox\":[")
            for (i, bound) in [box.west, box.south, box.east, box.north].enumerated() {
                if i > 0 { text.append(UInt8(ascii: ",")) }
                text.addDecimal(bound)
            }
            text.add("]")
        }
        text.add("}}}")
        return String(decoding: text, as: UTF8.self)
    }
}

import Geodesy
import Options
import SQLite
import Store
import Tracks

/// A view as GeoJSON (RFC 7946): a FeatureCollection, a feature a line.
///
/// Longitude comes first, with 7 decimals. Properties are the view's other columns: their names say the units, NULL is null; a time in
/// milliseconds that has no text in UTC gets one (RFC 3339). A trip is the line of its fixes, a
/// gap that of its ends, all else is a point. A stay, trip, place,
/// cluster, device or cell is named by `id`, too. In another coordinate system than the WGS-84 of RFC 7946 the member `crs_name` of the
/// collection says which.
public struct GeoJSONReport: TextReport {
    /// `geojson`.
    public static let name = "geojson"
    /// One sentence.
    public static let summary = "A view with positions as GeoJSON (RFC 7946)."
    /// `.geojson`.
    public static let suffix = ".geojson"
    /// The views with positions.
    public static let limits = ViewLimits(
        views: View.all.filter { $0.shape != nil }.map(\.name), wantsZoom: true)
    /// The collection says it.
    static let namesSystem = false

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    static func needed(of view: String) -> [String] {
        RowGeometry.needed(of: view) + (View.named(view)?.id.map { [$0] } ?? [])
    }

    func writer(_ selection: ViewSelection, of store: Store) -> FeatureLines { FeatureLines(selection, of: store) }
}

/// Features of GeoJSON, a line each.
struct FeatureLines: RowWriter {
    var bytes: [UInt8] = []
    private let store: Store
    private let selection: ViewSelection
    private var geometry: RowGeometry?
    private var properties: [Property] = []
    private var id: Int?
    private var isFirst = true

    /// A property of a feature.
    private struct Property {
        var column: Int
        /// With its quotes and colon.
        var key: [UInt8]
        var isJSON: Bool
        /// Whether milliseconds are written as a text.
        var isInstant: Bool
    }

    init(_ selection: ViewSelection, of store: Store) {
        self.store = store
        self.selection = selection
    }

    mutating func begin(_ rows: any RowSource, to output: OutputFile) {
        isFirst = true
        geometry = RowGeometry(selection, rows, store)
        id = View.named(selection.view)?.id.flatMap(rows.column)
        let skipped: Set = geometry?.isLine == true ? [] : ["latitude", "longitude"]
        properties = Self.properties(rows, skipping: skipped, addsTimes: selection.columns.isEmpty)
        bytes.add("{\"type\":\"FeatureCollection\",")
        if selection.system != .wgs84 { bytes.add("\"crs_name\":\(jsonText(selection.system.name)),") }
        bytes.add("\"features\":[")
    }

    private static func properties(_ rows: any RowSource, skipping skipped: Set<String>, addsTimes: Bool) -> [Property] {
        func property(_ column: Int, _ name: String, isInstant: Bool = false) -> Property {
            Property(column: column, key: Array((jsonText(name) + ":").utf8), isJSON: isJSON(column: name), isInstant: isInstant)
        }
        return (0..<rows.shown).flatMap { column -> [Property] in
            let name = rows.names[column]
            guard !skipped.contains(name) else { return [] }
            let text = name.hasSuffix("_ms") ? String(name.dropLast(3)) + "_utc" : nil
            guard addsTimes, let text, !rows.names.contains(text) else { return [property(column, name)] }
            return [property(column, name), property(column, text, isInstant: true)]
        }
    }

    mutating func add(_ rows: any RowSource) throws {
        bytes.add(isFirst ? "\n{\"type\":\"Feature\"," : ",\n{\"type\":\"Feature\",")
        isFirst = false
        if let id {
            bytes.add("\"id\":")
            bytes.addJSON(rows.cell(id), isJSON: false)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.add("\"geometry\":")
        try addGeometry(geometry?.shape(rows))
        bytes.add(",\"properties\":{")
        for (i, property) in properties.enumerated() {
            if i > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += property.key
            let cell = rows.cell(property.column)
            if property.isInstant, case .integer(let time) = cell {
                bytes.append(UInt8(ascii: "\""))
                bytes.addInstant(time)
                bytes.append(UInt8(ascii: "\""))
            } else {
                bytes.addJSON(cell, isJSON: property.isJSON)
            }
        }
        bytes.add("}}")
    }

    mutating func end() { bytes.add("\n]}\n") }

    private mutating func addGeometry(_ shape: RowGeometry.Shape?) {
        switch shape {
        case nil: bytes.add("null")
        case .point(let place):
            bytes.add("{\"type\":\"Point\",\"coordinates\":")
            bytes.addPosition(place)
            bytes.append(UInt8(ascii: "}"))
        case .lines(let parts) where parts.count == 1:
            bytes.add("{\"type\":\"LineString\",\"coordinates\":")
            addPositions(parts[0])
            bytes.append(UInt8(ascii: "}"))
        case .lines(let parts):
            bytes.add("{\"type\":\"MultiLineString\",\"coordinates\":[")
            for (i, part) in parts.enumerated() {
                if i > 0 { bytes.append(UInt8(ascii: ",")) }
                addPositions(part)
            }
            bytes.add("]}")
        }
    }

    private mutating func addPositions(_ places: [Coordinate]) {
        for (i, place) in places.enumerated() {
            bytes.append(UInt8(ascii: i == 0 ? "[" : ","))
            bytes.addPosition(place)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension [UInt8] {
    /// Adds a position of GeoJSON: longitude first, 7 decimals (1 cm).
    mutating func addPosition(_ place: Coordinate) {
        append(UInt8(ascii: "["))
        addDecimal(place.longitude)
        append(UInt8(ascii: ","))
        addDecimal(place.latitude)
        append(UInt8(ascii: "]"))
    }
}

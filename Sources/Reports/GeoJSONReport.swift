import Geodesy
import Options
import Store
import Tracks

/// A view as GeoJSON (RFC 7946): a FeatureCollection, a feature a line.
///
/// Longitude comes first. Properties are the view's other columns: their names say the units, NULL is null. A trip is the line of its
/// fixes, all else is a point.
public struct GeoJSONReport: Sendable {
    /// `geojson`.
    public static let name = "geojson"
    /// One sentence.
    public static let summary = "A view with positions as GeoJSON (RFC 7946)."

    /// The view.
    public var table: String

    /// Reads `table`.
    public init(reading reader: inout OptionReader) {
        let tables = ["stays", "places", "map_clusters", "trips", "devices", "history", "fixes", "addresses"]
        table = reader.choice("table", default: "stays", of: tables, help: "Which view.")
    }

    /// Columns that hold JSON, which become objects.
    private static let jsonColumns: Set = ["kinds", "shares", "extra"]

    /// Writes rows of a view.
    ///
    /// - Throws: `StoreMismatch` where the view has no positions.
    public static func write(_ selection: ViewSelection, of store: Store, to output: OutputFile) throws {
        var writer = FeatureWriter(store: store, output: output, isOfTrips: selection.view == "trips")
        try selection.forEach(in: store) { names in
            guard writer.isOfTrips || names.contains("latitude") else {
                throw StoreMismatch(
                    description:
                        "\(selection.view) has no positions; write it as csv, or one of stays, places, map_clusters, trips, devices, history, fixes, addresses."
                )
            }
            writer.names = names
            try output.write("{\"type\":\"FeatureCollection\",\"features\":[")
        } row: { values in
            try writer.write(values)
        }
        try output.write("\n]}\n")
    }

    private struct FeatureWriter {
        let store: Store
        let output: OutputFile
        let isOfTrips: Bool
        var names: [String] = []
        private var isFirst = true

        init(store: Store, output: OutputFile, isOfTrips: Bool) {
            self.store = store
            self.output = output
            self.isOfTrips = isOfTrips
        }

        mutating func write(_ values: [Value]) throws {
            let row = Dictionary(zip(names, values)) { first, _ in first }
            let geometry = isOfTrips ? try line(row) : point(row)
            let skipped: Set = isOfTrips ? [] : ["latitude", "longitude"]
            let properties = zip(names, values).filter { !skipped.contains($0.0) }.map { name, value in
                "\(jsonString(name)):\(json(value, isJSON: GeoJSONReport.jsonColumns.contains(name)))"
            }
            try output.write(
                "\(isFirst ? "" : ",")\n{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":{\(properties.joined(separator: ","))}}"
            )
            isFirst = false
        }

        private func point(_ row: [String: Value]) -> String {
            guard case .real(let latitude) = row["latitude"], case .real(let longitude) = row["longitude"] else { return "null" }
            return "{\"type\":\"Point\",\"coordinates\":\(position(Coordinate(latitude: latitude, longitude: longitude)))}"
        }

        /// The fixes that are kept of a trip; thinning keeps its first and last.
        private func line(_ row: [String: Value]) throws -> String {
            guard case .text(let device) = row["device"], case .integer(let start) = row["start_ms"],
                case .integer(let end) = row["end_ms"]
            else {
                return "null"
            }
            let parts = partsOfLine(try store.positions(ofDevice: device, from: start, to: end)).map {
                "[" + $0.map(position).joined(separator: ",") + "]"
            }
            guard let first = parts.first else { return "null" }
            return parts.count == 1
                ? "{\"type\":\"LineString\",\"coordinates\":\(first)}"
                : "{\"type\":\"MultiLineString\",\"coordinates\":[\(parts.joined(separator: ","))]}"
        }

        private func position(_ place: Coordinate) -> String { "[\(shortText(place.longitude)),\(shortText(place.latitude))]" }

        private func json(_ value: Value, isJSON: Bool) -> String {
            switch value {
            case .null, .blob: "null"
            case .integer, .real: text(of: value)
            case .text(let text): isJSON ? text : jsonString(text)
            }
        }
    }
}

/// A line cut at ±180°, where RFC 7946 (3.1.9) wants it cut; fewer than two places are none.
func partsOfLine(_ places: [Coordinate]) -> [[Coordinate]] {
    guard places.count > 1 else { return [] }
    var parts = [[places[0]]]
    for (a, b) in zip(places, places.dropFirst()) {
        if abs(b.longitude - a.longitude) > 180 {
            let border = a.longitude > 0 ? 180.0 : -180.0
            let east = b.longitude - a.longitude + (border > 0 ? 360 : -360)
            let share = east == 0 ? 0 : (border - a.longitude) / east
            let latitude = a.latitude + share * (b.latitude - a.latitude)
            parts[parts.count - 1].append(Coordinate(latitude: latitude, longitude: border))
            parts.append([Coordinate(latitude: latitude, longitude: -border)])
        }
        parts[parts.count - 1].append(b)
    }
    return parts
}

/// A text as a JSON string, in its quotes (RFC 8259).
func jsonString(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            if scalar.value < 32 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
    return result + "\""
}

import Geodesy
import Options
import SQLite
import Store
import Tracks

/// Features of GeoJSON, a line each.
struct FeatureLines: RowFormat {
    let tail = "\n]}\n"
    private let store: Store
    private let view: String
    private let shape: View.Shape?
    private let id: String?
    private let jsonColumns: Set<String>
    private let system: CoordinateSystem
    private let conversion: Conversion
    private var names: [String] = []
    private var isFirst = true

    init(_ selection: ViewSelection, of store: Store) {
        self.store = store
        view = selection.view
        let known = View.named(view)
        (shape, id) = (known?.shape, known?.id)
        jsonColumns = Set(known?.columns.filter(\.isJSON).map(\.name) ?? [])
        system = selection.system
        conversion = Conversion(from: .wgs84, to: selection.system)
    }

    mutating func head(_ columns: [String]) throws -> String {
        guard shape != nil else {
            throw StoreMismatch(
                description:
                    "\(view) has no positions; write it as csv, or one of \(GeoJSONReport.tables.joined(separator: ", ")).")
        }
        (names, isFirst) = (columns, true)
        let name = system == .wgs84 ? "" : "\"crs_name\":\(jsonText(system.name)),"
        return "{\"type\":\"FeatureCollection\",\(name)\"features\":["
    }

    mutating func row(_ values: [Value]) throws -> String {
        let row = Dictionary(zip(names, values)) { first, _ in first }
        let geometry = shape == .track ? try line(row) : point(row)
        let skipped: Set = shape == .track ? [] : ["latitude", "longitude"]
        let properties = zip(names, values).filter { !skipped.contains($0.0) }.map { name, value in
            "\(jsonText(name)):\(json(value, isJSON: jsonColumns.contains(name)))"
        }
        let id = id.flatMap { row[$0] }.map { "\"id\":\(json($0, isJSON: false))," } ?? ""
        let separator = isFirst ? "" : ","
        isFirst = false
        return
            "\(separator)\n{\"type\":\"Feature\",\(id)\"geometry\":\(geometry),\"properties\":{\(properties.joined(separator: ","))}}"
    }

    private func point(_ row: [String: Value]) -> String {
        guard case .real(let latitude) = row["latitude"], case .real(let longitude) = row["longitude"] else { return "null" }
        return "{\"type\":\"Point\",\"coordinates\":\(position(Coordinate(latitude: latitude, longitude: longitude)))}"
    }

    /// The fixes that are kept of a trip, null where all lie at one place; thinning keeps its first and last.
    private func line(_ row: [String: Value]) throws -> String {
        guard case .text(let device) = row["device"], case .integer(let start) = row["start_ms"],
            case .integer(let end) = row["end_ms"]
        else {
            return "null"
        }
        let parts = partsOfLine(try store.positions(ofDevice: device, from: start, to: end)).map { $0.map(conversion.converted) }
        guard let first = parts.first, !parts.joined().contains(where: { $0.latitude.isNaN }) else { return "null" }
        return parts.count == 1
            ? "{\"type\":\"LineString\",\"coordinates\":\(positions(first))}"
            : "{\"type\":\"MultiLineString\",\"coordinates\":[\(parts.map(positions).joined(separator: ","))]}"
    }

    private func positions(_ places: [Coordinate]) -> String { "[" + places.map(position).joined(separator: ",") + "]" }

    private func position(_ place: Coordinate) -> String { "[\(shortText(place.longitude)),\(shortText(place.latitude))]" }

    private func json(_ value: Value, isJSON: Bool) -> String {
        switch value {
        case .null, .blob: "null"
        case .real(let number) where !number.isFinite: "null"
        case .integer, .real: text(of: value)
        case .text(let text): isJSON ? text : jsonText(text)
        }
    }
}

/// A line cut at ±180°, where RFC 7946 (3.1.9) wants it cut; without the parts that have no length.
///
/// A place at 180° is one at −180°, too: it is written on the side that the line comes from, so a line along that meridian is whole.
/// - Returns: Parts of two places or more, not all equal; none for a line without length.
func partsOfLine(_ places: [Coordinate]) -> [[Coordinate]] {
    guard var last = places.first else { return [] }
    var parts: [[Coordinate]] = [[last]]
    for var place in places.dropFirst() {
        if abs(place.longitude - last.longitude) > 180 {
            let border = last.longitude > 0 ? 180.0 : -180.0
            if abs(place.longitude) == 180 {
                place.longitude = border
            } else {
                let latitude = latitude(at: border, from: last, to: place)
                if last.longitude != border { parts[parts.count - 1].append(Coordinate(latitude: latitude, longitude: border)) }
                parts.append([Coordinate(latitude: latitude, longitude: -border)])
            }
        }
        parts[parts.count - 1].append(place)
        last = place
    }
    return parts.filter { part in part.contains { $0 != part[0] } }
}

/// Where the way between two places on both sides of a border crosses it.
private func latitude(at border: Double, from a: Coordinate, to b: Coordinate) -> Double {
    let east = b.longitude - a.longitude + (border > 0 ? 360 : -360)
    return a.latitude + (border - a.longitude) / east * (b.latitude - a.latitude)
}

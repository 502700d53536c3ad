import Geodesy
import Store

/// Where the row of a view is: a point, or the line of a trip or gap.
struct RowGeometry {
    /// A shape; lines have two places or more, not all equal, and no part crosses ±180°.
    enum Shape {
        case point(Coordinate)
        case lines([[Coordinate]])
    }

    /// Whether rows are lines.
    let isLine: Bool
    private let store: Store
    private let conversion: Conversion
    private let latitude, longitude, endLatitude, endLongitude, device, start, end: Int?

    /// Columns that say where a row is.
    static func needed(of view: String) -> [String] {
        switch shape(of: view) {
        case .track: ["device", "start_ms", "end_ms"]
        case .ends: ["from_latitude", "from_longitude", "to_latitude", "to_longitude"]
        case .point: ["latitude", "longitude"]
        case nil: []
        }
    }

    private static func shape(of view: String) -> View.Shape? { view == Heat.table ? .point : View.named(view)?.shape }

    /// Finds the columns; nil where rows have no positions.
    init?(_ selection: ViewSelection, _ rows: any RowSource, _ store: Store) {
        guard let shape = Self.shape(of: selection.view) else { return nil }
        let (isGap, isTrip) = (shape == .ends, shape == .track)
        isLine = isGap || isTrip
        self.store = store
        conversion = Conversion(from: .wgs84, to: selection.system)
        func column(_ name: String) -> Int? { rows.column(name) ?? rows.column("\(name)_\(selection.system.name)") }
        (latitude, longitude) = (column(isGap ? "from_latitude" : "latitude"), column(isGap ? "from_longitude" : "longitude"))
        (endLatitude, endLongitude) = (isGap ? column("to_latitude") : nil, isGap ? column("to_longitude") : nil)
        device = isTrip ? rows.column("device") : nil
        (start, end) = (isTrip ? rows.column("start_ms") : nil, isTrip ? rows.column("end_ms") : nil)
        guard device != nil || latitude != nil && longitude != nil else { return nil }
    }

    /// The shape of the row; nil where it is nowhere, and for a line without length.
    func shape(_ rows: any RowSource) throws -> Shape? {
        if let device = rows.text(device), let start = rows.integer(start), let end = rows.integer(end) {
            // The fixes that are kept of a trip; thinning keeps its first and last.
            let parts = partsOfLine(try store.positions(ofDevice: device, from: start, to: end))
            return lines(conversion.isIdentity ? parts : parts.map { $0.map(conversion.converted) })
        }
        guard let place = position(rows, latitude, longitude) else { return nil }
        guard isLine else { return .point(place) }
        guard let end = position(rows, endLatitude, endLongitude) else { return nil }
        return lines(conversion.target.isInMeters ? [[place, end]] : partsOfLine([place, end]))
    }

    /// Conversion may have laid the places of a part on each other, or carried one off the Earth.
    private func lines(_ parts: [[Coordinate]]) -> Shape? {
        let long = parts.filter { part in part.contains { $0 != part[0] } }
        return long.isEmpty || long.joined().contains { $0.latitude.isNaN } ? nil : .lines(long)
    }

    private func position(_ rows: any RowSource, _ latitude: Int?, _ longitude: Int?) -> Coordinate? {
        guard let y = rows.real(latitude), let x = rows.real(longitude) else { return nil }
        return Coordinate(latitude: y, longitude: x)
    }
}

extension [UInt8] {
    /// Adds a shape as WKB (OGC 06-103r4, 8.2), in the order of bytes of little-endian machines: longitude first.
    ///
    /// - Parameter isMulti: Whether also a single line is written as several.
    mutating func addWKB(_ shape: RowGeometry.Shape, isMulti: Bool) {
        switch shape {
        case .point(let place):
            addWKBType(1)
            addWKB(place)
        case .lines(let parts):
            if isMulti || parts.count > 1 {
                addWKBType(5)
                addLittle(UInt32(parts.count))
            }
            for part in parts {
                addWKBType(2)
                addLittle(UInt32(part.count))
                for place in part { addWKB(place) }
            }
        }
    }

    private mutating func addWKBType(_ type: UInt32) {
        append(1)
        addLittle(type)
    }

    private mutating func addWKB(_ place: Coordinate) {
        addLittle(place.longitude.bitPattern)
        addLittle(place.latitude.bitPattern)
    }

    /// Adds the bytes of a number, the lowest first.
    mutating func addLittle<Number: FixedWidthInteger>(_ number: Number) {
        var rest = number.littleEndian
        Swift.withUnsafeBytes(of: &rest) { self += $0 }
    }
}

/// The smallest box that holds all shapes that were added.
struct ShapeBox {
    private(set) var west = Double.infinity
    private(set) var south = Double.infinity
    private(set) var east = -Double.infinity
    private(set) var north = -Double.infinity

    /// Whether nothing was added.
    var isEmpty: Bool { west > east }

    mutating func add(_ shape: RowGeometry.Shape) {
        switch shape {
        case .point(let place): add(place)
        case .lines(let parts): for place in parts.joined() { add(place) }
        }
    }

    private mutating func add(_ place: Coordinate) {
        (west, east) = (min(west, place.longitude), max(east, place.longitude))
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
    }
}

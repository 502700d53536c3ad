import Geodesy

/// A row of shared/vectors/coordinates.csv: a conversion that other programs were asked for.
struct CoordinateVector {
    let id: String
    let source: CoordinateSystem
    let target: CoordinateSystem
    let given: Coordinate
    let wanted: Coordinate
    let gate: String
    let note: String

    static let file = "vectors/coordinates.csv"

    static func all() throws -> [CoordinateVector] { try SharedFolder.rows(of: file).compactMap(CoordinateVector.init) }

    init?(_ cells: [String]) {
        guard cells.count >= 9, let source = Self.system(cells[1]), let target = Self.system(cells[2]) else { return nil }
        let numbers = cells[3...6].compactMap(Double.init)
        guard numbers.count == 4 else { return nil }
        id = cells[0]
        self.source = source
        self.target = target
        given = Coordinate(latitude: numbers[1], longitude: numbers[0])
        wanted = Coordinate(latitude: numbers[3], longitude: numbers[2])
        note = cells[8...].joined(separator: ",")
        gate = note.split(separator: ";").first { $0.hasPrefix("gate=") }.map { String($0.dropFirst(5)) } ?? ""
    }

    private static func system(_ name: String) -> CoordinateSystem? {
        CoordinateSystem(name: name == "EPSG3857" ? "EPSG:3857" : name)
    }

    /// How far a result is off, as a part of what is allowed: 1e-11° (and 1e-9 relative for Web Mercator's metres), BD-09MC 1e-5 m
    /// below 60° and 1e-4 m above.
    func excess(of found: Coordinate) -> Double {
        let latitude = abs(found.latitude - wanted.latitude)
        let longitude = abs(found.longitude - wanted.longitude)
        switch target {
        case .webMercator:
            return max(latitude / max(abs(wanted.latitude), 1), longitude / max(abs(wanted.longitude), 1)) / 1e-9
        case .bd09mc: return max(latitude, longitude) / (abs(given.latitude) < 60 ? 1e-5 : 1e-4)
        default: return max(latitude, longitude) / 1e-11
        }
    }

    /// "v0001 by 3.2 of the tolerance".
    func complaint(_ excess: Double, _ found: Coordinate) -> String {
        "\(id) \(source.name) to \(target.name), \(note): \(excess) of the tolerance, found \(found), wanted \(wanted)"
    }
}

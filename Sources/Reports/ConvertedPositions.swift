import Geodesy
import SQLite
import Store

/// The positions in the rows of a view, brought from WGS-84 to another coordinate system.
///
/// In a system of metres a latitude's column holds y, a longitude's x. A box is converted by two of its corners.
struct ConvertedPositions {
    private let conversion: Conversion
    private let pairs: [(latitude: Int, longitude: Int)]

    /// Finds the columns; nil where there is nothing to convert.
    ///
    /// - Throws: `StoreMismatch` where the view has no positions.
    init?(_ view: View, _ system: CoordinateSystem, columns: [String]) throws {
        guard system != .wgs84 else { return nil }
        conversion = Conversion(from: .wgs84, to: system)
        pairs = view.positions.compactMap { names in
            guard let latitude = columns.firstIndex(of: names.latitude), let longitude = columns.firstIndex(of: names.longitude)
            else { return nil }
            return (latitude, longitude)
        }
        guard !pairs.isEmpty else {
            throw StoreMismatch(
                description: "\(view.name) has no positions that could be converted to \(system.name).")
        }
    }

    /// A row with its positions converted; NULL where there is none in that system.
    func converted(_ row: [Value]) -> [Value] {
        var row = row
        for (latitude, longitude) in pairs {
            guard case .real(let y) = row[latitude], case .real(let x) = row[longitude] else { continue }
            let place = conversion.converted(Coordinate(latitude: y, longitude: x))
            row[latitude] = place.latitude.isNaN ? .null : .real(place.latitude)
            row[longitude] = place.longitude.isNaN ? .null : .real(place.longitude)
        }
        return row
    }
}

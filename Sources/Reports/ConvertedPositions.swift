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
    /// - Parameter columns: Those of the rows.
    /// - Throws: `StoreMismatch` where the view has no positions.
    init?(_ view: View, _ system: CoordinateSystem, columns: [String]) throws {
        guard system != .wgs84 else { return nil }
        conversion = Conversion(from: .wgs84, to: system)
        guard !view.positions.isEmpty else {
            throw StoreMismatch(description: "\(view.name) has no positions that could be converted to \(system.name).")
        }
        pairs = view.positions.compactMap { names in
            guard let latitude = columns.firstIndex(of: names.latitude), let longitude = columns.firstIndex(of: names.longitude)
            else { return nil }
            return (latitude, longitude)
        }
    }

    /// The other halves of positions among columns.
    static func partners(of columns: [String], in view: View) -> [String] {
        view.positions.flatMap { pair in
            columns.contains(pair.latitude) != columns.contains(pair.longitude)
                ? [columns.contains(pair.latitude) ? pair.longitude : pair.latitude] : []
        }
    }

    /// The columns that are converted.
    var columns: [Int] { pairs.flatMap { [$0.latitude, $0.longitude] } }

    /// The names of the columns: those of positions end in that of their system.
    func naming(_ names: [String]) -> [String] {
        var names = names
        for column in columns { names[column] += "_\(conversion.target.name)" }
        return names
    }

    /// The converted positions of a row by column; NULL where there is none in that system, or the row has none.
    func converted(_ cell: (Int) -> Cell) -> [Int: Cell] {
        var cells: [Int: Cell] = [:]
        for (latitude, longitude) in pairs {
            guard case .real(let y) = cell(latitude), case .real(let x) = cell(longitude) else { continue }
            let place = conversion.converted(Coordinate(latitude: y, longitude: x))
            cells[latitude] = place.latitude.isNaN ? .null : .real(place.latitude)
            cells[longitude] = place.longitude.isNaN ? .null : .real(place.longitude)
        }
        return cells
    }
}

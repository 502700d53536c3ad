import Geodesy
import LogFormats
import Tracks

/// The names that people gave places: `find-places.names-from`.
struct PlaceNames {
    private struct Entry {
        let name: String
        let center: Coordinate
        let radiusMeters: Double
    }

    private var entries: [Entry] = []
    /// Hexadecimal digits of a hash of the file: a changed file is a changed option.
    let hash: String

    /// No names.
    init() { hash = "" }

    /// Reads a CSV with the columns name, latitude, longitude, radius (metres), in any order.
    ///
    /// - Throws: `RunProblem` with every line that is wrong.
    init(path: String, named file: String) throws {
        guard let bytes = readWholeFile(path) else {
            throw RunProblem(status: .noInput, "\(file): the names of places cannot be read: \(systemError()).")
        }
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        self.hash = String(hash.value, radix: 16)
        let rows = csvRows(bytes)
        let columns = try ["name", "latitude", "longitude", "radius"].map { column in
            guard let index = rows.first?.firstIndex(of: column) else {
                throw RunProblem(
                    status: .wrongPipeline,
                    "\(file):1:1: there is no column '\(column)'; names of places want name, latitude, longitude, radius.")
            }
            return index
        }
        var problems: [String] = []
        for (number, row) in rows.enumerated().dropFirst() {
            do { entries.append(try Self.entry(columns.map { $0 < row.count ? row[$0] : "" })) } catch let problem as BadCell {
                problems.append("\(file): row \(number): \(problem.description)")
            }
        }
        guard problems.isEmpty else { throw RunProblem(status: .wrongPipeline, problems.joined(separator: "\n")) }
    }

    private struct BadCell: Error { let description: String }

    private static func entry(_ cells: [String]) throws -> Entry {
        func number(_ cell: Int, _ name: String, _ bounds: ClosedRange<Double>, _ words: String) throws -> Double {
            guard let value = Double(cells[cell]), bounds.contains(value) else {
                throw BadCell(description: "'\(name)' is '\(cells[cell])'; it may be \(words).")
            }
            return value
        }
        guard !cells[0].isEmpty else { throw BadCell(description: "'name' is empty; it wants the name of a place.") }
        return Entry(
            name: cells[0],
            center: Coordinate(
                latitude: try number(1, "latitude", -90...90, "-90 to 90 degrees"),
                longitude: try number(2, "longitude", -180...180, "-180 to 180 degrees")),
            radiusMeters: try number(3, "radius", 1...100_000, "1 to 100000 m, without a unit"))
    }

    /// The name whose circle holds a place's centre; of several the one nearest to it, on a tie the first in the file. Nil for none.
    func name(at place: Coordinate) -> String? {
        var best: (meters: Double, name: String)?
        for entry in entries {
            let meters = haversineMeters(from: entry.center, to: place)
            if meters <= entry.radiusMeters, meters < best?.meters ?? .infinity { best = (meters, entry.name) }
        }
        return best?.name
    }
}

import Geodesy
import LogFormats
import Options
import Tracks

/// The names that people gave places: `find-places.names-from`.
struct PlaceNames: Sendable {
    private struct Entry: Sendable {
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
    /// - Parameter file: The name for messages.
    /// - Throws: `Problems` with every line that is wrong.
    init(_ bytes: [UInt8], file: String) throws(Problems) {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        self.hash = String(hash.value, radix: 16)
        let rows = try csvRows(bytes, file: file)
        let header = rows.first?.cells.map(\.text) ?? []
        let columns = Self.columns.compactMap { header.firstIndex(of: $0) }
        guard columns.count == Self.columns.count else {
            let missing = Self.columns.filter { !header.contains($0) }.map { "'\($0)'" }
            let words = missing.count == 1 ? "is no column" : "are no columns"
            let what =
                "there \(words) \(missing.joined(separator: ", ")); names of places want \(Self.columns.joined(separator: ", "))."
            throw Problems([Problem(file: file, mark: Mark(line: 1, column: 1), what: what)])
        }
        var problems: [Problem] = []
        for row in rows.dropFirst() {
            var entry = EntryReader(row: row, file: file)
            entries.append(
                Entry(
                    name: entry.name(columns[0]),
                    center: Coordinate(
                        latitude: entry.number(columns[1], "latitude", -90...90, "-90 to 90 degrees"),
                        longitude: entry.number(columns[2], "longitude", -180...180, "-180 to 180 degrees")),
                    radiusMeters: entry.number(columns[3], "radius", 1...100_000, "1 to 100000 m, without a unit")))
            problems += entry.problems
        }
        guard problems.isEmpty else { throw Problems(problems) }
    }

    private static let columns = ["name", "latitude", "longitude", "radius"]

    private struct EntryReader {
        let row: CSVRow
        let file: String
        var problems: [Problem] = []

        mutating func name(_ column: Int) -> String {
            let cell = row.cell(column)
            if cell.text.isEmpty { report(cell, "'name' is empty; it wants the name of a place.") }
            return cell.text
        }

        mutating func number(_ column: Int, _ name: String, _ bounds: ClosedRange<Double>, _ words: String) -> Double {
            let cell = row.cell(column)
            if let value = Double(cell.text), bounds.contains(value) { return value }
            report(cell, "'\(name)' is '\(cell.text)'; it may be \(words).")
            return bounds.lowerBound
        }

        private mutating func report(_ cell: CSVRow.Cell, _ what: String) {
            problems.append(Problem(file: file, mark: cell.mark, what: what))
        }
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

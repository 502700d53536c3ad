import Geodesy
import Glibc

/// Places on the sphere sorted into cells so small that any two of one cell lie within a radius of each other.
///
/// The cells stand in rows of latitude; each row is cut into columns of longitude for its own width, so a cell near a pole is as
/// small as one at the equator and the row around ±180° closes. Inside a cell the order is that of the input.
/// - Complexity: O(n log n) to build, about 60 bytes a place.
struct SphereGrid {
    /// Input rows in the order of the cells; places that are not numbers are left out.
    private(set) var rows: [Int32] = []
    /// Where each cell starts in `rows`, and the end of the last.
    private(set) var cellStarts: [Int32] = []
    /// Points on the unit sphere in the order of `rows`.
    private(set) var points: [SIMD3<Double>] = []

    private let radiusRadians: Double
    private let rowHeight: Double
    private let cellSide: Double
    private var cellKeys: [UInt64] = []

    var cellCount: Int { cellKeys.count }

    /// - Parameters:
    ///   - latitudes: Degrees.
    ///   - longitudes: Degrees, as many.
    ///   - radiusMeters: 0.1 or more, along the great circle.
    init(latitudes: [Double], longitudes: [Double], radiusMeters: Double) {
        precondition(radiusMeters >= 0.1, "expected a radius of 0.1 m or more, found \(radiusMeters) m")
        radiusRadians = min(radiusMeters / earthMeanRadiusMeters, .pi)
        // Chord² ≤ Δlatitude² + width² for a cell, so this side keeps its diagonal within the radius, a hair less for rounding.
        cellSide = 2 * sin(radiusRadians / 2) * 0.5.squareRoot() * (1 - 1e-9)
        rowHeight = cellSide
        fill(latitudes: latitudes, longitudes: longitudes)
    }

    private mutating func fill(latitudes: [Double], longitudes: [Double]) {
        var entries = self.entries(latitudes: latitudes, longitudes: longitudes)
        sortByKey(&entries)
        rows.reserveCapacity(entries.count)
        for entry in entries {
            if entry.key != cellKeys.last {
                cellKeys.append(entry.key)
                cellStarts.append(Int32(rows.count))
            }
            rows.append(entry.row)
        }
        cellStarts.append(Int32(rows.count))
        // In input order first: of a gather that also computes, each step would wait for memory.
        let vectors = latitudes.indices.map { unitVector(latitude: latitudes[$0], longitude: longitudes[$0]) }
        points = rows.map { vectors[Int($0)] }
    }

    /// The cell of each place, in input order.
    private func entries(latitudes: [Double], longitudes: [Double]) -> [CellEntry] {
        var entries: [CellEntry] = []
        entries.reserveCapacity(latitudes.count)
        for row in latitudes.indices where latitudes[row].isFinite && longitudes[row].isFinite {
            let gridRow = self.gridRow(latitude: latitudes[row] * radiansPerDegree)
            let column = self.column(longitude: longitudes[row] * radiansPerDegree, columns: columnCount(gridRow: gridRow))
            entries.append(CellEntry(key: key(gridRow: gridRow, column: column), row: Int32(row)))
        }
        return entries
    }

    /// The positions in `rows` of the places of a cell.
    func places(ofCell cell: Int) -> Range<Int> {
        Int(cellStarts[cell])..<Int(cellStarts[cell + 1])
    }

    /// Appends every cell that can hold a place within the radius of one of this cell, itself included.
    func appendNeighbours(ofCell cell: Int, to neighbours: inout [Int]) {
        let gridRow = Int(cellKeys[cell] >> 32)
        let column = Int(cellKeys[cell] & 0xFFFF_FFFF)
        let columns = columnCount(gridRow: gridRow)
        let width = 2 * Double.pi / Double(columns)
        let reach = longitudeReach(gridRow: gridRow)
        let west = Double(column) * width - reach
        let east = Double(column + 1) * width + reach
        let rowsAway = Int((radiusRadians / rowHeight).rounded(.up))
        for otherRow in max(0, gridRow - rowsAway)...min(lastGridRow, gridRow + rowsAway) {
            appendCells(gridRow: otherRow, west: west, east: east, to: &neighbours)
        }
    }

    /// Appends the cells of a row between two longitudes, radians east of −180° (from below 0 to above 2π).
    private func appendCells(gridRow: Int, west: Double, east: Double, to neighbours: inout [Int]) {
        let columns = columnCount(gridRow: gridRow)
        let width = 2 * Double.pi / Double(columns)
        // One column more on both sides: a place at a border may be sorted into either by rounding.
        let first = Int((west / width).rounded(.down)) - 1
        let last = Int((east / width).rounded(.down)) + 1
        if last - first + 1 >= columns {
            return appendCells(gridRow: gridRow, columns: 0...columns - 1, to: &neighbours)
        }
        if last >= columns { appendCells(gridRow: gridRow, columns: 0...last - columns, to: &neighbours) }
        appendCells(gridRow: gridRow, columns: max(0, first)...min(columns - 1, last), to: &neighbours)
        if first < 0 { appendCells(gridRow: gridRow, columns: first + columns...columns - 1, to: &neighbours) }
    }

    private func appendCells(gridRow: Int, columns: ClosedRange<Int>, to neighbours: inout [Int]) {
        let end = key(gridRow: gridRow, column: columns.upperBound)
        var cell = firstCell(from: key(gridRow: gridRow, column: columns.lowerBound))
        while cell < cellKeys.count, cellKeys[cell] <= end {
            neighbours.append(cell)
            cell += 1
        }
    }

    private func firstCell(from key: UInt64) -> Int {
        var low = 0
        var high = cellKeys.count
        while low < high {
            let middle = (low + high) / 2
            if cellKeys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The greatest difference in longitude of places within the radius of a place of this row, radians; π where a pole is near.
    private func longitudeReach(gridRow: Int) -> Double {
        let farthest = farthestLatitude(gridRow: gridRow)
        guard farthest + radiusRadians < Double.pi / 2 else { return .pi }
        return asin(min(1, sin(radiusRadians) / cos(farthest))) * (1 + 1e-9)
    }

    private func columnCount(gridRow: Int) -> Int {
        let nearest = nearestLatitude(gridRow: gridRow)
        return max(1, Int((2 * Double.pi * cos(nearest) / cellSide).rounded(.up)))
    }

    /// The latitude of a row that is nearest to the equator, radians without sign.
    private func nearestLatitude(gridRow: Int) -> Double {
        let south = Double(gridRow) * rowHeight - Double.pi / 2
        let north = south + rowHeight
        return south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
    }

    private func farthestLatitude(gridRow: Int) -> Double {
        let south = Double(gridRow) * rowHeight - Double.pi / 2
        return max(abs(south), abs(south + rowHeight))
    }

    private var lastGridRow: Int { Int(Double.pi / rowHeight) }

    private func gridRow(latitude: Double) -> Int {
        min(lastGridRow, max(0, Int((latitude + Double.pi / 2) / rowHeight)))
    }

    private func column(longitude: Double, columns: Int) -> Int {
        let turns = (longitude + Double.pi) / (2 * Double.pi)
        let part = turns - turns.rounded(.down)
        return min(columns - 1, Int(part * Double(columns)))
    }

    private func key(gridRow: Int, column: Int) -> UInt64 {
        UInt64(gridRow) << 32 | UInt64(column)
    }
}

/// The point of the unit sphere at a place in degrees.
func unitVector(latitude: Double, longitude: Double) -> SIMD3<Double> {
    let north = latitude * radiansPerDegree
    let east = longitude * radiansPerDegree
    return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
}

import Geodesy
import Glibc

/// A fixed grid over the earth: rows of one height, on each row columns of about the same width (rule 3.6).
///
/// Row heights and column widths divide 180° and 360° evenly, so a cell is `cellMeters` tall and wide to within one part
/// in the number of cells of its column and row; next to a pole a row has a few columns only.
public struct CellGrid: Sendable, Hashable {
    /// Cells from pole to pole.
    public let rowCount: Int

    /// A grid of cells of about this height and width.
    /// - Parameter cellMeters: 1 to 1,000,000 m.
    public init(cellMeters: Double) {
        precondition(cellMeters >= 1 && cellMeters <= 1_000_000, "expected cells of 1 m to 1000 km, found \(cellMeters) m")
        rowCount = Int((.pi * earthMeanRadiusMeters / cellMeters).rounded())
    }

    /// The cell that holds a coordinate; on an edge the northern and eastern one.
    ///
    /// Longitudes count round the earth: 180° and −180° are one meridian. A pole lies in the cell its longitude points to.
    /// - Parameter coordinate: WGS-84 degrees, finite; latitudes beyond ±90° count as the pole.
    public func cell(of coordinate: Coordinate) -> AddressCell {
        let row = index(of: (coordinate.latitude + 90) / 180, count: rowCount)
        let turn = (coordinate.longitude + 180) / 360
        let column = index(of: turn - turn.rounded(.down), count: columnCount(ofRow: row))
        return AddressCell(row: Int32(row), column: Int32(column))
    }

    /// The middle of a cell of this grid: WGS-84 degrees, longitude in (−180, 180).
    public func center(of cell: AddressCell) -> Coordinate {
        let columnCount = columnCount(ofRow: Int(cell.row))
        return Coordinate(
            latitude: latitude(ofMiddleOfRow: Int(cell.row)),
            longitude: (Double(cell.column) + 0.5) / Double(columnCount) * 360 - 180)
    }

    /// Cells round the earth on a row, 0 up to `rowCount`.
    public func columnCount(ofRow row: Int) -> Int {
        let roundness = cos(latitude(ofMiddleOfRow: row) * radiansPerDegree)
        return max(1, Int((2 * Double(rowCount) * roundness).rounded()))
    }

    private func latitude(ofMiddleOfRow row: Int) -> Double {
        (Double(row) + 0.5) / Double(rowCount) * 180 - 90
    }

    /// Which of `count` equal parts a fraction of the whole falls into; outside 0 to 1 the first or last.
    private func index(of fraction: Double, count: Int) -> Int {
        Int(min(max(0, fraction * Double(count)), Double(count - 1)))
    }
}

import Geodesy

/// Where it is sure which division a coordinate lies in.
///
/// Whether it is the mainland, Hong Kong, Macau, Taiwan or elsewhere is Geodesy's answer, exact to the vertex. The province is read
/// off the file's map: a grid of cells, each wholly inside a province and clear of its borders, or not sure.
struct DivisionMap: Sendable {
    private static let headerByteCount = 20
    private static let tileSide = 16
    private static let paletteByteCount = 4
    private static let tileByteCount = paletteByteCount + tileSide * tileSide / 4
    /// From here on a number of the table is a tile's.
    private static let firstTile = 64

    private let bytes: GazetteerBytes
    private let tableOffset: Int
    private let tilesOffset: Int
    private let cellsPerDegree: Double
    private let south: Double
    private let west: Double
    private let rowLimit: Double
    private let columnLimit: Double
    private let tileColumns: Int

    init(bytes: GazetteerBytes, offset: Int) {
        func number(_ index: Int) -> Int32 { Int32(bitPattern: bytes.uint32(at: offset + 4 * index)) }
        self.bytes = bytes
        cellsPerDegree = Double(number(0))
        south = Double(number(1))
        west = Double(number(2))
        let tileRows = Int(number(3))
        tileColumns = Int(number(4))
        rowLimit = Double(tileRows * Self.tileSide)
        columnLimit = Double(tileColumns * Self.tileSide)
        tableOffset = offset + Self.headerByteCount
        tilesOffset = tableOffset + 2 * tileRows * tileColumns
    }

    /// The division that a coordinate lies in.
    /// - Parameter coordinate: WGS-84 degrees within ±90° and ±180°.
    func division(at coordinate: Coordinate) -> Division {
        switch ChinaRegion(holding: coordinate) {
        case .elsewhere: return .elsewhere
        case .hongKong: return .hongKong
        case .macau: return .macau
        case .taiwan: return cell(at: coordinate) == .taiwan ? .taiwan : .taiwanIslets
        case .mainland:
            let division = cell(at: coordinate)
            return division.isMainlandProvince ? division : .mainland
        }
    }

    /// What the map says.
    private func cell(at coordinate: Coordinate) -> Division {
        let row = (coordinate.latitude - south) * cellsPerDegree
        let column = (coordinate.longitude - west) * cellsPerDegree
        guard row >= 0 && column >= 0 && row < rowLimit && column < columnLimit else { return .elsewhere }
        let (tileRow, rowInTile) = Int(row).quotientAndRemainder(dividingBy: Self.tileSide)
        let (tileColumn, columnInTile) = Int(column).quotientAndRemainder(dividingBy: Self.tileSide)
        let entry = Int(bytes.uint16(at: tableOffset + 2 * (tileRow * tileColumns + tileColumn)))
        guard entry >= Self.firstTile else { return Division(number: UInt8(entry)) }
        let tile = tilesOffset + (entry - Self.firstTile) * Self.tileByteCount
        let index = rowInTile * Self.tileSide + columnInTile
        let four = bytes.byte(at: tile + Self.paletteByteCount + index / 4)
        return Division(number: bytes.byte(at: tile + Int(four >> UInt8(2 * (index & 3)) & 3)))
    }
}

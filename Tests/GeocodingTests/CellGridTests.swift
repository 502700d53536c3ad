import Geocoding
import Geodesy
import Testing

@Suite struct CellGridTests {
    static let sizes: [Double] = [1, 20, 137, 10_000, 1_000_000]

    @Test(arguments: sizes)
    func `a centre lies in its cell`(_ cellMeters: Double) {
        let grid = CellGrid(cellMeters: cellMeters)
        var random = SeededRandom(seed: 1)
        for _ in 0..<2_000 {
            let coordinate = Coordinate(
                latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
            let cell = grid.cell(of: coordinate)
            #expect(grid.cell(of: grid.center(of: cell)) == cell)
        }
    }

    @Test(arguments: [20.0, 137, 10_000])
    func `no coordinate is further from its centre than half the diagonal`(_ cellMeters: Double) {
        let grid = CellGrid(cellMeters: cellMeters)
        var random = SeededRandom(seed: 2)
        for _ in 0..<2_000 {
            let coordinate = Coordinate(
                latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...180, using: &random))
            let distance = haversineMeters(from: coordinate, to: grid.center(of: grid.cell(of: coordinate)))
            // Half the diagonal of a square is 0.7072 of its side; 2 % for the rounding to whole columns and the row's slant.
            #expect(distance <= cellMeters * 0.7072 * 1.02)
        }
    }

    @Test func `cells of 20 m in Beijing are 20 m tall and wide`() {
        let grid = CellGrid(cellMeters: 20)
        let cell = grid.cell(of: Coordinate(latitude: 39.9055, longitude: 116.3976))
        let center = grid.center(of: cell)
        let north = grid.center(of: grid.cell(of: Coordinate(latitude: center.latitude + 20 / 111_195.08, longitude: 116.3976)))
        let east = grid.center(of: AddressCell(row: cell.row, column: cell.column + 1))
        // A degree of the sphere of radius 6,371,008.8 m is 111,195.08 m.
        #expect(((north.latitude - center.latitude) * 111_195.08 - 20).magnitude < 0.001)
        #expect((haversineMeters(from: center, to: east) - 20).magnitude < 0.001)
    }

    @Test func `180 and -180 degrees are the same cell`() {
        let grid = CellGrid(cellMeters: 20)
        for latitude in [-60.0, 0, 39.9, 89.99] {
            let east = grid.cell(of: Coordinate(latitude: latitude, longitude: 180))
            let west = grid.cell(of: Coordinate(latitude: latitude, longitude: -180))
            #expect(east == west)
            #expect(east.column == 0)
        }
    }

    @Test func `just west of 180 degrees lies in the last column`() {
        let grid = CellGrid(cellMeters: 20)
        let cell = grid.cell(of: Coordinate(latitude: 0, longitude: 179.99999))
        #expect(Int(cell.column) == grid.columnCount(ofRow: Int(cell.row)) - 1)
    }

    @Test func `the poles lie in the first and the last row`() {
        let grid = CellGrid(cellMeters: 20)
        // Half the circumference of 20,015,114.4 m in steps of 20 m.
        #expect(grid.rowCount == 1_000_756)
        #expect(grid.cell(of: Coordinate(latitude: 90, longitude: 0)).row == 1_000_755)
        #expect(grid.cell(of: Coordinate(latitude: -90, longitude: 0)).row == 0)
        // A ring of radius 10 m has a circumference of 62.8 m: three columns.
        #expect(grid.columnCount(ofRow: 0) == 3)
        #expect(grid.columnCount(ofRow: 1_000_755) == 3)
    }

    @Test func `latitudes beyond a pole count as the pole`() {
        let grid = CellGrid(cellMeters: 20)
        #expect(grid.cell(of: Coordinate(latitude: 90.5, longitude: 7)) == grid.cell(of: Coordinate(latitude: 90, longitude: 7)))
    }

    @Test func `the order of first visits does not matter`() {
        let grid = CellGrid(cellMeters: 20)
        let cell = grid.cell(of: Coordinate(latitude: 39.9, longitude: 116.4))
        let center = grid.center(of: cell)
        for (north, east) in [(0.00005, 0.00005), (-0.00005, 0.00005), (0.00005, -0.00005), (-0.00005, -0.00005)] {
            let other = Coordinate(latitude: center.latitude + north, longitude: center.longitude + east)
            #expect(grid.center(of: grid.cell(of: other)) == center)
        }
    }
}

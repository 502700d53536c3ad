import Geodesy
import Options
import Testing

@testable import Reports

@Suite struct HeatTests {
    // Niemeyer's own examples, as Wikipedia has them ("Geohash").
    @Test(arguments: [(42.605, -5.603, "ezs42"), (57.64911, 10.40744, "u4pruydqq"), (-25.382708, -49.265506, "6gkzwgjz")])
    func `cells have the published names`(latitude: Double, longitude: Double, name: String) {
        let grid = Geohash(letters: name.count)
        let place = Coordinate(latitude: latitude, longitude: longitude)
        #expect(String(decoding: grid.text(grid.cell(of: place)), as: UTF8.self) == name)
    }

    @Test(arguments: 1...9)
    func `the middle of a cell lies in it, also at the ends of the Earth`(letters: Int) {
        let grid = Geohash(letters: letters)
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (0, 0), (39.9, 116.4), (-16.5, 179.99)] {
            let cell = grid.cell(of: Coordinate(latitude: latitude, longitude: longitude))
            #expect(grid.cell(of: grid.center(cell)) == cell)
        }
    }

    @Test(arguments: ["geohash", "geohash:0", "geohash:10", "h3:7", "7"])
    func `another grid is refused`(cells: String) {
        let mark = Mark(line: 1, column: 1)
        let entry = Node.Entry(key: "cells", keyMark: mark, value: Node(.scalar(cells), mark: mark))
        var reader = OptionReader(owner: "csv", node: Node(.mapping([entry]), mark: mark), file: "p.yaml", mark: mark)
        _ = Heat(reading: &reader)
        #expect(reader.problems.map(\.what) == ["'cells' is '\(cells)'; it may be geohash:1 to geohash:9."])
    }
}

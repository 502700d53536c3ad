import Geodesy
import Testing

@Suite struct GridPointTests {
    /// Halves away from zero (rule 2.2); 2.5e-7 and its like are halves in binary only where the product is.
    @Test(arguments: [
        (0.0, Int32(0)), (-0.0, 0), (180, 1_800_000_000), (-180, -1_800_000_000), (0.00000005, 1), (-0.00000005, -1),
        (0.000000049, 0), (-0.000000049, 0), (39.90872449, 399_087_245), (116.39745001, 1_163_974_500), (0.5e-7, 1), (1.5e-7, 2),
    ])
    func `degrees are rounded to the nearest, halves away from zero`(row: (Double, Int32)) {
        #expect(rounded1e7(row.0) == row.1)
    }

    @Test func `degrees of the grid come back`() {
        var generator = RandomPlaces(seed: 31)
        for _ in 0..<10_000 {
            let place = generator.place(latitudes: -90...90, longitudes: -180...180)
            let point = GridPoint(place)
            #expect(GridPoint(point.coordinate) == point)
            #expect(point.coordinate.distance(to: place) <= 0.5000001e-7)
        }
    }

    /// model.py's `short_way` of the same numbers.
    @Test(arguments: [
        (Int64(0), Int64(0)), (1_800_000_000, -1_800_000_000), (-1_800_000_000, -1_800_000_000), (1_799_999_999, 1_799_999_999),
        (-1_800_000_001, 1_799_999_999), (3_599_999_998, -2), (-3_600_000_000, 0), (7_200_000_001, 1),
        (-9_000_000_000, -1_800_000_000),
    ])
    func `a difference of longitudes goes the short way`(row: (Int64, Int64)) {
        #expect(shortWay1e7(row.0) == row.1)
    }
}

import Geodesy
import Testing
import Tracks

@testable import TrackAlgorithms

@Suite struct TripBoxTests {
    private func box(_ places: [(Double, Double)]) -> BoundingBox {
        let points = places.map { GridPoint(Coordinate(latitude: $0.0, longitude: $0.1)) }
        return path(points).boundingBox(from: points[0])
    }

    private func path(_ points: some Collection<GridPoint>) -> PathBox {
        var path = PathBox(at: points[points.startIndex])
        for (a, b) in zip(points, points.dropFirst()) { path.add(from: a, to: b) }
        return path
    }

    @Test func `one fix is its box`() {
        #expect(box([(31, 121)]) == BoundingBox(south: 310_000_000, west: 1_210_000_000, north: 310_000_000, east: 1_210_000_000))
    }

    @Test func `a path has the box of its fixes`() {
        #expect(
            box([(31, 121), (30, 122), (32, 120), (31, 121)])
                == BoundingBox(south: 300_000_000, west: 1_200_000_000, north: 320_000_000, east: 1_220_000_000))
    }

    @Test func `a path over ±180° has a west above its east`() {
        #expect(
            box([(-17, 179.5), (-18, -179), (-16, 179.9)])
                == BoundingBox(south: -180_000_000, west: 1_795_000_000, north: -160_000_000, east: -1_790_000_000))
        #expect(box([(0, -179.9), (0, 179.8)]).west == 1_798_000_000)
    }

    @Test func `a path around the Earth has all longitudes`() {
        let around = box([(60, 0), (60, 100), (60, -160), (60, -60), (60, 10)])
        #expect(around == BoundingBox(south: 600_000_000, west: -1_800_000_000, north: 600_000_000, east: 1_800_000_000))
    }

    @Test func `over the pole the box is defined`() {
        let pole = box([(89, 20), (90, 0), (89, -170)])
        #expect(pole == BoundingBox(south: 890_000_000, west: -1_700_000_000, north: 900_000_000, east: 200_000_000))
    }

    @Test func `of paths narrower than 180° it is the narrowest over the fixes`() {
        var random = SeededRandom(seed: 180)
        for _ in 0..<1000 {
            let west = Double.random(in: -180...180, using: &random)
            let points = (0..<12).map { _ in
                let longitude = wrappedLongitudeDegrees(west + Double.random(in: 0..<179, using: &random))
                return GridPoint(Coordinate(latitude: Double.random(in: -90...90, using: &random), longitude: longitude))
            }
            let narrowest = BoundingBox(latitudes: points.map(\.latitude), longitudes: points.map(\.longitude))
            #expect(path(points).boundingBox(from: points[0]) == narrowest)
        }
    }

    @Test func `joined in any order a run has the same bits`() {
        var random = SeededRandom(seed: 4)
        for _ in 0..<300 {
            let points = (0..<8).map { second in
                TrackPoint(
                    milliseconds: Int64(second) * 1000,
                    point: GridPoint(
                        latitude: Int32.random(in: -900_000_000...900_000_000, using: &random),
                        longitude: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)),
                    speedMetersPerSecond: Double(second))
            }
            let legs = zip(points, points.dropFirst()).map { LegRun(from: $0, to: $1, gaps: GapLimits(silence: 60_000)) }
            let forward = legs.dropFirst().reduce(legs[0]) { $0.followed(by: $1) }
            let backward = legs.dropLast().reversed().reduce(legs[6]) { $1.followed(by: $0) }
            #expect(forward == backward && forward.box == path(points.map(\.point)))
        }
    }
}

import Geodesy
import Testing

@Suite struct BearingTests {
    /// Latitude, longitude, latitude, longitude, bearing: the formula with mpmath, 40 digits.
    static let bearings: [(Double, Double, Double, Double, Double)] = [
        (39.9, 116.4, 31.2, 121.5, 152.97787304706776),
        (0.0, 179.9, 0.0, -179.9, 90.0),
        (10.0, 20.0, 10.0000001, 20.0, 0.0),
        (51.4778, -0.0015, 40.6413, -73.7781, 288.21763029896306),
        (-33.8688, 151.2093, 35.5494, 139.7798, 350.1354594915364),
        (39.9, 116.4, 39.9000001, 116.4000001, 37.49416130732516),
    ]

    /// Latitude, longitude, bearing, metres, latitude, longitude: the formula with mpmath, 40 digits.
    static let destinations: [(Double, Double, Double, Double, Double, Double)] = [
        (39.9, 116.4, 45.0, 1000.0, 39.90635886016953, 116.40828993008493),
        (0.0, 179.9, 90.0, 50000.0, 9.294524932270183e-44, -179.65033981813772),
        (89.9, 10.0, 0.0, 50000.0, 89.65033981813772, -170.0),
        (-45.0, -179.99, 270.0, 3000.0, -44.99999364787985, 179.9718450711611),
        (52.5, 13.4, 200.0, 2500000.0, 30.950418216228563, 4.627774875425272),
        (10.0, 10.0, 123.0, 0.0, 10.0, 10.0),
    ]

    @Test(arguments: bearings)
    func `a bearing agrees with 40 digits of mpmath`(row: (Double, Double, Double, Double, Double)) {
        let from = Coordinate(latitude: row.0, longitude: row.1)
        let to = Coordinate(latitude: row.2, longitude: row.3)
        // A centimetre away 1e-5 degrees of bearing are the last digits of the coordinates.
        let allowed = haversineMeters(from: from, to: to) < 1 ? 1e-5 : 1e-10
        #expect(abs((initialBearingDegrees(from: from, to: to) ?? .nan) - row.4) < allowed)
    }

    @Test(arguments: destinations)
    func `a destination agrees with 40 digits of mpmath`(row: (Double, Double, Double, Double, Double, Double)) {
        let found = destination(
            from: Coordinate(latitude: row.0, longitude: row.1), bearingDegrees: row.2, distanceMeters: row.3)
        #expect(abs(found.latitude - row.4) < 1e-11)
        #expect(abs(found.longitude - row.5) < 1e-10)
    }

    @Test func `equal places have no bearing, on both sides of 180 degrees too`() {
        let place = Coordinate(latitude: 10, longitude: 180)
        #expect(initialBearingDegrees(from: place, to: place) == nil)
        #expect(initialBearingDegrees(from: place, to: Coordinate(latitude: 10, longitude: -180)) == nil)
    }

    @Test func `a bearing a hair west of north is 0 or below 360, never 360`() {
        let from = Coordinate(latitude: 0, longitude: 1)
        let bearing = initialBearingDegrees(from: from, to: Coordinate(latitude: 80, longitude: 1 - 1e-15)) ?? .nan
        #expect(bearing >= 0 && bearing < 360)
    }

    @Test func `a way there and back ends where it began`() {
        var generator = RandomPlaces(seed: 21)
        for _ in 0..<500 {
            let from = generator.place(latitudes: -80...80, longitudes: -180...180)
            let bearing = generator.unit() * 360
            let to = destination(from: from, bearingDegrees: bearing, distanceMeters: 50_000)
            #expect(abs(haversineMeters(from: from, to: to) - 50_000) < 1e-6)
            #expect(abs(shortestTurnDegrees(from: bearing, to: initialBearingDegrees(from: from, to: to) ?? .nan)) < 1e-8)
        }
    }
}

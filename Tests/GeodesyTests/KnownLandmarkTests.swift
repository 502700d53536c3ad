import Geodesy
import Testing

/// Pairs of landmarks that eviltransform publishes with its tests (WGS-84, then GCJ-02), and the sign of their offset.
@Suite struct KnownLandmarkTests {
    static let pairs: [(String, Coordinate, Coordinate)] = [
        (
            "Shanghai", Coordinate(latitude: 31.1774276, longitude: 121.5272106),
            Coordinate(latitude: 31.17530398364597, longitude: 121.531541859215)
        ),
        (
            "Shenzhen", Coordinate(latitude: 22.543847, longitude: 113.912316),
            Coordinate(latitude: 22.540796131694766, longitude: 113.9171764808363)
        ),
        (
            "Beijing", Coordinate(latitude: 39.911954, longitude: 116.377817),
            Coordinate(latitude: 39.91334545536069, longitude: 116.38404722455657)
        ),
    ]

    @Test(arguments: pairs)
    func `TJ-079: the offset goes from WGS-84 to GCJ-02 with the published sign`(pair: (String, Coordinate, Coordinate)) {
        let shifted = Conversion(from: .wgs84, to: .gcj02).converted(pair.1)
        #expect((shifted.latitude - pair.1.latitude).sign == (pair.2.latitude - pair.1.latitude).sign)
        #expect((shifted.longitude - pair.1.longitude).sign == (pair.2.longitude - pair.1.longitude).sign)
        // eviltransform takes 6,378,137 m for the ellipsoid's radius: the pairs agree to 0.01 m.
        #expect(shifted.distance(to: pair.2) < 1e-7)
    }

    @Test(arguments: pairs)
    func `TJ-079: the way back moves less than 1e-6 degrees`(pair: (String, Coordinate, Coordinate)) {
        let back = Conversion(from: .gcj02, to: .wgs84).converted(pair.2)
        #expect(back.distance(to: pair.1) < 1e-6)
    }

    @Test func `TJ-079: Shanghai goes 0.0043 degrees east and 0.0021 south`() {
        let place = Self.pairs[0].1
        let shifted = Conversion(from: .wgs84, to: .gcj02).converted(place)
        #expect(abs(shifted.longitude - place.longitude - 0.0043) < 0.0001)
        #expect(abs(shifted.latitude - place.latitude + 0.0021) < 0.0001)
    }
}

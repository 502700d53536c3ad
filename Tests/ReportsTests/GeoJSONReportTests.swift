import Geodesy
import Testing

@testable import Reports

@Suite struct GeoJSONReportTests {
    private func parts(_ places: [(Double, Double)]) -> [[[Double]]] {
        partsOfLine(places.map { Coordinate(latitude: $0.0, longitude: $0.1) }).map { $0.map { [$0.longitude, $0.latitude] } }
    }

    @Test func `a line wants two places`() {
        #expect(parts([]) == [])
        #expect(parts([(1, 2)]) == [])
        #expect(parts([(1, 2), (3, 4)]) == [[[2, 1], [4, 3]]])
    }

    // RFC 7946, 3.1.9: cut in two at the antimeridian, neither part crosses it.
    @Test func `a line is cut at ±180°, eastwards and westwards`() {
        #expect(parts([(0, 179), (2, -179)]) == [[[179, 0], [180, 1]], [[-180, 1], [-179, 2]]])
        #expect(parts([(0, -179), (2, 179)]) == [[[-179, 0], [-180, 1]], [[180, 1], [179, 2]]])
        #expect(parts([(0, 180), (2, -180)]) == [[[180, 0], [180, 0]], [[-180, 0], [-180, 2]]])
    }
}

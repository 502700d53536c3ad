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
    }

    // A position on the antimeridian may be written either way: there is nothing to cut.
    @Test func `NC-32 a line along ±180° is one line, on the side where it begins`() {
        #expect(parts([(10, 180), (10.01, -180), (10.02, 180)]) == [[[180, 10], [180, 10.01], [180, 10.02]]])
        #expect(parts([(0, -180), (2, 180)]) == [[[-180, 0], [-180, 2]]])
    }

    @Test func `a line that touches ±180° is not cut, one that goes on beyond is cut there`() {
        #expect(parts([(0, 179), (1, -180), (2, 179)]) == [[[179, 0], [180, 1], [179, 2]]])
        #expect(parts([(0, 179), (1, -180), (2, -179)]) == [[[179, 0], [180, 1]], [[-180, 1], [-179, 2]]])
        #expect(
            parts([(0, -179), (1, -180), (3, 180), (4, 178)]) == [[[-179, 0], [-180, 1], [-180, 3]], [[180, 3], [178, 4]]])
    }

    @Test func `a line that begins or ends on ±180° has no part of one place`() {
        #expect(parts([(1, 180), (2, -179)]) == [[[-180, 1], [-179, 2]]])
        #expect(parts([(1, 180), (1, 180), (2, -179)]) == [[[-180, 1], [-179, 2]]])
        #expect(parts([(2, -179), (1, 180)]) == [[[-179, 2], [-180, 1]]])
    }

    @Test func `places that are all equal are no line, a halt on the way stays`() {
        #expect(parts([(1, 2), (1, 2)]) == [])
        #expect(parts([(1, 180), (1, -180), (1, 180)]) == [])
        #expect(parts([(1, 2), (1, 2), (3, 4)]) == [[[2, 1], [2, 1], [4, 3]]])
    }

    @Test func `no part of any short line beside ±180° lacks length or crosses it, and none of its places is lost`() {
        let longitudes: [Double] = [178, 179, 180, -180, -179]
        // Each digit of a number is a place.
        for number in 0..<10_000 {
            let digits = [number % 10, number / 10 % 10, number / 100 % 10, number / 1_000]
            let places = digits.map { (Double($0 % 2), longitudes[$0 / 2]) }
            let found = parts(places)
            for part in found {
                #expect(Set(part).count > 1, "\(places)")
                #expect(zip(part, part.dropFirst()).allSatisfy { abs($0[0] - $1[0]) <= 180 }, "\(places)")
            }
            let turned = { (position: [Double]) in [abs(position[0]) == 180 ? 180 : position[0], position[1]] }
            let all = Set(found.joined().map(turned))
            #expect(found.isEmpty || places.allSatisfy { all.contains(turned([$0.1, $0.0])) }, "\(places)")
            #expect(found.isEmpty == (Set(places.map { turned([$0.1, $0.0]) }).count == 1), "\(places)")
        }
    }
}

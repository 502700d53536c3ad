import Geodesy
import Glibc
import Testing

@Suite struct HeadingTests {
    static let angles = [0.0, 30, 90, 135, 180, 225, 270, 330]
    static let scales = [0.5, 1.0, 2.0]

    // Expected: a = s·cos θ, b = s·sin θ turns by θ; a map turned by θ has −θ up.
    @Test(arguments: angles, scales)
    func `a turned map has the rotation of its transform and the opposite heading`(angle: Double, scale: Double) throws {
        let (a, b) = (scale * cos(angle * .pi / 180), scale * sin(angle * .pi / 180))
        let turned = try #require(rotation(a: a, b: b))
        let heading = try #require(mapHeading(a: a, b: b))
        #expect(abs(shortestTurnDegrees(from: turned, to: angle)) < 1e-12)
        #expect(abs(shortestTurnDegrees(from: heading, to: 360 - angle)) < 1e-12)
        for direction in [turned, heading] { #expect(direction >= 0 && direction < 360 && direction.sign == .plus) }
    }

    @Test(arguments: [0.0, -0.0, 1e-20, -1e-20], scales)
    func `hardly turned is 0, never 360 and never −0`(b: Double, scale: Double) {
        for direction in [rotation(a: scale, b: b), mapHeading(a: scale, b: b)] {
            #expect(direction.map { $0 >= 0 && $0 < 1e-15 && $0.sign == .plus } == true)
        }
    }

    @Test func `quarter turns are exact`() {
        #expect(rotation(a: 0, b: 2) == 90 && rotation(a: -0.5, b: 0) == 180 && rotation(a: 0, b: -1) == 270)
        #expect(mapHeading(a: 0, b: 2) == 270 && mapHeading(a: -0.5, b: 0) == 180 && mapHeading(a: 0, b: -1) == 90)
        #expect(rotation(a: -1, b: -1e-20) == 180)
    }

    @Test func `scale does not matter, however large or small`() {
        #expect(rotation(a: 3e200, b: 3e200) == 45 && rotation(a: 3e-200, b: 3e-200) == 45)
    }

    @Test func `no transform has no direction`() {
        for (a, b) in [(0.0, 0.0), (-0.0, 0.0), (.nan, 1), (1, .nan), (.infinity, 1)] {
            #expect(rotation(a: a, b: b) == nil && mapHeading(a: a, b: b) == nil)
        }
    }

    @Test(arguments: [(90.0, 30.0, 60.0), (10, 350, 20), (0, 0, 0), (350, 10, 340), (180, 180, 0)])
    func `a symbol points where the device goes, as the map is turned`(course: Double, heading: Double, symbol: Double) {
        #expect(symbolDegrees(course: course, mapHeading: heading) == symbol)
    }

    @Test func `a series has no jumps`() {
        #expect(unwrappedDegrees([350, 10, 30]) == [350, 370, 390])
        #expect(unwrappedDegrees([10, 350, 330, 200]) == [10, -10, -30, -160])
        #expect(unwrappedDegrees([0, 120, 240, 0, 120]) == [0, 120, 240, 360, 480])
        #expect(unwrappedDegrees([]) == [] && unwrappedDegrees([7]) == [7])
    }

    @Test func `a series goes on behind directions that are missing`() {
        let found = unwrappedDegrees([.nan, 350, .nan, 10])
        #expect(found[0].isNaN && found[2].isNaN)
        #expect(found[1] == 350 && found[3] == 370)
    }

    @Test func `half a turn is clockwise`() {
        #expect(unwrappedDegrees([0, 180, 0]) == [0, 180, 360])
    }

    @Test func `a turn takes its time`() {
        #expect(turnRateDegreesPerSecond(from: 350, to: 10, milliseconds: 2000) == 10)
        #expect(turnRateDegreesPerSecond(from: 10, to: 350, milliseconds: 500) == -40)
        #expect(turnRateDegreesPerSecond(from: 90, to: 90, milliseconds: 1) == 0)
        #expect(turnRateDegreesPerSecond(from: 0, to: 90, milliseconds: 0) == nil)
        #expect(turnRateDegreesPerSecond(from: .nan, to: 90, milliseconds: 5) == nil)
    }
}

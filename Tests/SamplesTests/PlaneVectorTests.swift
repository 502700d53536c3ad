import Foundation
import Testing

@testable import Samples

@Suite struct PlaneVectorTests {
    @Test(arguments: [
        (0.0, 1.0, 0), (1, 0, 90), (0, -1, 180), (-1, 0, 270), (1, 1, 45), (-1, -1, 225), (0, 0, 0), (-0.001, 1, 0),
    ])
    func `course runs clockwise from north`(_ east: Double, _ north: Double, _ degrees: Int) {
        #expect(PlaneVector(east: east, north: north).courseDegrees == degrees)
    }

    @Test func `course is within 0.7° of the arctangent all round`() {
        for tenth in 0..<3_600 {
            let radians = Double(tenth) / 10 * .pi / 180
            let course = PlaneVector(east: sin(radians), north: cos(radians)).courseDegrees
            let difference = abs(Double(course) - Double(tenth) / 10)
            #expect(min(difference, 360 - difference) <= 0.7)
        }
    }
}

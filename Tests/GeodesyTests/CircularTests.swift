import Geodesy
import Testing

@Suite struct CircularTests {
    @Test(arguments: [(0.0, 0.0), (360, 0), (-0.0, 0), (-90, 270), (725, 5), (-1e-20, 0), (359.5, 359.5), (-720, 0)])
    func `a direction comes into 0 to below 360`(row: (Double, Double)) {
        let found = normalizedDegrees(row.0)
        #expect(found == row.1)
        #expect(found.sign == .plus)
    }

    @Test(arguments: [
        (350.0, 10.0, 20.0), (10, 350, -20), (0, 180, 180), (180, 0, 180), (90, 90, 0), (0, 270, -90), (1, 720, -1),
    ])
    func `a turn goes the short way`(row: (Double, Double, Double)) {
        #expect(shortestTurnDegrees(from: row.0, to: row.1) == row.2)
    }

    @Test func `the mean of 350 and 10 is 0, not 180`() {
        let mean = CircularMean(degrees: [350, 10])
        let found = mean.meanDegrees(ifResultantAtLeast: 0.1) ?? .nan
        #expect(abs(shortestTurnDegrees(from: found, to: 0)) < 1e-12)
        // cos 10°.
        #expect(abs(mean.resultantLength - 0.984807753012208) < 1e-15)
    }

    @Test func `opposite directions and none have no mean`() {
        #expect(CircularMean(degrees: [0, 180]).meanDegrees(ifResultantAtLeast: 1e-9) == nil)
        #expect(CircularMean().meanDegrees(ifResultantAtLeast: 0) == nil)
        #expect(CircularMean().resultantLength == 0)
    }

    @Test func `a weight counts as that many directions`() {
        var weighted = CircularMean()
        weighted.add(degrees: 10, weight: 3)
        weighted.add(degrees: 50)
        let repeated = CircularMean(degrees: [10, 10, 10, 50])
        let one = weighted.meanDegrees(ifResultantAtLeast: 0) ?? .nan
        let other = repeated.meanDegrees(ifResultantAtLeast: 0) ?? .nan
        #expect(abs(one - other) < 1e-12)
        #expect(abs(weighted.resultantLength - repeated.resultantLength) < 1e-15)
    }
}

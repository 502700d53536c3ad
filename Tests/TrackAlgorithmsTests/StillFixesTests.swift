import Testing
import TrackAlgorithms
import Tracks

/// Expected rows by hand: fixes lie on a meridian.
@Suite struct StillFixesTests {
    private func held(_ norths: [Double], speeds: [Double] = [], radius: Double? = nil, farthest: Double = 200) -> [Int] {
        var batch = track(every: 10, norths: norths)
        batch.speeds = speeds
        return heldRows(in: batch, radiusMeters: radius, farthestMeters: farthest)
    }

    @Test func `nothing and one fix`() {
        #expect(held([]) == [])
        #expect(held([0]) == [0])
    }

    @Test func `without speed and radius nothing is held`() {
        #expect(held([0, 0, 1, 2]) == [0, 1, 2, 3])
    }

    @Test func `consecutive fixes with speed 0 hold the position of the first of them`() {
        #expect(held([0, 90, 93, 88, 91, 180], speeds: [9, 0, 0, 0, 0, 9]) == [0, 1, 1, 1, 1, 5])
    }

    @Test func `a fix that moves or does not know parts two rests`() {
        #expect(held([0, 1, 2, 3, 4], speeds: [0, 0, 0.1, 0, 0]) == [0, 0, 2, 3, 3])
        #expect(held([0, 1, 2, 3, 4], speeds: [0, 0, .nan, 0, 0]) == [0, 0, 2, 3, 3])
    }

    @Test func `who is farther than farthest with speed 0 moved unseen`() {
        #expect(held([0, 199.98, 200.02, 5000, 5001], speeds: [0, 0, 0, 0, 0]) == [0, 0, 2, 3, 3])
    }

    @Test func `a fix exactly at the radius is held`() {
        let meters = track(every: 10, norths: [0, 10]).meters(0, 1)
        #expect(held([0, 10], radius: meters) == [0, 0])
        #expect(held([0, 10], radius: meters.nextDown) == [0, 1])
    }

    @Test func `within the radius every fix is held, whatever its speed`() {
        #expect(held([0, 9.98, -9.98, 10.02, 15, 30], speeds: [5, 5, 5, 5, 5, 5], radius: 10) == [0, 0, 0, 3, 3, 5])
    }

    @Test func `radius and speed work together`() {
        // Row 3 lies outside the radius, but device and fix before have speed 0.
        #expect(held([0, 5, 5, 50, 90], speeds: [3, 0, 0, 0, 4], radius: 10) == [0, 0, 0, 0, 4])
    }

    @Test func `a parked vehicle has no distance`() {
        var random = SeededRandom(seed: 5)
        let norths = (0..<500).map { _ in Double.random(in: -60...60, using: &random) }
        #expect(Set(held(norths, speeds: norths.map { _ in 0 })) == [0])
        #expect(Set(held(norths, radius: 125)) == [0])
    }
}

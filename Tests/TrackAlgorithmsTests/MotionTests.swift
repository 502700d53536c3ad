import Geodesy
import Testing
import TrackAlgorithms
import Tracks

@Suite struct MotionTests {
    @Test func `nothing and one fix have no motion`() {
        #expect(measuredSpeeds(of: FixBatch(), reach: nil).isEmpty && measuredCourses(of: FixBatch(), reach: nil).isEmpty)
        let one = track(every: 1, norths: [0])
        #expect(
            measuredSpeeds(of: one, reach: nil).allSatisfy { $0.isNaN }
                && measuredCourses(of: one, reach: nil).allSatisfy { $0.isNaN })
    }

    @Test func `speed is that of the leg that ends at the fix, the first takes the next`() {
        let speeds = measuredSpeeds(of: track([(seconds: 0, north: 0), (10, 100), (15, 100), (20, 0)]), reach: nil)
        for (found, wanted) in zip(speeds, [10, 10, 0, 20.0]) { #expect(abs(found - wanted) < 0.002) }
    }

    @Test func `course is that of the movement, none where there is none`() {
        let courses = measuredCourses(of: track([(seconds: 0, north: 0), (10, 100), (15, 100), (20, 0)]), reach: nil)
        #expect(courses[0] == 0 && courses[1] == 0 && courses[2].isNaN && courses[3] == 180)
        #expect(measuredCourses(of: track(every: 1, norths: [0, 0]), reach: nil).allSatisfy { $0.isNaN })
    }

    @Test func `TJ-076 who does not move has no course, never north`() {
        #expect(measuredCourses(of: track(every: 1, norths: [5, 5, 5]), reach: nil).allSatisfy { $0.isNaN })
    }

    @Test func `TJ-077 the noise of a parked receiver is no course`() {
        var random = SeededRandom(seed: 77)
        let norths = [-50, 0] + (0..<600).map { _ in Double.random(in: -0.1...0.1, using: &random) }
        let courses = measuredCourses(of: track(every: 1, norths: norths), reach: nil)
        #expect(courses[0...1] == [0, 0])
        #expect(courses[2...].allSatisfy { $0.isNaN })
    }

    @Test func `slow movement has a course as soon as it adds up to a metre`() {
        let courses = measuredCourses(of: track(every: 1, norths: [0, -0.4, -0.8, -1.2, -1.6]), reach: nil)
        #expect(courses[1].isNaN && courses[2].isNaN && courses[3] == 180 && courses[4].isNaN)
    }

    @Test func `a metre is enough for a course, less is none`() {
        #expect(measuredCourses(of: track(every: 1, norths: [0, 1.01]), reach: nil) == [0, 0])
        #expect(measuredCourses(of: track(every: 1, norths: [0, 0.98]), reach: nil).allSatisfy { $0.isNaN })
    }

    // By hand: 10 s · 20 m/s + 30 m = 230 m; the leg of 50 km is a jump, and so is the last.
    @Test func `a jump gives neither speed nor course, the fix after it takes those of the leg after it`() {
        let track = track([(0, 0), (10, 100), (20, 50_100), (30, 50_000), (40, 0)])
        let reach = Reach(metersPerSecond: 20, slackMeters: 30)
        let speeds = measuredSpeeds(of: track, reach: reach)
        for (found, wanted) in zip(speeds, [10, 10, 10, 10.0]) { #expect(abs(found - wanted) < 0.002) }
        #expect(speeds[4].isNaN)
        let courses = measuredCourses(of: track, reach: reach)
        #expect(courses[0...3] == [0, 0, 180, 180] && courses[4].isNaN)
    }

    // Expected: MovingPandas 0.22, speeds and directions of devices D00 to D02. Its speeds are of the ellipsoid: up to 0.6 % other.
    @Test(.needsSharedReference) func `agrees with MovingPandas`() throws {
        let reference = try SharedReference.table("ref/stays/speed_direction_D00_D02.csv")
        let (rows, speeds, directions) = try (
            reference.integers("row"), reference.doubles("speed"), reference.doubles("direction")
        )
        let wanted = Dictionary(
            uniqueKeysWithValues: rows.enumerated().map { ($1, (speed: speeds[$0], direction: directions[$0])) })
        var compared = 0
        for track in try ReferenceBatches().tracks where wanted[track.rows[0]] != nil {
            let (found, courses) = (measuredSpeeds(of: track.fixes, reach: nil), measuredCourses(of: track.fixes, reach: nil))
            for (i, row) in track.rows.enumerated() {
                guard let (speed, direction) = wanted[row] else { continue }
                #expect(abs(found[i] - speed) <= 0.006 * speed + 1e-4, "row \(row)")
                // Of short legs the last digits of the coordinates decide; of fixes that moved less, one before decides.
                guard i > 1, track.fixes.meters(i - 1, i) > 20, !courses[i - 1].isNaN else { continue }
                #expect(abs(shortestTurnDegrees(from: courses[i], to: direction)) < 0.3, "row \(row)")
                compared += 1
            }
        }
        #expect(compared > 3_000)
    }
}

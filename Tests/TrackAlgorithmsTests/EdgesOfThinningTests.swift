import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.10; expected rows by hand. Radius 100 m, at least 5 min, gap 15 min, trip gap 10 min.
@Suite struct EdgesOfThinningTests {
    private let limits = StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000, tripGap: 600_000)

    private func marked(_ batch: FixBatch, hasTrips: Bool = true) -> FixBatch {
        var batch = batch
        markEdges(
            of: &batch, groups: findGroups(in: batch, limits: limits), limits: limits, gaps: hasTrips ? limits.gaps(of: nil) : nil
        )
        return batch
    }

    private func edges(_ batch: FixBatch) -> [Int] { batch.isEdge.indices.filter { batch.isEdge[$0] } }

    /// Moves a minute a fix, stays from row 3 to row 5 at 1500 m, moves on.
    private let day = track([(0, 0), (60, 500), (120, 1000), (180, 1500), (300, 1510), (480, 1500), (540, 2000), (600, 2500)])

    @Test func `no fixes, no edges`() {
        let batch = marked(FixBatch())
        #expect(batch.isEdge == [] && batch.tripParts == [])
    }

    @Test func `one fix is an edge and no part of a trip`() {
        let batch = marked(track(every: 1, norths: [0]))
        #expect(batch.isEdge == [true] && batch.tripParts == [-1])
    }

    @Test func `the first and last fix of the day and of stays are edges`() {
        #expect(edges(marked(day)) == [0, 3, 5, 7])
    }

    @Test func `the day's first and last group count as stays`() {
        #expect(edges(marked(track(every: 60, norths: [0, 10, 500, 1000, 1500, 1510]))) == [0, 1, 4, 5])
    }

    @Test func `both ends of a gap are edges, a silence of the trip gap is none`() {
        #expect(edges(marked(track([(0, 0), (60, 500), (120, 1000), (721, 1500), (780, 2000), (840, 2500)]))) == [0, 2, 3, 5])
        #expect(edges(marked(track([(0, 0), (60, 500), (120, 1000), (720, 1500), (780, 2000), (840, 2500)]))) == [0, 5])
    }

    @Test func `both ends of a jump are edges, and it parts trips`() {
        // By hand: 60 s · 10 m/s + 30 m = 630 m.
        var jumping = limits
        jumping.speeds = TopSpeeds(metersPerSecond: 10, slackMeters: 30)
        func marked(_ far: Double) -> FixBatch {
            var batch = track(every: 60, norths: [0, 500, 1000, 1000 + far, 2100, 2600])
            markEdges(of: &batch, groups: findGroups(in: batch, limits: jumping), limits: jumping, gaps: jumping.gaps(of: nil))
            return batch
        }
        #expect(edges(marked(629.9)) == [0, 5] && marked(629.9).tripParts == [0, 0, 0, 0, 0, 0])
        #expect(edges(marked(630.1)) == [0, 2, 3, 5] && marked(630.1).tripParts == [0, 0, 0, 1, 1, 1])
    }

    @Test func `without split-trips gaps have no edges and trips no parts`() {
        let batch = marked(track([(0, 0), (60, 500), (120, 1000), (721, 1500), (780, 2000), (840, 2500)]), hasTrips: false)
        #expect(edges(batch) == [0, 5] && batch.tripParts.isEmpty)
    }

    @Test func `parts of trips run from the last fix of a stay to the first of the next`() {
        #expect(marked(day).tripParts == [0, 0, 0, 0, -1, 1, 1, 1])
    }

    @Test func `a gap parts trips`() {
        #expect(marked(track([(0, 0), (60, 500), (661, 1000), (720, 1500)])).tripParts == [0, 0, 1, 1])
    }

    @Test func `a fix between two gaps is no part of a trip`() {
        #expect(marked(track([(0, 0), (60, 500), (661, 1000), (1262, 1500), (1300, 2000)])).tripParts == [0, 0, -1, 1, 1])
    }

    @Test func `starts anew with each device-day`() {
        var batch = marked(day)
        batch.compact(keeping: [true, true, false, false, false, false, false, false])
        #expect(marked(batch).tripParts == [0, 0])
    }
}

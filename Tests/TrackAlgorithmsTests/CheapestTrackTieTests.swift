import Testing
import TrackAlgorithms
import Tracks

/// Which of equally cheap tracks a day keeps, and the borders of what joins (rule 2.5, `judge: day`). Prices by hand.
@Suite struct CheapestTrackTieTests {
    private func rows(
        _ batch: FixBatch, _ reach: Reach = Reach(metersPerSecond: 70, slackMeters: 30), reanchor: Int = 3
    ) -> [Int] {
        let track = CheapestTrack(of: batch, reach: reach, reanchor: reanchor)
        return track.holds.indices.filter { track.holds[$0] }
    }

    /// A reach that a leg of a second to the next row takes to the bit: it costs 1000, as much as leaving a fix out.
    private func reachOfLeg(_ batch: FixBatch, from row: Int) -> Reach {
        Reach(metersPerSecond: 1, slackMeters: batch.meters(row, row + 1) - 1)
    }

    @Test func `a leg of exactly the reach joins, and where starting anew is as cheap the fix still comes from it`() {
        let batch = track(every: 1, norths: [0, 500])
        #expect(rows(batch, reachOfLeg(batch, from: 0)) == [0, 1])
    }

    @Test func `the track ends at the latest of the cheapest`() {
        // One of two fixes out of reach of each other is left out for 1000.
        #expect(rows(track(every: 1, norths: [0, 10_000])) == [1])
    }

    @Test func `a jump comes from the latest of the cheapest`() {
        // The leg of 500 m costs 1000, as leaving its end out does; the jump of 90 km leaves from there.
        let batch = track(every: 1, norths: [0, 0, 0, 0, 0, 500, 90_000, 90_000, 90_000, 90_000])
        #expect(rows(batch, reachOfLeg(batch, from: 4)) == Array(0..<10))
    }

    @Test func `where two jumps cost as much as the fixes between them these are left out`() {
        // With reanchor 1 two jumps cost 3000, as three fixes do; four fixes cost more.
        #expect(rows(track(every: 1, norths: [0, 0, 9_000, 9_000, 9_000, 0, 0]), reanchor: 1) == [0, 1, 5, 6])
        #expect(rows(track(every: 1, norths: [0, 0, 9_000, 9_000, 9_000, 9_000, 0, 0]), reanchor: 1) == Array(0..<8))
    }

    @Test func `of two fixes as cheap to come from the later is kept`() {
        // At 10 m/s: 99.5 m of 1030 m in 100 s and 100.5 m of 1020 m in 99 s cost 96 and 98, 100.5 and 99.5 m cost 97 both.
        func kept(_ north: Double) -> [Int] {
            rows(track([(0, 0), (1, 200), (2, 1_000), (100, north)]), Reach(metersPerSecond: 10, slackMeters: 30))
        }
        #expect(kept(99.5) == [0, 3])
        #expect(kept(100.5) == [1, 3])
    }

    @Test func `past fixes left out a leg as long as the way to the first of them, or from the last, still joins`() {
        func cost(_ norths: [Double], without row: Int) -> Int64 {
            let reach = Reach(metersPerSecond: 70, slackMeters: 30)
            return CheapestTrack(of: track(every: 10, norths: norths), reach: reach, reanchor: 3, choosing: .without(row)).cost
        }
        // Two fixes left out and 100 m of 30 s · 70 m/s + 30 m = 2130 m; by way of the one at 600 m it is 1000 + 821 + 684.
        #expect(cost([0, 600, 0, 100], without: 2) == 2046)
        #expect(cost([0, 100, 600, 100], without: 1) == 2046)
    }
}

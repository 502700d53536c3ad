import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.5, `judge: walk`. Fixes lie on a meridian, so distances are differences of metres north, to a centimetre.
@Suite struct SpikesOfWalkTests {
    private func kept(_ batch: FixBatch, speed: Double = 70, slack: Double = 30, reanchor: Int = 3) -> [Bool] {
        fixesOfWalk(in: batch, reach: Reach(metersPerSecond: speed, slackMeters: slack), reanchor: reanchor)
    }

    @Test func `an empty batch stays empty`() {
        #expect(kept(FixBatch()) == [])
    }

    @Test func `one fix is kept`() {
        #expect(kept(track(every: 1, norths: [0])) == [true])
    }

    @Test func `keeps a fix that 70 m/s and the slack can just reach`() {
        // By hand: 10 s · 70 m/s + 30 m = 730 m; the grid is good to 6 mm.
        #expect(kept(track(every: 10, norths: [0, 729.98, 700])) == [true, true, true])
        #expect(kept(track(every: 10, norths: [0, 730.02, 0])) == [true, false, true])
    }

    @Test func `at the same place elapsed time does not count`() {
        #expect(kept(track(every: 1, norths: [0, 29.98, 0]), speed: 0.001) == [true, true, true])
        #expect(kept(track(every: 1, norths: [0, 30.02, 0]), speed: 0.001) == [true, false, true])
    }

    @Test func `drops a fix a second later and 10 km away`() {
        #expect(kept(track(every: 1, norths: [0, 5, 10_000, 15, 20])) == [true, true, false, true, true])
    }

    @Test func `the first fix may be the spike`() {
        // Three fixes agree with each other and not with the first: they become the main run, the first is dropped.
        #expect(kept(track(every: 1, norths: [10_000, 0, 5, 10])) == [false, true, true, true])
    }

    @Test func `the last fix may be the spike`() {
        #expect(kept(track(every: 1, norths: [0, 5, 10, 10_000])) == [true, true, true, false])
    }

    @Test func `two fixes that disagree keep the first`() {
        // A tie: of one and one the run aside is dropped.
        #expect(kept(track(every: 1, norths: [0, 10_000])) == [true, false])
    }

    @Test func `the shorter of the two runs at the end is dropped`() {
        #expect(kept(track(every: 1, norths: [0, 10_000, 10_005])) == [false, true, true])
        #expect(kept(track(every: 1, norths: [0, 5, 10_000, 10_005])) == [true, true, false, false])
    }

    @Test func `a true jump is followed once three fixes agree, and what was before it is kept`() {
        #expect(kept(track(every: 1, norths: [0, 1, 2, 10_000, 10_001, 10_002, 10_003])) == Array(repeating: true, count: 7))
    }

    @Test func `two fixes that agree are dropped when the track comes back`() {
        #expect(kept(track(every: 1, norths: [0, 1, 2, 10_000, 10_001, 3, 4])) == [true, true, true, false, false, true, true])
    }

    @Test func `a main run shorter than three is dropped when another takes over`() {
        #expect(kept(track(every: 1, norths: [0, 1, 10_000, 10_001, 10_002])) == [false, false, true, true, true])
    }

    @Test func `a fix that neither run reaches opens a new one aside`() {
        #expect(kept(track(every: 1, norths: [0, 1, 2, 10_000, 30_000, 3])) == [true, true, true, false, false, true])
    }

    @Test func `reanchor says how many fixes must agree`() {
        #expect(
            kept(track(every: 1, norths: [0, 1, 2, 10_000, 10_001, 3]), reanchor: 2) == [true, true, true, true, true, false])
    }

    @Test func `starts anew with each device-day`() {
        let first = track(every: 1, norths: [0, 1, 2])
        let second = track(from: 3000, every: 1, norths: [10_000, 10_001, 10_002])
        #expect(kept(first) == [true, true, true])
        #expect(kept(second) == [true, true, true])
    }

    @Test func `agrees with the rule spelt out on random tracks`() {
        var random = SeededRandom(seed: 21)
        for _ in 0..<1500 {
            let count = Int.random(in: 1...24, using: &random)
            let norths = (0..<count).map { _ in
                Double(Int.random(in: 0...3, using: &random) * 900 + Int.random(in: 0...40, using: &random))
            }
            let reanchor = Int.random(in: 2...4, using: &random)
            #expect(
                kept(track(every: 1, norths: norths), reanchor: reanchor) == byRule(norths, reanchor: reanchor),
                "\(norths) \(reanchor)")
        }
    }

    /// Rule 2.5 word by word, on metres along a line: one second a fix, 70 m/s, 30 m slack.
    private func byRule(_ norths: [Double], reanchor: Int) -> [Bool] {
        func isPlausible(_ a: Int, _ b: Int) -> Bool { abs(norths[b] - norths[a]) <= 70 * Double(b - a) + 30 }
        var main = [0]
        var aside: [Int] = []
        var dropped: Set<Int> = []
        for row in 1..<max(1, norths.count) {
            if isPlausible(main[main.count - 1], row) {
                main.append(row)
                dropped.formUnion(aside)
                aside = []
                continue
            }
            if let last = aside.last, isPlausible(last, row) {
                aside.append(row)
            } else {
                dropped.formUnion(aside)
                aside = [row]
            }
            if aside.count >= reanchor {
                if main.count < reanchor { dropped.formUnion(main) }
                (main, aside) = (aside, [])
            }
        }
        if !aside.isEmpty { dropped.formUnion(aside.count > main.count ? main : aside) }
        return norths.indices.map { !dropped.contains($0) }
    }
}

import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.5, `judge: day`. Fixes lie on a meridian, so distances are differences of metres north, to a centimetre.
@Suite struct CheapestTrackTests {
    private let reach = Reach(metersPerSecond: 70, slackMeters: 30)

    private func kept(_ batch: FixBatch, reach: Reach? = nil, reanchor: Int = 3) -> [Bool] {
        fixesOfCheapestTrack(in: batch, reach: reach ?? self.reach, reanchor: reanchor)
    }

    private func rows(_ batch: FixBatch, reanchor: Int = 3) -> [Int] {
        kept(batch, reanchor: reanchor).enumerated().filter(\.element).map(\.offset)
    }

    @Test func `an empty batch stays empty`() {
        #expect(kept(FixBatch()) == [])
        #expect(CheapestTrack(of: FixBatch(), reach: reach, reanchor: 3).cost == 0)
    }

    @Test func `one fix, and a track of fewer fixes than reanchor, is none: the day keeps all`() {
        #expect(kept(track(every: 1, norths: [0])) == [true])
        #expect(kept(track(every: 1, norths: [0, 10_000])) == [true, true])
        #expect(rows(track(every: 1, norths: [0, 10_000, 1])) == [0, 1, 2])
        #expect(rows(track(every: 1, norths: [0, 10_000, 1]), reanchor: 2) == [0, 2])
    }

    @Test func `keeps a fix that 70 m/s and the slack can just reach`() {
        // By hand: 10 s · 70 m/s + 30 m = 730 m. Two such legs cost 2 · 999, leaving the fix out 1000 and a leg of 30 of 1430 m.
        #expect(rows(track(every: 10, norths: [0, 1, 2, 3])) == [0, 1, 2, 3])
        #expect(rows(track(every: 10, norths: [0, 729.98, 1459.96, 2189.94])) == [0, 1, 2, 3])
        #expect(rows(track(every: 10, norths: [0, 0, 730.02, 0, 0])) == [0, 1, 3, 4])
    }

    @Test func `an out-and-back below the top speed is a spike where leaving it out is cheaper`() {
        // By hand: 500 of 730 m twice cost 684 each, 1368 in all; left out it costs 1000 and a leg of no length.
        #expect(rows(track(every: 10, norths: [0, 0, 500, 0, 0])) == [0, 1, 3, 4])
        // 360 of 730 m cost 493 each, 986 in all: less than leaving it out.
        #expect(rows(track(every: 10, norths: [0, 0, 360, 0, 0])) == [0, 1, 2, 3, 4])
    }

    @Test func `a fix is left out only where the track goes on as near as it came`() {
        // 120 m past the middle fix are plausible in 2 s, but longer than the 60 m to it.
        #expect(rows(track(every: 1, norths: [0, 60, 120, 180])) == [0, 1, 2, 3])
    }

    @Test func `the first and the last fix may be spikes`() {
        #expect(rows(track(every: 1, norths: [10_000, 0, 5, 10])) == [1, 2, 3])
        #expect(rows(track(every: 1, norths: [0, 5, 10, 10_000])) == [0, 1, 2])
    }

    @Test func `a jump costs what reanchor fixes and a half do`() {
        // Three fixes left out cost 3000, a jump 3500: but three fixes off come and go by two jumps, or end in one.
        #expect(rows(track(every: 1, norths: [0, 1, 2, 3, 9_000, 9_001, 9_002])) == [0, 1, 2, 3])
        #expect(rows(track(every: 1, norths: [0, 1, 2, 3, 9_000, 9_001, 9_002, 9_003])) == Array(0..<8))
        #expect(rows(track(every: 1, norths: [0, 1, 2, 3, 9_000, 9_001, 9_002, 4, 5, 6, 7])) == [0, 1, 2, 3, 7, 8, 9, 10])
    }

    @Test func `a leg joins the twelfth fix after another, not the thirteenth`() {
        // At home, so many fixes of as many places far from each other, at home again; a jump costs 3500 more.
        func cost(_ lost: Int) -> Int64 {
            let home = [0.0, 0, 0, 0, 0]
            let away = (1...lost).map { Double($0) * 50_000 }
            return CheapestTrack(of: track(every: 1, norths: home + away + home), reach: reach, reanchor: 3).cost
        }
        #expect(cost(11) == 11_000)
        #expect(cost(12) == 12_000 + 3500)
    }

    @Test func `costs are thousandths of the reach in whole numbers`() {
        // By hand: 73.55 m of 100 m, then 0 of 100 m. The grid is good to 6 mm.
        let track = CheapestTrack(of: track(every: 1, norths: [0, 73.55, 73.55]), reach: reach, reanchor: 3)
        #expect(track.cost == 735 && track.holds == [true, true, true])
    }

    @Test func `starts anew with each device-day`() {
        #expect(kept(track(every: 1, norths: [0, 1, 2])) == [true, true, true])
        #expect(kept(track(from: 3000, every: 1, norths: [10_000, 10_001, 10_002])) == [true, true, true])
    }

    // Expected: the cheapest of all choices of fixes, priced one by one in the rule's words.
    @Test func `no other choice of fixes is cheaper, with a fix, without it, or in all`() {
        var random = SeededRandom(seed: 25)
        for _ in 0..<400 {
            let count = Int.random(in: 2...9, using: &random)
            var (time, place) = (Int64(0), 0.0)
            let fixes = (0..<count).map { _ -> (seconds: Int64, north: Double) in
                place += Double(Int.random(in: 0...60, using: &random))
                if Int.random(in: 0..<5, using: &random) == 0 { place += Double.random(in: -3000...3000, using: &random) }
                let isOff = Int.random(in: 0..<4, using: &random) == 0
                time += [1, 10, 60, 300].randomElement(using: &random) ?? 1
                return (time, place + (isOff ? 700 : 0))
            }
            let batch = track(fixes)
            let reach = Reach(metersPerSecond: [2, 10].randomElement(using: &random) ?? 2, slackMeters: 30)
            let reanchor = Int.random(in: 1...3, using: &random)
            let prices = (1..<1 << count).map { choice -> (rows: [Int], cost: Int64) in
                let rows = (0..<count).filter { choice >> $0 & 1 == 1 }
                return (rows, price(of: rows, batch, reach, reanchor))
            }
            let found = CheapestTrack(of: batch, reach: reach, reanchor: reanchor)
            let held = found.holds.enumerated().filter(\.element).map(\.offset)
            #expect(found.cost == prices.map(\.cost).min())
            #expect(prices.first { $0.rows == held }?.cost == found.cost)
            for row in 0..<count {
                func least(_ isHeld: Bool) -> Int64? {
                    prices.filter { $0.rows.contains(row) == isHeld }.map(\.cost).min()
                }
                let with = CheapestTrack(of: batch, reach: reach, reanchor: reanchor, choosing: .with(row))
                let without = CheapestTrack(of: batch, reach: reach, reanchor: reanchor, choosing: .without(row))
                #expect(with.cost == least(true) && with.holds[row])
                #expect(without.cost == least(false) && !without.holds[row])
            }
        }
    }

    private func price(of kept: [Int], _ fixes: FixBatch, _ reach: Reach, _ reanchor: Int) -> Int64 {
        func micrometers(_ a: Int, _ b: Int) -> Int64 { Int64((fixes.meters(a, b) * 1e6).rounded()) }
        var cost = 1000 * Int64(fixes.count - kept.count)
        for (a, b) in zip(kept, kept.dropFirst()) {
            let farthest = reach.metersPerSecond * Double(fixes.times[b] - fixes.times[a]) / 1000 + reach.slackMeters
            let direct = micrometers(a, b)
            let isShort = b == a + 1 || (direct <= micrometers(a, a + 1) && direct <= micrometers(b - 1, b))
            let joins = fixes.meters(a, b) <= farthest && isShort && b - a <= 4 * reanchor
            cost += joins ? 1000 * direct / Int64((farthest * 1e6).rounded(.down)) : 1000 * Int64(reanchor) + 500
        }
        return cost
    }
}

import Geodesy
import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.6 with `anchor: mean` and excursions of up to 5 min. Radius 100 m, at least 20 min, gap 15 min; expected groups by hand.
@Suite struct ExcursionTests {
    private var limits: StayLimits {
        var limits = StayLimits(radiusMeters: 100, atLeast: 1_200_000, gap: 900_000)
        (limits.anchor, limits.excursion) = (.mean, 300_000)
        return limits
    }

    private func rows(_ batch: FixBatch, _ limits: StayLimits) -> [Range<Int>] {
        findGroups(in: batch, limits: limits).map(\.rows)
    }

    @Test func `an excursion no longer than the time inside before it is a part of the group`() {
        // Three minutes inside, then away for three; the group would end at two.
        #expect(rows(track(every: 60, norths: [0, 0, 0, 0, 900, 900, 0, 900, 900]), limits) == [0..<7, 7..<9])
        #expect(rows(track(every: 60, norths: [0, 0, 0, 900, 900, 0, 900]), limits) == [0..<3, 3..<5, 5..<6, 6..<7])
    }

    @Test func `an excursion is as long as from fix inside to fix inside, to the millisecond`() {
        func groups(_ back: Int64) -> [Range<Int>] {
            let fixes = [(0, 0.0), (120_000, 0), (180_000, 900), (back, 0)].map {
                (milliseconds: $0.0, place: Offset(north: $0.1))
            }
            return rows(track(fixes), limits)
        }
        #expect(groups(240_000) == [0..<4])
        #expect(groups(240_001) == [0..<2, 2..<3, 3..<4])
    }

    @Test func `an excursion uses up the credit, time inside fills it again`() {
        // Two minutes inside pay one of two minutes, no second one.
        #expect(rows(track(every: 60, norths: [0, 0, 0, 900, 0, 900, 0]), limits) == [0..<5, 5..<6, 6..<7])
        // Four minutes pay two of two minutes each.
        #expect(rows(track(every: 60, norths: [0, 0, 0, 0, 0, 900, 0, 900, 0]), limits) == [0..<9])
    }

    @Test func `no more than the longest excursion is saved up`() {
        let long = [Double](repeating: 0, count: 12)
        #expect(rows(track(every: 60, norths: long + [900, 900, 900, 900, 0]), limits) == [0..<17])
        #expect(rows(track(every: 60, norths: long + [900, 900, 900, 900, 900, 0]), limits).first == 0..<12)
    }

    @Test func `laps past the door are no stay`() {
        // In two minutes of each ten: what is inside never pays for the eight outside.
        let laps = (0..<40).map { $0 % 10 < 2 ? 0.0 : 700 + Double($0) * 150 }
        let found = findGroups(in: track(every: 60, norths: laps), limits: limits)
        #expect(found.allSatisfy { $0.rows.count <= 2 })
    }

    @Test func `a silence longer than the gap ends a group also on an excursion`() {
        var limits = limits
        limits.excursion = 3_600_000
        let inside = (0..<21).map { (seconds: Int64($0) * 60, north: 0.0) }
        #expect(rows(track(inside + [(1260, 900), (2161, 0)]), limits) == [0..<21, 21..<22, 22..<23])
        #expect(rows(track(inside + [(1260, 900), (2160, 0)]), limits) == [0..<23])
    }

    @Test func `fixes of an excursion count, their places do not`() {
        let group = findGroups(in: track(every: 60, norths: [0, 10, 20, 30, 9_000, 40]), limits: limits)[0]
        #expect(group.rows == 0..<6 && group.sums.count == 5)
        // By hand: the mean of 0, 10, 20, 30, 40 m.
        #expect(abs(group.sums.mean.meters(to: Offset(north: 20).point, cosine: 0.766_044_443)) < 0.02)
    }

    @Test func `the first fix may be off, as the mean of those of the first half settles`() {
        // The first is 90 m from where the others are: by the first fix alone 95 m farther on is outside.
        let norths = [0.0, 90, 90, 90, 90, 90, 150, 160]
        #expect(rows(track(every: 60, norths: norths), limits) == [0..<8])
        var first = limits
        first.anchor = .first
        #expect(rows(track(every: 60, norths: norths), first) == [0..<6, 6..<8])
    }

    @Test func `the mean settles after half of the least stay, that fix included`() {
        // By hand: at least 4 min, so fixes of the first 2 min count: (0 + 60 + 120) / 3 = 60 m, and 160.02 m are outside.
        var limits = limits
        limits.atLeast = 240_000
        #expect(rows(track(every: 60, norths: [0, 60, 120, 120, 159.98]), limits) == [0..<5])
        #expect(rows(track(every: 60, norths: [0, 60, 120, 120, 160.02]), limits) == [0..<4, 4..<5])
    }

    @Test func `over ±180° the mean is between`() {
        var batch = track(every: 60, norths: [0, 0, 0])
        batch.longitudes = [1_799_999_000, -1_799_999_000, 1_799_999_500]
        #expect(rows(batch, limits) == [0..<3])
    }

    @Test func `from a place of the grid the distance is that of two fixes to the bit`() {
        var random = SeededRandom(seed: 24)
        for _ in 0..<500 {
            let batch = randomTrack(fixes: 2, &random)
            #expect(batch.withView { OpenGroup(at: 0, of: $0).meters(to: 1, of: $0) } == batch.meters(0, 1))
        }
    }
}

import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.6 with `anchor: first` and without excursions. Radius 100 m, at least 5 min, gap 15 min.
@Suite struct GroupsTests {
    private let limits = StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000)

    private func groups(_ batch: FixBatch) -> [Range<Int>] { findGroups(in: batch, limits: limits).map(\.rows) }

    @Test func `no fixes, no groups`() {
        #expect(groups(FixBatch()) == [])
    }

    @Test func `one fix is a group`() {
        #expect(groups(track(every: 60, norths: [0])) == [0..<1])
    }

    @Test func `a fix at the radius is inside, one beyond it opens the next group`() {
        #expect(groups(track(every: 60, norths: [0, 99.98])) == [0..<2])
        #expect(groups(track(every: 60, norths: [0, 100.02])) == [0..<1, 1..<2])
    }

    @Test func `the radius is about the first fix of the group, not the one before`() {
        #expect(groups(track(every: 60, norths: [0, 60, 120, 180])) == [0..<2, 2..<4])
    }

    @Test func `a silence of the gap holds the group, a longer one parts it`() {
        #expect(groups(track([(0, 0), (900, 0)])) == [0..<2])
        let longer = track([(milliseconds: 0, place: Offset()), (milliseconds: 900_001, place: Offset())])
        #expect(groups(longer) == [0..<1, 1..<2])
    }

    @Test func `a group that comes back near an earlier one is a group of its own`() {
        #expect(groups(track(every: 60, norths: [0, 500, 0])) == [0..<1, 1..<2, 2..<3])
    }

    @Test func `a stop of exactly the least duration is a stay`() {
        #expect(limits.isStay(from: 0, to: 300_000))
        #expect(!limits.isStay(from: 0, to: 299_999))
    }

    @Test func `the silence that parts trips is that of stays unless it is given`() {
        #expect(limits.tripGap == 900_000)
        #expect(StayLimits(radiusMeters: 100, atLeast: 1, gap: 900_000, tripGap: 60_000).tripGap == 60_000)
    }

    @Test func `starts anew with each device-day`() {
        let evening = track(every: 60, norths: [0, 10])
        let morning = track(from: 120_000, every: 60, norths: [10, 10])
        #expect(groups(evening) == [0..<2] && groups(morning) == [0..<2])
    }

    @Test func `groups hold every row once, and each keeps to its rule`() {
        var random = SeededRandom(seed: 22)
        for _ in 0..<200 {
            let batch = randomTrack(fixes: 60, &random)
            let found = groups(batch)
            #expect(found.flatMap(Array.init) == Array(0..<60))
            for (number, group) in found.enumerated() {
                for row in group.dropFirst() {
                    #expect(batch.meters(group.lowerBound, row) <= 100 && batch.times[row] - batch.times[row - 1] <= 900_000)
                }
                guard number > 0 else { continue }
                let (anchor, row) = (found[number - 1].lowerBound, group.lowerBound)
                #expect(batch.meters(anchor, row) > 100 || batch.times[row] - batch.times[row - 1] > 900_000)
            }
        }
    }

    @Test func `a fix at the radius is inside to the bit`() {
        let batch = track(every: 60, norths: [0, 100])
        var limits = limits
        limits.radiusMeters = batch.meters(0, 1)
        #expect(findGroups(in: batch, limits: limits).map(\.rows) == [0..<2])
        limits.radiusMeters = limits.radiusMeters.nextDown
        #expect(findGroups(in: batch, limits: limits).map(\.rows) == [0..<1, 1..<2])
    }

    @Test func `a group of exactly the widest spread is dense`() {
        var sums = PositionSums(first: Offset().point)
        sums.add(Offset(north: 80).point)
        var limits = limits
        limits.widestSpreadMeters = sums.spreadMeters
        #expect(limits.isDense(sums))
        limits.widestSpreadMeters = sums.spreadMeters.nextDown
        #expect(!limits.isDense(sums))
    }
}

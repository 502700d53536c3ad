import Testing
import TrackAlgorithms
import Tracks

/// What `find-stays.inferred` and `find-stays.spread` do at their borders. Radius 100 m, at least 5 min, gap 15 min.
@Suite struct InferredStaysTests {
    private var limits = StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000, longestInferred: 57_600_000)

    private func inferred(_ batch: FixBatch, _ limits: StayLimits? = nil) -> [Int64] {
        joinedWhole(batch, limits: limits ?? self.limits).stays.filter(\.isInferred).map(\.arrived)
    }

    @Test func `no fixes and one fix infer nothing`() {
        #expect(inferred(track(every: 60, norths: [0])) == [])
    }

    @Test func `a silence of the gap is inside a group, one of a millisecond more is inferred`() {
        #expect(inferred(track([(milliseconds: 0, place: Offset()), (milliseconds: 900_000, place: Offset())])) == [])
        #expect(inferred(track([(milliseconds: 0, place: Offset()), (milliseconds: 900_001, place: Offset())])) == [0])
    }

    @Test func `between two groups too a silence of the gap is no stay, though it parts trips`() {
        // The third fix lies 180 m from the first, 90 m from the second, which it follows by 15 min.
        var limits = limits
        limits.tripGap = 600_000
        func places(_ silence: Int64) -> FixBatch {
            track([(0, 0.0), (60_000, 90), (60_000 + silence, 180)].map { (milliseconds: $0.0, place: Offset(north: $0.1)) })
        }
        #expect(inferred(places(900_000), limits) == [] && joinedWhole(places(900_000), limits: limits).gaps.count == 1)
        #expect(inferred(places(900_001), limits) == [60_000])
    }

    @Test func `the two fixes may lie the radius apart, no farther`() {
        #expect(inferred(track([(0, 0), (1_000, 99.98)])) == [0])
        #expect(inferred(track([(0, 0), (1_000, 100.02)])) == [])
    }

    @Test func `a silence shorter than a stay is none`() {
        #expect(
            inferred(
                track([(0, 0), (1_000, 0)]),
                StayLimits(radiusMeters: 100, atLeast: 1_000_001, gap: 900_000, longestInferred: 57_600_000))
                == [])
        #expect(
            inferred(
                track([(0, 0), (1_000, 0)]),
                StayLimits(radiusMeters: 100, atLeast: 1_000_000, gap: 900_000, longestInferred: 57_600_000))
                == [0])
    }

    @Test func `a silence longer than the longest inferred stays a gap`() {
        let hours16 = track([(0, 0), (57_600, 10)])
        #expect(inferred(hours16) == [0])
        #expect(inferred(track([(milliseconds: 0, place: Offset()), (milliseconds: 57_600_001, place: Offset())])) == [])
        var shorter = limits
        shorter.longestInferred = 57_599_999
        #expect(inferred(hours16, shorter) == [])
        #expect(joinedWhole(hours16, limits: shorter).gaps.count == 1)
    }

    @Test func `the longer the silence, the less sure is the stay`() {
        // By hand: of two fixes at one place 2 / 4, times 16 h / (16 h + the silence).
        var limits = limits
        limits.longestInferred = 100 * 86_400_000
        let sure = [(3_600, 0.470_588), (57_600, 0.25), (31 * 86_400, 0.010_526)] as [(Int64, Double)]
        for (seconds, wanted) in sure {
            let stay = joinedWhole(track([(0, 0), (seconds, 0)]), limits: limits).stays[0]
            #expect(abs(stay.confidence(radiusMeters: 100) - wanted) < 1e-6)
        }
    }

    @Test func `the spread of an inferred stay has the same limit`() {
        // Two fixes 80 m apart spread by 40 m.
        let batch = track([(0, 0), (1_000, 80)])
        #expect(
            inferred(
                batch,
                StayLimits(
                    radiusMeters: 100, atLeast: 300_000, gap: 900_000, widestSpreadMeters: 39.9, longestInferred: 57_600_000))
                == [])
        #expect(
            inferred(
                batch,
                StayLimits(
                    radiusMeters: 100, atLeast: 300_000, gap: 900_000, widestSpreadMeters: 40.1, longestInferred: 57_600_000))
                == [0])
    }

    @Test func `its arrival is seen where the fix before the silence follows another within the gap`() {
        func seen(_ places: [(Int64, Double)]) -> [Bool] {
            joinedWhole(track(places.map { (seconds: $0.0, north: $0.1) }), limits: limits).stays.filter(\.isInferred).map(
                \.isArrivalSeen)
        }
        #expect(seen([(0, 0), (3_600, 10)]) == [false])
        #expect(seen([(0, 5_000), (900, 0), (4_500, 10)]) == [true])
        #expect(seen([(0, 5_000), (901, 0), (4_501, 10)]) == [false])
        #expect(seen([(0, 0), (3_600, 10), (7_200, 0)]) == [false, false])
    }

    @Test func `silences in turn are stays in turn, one at each`() {
        #expect(inferred(track([(0, 0), (3_600, 10), (7_200, 0), (10_800, 5)])) == [0, 3_600_000, 7_200_000])
    }

    @Test func `a silence over midnight belongs to the day it starts in`() {
        let zone = TimeZoneRules.utc
        let limits = limits
        let days = [
            (CalendarDay(number: 0), track(from: 82_800_000, every: 60, norths: [5_000, 0])),
            (CalendarDay(number: 1), track(from: 111_600_000, every: 60, norths: [80, 3_000])),
        ]
        let pieces = days.map {
            dayPieces(of: $1, groups: findGroups(in: $1, limits: limits), day: $0, kind: nil, limits: limits)
        }
        let slice = JoinSlice(days: pieces, start: .data, end: .data)
        let found = join(slice, limits: limits, trips: LeastTrip(), zone: zone) ?? Joined()
        #expect(found.stays.map(\.day.number) == [0] && found.stays.map(\.isInferred) == [true])
        #expect(found.gaps == [] && found.trips.count == 2)
    }

    @Test func `markers keep both fixes from thinning`() {
        var batch = track([(0, 0), (60, 500), (2_000, 520), (2_060, 1_500), (2_120, 3_000)])
        let groups = findGroups(in: batch, limits: limits)
        batch.isEdge = [Bool](repeating: false, count: batch.count)
        markInferredStays(of: &batch, groups: groups, limits: limits)
        #expect(batch.isEdge == [false, true, true, false, false])
    }

    @Test func `a group inside the day that spreads too wide is given up, at the day's edge it waits for joining`() {
        let norths: [Double] = [5_000, 0, 90, 0, 90, 0, 90, 0, 90, 6_000]
        let batch = track(every: 60, norths: norths)
        #expect(findGroups(in: batch, limits: limits).map(\.rows) == [0..<1, 1..<9, 9..<10])
        var limited = limits
        limited.widestSpreadMeters = 44.9
        #expect(findGroups(in: batch, limits: limited).map(\.rows) == (0..<10).map { $0..<$0 + 1 })
        limited.widestSpreadMeters = 45.1
        #expect(findGroups(in: batch, limits: limited).map(\.rows) == [0..<1, 1..<9, 9..<10])
        limited.widestSpreadMeters = 10
        #expect(findGroups(in: part(batch, 1..<9), limits: limited).map(\.rows) == [0..<8])
        #expect(joinedWhole(part(batch, 1..<9), limits: limited).stays == [])
    }

    @Test func `the first and the last group of several stay whole too, however wide`() {
        let wide: [Double] = [0, 90, 0, 90, 0, 90, 0, 90]
        var limited = limits
        limited.widestSpreadMeters = 10
        #expect(findGroups(in: track(every: 60, norths: wide + [6_000, 6_010]), limits: limited).map(\.rows) == [0..<8, 8..<10])
        #expect(findGroups(in: track(every: 60, norths: [6_000, 6_010] + wide), limits: limited).map(\.rows) == [0..<2, 2..<10])
    }

    @Test(arguments: 0..<40) func `stays never overlap and every leg is movement, rest or a gap`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var limits = limits
        limits.widestSpreadMeters = seed % 2 == 0 ? 45 : nil
        let found = joinedWhole(randomTrack(fixes: 120, &random), limits: limits)
        for (a, b) in zip(found.stays, found.stays.dropFirst()) { #expect(a.lastSeen <= b.arrived && a.arrived < b.arrived) }
        for stay in found.stays { #expect(limits.isDense(sumsOf(stay)) && stay.lastSeen - stay.arrived >= limits.atLeast) }
        for gap in found.gaps {
            #expect(
                !found.stays.contains { $0.arrived <= gap.leg.first.milliseconds && gap.leg.last.milliseconds <= $0.lastSeen })
        }
    }

    /// Sums with the spread of a stay: two points as far from the middle.
    private func sumsOf(_ stay: Stay) -> PositionSums {
        var sums = PositionSums(first: Offset().point)
        sums.add(Offset(north: 2 * stay.spreadMeters - 0.02).point)
        return sums
    }
}

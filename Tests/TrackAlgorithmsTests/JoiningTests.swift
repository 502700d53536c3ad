import Geodesy
import Testing
import Tracks

@testable import TrackAlgorithms

/// Rules 2.6, 2.7, 2.8, 3.1 and 3.2: pieces of days joined again against the rules spelt out on the whole track.
@Suite struct JoiningTests {
    private let limits = StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 3_600_000, tripGap: 900_000)
    /// Days of six hours about a clock change would be two rules at once: here are days of 24 hours and one zone change.
    private let zone = TimeZoneRules(name: "test", changes: [Int64.min, 259_200_000], offsets: [0, 3_600_000])

    private func pieces(_ batch: FixBatch, _ limits: StayLimits) -> [DayPieces] {
        daysOf(batch, zone).map { rows in
            let day = part(batch, rows)
            let groups = findGroups(in: day, limits: limits)
            return dayPieces(
                of: day, groups: groups, day: zone.day(of: day.times[0]), kind: "day \(zone.day(of: day.times[0]).number)",
                limits: limits)
        }
    }

    private func joinAll(_ days: [DayPieces], _ limits: StayLimits, leastMeters: Double = 0, least: Int64 = 0) -> Joined {
        let slice = JoinSlice(days: days, start: .data, end: .data)
        return join(slice, limits: limits, trips: LeastTrip(meters: leastMeters, milliseconds: least), zone: zone) ?? Joined()
    }

    private func expectSame(_ found: Joined, _ expected: JoinedByRule, _ label: String) {
        #expect(found.stays.map(\.arrived) == expected.stays.map(\.arrived), "\(label)")
        #expect(found.stays.map(\.lastSeen) == expected.stays.map(\.lastSeen), "\(label)")
        #expect(found.stays.map(\.departed) == expected.stays.map(\.departed), "\(label)")
        #expect(found.stays.map(\.fixes) == expected.stays.map(\.fixes), "\(label)")
        #expect(found.stays.map(\.isOpen) == expected.stays.map(\.isOpen), "\(label)")
        #expect(found.stays.map(\.isArrivalSeen) == expected.stays.map(\.isArrivalSeen), "\(label)")
        #expect(found.stays.map(\.day) == expected.stays.map(\.day), "\(label)")
        for (a, b) in zip(found.stays, expected.stays) {
            #expect(abs(a.centroid.latitude - b.latitude) < 1e-10 && abs(a.centroid.longitude - b.longitude) < 1e-10, "\(label)")
            #expect(abs(a.spreadMeters - b.spreadMeters) < 1e-5, "\(label)")
        }
        #expect(
            found.trips.map { [$0.legs.first.milliseconds, $0.legs.last.milliseconds, $0.legs.legs, $0.legs.micrometers] }
                == expected.trips, "\(label)")
        #expect(
            found.gaps.map { [$0.leg.first.milliseconds, $0.leg.last.milliseconds, $0.leg.micrometers] } == expected.gaps,
            "\(label)")
    }

    @Test func `one fix has no findings`() {
        let found = joinAll(pieces(track(every: 60, norths: [0]), limits), limits)
        #expect(found.stays.isEmpty && found.trips.isEmpty && found.gaps.isEmpty)
        #expect(found.edges[0].first == EdgeState(rests: false, stayMilliseconds: 0))
    }

    @Test func `a stay over midnight is one stay of the day it starts in`() {
        // 23:40 to 00:20 at one place, a fix every ten minutes; 20 minutes of it in each day.
        let batch = track(from: 85_200_000, every: 600, norths: [0, 10, 5, 0, 10])
        let found = joinAll(pieces(batch, limits), limits)
        #expect(found.stays.map(\.arrived) == [85_200_000] && found.stays.map(\.lastSeen) == [87_600_000])
        #expect(found.stays[0].day == CalendarDay(number: 0) && found.stays[0].kind == "day 0" && found.stays[0].isOpen)
        #expect(found.edges[0].first == EdgeState(rests: true, stayMilliseconds: 1_200_000))
        #expect(found.edges[1].first == EdgeState(rests: true, stayMilliseconds: 1_200_000))
    }

    @Test func `an arrival is seen where a fix comes at most the gap before it, in the same day or the one before`() {
        let far = Offset(north: 5_000)
        for (silence, isSeen) in [(3_600_000, true), (3_600_001, false)] as [(Int64, Bool)] {
            for start in [0, 86_400_000 - 3_600_000] as [Int64] {
                let batch = track(
                    from: start,
                    [
                        (milliseconds: 0, place: far), (milliseconds: silence, place: Offset()),
                        (milliseconds: silence + 1_200_000, place: Offset()), (milliseconds: silence + 1_800_000, place: far),
                    ])
                #expect(joinAll(pieces(batch, limits), limits).stays.map(\.isArrivalSeen) == [isSeen])
            }
        }
        let first = joinAll(pieces(track(every: 600, norths: [0, 0, 0, 5_000]), limits), limits)
        #expect(first.stays.map(\.isArrivalSeen) == [false])
    }

    @Test func `a silence over midnight of the gap joins, a longer one parts`() {
        for (silence, stays) in [(3_600_000, 1), (3_600_001, 0)] as [(Int64, Int)] {
            let batch = track(
                from: 86_400_000 - 1000, [(milliseconds: 0, place: Offset()), (milliseconds: silence, place: Offset())])
            #expect(joinAll(pieces(batch, limits), limits).stays.count == stays)
        }
    }

    @Test func `groups over midnight join when their own centroids lie within the radius`() {
        // Centroids 0 and 149.9 m apart join though the last fix lies 200 m from the first of all.
        func stays(_ morning: [Double]) -> Int {
            let batch = track(from: 86_400_000 - 660_000, every: 600, norths: [0, 0] + morning)
            return joinAll(pieces(batch, limits), limits).stays.count
        }
        #expect(stays([99.8, 200]) == 1)
        #expect(stays([100.2, 200.2]) == 0)
    }

    @Test func `centroids exactly the radius apart join`() {
        let batch = track(from: 86_400_000 - 600_000, every: 1200, norths: [0, 140])
        var limits = limits
        limits.radiusMeters = PositionSums(first: batch.point(0)).meters(to: PositionSums(first: batch.point(1)))
        #expect(joinAll(pieces(batch, limits), limits).stays.count == 1)
        limits.radiusMeters = limits.radiusMeters.nextDown
        #expect(joinAll(pieces(batch, limits), limits).stays.isEmpty)
    }

    @Test func `a whole day at one place joins its neighbours in a chain, each boundary by its two days`() {
        // Three days at 0, 140 and 280 m: each within 150 m of the next, the last 280 m from the first.
        var fixes: [(milliseconds: Int64, place: Offset)] = []
        for day in 0..<3 as Range<Int64> {
            for hour in 0..<24 as Range<Int64> {
                fixes.append((day * 86_400_000 + hour * 3_600_000, Offset(north: Double(day) * 140)))
            }
        }
        let found = joinAll(pieces(track(fixes), limits), limits)
        #expect(found.stays.map(\.fixes) == [72])
        #expect(found.edges.map { $0.first?.stayMilliseconds } == [86_400_000, 86_400_000, 82_800_000])
    }

    @Test func `a trip over midnight is one trip, and a silence in it a gap`() {
        let start: Int64 = 86_400_000 - 300_000
        let batch = track(from: start, [(0, 0), (120, 1000), (240, 2000), (360, 3000), (1261, 4000), (1381, 5000)])
        let found = joinAll(pieces(batch, limits), limits)
        #expect(found.trips.map { $0.legs.legs } == [3, 1])
        #expect(found.trips.map(\.isOpen) == [false, true])
        #expect(found.trips.map(\.day.number) == [0, 1])
        #expect(found.gaps.map { $0.leg.duration } == [901_000])
    }

    @Test func `a silence over midnight of exactly the trip gap is movement, a longer one a gap`() {
        for (silence, legs) in [(900_000, [2]), (900_001, [1])] as [(Int64, [Int64])] {
            let batch = track(
                from: 86_400_000 - 300_000,
                [
                    (milliseconds: 0, place: Offset()), (milliseconds: 120_000, place: Offset(north: 1_000)),
                    (milliseconds: 120_000 + silence, place: Offset(north: 2_000)),
                ])
            #expect(joinAll(pieces(batch, limits), limits).trips.map(\.legs.legs) == legs)
        }
    }

    @Test func `a device has departed at the next fix where that comes at most the gap after the stay`() {
        for (silence, departed) in [(3_600_000, 4_800_000), (3_600_001, nil)] as [(Int64, Int64?)] {
            let batch = track([
                (milliseconds: 0, place: Offset()), (milliseconds: 1_200_000, place: Offset()),
                (milliseconds: 1_200_000 + silence, place: Offset(north: 5_000)),
            ])
            #expect(joinAll(pieces(batch, limits), limits).stays.map(\.departed) == [departed])
        }
    }

    // By hand: 60 s · 10 m/s + 30 m = 630 m, for a pet 60 s · 5 m/s + 30 m = 330 m.
    @Test func `a leg over midnight is a jump where it is not plausible for the kind of either day`() {
        func jumps(_ north: Double, _ kinds: [String?]) -> [Bool] {
            var limits = limits
            limits.speeds = TopSpeeds(metersPerSecond: 10, byKind: ["pet": 5], slackMeters: 30)
            var days = pieces(track(from: 86_400_000 - 30_000, every: 60, norths: [0, north]), limits)
            for (number, kind) in kinds.enumerated() { days[number].kind = kind }
            return joinAll(days, limits).gaps.map(\.leg.isJump)
        }
        #expect(jumps(500, ["pet", "pet"]) == [true])
        #expect(jumps(500, ["pet", nil]) == [] && jumps(500, [nil, "pet"]) == [] && jumps(500, [nil, nil]) == [])
        #expect(jumps(640, [nil, "pet"]) == [true])
    }

    // By hand: 60 s · 0.1 m/s + 30 m = 36 m; the groups join, but last too short for a stay.
    @Test func `also inside a group over midnight the faster kind says what is a jump`() {
        func jumps(_ kinds: [String?]) -> [Bool] {
            var limits = limits
            limits.speeds = TopSpeeds(metersPerSecond: 10, byKind: ["snail": 0.1], slackMeters: 30)
            var days = pieces(track(from: 86_400_000 - 30_000, every: 60, norths: [0, 100]), limits)
            for (number, kind) in kinds.enumerated() { days[number].kind = kind }
            return joinAll(days, limits).gaps.map(\.leg.isJump)
        }
        #expect(jumps(["snail", "snail"]) == [true])
        #expect(jumps(["snail", nil]) == [] && jumps([nil, "snail"]) == [])
    }

    @Test func `fixes of excursions count in a stay, their places do not`() {
        var limits = limits
        (limits.anchor, limits.excursion) = (.mean, 600_000)
        let norths: [Double] = [0, 0, 0, 0, 3_000, 0, 0, 0]
        let stays = joinAll(pieces(track(every: 300, norths: norths), limits), limits).stays
        #expect(stays.map(\.fixes) == [8] && stays[0].spreadMeters == 0)
    }

    @Test func `a trip of exactly the least distance or duration is listed, a shorter one is not`() {
        let batch = track(every: 60, norths: [0, 500, 1000])
        let micrometers = joinAll(pieces(batch, limits), limits).trips[0].legs.micrometers
        let days = pieces(batch, limits)
        #expect(joinAll(days, limits, leastMeters: Double(micrometers) / 1e6).trips.count == 1)
        #expect(joinAll(days, limits, leastMeters: Double(micrometers + 1) / 1e6).trips.count == 0)
        #expect(joinAll(days, limits, least: 120_000).trips.count == 1)
        #expect(joinAll(days, limits, least: 120_001).trips.count == 0)
    }

    @Test func `days joined are the whole, on random tracks`() {
        var random = SeededRandom(seed: 31)
        for number in 0..<400 {
            let start = Int64.random(in: 0...259_200_000, using: &random)
            let batch = randomTrack(fixes: Int.random(in: 1...700, using: &random), from: start, &random)
            var limits = StayLimits(
                radiusMeters: [60, 150, 400].randomElement(using: &random) ?? 150,
                atLeast: Int64.random(in: 1...2_400_000, using: &random),
                gap: Int64.random(in: 400_000...5_400_000, using: &random),
                tripGap: Int64.random(in: 100_000...400_000, using: &random))
            if number % 2 == 1 { limits.speeds = TopSpeeds(metersPerSecond: 2, slackMeters: 30) }
            let found = joinAll(pieces(batch, limits), limits)
            let expected = JoinedByRule(of: batch, limits: limits, zone: zone)
            expectSame(found, expected, "track \(number)")
            expectSameDays(pieces(batch, limits), found, expected, "track \(number)")
        }
    }

    /// Rule 2.8: inside legs and stays from the pieces, edges as joining decided.
    private func expectSameDays(_ days: [DayPieces], _ found: Joined, _ expected: JoinedByRule, _ label: String) {
        for (number, day) in days.enumerated() {
            var (micrometers, moving, stay) = (Int64(0), Int64(0), Int64(0))
            func add(_ run: LegRun) {
                guard !run.isGap else { return }
                micrometers += run.micrometers
                moving += run.duration
            }
            for (i, element) in day.elements.enumerated() {
                let edge = i == 0 ? found.edges[number].first : i == day.elements.count - 1 ? found.edges[number].last : nil
                switch element {
                case .run(let run): add(run)
                case .group(let group):
                    if let edge {
                        stay += edge.stayMilliseconds
                        if !edge.rests { group.runs.forEach(add) }
                    } else {
                        stay += group.last.milliseconds - group.first.milliseconds
                    }
                }
            }
            #expect([micrometers, moving, stay] == expected.days[number], "\(label), day \(number)")
        }
    }

    @Test func `slices between stays that touch no midnight give what the whole gives`() {
        var random = SeededRandom(seed: 32)
        for number in 0..<200 {
            let batch = randomTrack(fixes: 600, &random)
            let days = pieces(batch, limits)
            let whole = joinAll(days, limits)
            var parts = Joined()
            for slice in slices(of: days) {
                let joined = join(slice, limits: limits, trips: LeastTrip(), zone: zone) ?? Joined()
                #expect(joined.stays.allSatisfy { slice.since <= $0.arrived && $0.arrived < slice.until }, "track \(number)")
                #expect(
                    joined.trips.allSatisfy {
                        slice.since <= $0.legs.first.milliseconds && $0.legs.first.milliseconds < slice.until
                    }, "track \(number)")
                parts.stays += joined.stays
                parts.trips += joined.trips
                parts.gaps += joined.gaps
            }
            // As texts: a speed that is NaN equals none.
            #expect(parts.stays == whole.stays, "track \(number)")
            #expect("\(parts.trips)" == "\(whole.trips)" && "\(parts.gaps)" == "\(whole.gaps)", "track \(number)")
        }
    }

    /// Cut before every first wall of a day: what a day's own transaction replaces (rule 3.2).
    private func slices(of days: [DayPieces]) -> [JoinSlice] {
        var slices: [JoinSlice] = []
        var (firstDay, start) = (0, JoinSlice.Start.data)
        for (number, day) in days.enumerated() {
            guard let wall = day.firstWall else { continue }
            slices.append(JoinSlice(days: Array(days[firstDay...number]), start: start, end: .element(wall)))
            (firstDay, start) = (number, .element(wall))
        }
        slices.append(JoinSlice(days: Array(days[firstDay...]), start: start, end: .data))
        return slices
    }
}

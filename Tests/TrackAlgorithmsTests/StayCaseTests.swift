import Foundation
import Testing
import TrackAlgorithms
import Tracks

/// Cases of `shared/cases.jsonl` about stays; expected as they say.
@Suite struct StayCaseTests {
    private let limits = StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000)

    @Test func `TJ-001 a stay ends with the last fix inside, the silence after it is a gap of its own`() {
        let eight: Int64 = 8 * 3_600_000
        let found = joinedWhole(track(from: eight, [(0, 0), (120, 3), (240, 1), (360, 2), (1_380, 5_000)]), limits: limits)
        #expect(found.stays.map(\.arrived) == [eight] && found.stays.map(\.lastSeen) == [eight + 360_000])
        #expect(found.stays.map(\.departed) == [nil])
        #expect(found.gaps.map(\.leg.duration) == [17 * 60_000])
    }

    @Test func `TJ-002 ten seconds inside 20 m are no stay`() {
        #expect(joinedWhole(track([(0, 0), (10, 20)]), limits: limits).stays == [])
    }

    @Test func `TJ-004 one fix and a far jump eight minutes later are no stay`() {
        #expect(joinedWhole(track([(0, 0), (480, 85_000), (540, 85_020)]), limits: limits).stays == [])
    }

    @Test func `TJ-006 the time in stays does not shrink when only the radius grows`() {
        // An hour at a place where fixes scatter by up to 7 m, with two of 40 m and one of 80 m.
        var norths = (0..<61).map { Double($0 * 37 % 8) }
        (norths[15], norths[16], norths[40]) = (40, 40, 80)
        let batch = track(every: 60, norths: norths)
        let times = [15.0, 50, 100].map { radius in
            joinedWhole(batch, limits: StayLimits(radiusMeters: radius, atLeast: 300_000, gap: 900_000)).stays.reduce(0) {
                $0 + $1.lastSeen - $1.arrived
            }
        }
        #expect(times == times.sorted() && times.last == 3_600_000)
    }

    @Test func `TJ-007 a slow closed loop is no stay where the spread has a limit`() {
        // 2 km around at 1.2 m/s, a fix every 15 s, then away; the loop's radius is 318 m, and so is its spread.
        let loop = (0..<112).map { step in
            let turn = Double(step) / 111 * 2 * Double.pi
            return (milliseconds: Int64(step) * 15_000, place: Offset(north: 318.3 * sin(turn), east: 318.3 * (1 - cos(turn))))
        }
        let away = (1...5).map { (milliseconds: Int64(111 + $0) * 15_000, place: Offset(north: Double($0) * 1_000)) }
        let before = (1...5).map { (milliseconds: Int64($0 - 6) * 15_000, place: Offset(north: Double(6 - $0) * 1_000)) }
        let batch = track(before + loop + away)
        let wide = StayLimits(radiusMeters: 700, atLeast: 1_200_000, gap: 1_800_000)
        #expect(joinedWhole(batch, limits: wide).stays.count == 1)
        var limited = wide
        limited.widestSpreadMeters = 250
        let found = joinedWhole(batch, limits: limited)
        #expect(found.stays == [])
        #expect(found.trips.map(\.legs.legs) == [121], "the walk is movement")
    }

    @Test func `TJ-009 a silence that ends 80 m from where it began is an inferred stay`() {
        let batch = track([(0, 0), (600, 0), (33_000, 80), (33_600, 5_000)])
        #expect(joinedWhole(batch, limits: limits).stays.map(\.isInferred) == [false])
        var inferring = limits
        inferring.longestInferred = 57_600_000
        let found = joinedWhole(batch, limits: inferring)
        #expect(found.stays.map(\.isInferred) == [false, true])
        #expect(found.stays.map(\.arrived) == [0, 600_000] && found.stays.map(\.lastSeen) == [600_000, 33_000_000])
        #expect(found.stays[1].fixes == 2 && found.stays[1].departed == nil && !found.stays[1].isOpen)
        #expect(abs(found.stays[1].spreadMeters - 40) < 0.01 && found.stays[1].confidence(radiusMeters: 100) <= 0.5)
        #expect(found.gaps == [], "it is rest")
        #expect(found.trips.map(\.legs.first.milliseconds) == [33_000_000])
    }
}

import Geodesy
import Testing
import TrackAlgorithms
import Tracks

/// What `find-places` does beyond DBSCAN: weights by time, the widest place, shared places, hours of the night.
@Suite struct PlaceLimitsTests {
    private let hour: Int64 = 3_600_000

    private func midnight(_ day: String) -> Int64 { Int64(CalendarDay(day)?.number ?? 0) * 24 * hour }

    private func visit(device: Int64 = 0, minutes: ClosedRange<Int64>, north: Double = 0, day: String = "2025-06-02") -> StayVisit
    {
        let start = midnight(day)
        return StayVisit(
            device: device, arrived: start + minutes.lowerBound * 60_000, lastSeen: start + minutes.upperBound * 60_000,
            center: Offset(north: north).point.coordinate)
    }

    private func find(_ stays: [StayVisit], _ limits: PlaceLimits, hasRoles: Bool = true, zone: TimeZoneRules = .utc) -> (
        places: [Place], placeOfStay: [Int?]
    ) {
        findPlaces(in: stays, limits: limits, hasRoles: hasRoles, zone: zone) {}
    }

    @Test func `by time one long stay is a place and several short ones are none`() {
        let limits = PlaceLimits(radiusMeters: 100, leastStays: 2, leastTime: 40 * 60_000)
        #expect(find([visit(minutes: 0...40)], limits).placeOfStay == [0])
        #expect(find([visit(minutes: 0...39)], limits).placeOfStay == [nil])
        #expect(find([visit(minutes: 0...19), visit(minutes: 60...79)], limits).placeOfStay == [nil, nil])
        #expect(find([visit(minutes: 0...20), visit(minutes: 60...80)], limits).placeOfStay == [0, 0])
        #expect(find([], limits).places.isEmpty)
    }

    @Test func `by time the middle leans to the longer stay`() {
        let stays = [visit(minutes: 0...30), visit(minutes: 60...150, north: 80)]
        func north(_ limits: PlaceLimits) -> Double {
            ((find(stays, limits).places.first?.center.latitude ?? 0) - 40) * 111_195.08
        }
        #expect(abs(north(PlaceLimits(radiusMeters: 100, leastStays: 2)) - 40) < 0.02)
        #expect(abs(north(PlaceLimits(radiusMeters: 100, leastStays: 2, leastTime: 60_000)) - 60) < 0.02)
    }

    @Test func `a chain wider than a place may be is split or refused`() {
        let chain = (0..<6).map { visit(minutes: $0 * 60...$0 * 60 + 30, north: Double($0) * 80) }
        #expect(find(chain, PlaceLimits(radiusMeters: 100, leastStays: 2)).places.count == 1)
        #expect(find(chain, PlaceLimits(radiusMeters: 100, leastStays: 2, widestMeters: 200)).placeOfStay == [0, 0, 0, 1, 1, 1])
        #expect(find(chain, PlaceLimits(radiusMeters: 100, leastStays: 2, widestMeters: 200, overWide: .refuse)).places.isEmpty)
    }

    @Test func `a shared place counts its devices and has no role`() {
        let stays = [
            visit(device: 1, minutes: 0...300), visit(device: 1, minutes: 600...700), visit(device: 7, minutes: 0...300),
        ]
        let shared = find(stays, PlaceLimits(radiusMeters: 100, leastStays: 2), hasRoles: false).places
        #expect(shared.map(\.devices) == [2] && shared.map(\.visits) == [3] && shared.map(\.role) == [.regular])
        #expect(find(Array(stays.prefix(2)), PlaceLimits(radiusMeters: 100, leastStays: 2)).places.map(\.role) == [.home])
    }

    // 2025-03-30 has no 02:00 to 03:00 in Berlin: 22:00 comes 21 hours after midnight.
    @Test func `night is by the clock on a day of 23 hours too`() {
        let berlin = TimeZoneRules(
            name: "Berlin", changes: [Int64.min, midnight("2025-03-30") + hour], offsets: [hour, 2 * hour])
        // 20:00 to 20:30 UTC are 22:00 to 22:30 by the clock, and 21 hours and more after midnight; the other stay is by day.
        let stays = [
            visit(minutes: 600...640, north: 5_000, day: "2025-03-30"),
            visit(minutes: 660...700, north: 5_000, day: "2025-03-30"),
            visit(minutes: 1_200...1_215, day: "2025-03-30"), visit(minutes: 1_216...1_230, day: "2025-03-30"),
        ]
        #expect(find(stays, PlaceLimits(radiusMeters: 100, leastStays: 2), zone: berlin).places.map(\.role) == [.regular, .home])
        let earlier = stays.map { StayVisit(arrived: $0.arrived - hour, lastSeen: $0.lastSeen - hour, center: $0.center) }
        #expect(
            find(earlier, PlaceLimits(radiusMeters: 100, leastStays: 2), zone: berlin).places.map(\.role) == [.regular, .regular])
    }
}

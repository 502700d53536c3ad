import Geodesy
import Testing
import TrackAlgorithms
import Tracks

/// Rule 3.4 and the roles of places. 2025-06-02 is a Monday (Python: date(2025, 6, 2).weekday() == 0).
@Suite struct FindingPlacesTests {
    private let night = (from: 22 * 60, to: 6 * 60)

    /// A stay at so many metres north, from and to hours after midnight UTC of 2025-06-02.
    private func visit(
        _ from: Double, _ to: Double, north: Double = 0, after midnight: String = "2025-06-02", departed: Double? = nil
    ) -> StayVisit {
        let start = Int64(CalendarDay(midnight)?.number ?? 0) * 86_400_000
        return StayVisit(
            arrived: start + Int64(from * 3_600_000), lastSeen: start + Int64(to * 3_600_000),
            center: Offset(north: north).point.coordinate,
            departed: departed.map { start + Int64(($0 * 3_600_000).rounded()) })
    }

    private func places(_ stays: [StayVisit], least: Int = 2, zone: TimeZoneRules = .utc) -> (
        places: [Place], placeOfStay: [Int?]
    ) {
        findPlaces(in: stays, limits: PlaceLimits(radiusMeters: 100, leastStays: least, night: night), hasRoles: true, zone: zone)
        {}
    }

    @Test func `no stays, no places`() {
        #expect(places([]).places.isEmpty && places([]).placeOfStay.isEmpty)
    }

    @Test func `one stay is a place only where one is enough`() {
        #expect(places([visit(9, 10)]).placeOfStay == [nil])
        #expect(places([visit(9, 10)], least: 1).placeOfStay == [0])
    }

    @Test func `stays at the radius are one place, beyond it none`() {
        #expect(places([visit(9, 10), visit(11, 12, north: 99.98)]).placeOfStay == [0, 0])
        #expect(places([visit(9, 10), visit(11, 12, north: 100.02)]).placeOfStay == [nil, nil])
    }

    @Test func `a place knows its visits, its time, its middle and its radius`() {
        let found = places([visit(9, 10), visit(24 + 9, 24 + 9.5, north: 50), visit(48, 49, north: 5000)]).places
        #expect(found.map(\.visits) == [2] && found.map(\.total) == [5_400_000])
        #expect(found[0].first == visit(9, 10).arrived && found[0].last == visit(33, 33.5).lastSeen && found[0].firstCore == 0)
        #expect(abs(found[0].center.latitude - 40 - 25 / 111_195.08) < 1e-7)
        #expect(abs(found[0].radiusMeters - 25) < 0.01)
    }

    @Test func `home has most time in the night hours, work of the others most on working days`() {
        let stays = [
            visit(0, 7), visit(9, 17, north: 1000), visit(18, 20, north: 2000), visit(22, 31), visit(33, 41, north: 1000),
            visit(42, 44, north: 2000),
        ]
        let found = places(stays)
        #expect(found.places.map(\.role) == [.home, .work, .regular])
        #expect(found.placeOfStay == [0, 1, 2, 0, 1, 2])
    }

    @Test func `of two places with as much night the earlier is home, of two with as much work the earlier is work`() {
        let stays = [
            visit(22, 23), visit(23.25, 23.5), visit(24 + 22, 24 + 23, north: 1000), visit(24 + 23.25, 24 + 23.5, north: 1000),
        ]
        #expect(places(stays).places.map(\.role) == [.home, .regular])
        let shifts = [
            visit(9, 10, north: 2000), visit(10.5, 11, north: 2000), visit(33, 34, north: 3000), visit(34.5, 35, north: 3000),
        ]
        #expect(places(shifts).places.map(\.role) == [.work, .regular])
    }

    @Test func `who is at home most of the day works at another place all the same, and one without it works nowhere`() {
        let home = [visit(0, 15), visit(18, 31)]
        #expect(places(home + [visit(33, 34, north: 1000), visit(35, 36, north: 1000)]).places.map(\.role) == [.home, .work])
        #expect(
            places(home + [visit(46, 47, north: 1000), visit(47.5, 48, north: 1000)]).places.map(\.role) == [.home, .regular])
    }

    @Test(arguments: ["2025-06-02", "2025-06-06"]) func `Monday and Friday are working days`(day: String) {
        #expect(places([visit(9, 12, after: day), visit(13, 17, after: day)]).places.map(\.role) == [.work])
    }

    @Test(arguments: ["2025-06-01", "2025-06-07"]) func `Sunday and Saturday are none`(day: String) {
        #expect(places([visit(9, 12, after: day), visit(13, 17, after: day)]).places.map(\.role) == [.regular])
    }

    @Test func `a weekend has no working time`() {
        // Saturday 2025-06-07 and Sunday.
        let stays = [visit(9, 17, after: "2025-06-07"), visit(33, 41, after: "2025-06-07")]
        #expect(places(stays).places.map(\.role) == [.regular])
    }

    @Test func `night begins and ends to the minute, in the zone's own hours`() {
        let zone = TimeZoneRules(name: "east", changes: [Int64.min], offsets: [8 * 3_600_000])
        // 14:00 to 14:01 UTC is 22:00 to 22:01 in the east; at 1000 m a minute less one second of night.
        let stays = [
            visit(13, 14 + 1.0 / 60), visit(37, 38), visit(13.5, 14 + 59.0 / 3600, north: 1000), visit(37.5, 38, north: 1000),
        ].sorted { $0.arrived < $1.arrived }
        #expect(places(stays, zone: zone).places.first?.role == .home)
        #expect(places(stays).places.allSatisfy { $0.role != .home })
    }

    @Test func `on a day of 23 hours night is still from 22 o'clock`() {
        // Berlin, 2025-03-30 (a Sunday): 22:00 to 23:00 local is 20:00 to 21:00 UTC. That place has an hour of night, the other half an hour.
        let change: Int64 = 1_743_296_400_000
        let berlin = TimeZoneRules(name: "Europe/Berlin", changes: [Int64.min, change], offsets: [3_600_000, 7_200_000])
        let stays = [
            visit(20, 21, after: "2025-03-30"), visit(44, 44.5, north: 1000, after: "2025-03-30"),
            visit(60, 61, after: "2025-03-30"),
            visit(62, 63, north: 1000, after: "2025-03-30"),
        ]
        let found = places(stays, zone: berlin)
        #expect(found.places[found.placeOfStay[0] ?? 0].role == .home)
    }

    @Test func `usual times are circular means, over midnight too, and none where they point all ways`() {
        let late = places([visit(23, 25, departed: 25), visit(49, 50, departed: 50)]).places[0]
        // By hand: arrivals 23:00 and 01:00, departures 01:00 and 02:00.
        #expect(late.usualArrival == "00:00" && late.usualDeparture == "01:30")
        let opposite = places([visit(6, 7, departed: 7), visit(42, 43, departed: 43)]).places[0]
        #expect(opposite.usualArrival == nil && opposite.usualDeparture == nil)
    }

    @Test func `usual times need a resultant of 0.2`() {
        // By hand: two times 2a apart have a resultant of cos a. 626 min are 2 · 78.25°, cos 0.2036; 628 min 2 · 78.5°, cos 0.1994.
        func usual(_ minutes: Double) -> String? { places([visit(0, 1), visit(24 + minutes / 60, 48)]).places[0].usualArrival }
        #expect(usual(626) == "05:13")
        #expect(usual(628) == nil)
    }

    @Test func `a van that leaves at 08:02 and comes at 17:31 each day says so, whatever was not seen`() {
        // The first fix of the data at 05:00 of a Monday, the end of the data at 06:44 of that Friday.
        var stays = (0..<5).map { day in
            visit(24 * Double(day) - 6.5 + 1.0 / 60, 24 * Double(day) + 7.9, departed: 24 * Double(day) + 8 + 2.0 / 60)
        }
        stays[0].arrived = visit(5, 6).arrived
        stays[0].isArrivalSeen = false
        stays[4].lastSeen = visit(96, 96 + 6 + 44.0 / 60).lastSeen
        stays[4].departed = nil
        let found = places(stays).places[0]
        #expect(found.usualArrival == "17:31" && found.usualDeparture == "08:02")
    }

    @Test func `a place that nobody saw anyone come to or leave has no usual times`() {
        let stays = [visit(9, 10), visit(33, 34)].map { stay in
            var stay = stay
            stay.isArrivalSeen = false
            return stay
        }
        let found = places(stays).places[0]
        #expect(found.visits == 2 && found.usualArrival == nil && found.usualDeparture == nil)
    }

    @Test func `usual times are means of milliseconds, rounded once to the nearest minute, half a minute up`() {
        func usual(_ milliseconds: [Int64]) -> String? {
            places(
                milliseconds.enumerated().map { day, time in
                    var stay = visit(24 * Double(day), 24 * Double(day) + 12)
                    stay.arrived += time
                    return stay
                }
            ).places[0].usualArrival
        }
        let eight: Int64 = 8 * 3_600_000
        // By hand: 08:01:40 and 08:02:50 have their middle at 08:02:15, 08:01:59.999 twice at itself.
        #expect(usual([eight + 100_000, eight + 170_000]) == "08:02")
        #expect(usual([eight + 119_999, eight + 119_999]) == "08:02")
        #expect(usual([eight + 89_999, eight + 89_999]) == "08:01")
        #expect(usual([eight + 90_000, eight + 90_000]) == "08:02")
        for minute in 0..<600 as Range<Int64> {
            let half = minute * 60_000 + 30_000
            #expect(usual([half - 7_777, half + 7_777, half]) == usual([half + 1, half + 1]), "\(minute)")
        }
        #expect(usual([86_399_000 / 2, 86_399_000 / 2]) == "12:00")
    }

    @Test func `the last half minute of a day rounds to its first minute`() {
        func at(_ day: Double) -> StayVisit { visit(24 * day + 23 + 3_580.0 / 3_600, 24 * day + 25) }
        #expect(places([at(0), at(1)]).places[0].usualArrival == "00:00")
    }

    @Test func `a place on the date line has its middle there`() {
        func at(_ longitude: Double, _ hour: Double) -> StayVisit {
            var stay = visit(hour, hour + 0.5)
            stay.center = Coordinate(latitude: 0, longitude: longitude)
            return stay
        }
        let found = places([at(179.9998, 1), at(-179.9999, 2), at(179.9999, 3)]).places
        // By hand: 0, +0.0003 and +0.0001 from 179.9998: the mean is 179.99993333….
        #expect(abs((found.first?.center.longitude ?? 0) - 179.999_933_333_333) < 1e-9)
    }

    /// Three stays of 20 minutes in steps of 70 and 80 m, no wider than 100 m: the lone part has neither two stays nor 40 minutes.
    @Test(arguments: [nil, Int64(2_400_000)]) func `a part with too little for a place is none, by visits and by time`(
        least: Int64?
    ) {
        let stays = [visit(0, 1.0 / 3), visit(1, 4.0 / 3, north: 70), visit(2, 7.0 / 3, north: 150)]
        let limits = PlaceLimits(radiusMeters: 100, leastStays: 2, leastTime: least, widestMeters: 100)
        let found = findPlaces(in: stays, limits: limits, hasRoles: true, zone: .utc) {}
        #expect(found.places.map(\.visits) == [2])
        #expect(found.placeOfStay == [0, 0, nil])
    }

    @Test func `every stay of a place is counted once, on random stays`() {
        var random = SeededRandom(seed: 35)
        for _ in 0..<100 {
            let stays = (0..<40).map { visit(Double($0), Double($0) + 0.5, north: Double.random(in: 0...3000, using: &random)) }
            let found = places(stays, least: 3)
            for (number, place) in found.places.enumerated() {
                let own = stays.indices.filter { found.placeOfStay[$0] == number }
                #expect(place.visits == Int64(own.count) && own.count >= 3)
                #expect(place.total == Int64(own.count) * 1_800_000)
                #expect(own.allSatisfy { haversineMeters(from: place.center, to: stays[$0].center) <= place.radiusMeters })
            }
            #expect(found.places.map(\.firstCore) == found.places.map(\.firstCore).sorted())
        }
    }
}

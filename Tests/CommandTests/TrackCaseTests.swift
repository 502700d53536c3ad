import Foundation
import Testing

/// Cases of other projects about cleaning, stays and trips, from `cases.jsonl` (the id names the case; its source is a bug report there).
/// Where a case and RULES or DESIGN use different words, those of RULES and DESIGN hold.
@Suite struct TrackCaseTests {
    private let finding = ["find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips"]
    private let spikes = "drop-spikes: {speed: 70 m/s}"

    /// Metres of so many 1e-7° along a meridian: R = 6,371,008.8 m (RULES 2.2).
    private func meters(_ steps: Int) -> Double { 6_371_008.8 * Double(steps) * 1e-7 * .pi / 180 }

    /// A row of device a at Shanghai's longitude, so many 1e-7° north of 31°.
    private func row(_ seconds: Int, north steps: Int, device: String = "a") -> String {
        "\(device),\(time(seconds)),31.\(String(repeating: "0", count: 7 - "\(steps)".count))\(steps),121.4"
    }

    private func distances(_ small: SmallPipeline) throws -> [Double] {
        try small.lines("SELECT distance_m FROM days ORDER BY day, device").map(number)
    }

    // MARK: Cleaning

    @Test func `TJ-014 a jump of thousands of kilometres in 6 seconds is a spike`() throws {
        let small = try SmallPipeline(stages: [spikes])
        try small.log(
            "2025-06-01",
            [
                "a,\(time(0)),31.23,121.47", "a,\(time(6)),10.0,3.0", "a,\(time(12)),31.23,121.47", "a,\(time(18)),31.23,121.47",
            ])
        try small.runWell()
        #expect(try small.lines("SELECT line, reason FROM rejects") == ["3,spike"])
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["3"])
    }

    @Test func `TJ-016 a fix at 0,0 is rejected and changes no distance`() throws {
        let small = try SmallPipeline(stages: finding)
        var rows = (0..<100).map { row($0 * 10, north: $0 * 5000) }
        rows.insert("a,\(time(495)),0,0", at: 50)
        try small.log("2025-06-01", rows)
        try small.runWell()
        #expect(try small.lines("SELECT line, day, device, reason FROM rejects") == ["52,2025-06-01,a,null-island"])
        #expect(abs(try #require(distances(small).first) - meters(99 * 5000)) < 0.001)
    }

    @Test func `TJ-017 every tenth fix at 0,0 adds nothing to the distance`() throws {
        let small = try SmallPipeline(stages: finding)
        try small.log(
            "2025-06-01", (0..<100).map { $0 % 10 == 9 ? "a,\(time($0 * 10)),0.0,0.000" : row($0 * 10, north: $0 * 5000) })
        try small.runWell()
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["90,10"])
        // From the first good fix to the last, number 98.
        #expect(abs(try #require(distances(small).first) - meters(98 * 5000)) < 0.001)
    }

    @Test func `TJ-019 a longitude with the wrong sign is a spike`() throws {
        let small = try SmallPipeline(stages: [spikes])
        try small.log(
            "2025-06-01",
            [
                "a,\(time(0)),31.2,121.47", "a,\(time(10)),31.2,-121.47", "a,\(time(20)),31.2,121.47",
                "a,\(time(30)),31.2,121.47",
            ])
        try small.runWell()
        #expect(try small.lines("SELECT line, reason FROM rejects") == ["3,spike"])
    }

    // RULES 2.5: three fixes that agree make a jump a true one.
    @Test func `TJ-012 a truck that reappears 800 km away is believed after three fixes`() throws {
        let small = try SmallPipeline(stages: [spikes])
        let before = (0..<20).map { "a,\(time($0 * 60)),31.2,\(121.4 + Double($0) * 0.005)" }
        let after = (0..<20).map { "a,\(time(4800 + $0 * 60)),38.4,\(121.4 + Double($0) * 0.005)" }
        try small.log("2025-06-01", before + after)
        try small.runWell()
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["40,0"])
        try small.log("2025-06-01", before + after.prefix(2))
        try small.runWell()
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["20,2"])
    }

    // RULES 2.4: of equal times the best accuracy, then the first in order.
    @Test func `TJ-024 a clock that steps back gives one fix a second`() throws {
        let small = try SmallPipeline()
        let seconds = [6, 7, 8, 9, 7, 8, 9, 10]
        try small.log("2025-06-01", seconds.enumerated().map { row($1, north: $0 * 100) })
        try small.runWell()
        #expect(
            try small.lines("SELECT time_ms - 1748736000000, round((latitude - 31) * 1e7) FROM fixes") == [
                "6000,0.0", "7000,100.0", "8000,200.0", "9000,300.0", "10000,700.0",
            ])
        #expect(
            try small.lines("SELECT line, reason FROM rejects ORDER BY line") == [
                "6,duplicate-time", "7,duplicate-time", "8,duplicate-time",
            ])
    }

    @Test func `TJ-026 two devices in turn are two tracks`() throws {
        let small = try SmallPipeline(stages: [spikes] + finding)
        let rows = (0..<20).flatMap { ["d1,\(time($0 * 60)),39.9,116.4", "d2,\(time($0 * 60 + 30)),31.2,121.4"] }
        try small.log("2025-06-01", rows)
        try small.runWell()
        #expect(
            try small.lines("SELECT device, kept, rejected, distance_m FROM days ORDER BY device") == [
                "d1,20,0,0.0", "d2,20,0,0.0",
            ])
        #expect(try small.lines("SELECT device, fixes FROM stays ORDER BY device") == ["d1,20", "d2,20"])
    }

    // MARK: Stays

    // By hand from the case; RULES 2.6 and 2.7 for departed and gaps.
    @Test(arguments: [("30 min", "1748766180000", 0), ("15 min", "", 1)])
    func `TJ-001 a silence after a stay is no part of it`(gap: String, departed: String, gaps: Int) throws {
        let small = try SmallPipeline(stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: \(gap)}", "split-trips"])
        let start = 8 * 3600
        try small.log("2025-06-01", [0, 2, 4, 6].map { row(start + $0 * 60, north: 0) } + [row(start + 23 * 60, north: 449_661)])
        try small.runWell()
        #expect(
            try small.lines("SELECT duration_s, last_seen_ms - arrived_ms, departed_ms FROM stays") == [
                "360.0,360000,\(departed)"
            ])
        #expect(try small.lines("SELECT duration_s FROM gaps") == Array(repeating: "1020.0", count: gaps))
    }

    @Test func `TJ-002 a stop shorter than at-least is no stay`() throws {
        let small = try SmallPipeline(stages: finding)
        try small.log("2025-06-01", [row(0, north: 0), row(10, north: 1000)])
        try small.runWell()
        #expect(try small.lines("SELECT count(*) FROM stays") == ["0"])
        // RULES 2.6 and STYLE 3: a stop of exactly this length is a stay.
        try small.log("2025-06-01", [row(0, north: 0), row(300, north: 1000)])
        try small.runWell()
        #expect(try small.lines("SELECT duration_s FROM stays") == ["300.0"])
    }

    @Test func `TJ-011 after late rows bridge two stays no old one is left`() throws {
        let small = try SmallPipeline(read: ["late: 2 days"], stages: finding)
        let early = (0..<10).map { row($0 * 60, north: 0) }
        let late = (0..<10).map { row(3600 + $0 * 60, north: 0) }
        try small.log("2025-06-01", early + late)
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT fixes FROM stays") == ["10", "10"])
        try small.log("2025-06-02", (1..<5).map { row(540 + $0 * 600, north: 0) })
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT arrived_ms, fixes FROM stays") == ["1748736000000,24"])
        #expect(try small.lines("SELECT count(*) FROM fixes WHERE stay NOT IN (SELECT stay FROM stays)") == ["0"])
        #expect(try small.lines("SELECT count(*) FROM fixes WHERE stay IS NULL") == ["0"])
    }

    // MARK: Trips

    @Test func `TJ-069 one fix between two stays is a short trip`() throws {
        let small = try SmallPipeline(stages: finding)
        let first = (0..<10).map { row($0 * 60, north: 0) }
        let second = (0..<10).map { row(660 + $0 * 60, north: 40_000) }
        try small.log("2025-06-01", first + [row(600, north: 20_000)] + second)
        try small.runWell()
        #expect(try small.lines("SELECT fixes FROM stays") == ["10", "10"])
        #expect(try small.lines("SELECT fixes, moving_s, open FROM trips") == ["3,120.0,0"])
        #expect(abs(try #require(distances(small).first) - meters(40_000)) < 0.001)
    }

    @Test func `TJ-071 a log that ends while moving ends in an open trip`() throws {
        let small = try SmallPipeline(stages: finding)
        // 20 km at 60 km/h: 1,499 steps of 1e-7° are 16.67 m, a second.
        try small.log("2025-06-01", (0...120).map { row($0 * 10, north: $0 * 14_990) })
        try small.runWell()
        #expect(try small.lines("SELECT fixes, open FROM trips") == ["121,1"])
        #expect(abs(try number(small.lines("SELECT distance_m FROM trips")[0]) - meters(120 * 14_990)) < 0.001)
        #expect(try small.lines("SELECT count(*) FROM stays") == ["0"])
    }

    /// A drive from 23:50 to 00:10 over midnight, a fix every 30 s, in the logs of two days.
    private func driveOverMidnight() throws -> SmallPipeline {
        let small = try SmallPipeline(stages: finding)
        func rows(_ numbers: Range<Int>) -> [String] {
            numbers.map { i in
                let seconds = 85_800 + i * 30
                let text = row(seconds % 86_400, north: i * 4000)
                return seconds < 86_400 ? text : text.replacingOccurrences(of: "2025-06-01", with: "2025-06-02")
            }
        }
        try small.log("2025-06-01", rows(0..<20))
        try small.log("2025-06-02", rows(20..<41))
        return small
    }

    @Test func `TJ-074 a range of two days has the trips of the days, the one over midnight once`() throws {
        let atOnce = try driveOverMidnight()
        try atOnce.runWell("2025-06-01", to: "2025-06-02")
        let trips = "SELECT day, start_local, end_local, fixes FROM trips"
        #expect(try atOnce.lines(trips) == ["2025-06-01,2025-06-01 23:50:00,2025-06-02 00:10:00,41"])
        let byDay = try driveOverMidnight()
        try byDay.runWell("2025-06-02")
        try byDay.runWell("2025-06-01")
        #expect(try byDay.lines(trips) == atOnce.lines(trips))
    }

    // RULES 2.8: the leg over midnight counts for the trip and for no day.
    @Test func `TJ-067 the lengths of the days and the leg over midnight are that of the trip`() throws {
        let small = try driveOverMidnight()
        try small.runWell("2025-06-01", to: "2025-06-02")
        let days = try distances(small)
        #expect(abs(days[0] - meters(19 * 4000)) < 0.001)
        #expect(abs(days[1] - meters(20 * 4000)) < 0.001)
        let trip = try number(small.lines("SELECT distance_m FROM trips")[0])
        #expect(abs(trip - days[0] - days[1] - meters(4000)) < 0.001)
        #expect(try small.lines("SELECT moving_s FROM days ORDER BY day") == ["570.0", "600.0"])
        #expect(try small.lines("SELECT moving_s FROM trips") == ["1200.0"])
    }

    // MARK: Runs

    @Test func `TJ-104 reading the same file again is a success that changes nothing`() throws {
        let small = try driveOverMidnight()
        try small.runWell("2025-06-01", to: "2025-06-02")
        let before = try digest(of: "out.sqlite", in: small.folder)
        try small.runWell("2025-06-01", to: "2025-06-02")
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
        let outcome = try small.run()
        #expect(outcome.status == 0)
        // 0 new, and how many are unchanged.
        #expect(outcome.outputLines.prefix(2) == ["days      none: nothing is new or changed", "unchanged 2 days"])
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
        #expect(try small.lines("SELECT kept FROM days ORDER BY day") == ["20", "21"])
    }
}

import Testing

/// Jumps of a receiver, the whole way of a day, and days that lose many fixes, through the real program.
@Suite struct JumpTests {
    /// Rows of a device a minute each at 121° E; by hand, 0.01° of the meridian are 1111.950 m.
    private func rows(_ device: String, _ latitudes: [Double]) -> [String] {
        latitudes.enumerated().map { "\(device),\(time($0 * 60)),\($1),121" }
    }

    private func stages(jumps: String) -> [String] {
        [
            "drop-spikes: {speed: 70 m/s}", "find-stays: {radius: 100 m, at-least: 20 min, gap: 30 min}",
            "split-trips: {jumps: \(jumps)}",
        ]
    }

    /// Each leg takes 262 thousandths of the 4230 m that a minute reaches, a jump costs 3500: five fixes left out would cost more.
    private let jumping = [31, 31.01, 31.02, 31.03, 31.04, 40, 40.01, 40.02, 40.03, 40.04]

    @Test func `a jump costs no fix and no kilometre, and is a gap between two trips`() throws {
        let small = try SmallPipeline(stages: stages(jumps: "gap"))
        try small.log("2025-06-01", rows("a", jumping))
        try small.runWell()
        #expect(try small.lines("SELECT kept, round(distance_m, 1), round(path_m, 1) FROM days") == ["10,8895.6,8895.6"])
        #expect(try small.lines("SELECT fixes, round(distance_m, 1) FROM trips") == ["5,4447.8", "5,4447.8"])
        // 8.96° of the meridian.
        #expect(try small.lines("SELECT duration_s, round(distance_m), jump FROM gaps") == ["60.0,996308.0,1"])
    }

    @Test func `where jumps are movement it is a leg like any other`() throws {
        let small = try SmallPipeline(stages: stages(jumps: "movement"))
        try small.log("2025-06-01", rows("a", jumping))
        try small.runWell()
        #expect(try small.lines("SELECT round(distance_m), round(path_m) FROM days") == ["1005204.0,1005204.0"])
        #expect(try small.lines("SELECT fixes FROM trips") == ["10"])
        #expect(try small.lines("SELECT count(*) FROM gaps") == ["0"])
    }

    @Test func `a silence that is no jump says so`() throws {
        let small = try SmallPipeline(stages: stages(jumps: "gap"))
        try small.log("2025-06-01", ["a,\(time(0)),31,121", "a,\(time(60)),31.01,121", "a,\(time(7200)),31.03,121"])
        try small.runWell()
        #expect(try small.lines("SELECT duration_s, jump FROM gaps") == ["7140.0,0"])
        // The way unseen is a part of the whole way, and of no movement.
        #expect(try small.lines("SELECT round(distance_m, 1), round(path_m, 1) FROM days") == ["1112.0,3335.9"])
    }

    @Test func `the whole way counts what a device goes within a stay, also without stages`() throws {
        let resting = (0..<31).map { 31 + Double($0 % 2) / 10_000 }
        for stages in [stages(jumps: "gap"), []] {
            let small = try SmallPipeline(stages: stages)
            try small.log("2025-06-01", rows("a", resting))
            try small.runWell()
            #expect(try small.lines("SELECT round(path_m, 1) FROM days") == ["333.6"], "30 legs of 11.12 m")
            if !stages.isEmpty { #expect(try small.lines("SELECT distance_m FROM days") == ["0.0"]) }
        }
    }

    @Test func `the whole way is that before thinning`() throws {
        let small = try SmallPipeline(stages: ["thin: {points: 2}"])
        try small.log("2025-06-01", rows("a", [31, 31.01, 31, 31.01]))
        try small.runWell()
        #expect(try small.lines("SELECT kept, round(path_m, 1) FROM days") == ["2,3335.9"])
    }

    @Test func `status names device-days that lost more than a tenth of their fixes as spikes`() throws {
        let small = try SmallPipeline(stages: ["drop-spikes: {speed: 70 m/s}"])
        func day(_ device: String, spikes: [Int]) -> [String] { rows(device, (0..<20).map { spikes.contains($0) ? 35 : 31 }) }
        try small.log("2025-06-01", day("some", spikes: [5, 12]) + day("many", spikes: [5, 9, 14]))
        try small.runWell()
        let status = try Program.run(["status", "out.sqlite"], in: small.folder)
        #expect(
            status.outputLines.filter { $0.hasPrefix("spikes") } == [
                "spikes     many on 2025-06-01: 3 of 20 fixes, more than a tenth; is its top speed right?"
            ])
    }

    @Test func `check warns of an excursion longer than the gap and refuses a speed under a centimetre a second`() throws {
        let small = try SmallPipeline(stages: ["drop-spikes: {speed: 1 m/s}", "find-stays: {gap: 10 min, excursion: 11 min}"])
        let outcome = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 0)
        #expect("\(outcome.output)\(outcome.errors)".contains("warning: 'excursion' is longer than 'gap', 10 min"))
        let slow = try Program.run(["check", "pipeline.yaml", "--set", "drop-spikes.speed='0.009 m/s'"], in: small.folder)
        #expect(slow.status == 78)
        #expect("\(slow.output)\(slow.errors)".contains("'speed' is 0.009 m/s; it may be 0.01 to 10000 m/s."))
    }
}

import Foundation
import Store
import Testing

/// Cleaning, motion, trips and simplification through whole pipelines.
@Suite struct CleanTracksTests {
    private let finding = ["find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips"]

    // MARK: The synthetic tracks of ref/input

    private func reference(_ file: String, stages: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.copy(SharedReference.path("ref/input/\(file)"), to: file)
        try folder.write(
            """
            name: reference
            timezone: Asia/Shanghai
            same-time: first
            kinds: {vehicle: {top-speed: 70 m/s}, bike: {top-speed: 25 m/s}, pet: {top-speed: 15 m/s}}
            read:
              files: \(file)
              columns: {device: device, time: time, latitude: lat, longitude: lon, kind: type, speed: speed_mps}
              settle: 0 s
            stages:
            \(stages.map { "  - \($0)" }.joined(separator: "\n"))
            write: {sqlite: out.sqlite}
            """, to: "pipeline.yaml")
        return folder
    }

    private func run(_ folder: TemporaryFolder, _ arguments: String...) throws {
        let outcome = try Program.run(["run", "pipeline.yaml"] + arguments, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    // Expected: the column truth of points_raw.csv. Of D03's 940 good fixes scikit-mobility keeps 1 and MovingPandas none.
    @Test(.needsSharedReference, arguments: [("D03", 940), ("D11", 1339)])
    func `a device that starts with null islands keeps all its good fixes`(device: String, goodFixes: Int) throws {
        let folder = try reference("points_raw.csv", stages: ["drop-spikes: {speed: 70 m/s}"])
        try run(folder)
        let raw = try SharedReference.table("ref/input/points_raw.csv")
        let (devices, truths) = try (raw.texts("device"), raw.texts("truth"))
        let good = devices.indices.filter { devices[$0] == device && ["move", "stop"].contains(truths[$0]) }
        #expect(good.count == goodFixes)
        let database = try openResult(folder("out.sqlite"))
        let rejected = Set(try database.lines("SELECT line FROM rejects WHERE device = '\(device)'"))
        #expect(good.allSatisfy { !rejected.contains("\($0 + 2)") })
    }

    @Test func `the final spike of a track is dropped, so is a first one`() throws {
        let small = try SmallPipeline(stages: ["drop-spikes: {speed: 70 m/s}"])
        try small.log("2025-06-01", rows(from: 0, [(40, 1), (31, 121), (31.001, 121), (31.002, 121), (10, 100)]))
        try small.runWell()
        #expect(try small.lines("SELECT line, reason FROM rejects ORDER BY line") == ["2,spike", "6,spike"])
        #expect(try small.lines("SELECT kept FROM days") == ["3"])
    }

    // Expected: ref/tracks/trips_* are those of all days at once (see ReferenceTrackTests); here day by day, last day first.
    @Test(.needsSharedReference) func `days in any order give the same trips, boxes and sums`() throws {
        let stages = [
            "find-stays: {radius: 200 m, at-least: 20 min, gap: 60 min, anchor: first, excursion: 0 s}",
            "split-trips: {gap: 10 min}",
            "simplify: {tolerance: 15 m}",
        ]
        let (atOnce, backwards) = try (
            reference("points_clean.csv", stages: stages), reference("points_clean.csv", stages: stages)
        )
        try run(atOnce)
        let days = try openResult(atOnce("out.sqlite")).lines("SELECT DISTINCT day FROM days ORDER BY day DESC")
        #expect(days.count > 2)
        for day in days { try run(backwards, "--from", day, "--to", day, "--jobs", "1") }
        #expect(try digest(of: "out.sqlite", in: backwards) == digest(of: "out.sqlite", in: atOnce))
        #expect(try openResult(backwards("out.sqlite")).text("SELECT count(*) FROM trips") == "506")
    }

    // MARK: Boxes of trips

    /// Rows of device a every minute of 2025-06-01 from a second on.
    private func rows(from second: Int, day: String = "2025-06-01", _ places: [(Double, Double)]) -> [String] {
        places.enumerated().map { number, place in
            let text = time(second + number * 60).replacingOccurrences(of: "2025-06-01", with: day)
            return "a,\(text),\(place.0),\(place.1)"
        }
    }

    @Test func `a trip over ±180° and midnight has one narrow box, whatever day was made first`() throws {
        let evening = rows(from: 86_160, [(-17, 179.97), (-17.01, 179.98), (-17.02, 179.99), (-16.99, 179.995)])
        let morning = rows(from: 0, day: "2025-06-02", [(-17, -179.995), (-17.03, -179.98), (-17, -179.97), (-17, -179.96)])
        var digests: Set<String> = []
        for days in [["2025-06-01", "2025-06-02"], ["2025-06-02", "2025-06-01"]] {
            let small = try SmallPipeline(stages: finding)
            try small.log("2025-06-01", evening)
            try small.log("2025-06-02", morning)
            for day in days { try small.runWell(day) }
            #expect(
                try small.lines("SELECT day, fixes, south, west, north, east FROM trips") == [
                    "2025-06-01,8,-17.03,179.97,-16.99,-179.96"
                ])
            digests.insert(try digest(of: "out.sqlite", in: small.folder))
        }
        #expect(digests.count == 1)
    }

    // MARK: Motion

    @Test func `a log without speed and course gets both, and its trips a largest speed`() throws {
        let small = try SmallPipeline(stages: ["measure-motion"] + finding)
        // By hand: 0.01° of the meridian are 1111.950 m, in a minute 18.532 m/s.
        try small.log("2025-06-01", rows(from: 0, [(31, 121), (31.01, 121), (31.01, 121), (31, 121)]))
        try small.runWell()
        #expect(
            try small.lines("SELECT round(speed_mps, 3), course_deg FROM fixes ORDER BY time_ms") == [
                "18.533,0.0", "18.533,0.0", "0.0,", "18.533,180.0",
            ])
        #expect(try small.lines("SELECT round(max_speed_mps, 3) FROM trips") == ["18.533"])
        #expect(try small.lines("SELECT round(max_speed_mps, 3) FROM days") == ["18.533"])
    }

    @Test func `a parked vehicle that drifts has no distance`() throws {
        let columns = "device: device, time: time, latitude: lat, longitude: lon, speed: speed"
        // Drift of about 30 m, too short for a stay.
        let log = (0..<4).map { "a,\(time($0 * 60)),31.000\($0 % 2 * 3),121,0" }
        for (stages, distance) in [(finding, "100.1"), (["hold-while-still"] + finding, "0.0")] {
            let small = try SmallPipeline(columns: columns, stages: stages)
            try small.log("2025-06-01", header: "device,time,lat,lon,speed", log)
            try small.runWell()
            #expect(try small.lines("SELECT round(distance_m, 1) FROM days") == [distance])
        }
    }

    // MARK: Trips

    // The case's odometer stands still while positions move: distance comes from positions.
    @Test func `TJ-072 a trip starts before it ends and its distance is that of its positions`() throws {
        let small = try SmallPipeline(read: ["extra: [odometer]"], stages: finding)
        let log = (0..<10).map { "a,\(time($0 * 60)),\(31 + Double($0) * 0.01),121,5000" }
        try small.log("2025-06-01", header: "device,time,lat,lon,odometer", log)
        try small.runWell()
        // By hand: 0.09° of the meridian.
        #expect(
            try small.lines("SELECT start_ms < end_ms, round(distance_m, 1), moving_s, fixes FROM trips") == [
                "1,10007.6,540.0,10"
            ])
    }

    @Test func `TJ-022 a change of a watched attribute is kept`() throws {
        let small = try SmallPipeline(read: ["extra: [alarm]"], stages: ["thin: {every: 1 h, watch: [alarm]}"])
        let alarms = ["", "", "sos", "", ""]
        try small.log(
            "2025-06-01", header: "device,time,lat,lon,alarm", alarms.enumerated().map { "a,\(time($0 * 60)),31,121,\($1)" })
        try small.runWell()
        #expect(try small.lines("SELECT (time_ms / 60000) % 1440 FROM fixes ORDER BY time_ms") == ["0", "2", "3", "4"])
    }

    // MARK: Simplification

    @Test func `days say how far what simplify took lies from the track`() throws {
        let small = try SmallPipeline(stages: ["simplify: {tolerance: 15 m}"])
        // By hand: 0.0001° of the meridian are 11.1195 m.
        try small.log("2025-06-01", rows(from: 0, [(31, 121), (31.0001, 121.01), (31, 121.02), (31, 121.03), (31, 121.04)]))
        try small.runWell()
        #expect(
            try small.lines("SELECT kept, thinned, round(simplify_largest_error_m, 2), round(simplify_mean_error_m, 2) FROM days")
                == ["2,3,11.12,3.71"])
    }
}

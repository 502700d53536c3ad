import Foundation
import SQLite
import Store
import Testing

/// The synthetic tracks of `ref/input`, with stays, trips, days and spikes by independent programs (`ref/README.md`).
@Suite(.needsSharedReference) struct ReferenceTrackTests {
    /// Limits of find-stays and split-trips, and the names that the references have for them.
    struct Limits: Sendable, CustomTestStringConvertible {
        var stays: String
        var trips: String
        var findStays: String
        /// What split-trips has, and stages before it.
        var splitTrips: String
        var spikes: String?
        var stayCount: Int
        var tripCount: Int

        var testDescription: String { trips }
    }

    /// The rules of before.
    private static let before = "anchor: first, excursion: 0 s"
    /// A walk of which any fix makes a jump a true one drops nothing; its speeds are for jumps.
    private static let lettingAll = "drop-spikes: {speed: 70 m/s, judge: walk, reanchor: 1}"

    static let limits = [
        Limits(
            stays: "r100m_t5min_gap15min", trips: "r100m_t5min_gap15min_tripgap15min",
            findStays: "{radius: 100 m, at-least: 5 min, gap: 15 min, \(before)}", splitTrips: "{gap: 15 min}", stayCount: 739,
            tripCount: 736),
        Limits(
            stays: "r200m_t20min_gap60min", trips: "r200m_t20min_gap60min_tripgap10min",
            findStays: "{radius: 200 m, at-least: 20 min, gap: 60 min, \(before)}", splitTrips: "{gap: 10 min}", stayCount: 501,
            tripCount: 506),
        Limits(
            stays: "r100m_t5min_gap15min_mean_excursion5min",
            trips: "r100m_t5min_gap15min_mean_excursion5min_tripgap15min_jumps",
            findStays: "{radius: 100 m, at-least: 5 min, gap: 15 min}", splitTrips: "{gap: 15 min}", spikes: lettingAll,
            stayCount: 724, tripCount: 715),
        Limits(
            stays: "r200m_t20min_gap60min_mean_excursion10min",
            trips: "r200m_t20min_gap60min_mean_excursion10min_tripgap10min_jumps",
            findStays: "{radius: 200 m, at-least: 20 min, gap: 60 min, excursion: 10 min}", splitTrips: "{gap: 10 min}",
            spikes: lettingAll, stayCount: 499, tripCount: 494),
    ]

    /// The result of `points_clean.csv`, days of UTC+8.
    private func clean(_ limits: Limits) throws -> (folder: TemporaryFolder, database: Database) {
        let stages = [limits.spikes, "find-stays: \(limits.findStays)", "split-trips: \(limits.splitTrips)"].compactMap { $0 }
        return try result(of: "points_clean.csv", stages: stages.map { "  - \($0)" }.joined(separator: "\n"))
    }

    private func result(of file: String, stages: String, topSpeeds: [Int] = [70, 25, 15]) throws -> (
        folder: TemporaryFolder, database: Database
    ) {
        let folder = try TemporaryFolder()
        try folder.copy(SharedReference.path("ref/input/\(file)"), to: file)
        try folder.write(
            """
            name: reference
            timezone: Asia/Shanghai
            same-time: first
            kinds:
              vehicle: {top-speed: \(topSpeeds[0]) m/s}
              bike: {top-speed: \(topSpeeds[1]) m/s}
              pet: {top-speed: \(topSpeeds[2]) m/s}
            read:
              files: \(file)
              columns: {device: device, time: time, latitude: lat, longitude: lon, kind: type, speed: speed_mps, course: course_deg, hdop: hdop, satellites: satellites}
              settle: 0 s
            stages:
            \(stages)
            write: {sqlite: out.sqlite}
            """, to: "pipeline.yaml")
        let outcome = try Program.run(["run", "pipeline.yaml"], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return (folder, try openResult(folder("out.sqlite")))
    }

    // Expected: rules-2/ref/stays/stays_joined_*, by an independent program, cut at local midnight and joined.
    @Test(arguments: limits)
    func `stays over days have the times, fixes and centroids of the reference`(limits: Limits) throws {
        let (folder, database) = try clean(limits)
        let reference = try SharedReference.table("rules-2/ref/stays/stays_joined_\(limits.stays).csv")
        let found = try Table(
            "SELECT device, arrived_ms, last_seen_ms, departed_ms, open, fixes, latitude, longitude FROM stays ORDER BY device, arrived_ms",
            in: database)
        #expect(found.rows.count == limits.stayCount)
        for column in ["device", "open", "fixes"] { #expect(try found.texts(column) == reference.texts(column), "\(column)") }
        for column in ["arrived", "last_seen", "departed"] {
            #expect(try found.texts(column + "_ms") == reference.milliseconds(column), "\(column)")
        }
        for column in ["latitude", "longitude"] { try expectNear(found, reference, column, 1.01e-9) }
        withExtendedLifetime(folder) {}
    }

    // Expected: rules-2/ref/tracks/trips_joined_*: RULES.md 2.7 by an independent program, haversine.
    @Test(arguments: limits)
    func `trips have the times, fixes and lengths of the reference`(limits: Limits) throws {
        let (folder, database) = try clean(limits)
        let reference = try SharedReference.table("rules-2/ref/tracks/trips_joined_\(limits.trips).csv")
        let found = try Table(
            "SELECT device, start_ms, end_ms, fixes, distance_m FROM trips ORDER BY device, start_ms", in: database)
        #expect(found.rows.count == limits.tripCount)
        for column in ["device", "fixes"] { #expect(try found.texts(column) == reference.texts(column), "\(column)") }
        for column in ["start", "end"] { #expect(try found.texts(column + "_ms") == reference.milliseconds(column), "\(column)") }
        try expectNear(found, reference, "distance_m", 0.001)
        withExtendedLifetime(folder) {}
    }

    // Expected: rules-2/ref/tracks/days_joined_*: RULES.md 2.8 by an independent program.
    @Test(arguments: limits)
    func `days have the sums of the reference`(limits: Limits) throws {
        let (folder, database) = try clean(limits)
        let order = "device || ' ' || day"
        let reference = try SharedReference.table("rules-2/ref/tracks/days_joined_\(limits.trips).csv")
        let sorted = Table(columns: reference.columns, rows: reference.rows.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) })
        let found = try Table(
            "SELECT day, device, kept AS fixes, distance_m, moving_s, stay_s FROM days ORDER BY \(order)", in: database)
        for column in ["day", "device", "fixes"] { #expect(try found.texts(column) == sorted.texts(column), "\(column)") }
        try expectNear(found, sorted, "distance_m", 0.001)
        for column in ["moving_s", "stay_s"] { try expectNear(found, sorted, column, 0) }
        withExtendedLifetime(folder) {}
    }

    // Expected: rules-2/ref/tracks/spikes_*: RULES.md 2.5 by an independent program; a row counts from 0, the header is line 1.
    @Test(arguments: [
        ("judge: walk", [70, 25, 15], "slack30m_reanchor3", 162), ("judge: day", [70, 25, 15], "slack30m_reanchor3_day", 165),
        ("judge: day, slack: 10 m, reanchor: 2", [20, 8, 4], "slack10m_reanchor2_day", 209),
    ])
    func `exactly the spikes of the reference are dropped`(options: String, speeds: [Int], name: String, count: Int) throws {
        let (folder, database) = try result(
            of: "points_raw.csv", stages: "  - drop-spikes: {speed: 70 m/s, \(options)}", topSpeeds: speeds)
        let file = "spikes_vehicle\(speeds[0])_bike\(speeds[1])_pet\(speeds[2])_other70_\(name).csv"
        let reference = try SharedReference.table("rules-2/ref/tracks/\(file)")
        #expect(reference.rows.count == count)
        let wanted = try zip(reference.texts("device"), reference.numbers("row")).map { "\($0),\(Int($1) + 2)" }
        #expect(
            try database.lines("SELECT device, line FROM rejects WHERE reason = 'spike' ORDER BY line").sorted()
                == wanted.sorted())
        withExtendedLifetime(folder) {}
    }

    // Expected: the column truth of points_raw.csv, which says what was injected.
    @Test func `duplicates and null islands of the raw points are rejected row by row`() throws {
        let (folder, database) = try result(of: "points_raw.csv", stages: "  - drop-spikes: {speed: 70 m/s}")
        let raw = try SharedReference.table("ref/input/points_raw.csv").texts("truth")
        #expect(try database.text("SELECT sum(rows_in) FROM days") == "\(raw.count)")
        for (truth, reason) in [("null_island", "null-island"), ("dup_exact", "duplicate"), ("dup_time", "duplicate-time")] {
            let count = raw.count { $0 == truth }
            #expect(try database.text("SELECT count(*) FROM rejects WHERE reason = '\(reason)'") == "\(count)", "\(reason)")
        }
        withExtendedLifetime(folder) {}
    }

    // Expected: rules-2/ref/tracks/gaps_joined_*: RULES.md 2.7 by an independent program.
    @Test(arguments: limits.filter { $0.spikes != nil })
    func `gaps have the times, lengths and jumps of the reference`(limits: Limits) throws {
        let (folder, database) = try clean(limits)
        let reference = try SharedReference.table("rules-2/ref/tracks/gaps_joined_\(limits.trips).csv")
        let found = try Table("SELECT device, from_ms, to_ms, distance_m, jump FROM gaps ORDER BY device, from_ms", in: database)
        for column in ["device", "jump"] { #expect(try found.texts(column) == reference.texts(column), "\(column)") }
        for column in ["from", "to"] { #expect(try found.texts(column + "_ms") == reference.milliseconds(column), "\(column)") }
        try expectNear(found, reference, "distance_m", 0.001)
        withExtendedLifetime(folder) {}
    }

    private func expectNear(_ found: Table, _ reference: Table, _ column: String, _ tolerance: Double) throws {
        let differences = zip(try found.numbers(column), try reference.numbers(column)).map { abs($0 - $1) }
        #expect(differences.max() ?? 0 <= tolerance, "\(column)")
    }
}

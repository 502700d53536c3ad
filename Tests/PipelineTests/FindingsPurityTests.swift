import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Rule 4.1 for what issue 6 adds: inferred stays, limits of spread and width, shared places, and clusters of every kind of point.
@Suite struct FindingsPurityTests {
    private static let catalog = Catalog(
        stages: [
            DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self, FindPlaces.self, Geocode.self,
            ClusterForMap.self,
        ],
        reports: [])

    private static func stages(_ random: inout SeededRandom) -> String {
        var stages = [
            """
            find-stays: {radius: \(random.pick([60, 150])) m, at-least: \(random.pick([5, 20, 120])) min, gap: \(random.pick([30, 90])) min, \
            inferred: on, spread: \(random.pick(["off", "10 m", "40 m"]))}
            """
        ]
        if random.chance(0.7) { stages.append("split-trips") }
        if random.chance(0.4) { stages.append("thin: {every: 30 min}") }
        let places = """
            find-places: {radius: 100 m, of: \(random.pick(["device", "kind", "fleet"])), weight: \(random.pick(["visits", "time"])), \
            widest: \(random.pick(["off", "150 m"])), over-wide: \(random.pick(["split", "refuse"])), names-from: names.csv}
            """
        stages.append(places)
        stages.append("geocode: {of: [stays, places], cell: 100 m}")
        let separator = random.pick(["kind", "device"])
        let clusters = """
            cluster-for-map: {of: \(random.pick(["stays", "places", "latest", "fixes"])), zooms: 8..12, separate-by: \(separator), \
            collide: \(random.pick(["none", "circle", "rectangle"])), last: \(random.pick(["1 day", "2 days", "30 days"])), min-points: \(random.pick([2, 3]))}
            """
        stages.append(clusters)
        return stages.map { "  - " + $0 }.joined(separator: "\n")
    }

    /// A pipeline that looks for no stays; what another found before must be gone.
    private static func stagesWithoutStays(_ random: inout SeededRandom) -> String {
        var stages = random.chance(0.5) ? ["thin: {every: 30 min}"] : []
        if random.chance(0.5) { stages.append("pick-history: {points: 5}") }
        if random.chance(0.7) { stages.append("cluster-for-map: {of: \(random.pick(["latest", "fixes"])), zooms: 8..12}") }
        return stages.map { "  - " + $0 }.joined(separator: "\n")
    }

    private static func pipeline(seed: UInt64, withoutStays share: Double = 0) -> String {
        var random = SeededRandom(seed &+ 6_000_000)
        return """
            name: findings
            timezone: \(random.pick(["UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York"]))
            read:
              files: ["logs/{date}.csv", "logs/units/*.csv"]
              columns: {device: device, time: time, latitude: lat, longitude: lon, accuracy: accuracy, speed: speed, kind: speed}
              late: 48 h
              settle: 0 s
            stages:
            \(random.chance(share) ? stagesWithoutStays(&random) : stages(&random))
            write:
              sqlite: out.sqlite

            """
    }

    @Test(arguments: 0..<UInt64(40))
    func `order and number of runs never show`(seed: UInt64) throws {
        let logs = RandomLogs(seed: seed &+ 50_000)
        var random = SeededRandom(seed &+ 8_000_000)
        let shuffled = (logs.days + logs.days).shuffled(using: &random)
        let whole = try result(of: logs, seed) { folder in try run(folder, from: logs.days[0], to: logs.days[logs.days.count - 1])
        }
        let backwards = try result(of: logs, seed) { folder in
            for day in logs.days.reversed() { try run(folder, from: day, to: day) }
        }
        let mixed = try result(of: logs, seed) { folder in for day in shuffled { try run(folder, from: day, to: day) } }
        #expect(backwards == whole)
        #expect(mixed == whole)
    }

    @Test(arguments: 0..<UInt64(40))
    func `what other options left never shows`(seed: UInt64) throws {
        let logs = RandomLogs(seed: seed &+ 70_000)
        func text(_ number: UInt64) -> String {
            let text = Self.pipeline(seed: number, withoutStays: 0.4)
            // Days are what the zone says: a file belongs to one.
            return text.replacing(#/timezone: \S+/#, with: "timezone: Asia/Shanghai")
        }
        let fresh = try result(of: logs, text(seed)) { folder in try run(folder) }
        let changed = try result(of: logs, text(seed &+ 1000)) { folder in
            try run(folder)
            for number in [seed &+ 2000, seed] {
                try Data(text(number).utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
                try run(folder)
            }
        }
        #expect(changed == fresh)
    }

    private func result(of logs: RandomLogs, _ seed: UInt64, _ runs: (String) throws -> Void) throws -> [String] {
        try result(of: logs, Self.pipeline(seed: seed), runs)
    }

    private func result(of logs: RandomLogs, _ pipeline: String, _ runs: (String) throws -> Void) throws -> [String] {
        let folder = NSTemporaryDirectory() + "trackmill-findings-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(pipeline.utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
        try Data("name,latitude,longitude,radius\nYard,39.9,116.4,500\nHof,52.5,13.4,500\n".utf8).write(
            to: URL(fileURLWithPath: folder + "/names.csv"))
        try logs.write(logs.files.keys.sorted(), to: folder)
        try runs(folder)
        let store = try Store(readingFrom: folder + "/out.sqlite")
        try expectSums(store)
        return try Store.resultViews.map { "\($0) \(try store.digest(ofView: $0).hash)" }
    }

    /// Counts of clusters, their kinds, parents and members add up; stays of a device never overlap; silences in stays are no gaps.
    private func expectSums(_ store: Store) throws {
        func number(_ query: String) throws -> Int64 { try store.reader.first(query) { $0.integer(0) } ?? -1 }
        #expect(try number("SELECT count(DISTINCT total) FROM (SELECT sum(count) AS total FROM map_clusters GROUP BY zoom)") <= 1)
        #expect(try number("SELECT count(*) FROM map_clusters m WHERE count != (SELECT sum(value) FROM json_each(m.kinds))") == 0)
        #expect(
            try number("SELECT count(*) FROM map_clusters m WHERE abs(1 - (SELECT sum(value) FROM json_each(m.shares))) > 1e-12")
                == 0)
        #expect(
            try number(
                "SELECT count(*) FROM map_clusters m WHERE zoom < 12 AND count != (SELECT sum(count) FROM map_clusters c WHERE c.parent = m.cluster)"
            ) == 0)
        #expect(
            try number(
                "SELECT count(*) FROM map_clusters m WHERE zoom = 12 AND count != (SELECT count(*) FROM map_members x WHERE x.cluster = m.cluster)"
            ) == 0)
        #expect(
            try number(
                "SELECT count(*) FROM stays a JOIN stays b ON a.device = b.device AND a.arrived_ms < b.arrived_ms AND b.arrived_ms < a.last_seen_ms"
            ) == 0)
        #expect(
            try number(
                "SELECT count(*) FROM gaps g JOIN stays s ON s.device = g.device AND s.arrived_ms <= g.from_ms AND g.to_ms <= s.last_seen_ms"
            ) == 0)
        #expect(try number("SELECT count(*) FROM stays WHERE place IS NOT NULL AND place NOT IN (SELECT place FROM places)") == 0)
        #expect(try number("SELECT count(*) FROM days WHERE stay_s > 90000") == 0)
    }

    private func run(_ folder: String, from: CalendarDay? = nil, to: CalendarDay? = nil) throws {
        let pipeline = try readPipelineFile(folder + "/p.yaml", catalog: Self.catalog, environment: [:])
        var options = RunOptions(now: 1_790_000_000_000, version: "test")
        (options.from, options.to) = (from, to)
        do {
            _ = try Pipeline.run(pipeline, options)
        } catch let problem as RunProblem where problem.status == .noInput {
            // No file reaches the day: a dated run changes nothing.
        }
    }
}

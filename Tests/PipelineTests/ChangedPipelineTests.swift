import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Rule 4.1 where the pipeline file changes between runs: other zones, windows, stages and options of reading leave nothing behind.
///
/// 40 seeds; `TRACKMILL_SEEDS` asks for as many as that, at most 1,000.
@Suite struct ChangedPipelineTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["TRACKMILL_SEEDS"].flatMap(UInt64.init).map { min($0, 1000) } ?? 40
    private static let catalog = Catalog(
        stages: [
            DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self, Simplify.self, FindPlaces.self,
            Geocode.self, ClusterForMap.self,
        ], reports: [])

    @Test(arguments: 0..<seeds)
    func `a database of changed pipelines holds what a new one holds`(seed: UInt64) throws {
        let logs = RandomLogs(seed: seed &+ 90_000)
        var random = SeededRandom(seed &+ 3_000_000)
        try withFolder { folder in
            try logs.write(logs.files.keys, to: folder)
            for other in [seed &+ 91_000, seed &+ 92_000].prefix(random.pick([1, 2])) {
                try run(RandomLogs(seed: other).pipeline, in: folder)
            }
            try run(logs.pipeline, in: folder)
            // A day that lost rows to its neighbours is left by a run without dates (4.3).
            for day in try plan(logs.pipeline, in: folder).days where day.state == "shrunk" {
                try run(logs.pipeline, in: folder, day: day.day)
            }
            let states = Set(try plan(logs.pipeline, in: folder).days.map(\.state))
            try #require(states.subtracting(["current"]).isEmpty, "\(states)")
            let (days, changed) = try result(in: folder)
            for name in ["out.sqlite", "out.sqlite-wal", "out.sqlite-shm", "out.sqlite.lock"] {
                try? FileManager.default.removeItem(atPath: folder + "/" + name)
            }
            try run(logs.pipeline, in: folder)
            // Days that only another pipeline had rows for are days of this database, too.
            for day in days.subtracting(try result(in: folder).days).sorted() { try run(logs.pipeline, in: folder, day: day) }
            #expect(try result(in: folder).digests == changed)
        }
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "trackmill-changed-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    private func read(_ pipeline: String, in folder: String) throws -> PipelineFile {
        try Data(pipeline.utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
        return try readPipelineFile(folder + "/p.yaml", catalog: Self.catalog, environment: [:])
    }

    private func run(_ pipeline: String, in folder: String, day: CalendarDay? = nil) throws {
        var options = RunOptions(now: 1_790_000_000_000, version: "test")
        (options.from, options.to) = (day, day)
        do {
            _ = try Pipeline.run(try read(pipeline, in: folder), options)
        } catch let problem as RunProblem where problem.status == .noInput {
            // No file reaches the day: a dated run changes nothing.
        }
    }

    private func plan(_ pipeline: String, in folder: String) throws -> RunPlan {
        try Pipeline.plan(try read(pipeline, in: folder), range: nil, now: 1_790_000_000_000)
    }

    private func result(in folder: String) throws -> (days: Set<CalendarDay>, digests: [String]) {
        let store = try Store(readingFrom: folder + "/out.sqlite")
        let wrong = try store.reader.first(
            "SELECT count(*) FROM input_files WHERE waiting < 0 OR rows != kept + thinned + rejected + waiting"
        ) { $0.integer(0) }
        #expect(wrong == 0)
        let digests = try Store.resultViews.map { "\($0) \(try store.digest(ofView: $0).hash)" }
        return (Set(try store.processedDays().keys), digests)
    }
}

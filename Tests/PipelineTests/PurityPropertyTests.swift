import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Rule 4.1 on random pipelines and logs: order, grouping, number of runs, lanes and memory never show.
///
/// 60 seeds; `TRACKMILL_SEEDS` asks for more (`make soak`: 5,000).
@Suite struct PurityPropertyTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_SEEDS"].flatMap(UInt64.init) ?? 60
    private static let catalog = Catalog(
        stages: [
            Convert.self, DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self, Simplify.self,
            FindPlaces.self,
            Geocode.self, ClusterForMap.self,
        ], reports: [])
    private static let later: Int64 = 1_790_000_000_000

    @Test(arguments: 0..<seeds)
    func `order, grouping, lanes and memory never show`(seed: UInt64) throws {
        let logs = RandomLogs(seed: seed)
        var random = SeededRandom(seed &+ 7_000_000)
        let all = logs.files.keys.sorted()
        let range = (logs.days[0], logs.days[logs.days.count - 1])
        let whole = try result(of: logs) { folder in
            try logs.write(all, to: folder)
            try run(folder, from: range.0, to: range.1, jobs: 2)
        }
        let backwards = try result(of: logs) { folder in
            try logs.write(all, to: folder)
            for day in logs.days.reversed() { try run(folder, from: day, to: day, jobs: 1, memory: 2000) }
        }
        let forwards = try result(of: logs) { folder in
            try logs.write(all, to: folder)
            for day in logs.days { try run(folder, from: day, to: day, jobs: 2) }
        }
        let shuffled = try result(of: logs) { folder in
            try logs.write(all, to: folder)
            for day in (logs.days + logs.days).shuffled(using: &random) { try run(folder, from: day, to: day, jobs: 4) }
        }
        #expect(forwards == whole)
        #expect(backwards == whole)
        #expect(shuffled == whole)
    }

    @Test(arguments: 0..<seeds)
    func `undated runs as files arrive leave what one run over all leaves`(seed: UInt64) throws {
        let logs = RandomLogs(seed: seed)
        var random = SeededRandom(seed &+ 9_000_000)
        let all = logs.files.keys.sorted()
        let whole = try result(of: logs) { folder in
            try logs.write(all, to: folder)
            try run(folder, jobs: 2)
        }
        let arriving = try result(of: logs) { folder in
            for path in all.shuffled(using: &random) {
                try logs.write([path], to: folder)
                try run(folder, jobs: random.pick([1, 2, 4]), memory: random.pick([2000, 1_500_000, 512_000_000]))
            }
            try run(folder, jobs: 1)
        }
        #expect(arriving == whole)
    }

    /// The digest of every view after some runs in a folder of its own.
    private func result(of logs: RandomLogs, _ runs: (String) throws -> Void) throws -> [String] {
        let folder = NSTemporaryDirectory() + "trackmill-purity-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(logs.pipeline.utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
        try runs(folder)
        let store = try Store(readingFrom: folder + "/out.sqlite")
        let wrong = try store.reader.first("SELECT count(*) FROM days WHERE rows_in != kept + thinned + rejected") {
            $0.integer(0)
        }
        let waiting = try store.reader.first(
            "SELECT count(*) FROM input_files WHERE waiting < 0 OR rows != kept + thinned + rejected + waiting"
        ) { $0.integer(0) }
        #expect(wrong == 0 && waiting == 0)
        return try Store.resultViews.map { "\($0) \(try store.digest(ofView: $0).hash)" }
    }

    private func run(_ folder: String, from: CalendarDay? = nil, to: CalendarDay? = nil, jobs: Int, memory: Int64 = 512_000_000)
        throws
    {
        let pipeline = try readPipelineFile(folder + "/p.yaml", catalog: Self.catalog, environment: [:])
        var options = RunOptions(now: Self.later, version: "test")
        (options.from, options.to) = (from, to)
        options.jobs = jobs
        options.memory = memory
        do {
            _ = try Pipeline.run(pipeline, options)
        } catch let problem as RunProblem where problem.status == .noInput {
            // No file reaches the day: a dated run changes nothing.
        }
    }
}

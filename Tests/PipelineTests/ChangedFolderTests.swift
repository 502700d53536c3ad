import Foundation
import SQLite
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Rules 1.1, 4.1 and 4.3 where logs are renamed, packed, copied by links and read in other encodings between runs, some of which are
/// stopped before they settle what became of files: the database holds what a new one holds.
///
/// 40 seeds; `TRACKMILL_SEEDS` asks for as many as that, at most 1,000.
@Suite struct ChangedFolderTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["TRACKMILL_SEEDS"].flatMap(UInt64.init).map { min($0, 1000) } ?? 40
    private static let catalog = Catalog(
        stages: [
            Convert.self, DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self, Simplify.self,
            FindPlaces.self, Geocode.self, ClusterForMap.self,
        ], reports: [])

    @Test(arguments: 0..<seeds)
    func `a database of a changed folder holds what a new one holds`(seed: UInt64) throws {
        var random = SeededRandom(seed &+ 5_000_000)
        var logs = RandomLogs(seed: seed &+ 40_000)
        for (path, text) in logs.files where random.chance(0.5) { logs.files[path] = text + "dev,never,1,1,,\n" }
        let folder = try ChangingFolder(logs, inGBK: random.chance(0.3))
        defer { folder.remove() }
        try run(folder)
        for _ in 0..<random.pick([2, 4, 6]) {
            try folder.change(&random)
            if random.chance(0.3) {
                try stopBeforeSettling(folder)
            } else if random.chance(0.2) {
                try run(folder, day: random.pick(logs.days))
            } else {
                try run(folder)
            }
        }
        try run(folder)
        let states = Set(try plan(folder).days.map(\.state))
        try #require(states.subtracting(["current"]).isEmpty, "\(states)")
        let changed = try digests(folder)
        folder.removeResults()
        try run(folder)
        #expect(try digests(folder) == changed)
    }

    private func pipeline(_ folder: ChangingFolder) throws -> PipelineFile {
        try readPipelineFile(folder.path + "/p.yaml", catalog: Self.catalog, environment: [:])
    }

    private func run(_ folder: ChangingFolder, day: CalendarDay? = nil) throws {
        var options = RunOptions(now: 1_790_000_000_000, version: "test")
        (options.from, options.to) = (day, day)
        do {
            _ = try Pipeline.run(try pipeline(folder), options)
        } catch let problem as RunProblem where problem.status == .noInput {
            // No file reaches the day: a dated run changes nothing.
        }
    }

    /// A run that fails where it would drop the entry of a renamed file.
    private func stopBeforeSettling(_ folder: ChangingFolder) throws {
        let database = try Database(path: folder.path + "/out.sqlite", isReadOnly: false)
        try database.execute("CREATE TRIGGER stop BEFORE DELETE ON _file BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        do { try run(folder) } catch is StoreError {}
        try database.execute("DROP TRIGGER stop")
    }

    private func plan(_ folder: ChangingFolder) throws -> RunPlan {
        try Pipeline.plan(try pipeline(folder), range: nil, now: 1_790_000_000_000)
    }

    private func digests(_ folder: ChangingFolder) throws -> [String] {
        let store = try Store(readingFrom: folder.path + "/out.sqlite")
        let wrong = try store.reader.first(
            "SELECT count(*) FROM input_files WHERE waiting < 0 OR rows != kept + thinned + rejected + waiting OR state = 'gone'"
        ) { $0.integer(0) }
        #expect(wrong == 0)
        return try Store.resultViews.map { "\($0) \(try store.digest(ofView: $0).hash)" }
    }
}

/// A folder of logs whose names change and whose rows stay.
private struct ChangingFolder {
    let path = NSTemporaryDirectory() + "trackmill-folder-\(UUID().uuidString)"

    init(_ logs: RandomLogs, inGBK: Bool) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var pipeline = logs.pipeline.replacing("logs/{date}.csv", with: "logs/{date}*.csv*").replacing(
            "*.csv\"", with: "*.csv*\"")
        try logs.write(logs.files.keys, to: path)
        if inGBK {
            // The accents of RandomLogs are in no GBK; those of pinyin are.
            pipeline = pipeline.replacing("  settle:", with: "  encoding: gbk\n  settle:")
            for name in logs.files.keys {
                let text = (logs.files[name] ?? "").replacing("cafe\u{301}", with: "\u{5F20}\u{4E09}").replacing(
                    "caf\u{E9}", with: "\u{674E}\u{56DB}")
                try Self.write(Self.gbk(text), to: path + "/" + name)
            }
        }
        try Data(pipeline.utf8).write(to: URL(filePath: path + "/p.yaml"))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func removeResults() {
        for name in ["out.sqlite", "out.sqlite-wal", "out.sqlite-shm", "out.sqlite.lock"] {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    /// Renames, packs or links a log.
    func change(_ random: inout SeededRandom) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path + "/logs").filter { $0.contains(".csv") }.sorted()
        let name = random.pick(names)
        let (file, stem) = (path + "/logs/" + name, name.replacing(".csv", with: "\(random.pick(["-a", "-z"])).csv"))
        guard try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType == .typeRegular else { return }
        let other = path + "/logs/" + stem
        guard !FileManager.default.fileExists(atPath: other) else { return }
        switch random.pick(["rename", "pack", "pack beside", "link"]) {
        case "rename": try FileManager.default.moveItem(atPath: file, toPath: other)
        case "link":
            if random.chance(0.5) {
                try FileManager.default.createSymbolicLink(
                    atPath: other, withDestinationPath: URL(filePath: file).lastPathComponent)
            } else {
                try FileManager.default.linkItem(atPath: file, toPath: other)
            }
        case let how where !name.hasSuffix(".gz"):
            try pack(file)
            if how == "pack" { try FileManager.default.removeItem(atPath: file) }
        default: break
        }
    }

    private func pack(_ file: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-k", "-n", "-f", file]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    /// Bytes with the modification time that the file had.
    private static func write(_ bytes: [UInt8], to file: String) throws {
        let modified = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] ?? Date()
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file)
    }

    /// The four characters used are in GB 2312: 张 D5 C5, 三 C8 FD, 李 C0 EE, 四 CB C4.
    private static func gbk(_ text: String) -> [UInt8] {
        let codes: [Unicode.Scalar: [UInt8]] = [
            "\u{5F20}": [0xD5, 0xC5], "\u{4E09}": [0xC8, 0xFD], "\u{674E}": [0xC0, 0xEE], "\u{56DB}": [0xCB, 0xC4],
        ]
        return text.unicodeScalars.flatMap { codes[$0] ?? Array(String($0).utf8) }
    }
}

import Foundation
import SQLite
import Store
import Testing
import Tracks

@testable import Pipeline

/// Rule 1.6 on valid logs with random faults: no row is lost, none counts twice, and nothing traps or hangs.
///
/// 300 seeds; `TRACKMILL_FUZZ_SEEDS` asks for more (`make fuzz`: 5,000).
@Suite struct ReadingFuzzTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_FUZZ_SEEDS"].flatMap(UInt64.init) ?? 300

    private func pipelineText(_ log: MutatedLog, isThinning: Bool) -> String {
        let delimiter = [9: "\\t", 124: "|", 59: ";"][log.delimiter] ?? ","
        return """
            name: fuzz
            timezone: UTC
            read:
              files: "logs/{date}.*"
              delimiter: "\(delimiter)"
              encoding: \(log.encoding)
              columns: {device: device, time: time, latitude: lat, longitude: lon, speed: speed}
              extra: [note]
              settle: 0 s
              rejects-kept: 1000000
            stages:
              - drop-spikes: {speed: 70 m/s}
            \(isThinning ? "  - thin: {every: 1 min}" : "  - find-stays: {radius: 150 m}")
            write: {sqlite: out.sqlite}

            """
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<seeds)
    func `every row of a log with faults is kept, thinned, rejected or waits`(seed: UInt64) throws {
        let log = MutatedLog(seed: seed)
        let name = "logs/2025-06-01.csv" + (log.isPacked ? ".gz" : "")
        let folder = NSTemporaryDirectory() + "trackmill-fuzz-\(seed)-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/logs", withIntermediateDirectories: true)
        try Data(pipelineText(log, isThinning: seed % 2 == 0).utf8).write(to: URL(filePath: folder + "/p.yaml"))
        try Data(log.file).write(to: URL(filePath: folder + "/" + name))
        let pipeline = try readPipelineFile(folder + "/p.yaml", catalog: catalog, environment: [:])
        _ = try Pipeline.run(pipeline, RunOptions(now: 1_790_000_000_000, version: "fuzz"))
        let rows = RowsByRule(log.text, delimiter: log.delimiter, mapped: MutatedLog.mapped).rows
        let database = try Store(readingFrom: folder + "/out.sqlite").reader
        let label: Comment = "seed \(seed), \(log.encoding): \(log.faults)"
        try expectSums(database, name, rows, label)
        if log.isUnicode { try expectTexts(database, rows ?? [], label) }
    }

    private func expectSums(_ database: StoreReader, _ name: String, _ rows: [RowsByRule.Row]?, _ label: Comment) throws {
        let counts = try database.rows(
            "SELECT rows, kept, thinned, rejected, waiting, state = 'damaged' FROM input_files WHERE file = ?", .text(name)
        ) { row in (0..<6).map { row.integer($0) } }
        let found = try #require(counts.first, label)
        #expect(found[0] == Int64(rows?.count ?? 0), label)
        #expect(found[0] == found[1] + found[2] + found[3] + found[4] && found[4] == 0, label)
        #expect(rows != nil || found[5] == 1, label)
        let days = try database.rows("SELECT rows_in - kept - thinned - rejected, kept, thinned FROM days") { row in
            (0..<3).map { row.integer($0) }
        }
        #expect(days.allSatisfy { $0[0] == 0 }, label)
        #expect(days.reduce(0) { $0 + $1[1] } == found[1] && days.reduce(0) { $0 + $1[2] } == found[2], label)
        #expect(try database.first("SELECT count(*) FROM fixes") { $0.integer(0) } == found[1], label)
        #expect(try database.first("SELECT count(*) FROM rejects") { $0.integer(0) } == found[3], label)
    }

    /// Each reject is a row of its own and has its text; each device is one that rows name, so often at least.
    private func expectTexts(_ database: StoreReader, _ rows: [RowsByRule.Row], _ label: Comment) throws {
        let rowOfLine = Dictionary(uniqueKeysWithValues: rows.map { ($0.line, $0) })
        let rejects = try database.rows(
            "SELECT line, text, reason FROM rejects WHERE reason NOT IN ('duplicate', 'duplicate-time', 'spike')"
        ) {
            (line: Int($0.integer(0)), text: $0.text(1), reason: $0.text(2))
        }
        #expect(Set(rejects.map(\.line)).count == rejects.count, label)
        for reject in rejects {
            let row = rowOfLine[reject.line]
            // A text is cut after 1,000 bytes, maybe inside a letter.
            let expected = row.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
            let isSame = row != nil && expected.utf8.prefix(990).elementsEqual(reject.text.utf8.prefix(990))
            #expect(isSame, "\(reject.line) \(reject.reason) \(reject.text.prefix(100).debugDescription), \(label)")
        }
        let devices = try database.rows("SELECT device, count(*) FROM fixes GROUP BY device") { ($0.text(0), $0.integer(1)) }
        for (device, fixes) in devices {
            let named = rows.count { $0.device?.utf8.elementsEqual(device.utf8) ?? false }
            #expect(fixes <= named, "\(device.debugDescription), \(label)")
        }
    }
}

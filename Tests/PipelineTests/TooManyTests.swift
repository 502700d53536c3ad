import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// A device-day has no more fixes than memory can hold: what comes after them is the reject `too-many`, and its file is damaged.
@Suite struct TooManyTests {
    /// Two files of one day: device a has four rows in each, b two; a row of a in each has no position.
    private func run(memory: Int64, mostFixes: Int = 5) throws -> (summary: RunSummary, rows: [String], digest: [String]) {
        let folder = NSTemporaryDirectory() + "trackmill-too-many-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/logs", withIntermediateDirectories: true)
        for (file, hour) in [("one", 8), ("two", 6)] {
            let rows = (0..<4).map { "a,2025-06-01T0\(hour):0\($0):00Z,39.9,116.4" }
            let others = ["b,2025-06-01T0\(hour):00:00Z,39.9,116.4", "a,2025-06-01T0\(hour):09:00Z,,"]
            let text = (["device,time,lat,lon"] + rows + others).joined(separator: "\n") + "\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/logs/2025-06-01-\(file).csv"))
        }
        let text = """
            name: many
            timezone: UTC
            read:
              files: "logs/{date}-*.csv"
              columns: {device: device, time: time, latitude: lat, longitude: lon}
              rejects-kept: 2
            stages: [{find-stays: {radius: 100 m, at-least: 30 min, gap: 3 h}}]
            write: {sqlite: out.sqlite}

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
        let catalog = Catalog(stages: [FindStays.self], reports: [])
        let pipeline = try readPipelineFile(folder + "/p.yaml", catalog: catalog, environment: [:])
        var options = RunOptions(now: 1_790_000_000_000, version: "test")
        options.memory = memory
        options.mostFixes = mostFixes
        let summary = try Pipeline.run(pipeline, options)
        let store = try Store(readingFrom: folder + "/out.sqlite")
        let rows = try store.reader.rows(
            """
            SELECT device || ' ' || rows_in || ' ' || kept || ' ' || rejected FROM days
            UNION ALL SELECT file || ' ' || line || ' ' || reason || ' ' || text FROM rejects
            UNION ALL SELECT file || ' ' || rows || ' ' || kept || ' ' || rejected || ' ' || waiting || ' ' || state FROM input_files
            """
        ) { $0.text(0) }
        return (summary, rows.sorted(), try Store.resultViews.map { try store.digest(ofView: $0).hash })
    }

    @Test(arguments: [2000, 512_000_000] as [Int64])
    func `fixes after those that a device-day may have are rejects, first file first`(memory: Int64) throws {
        let (summary, rows, _) = try run(memory: memory)
        #expect(
            rows == [
                "a 10 5 5", "b 2 2 0",
                "logs/2025-06-01-one.csv 6 5 1 0 whole", "logs/2025-06-01-one.csv 7 no-position a,2025-06-01T08:09:00Z,,",
                // Of each file the first two rejects in line order.
                "logs/2025-06-01-two.csv 3 too-many 2025-06-01T06:01:00.000Z,39.9,116.4",
                "logs/2025-06-01-two.csv 4 too-many 2025-06-01T06:02:00.000Z,39.9,116.4",
                "logs/2025-06-01-two.csv 6 2 4 0 damaged",
            ])
        #expect(summary.rejected[.tooMany] == 3 && summary.status == .damagedInput)
        #expect(summary.damaged.count == 1)
        #expect(
            summary.damaged.first?.text.hasPrefix(
                "logs/2025-06-01-two.csv: a device has more than 5 fixes on 2025-06-01, which is all that a device-day may have; 3 rows after these are the reject too-many. Mend the file, then: trackmill run "
            ) == true)
    }

    @Test func `memory does not show`() throws {
        #expect(try run(memory: 2000).digest == run(memory: 512_000_000).digest)
        #expect(try run(memory: 2000, mostFixes: 8).digest == run(memory: 512_000_000, mostFixes: 100).digest)
    }
}

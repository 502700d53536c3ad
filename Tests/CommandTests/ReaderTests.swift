import Foundation
import SQLite
import Store
import Testing

/// Issue 7, Shows 5: a reader beside a run sees whole days: their sums add up, and their fixes are there.
@Suite struct ReaderTests {
    /// 12 days of three devices with 20 fixes each and one row that reading rejects.
    private func small() throws -> SmallPipeline {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        for day in 1...12 {
            let name = "2025-06-" + (day < 10 ? "0\(day)" : "\(day)")
            let rows = ["a", "b", "c"].flatMap { device in
                (10..<30).map { "\(device),\(name)T08:\($0):00Z,31.2\($0),121.4" } + ["\(device),\(name)T09:00:00Z,95,121.4"]
            }
            try small.log(name, rows)
        }
        return small
    }

    // One statement, so that all of it is of one moment.
    private static let wrongDays = """
        SELECT d.day, d.device, d.rows_in, d.kept, d.thinned, d.rejected FROM days d
        WHERE d.rows_in != d.kept + d.thinned + d.rejected
            OR d.kept != (SELECT count(*) FROM fixes f WHERE f.day = d.day AND f.device = d.device)
            OR (SELECT count(*) FROM days e WHERE e.day = d.day) != 3
            OR (SELECT count(*) FROM rejects r WHERE r.day = d.day) != 3
        """

    @Test func `sums add up at every moment of a run`() throws {
        let small = try small()
        // The second run replaces every day, the third does so again.
        var reads = 0
        for options in [[], ["--set", "find-stays.radius='60 m'"], []] {
            let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"] + options, in: small.folder)
            while run.isRunning {
                guard small.folder.has("out.sqlite") else { continue }
                do {
                    #expect(try small.lines(Self.wrongDays) == [])
                    reads += 1
                } catch let error as StoreError where error.description.contains("no such table") {
                    // The first run has not made its tables yet.
                    continue
                }
            }
            let outcome = try run.end()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(reads > 0)
        #expect(try small.lines("SELECT count(*), sum(kept) FROM days") == ["36,720"])
    }

    @Test func `exports beside a run hold whole days`() throws {
        let small = try small()
        try small.runUndated()
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml", "--set", "find-stays.radius='60 m'"], in: small.folder)
        repeat {
            let outcome = try Program.run(["export", "out.sqlite", "--table", "days"], in: small.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let days = Table(csv: outcome.output)
            #expect(days.rows.count == 36)
            let columns = try ["rows_in", "kept", "thinned", "rejected"].map { try days.numbers($0) }
            for row in days.rows.indices { #expect(columns[0][row] == columns[1][row] + columns[2][row] + columns[3][row]) }
        } while run.isRunning
        #expect(try run.end().status == 0)
    }
}

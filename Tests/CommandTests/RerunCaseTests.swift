import Foundation
import Glibc
import SQLite
import Store
import Testing

/// Cases of other projects about runs, from `cases.jsonl` (the id names the case; its source is a bug report there). Where a case and
/// RULES or DESIGN use different words or statuses, those of RULES and DESIGN hold. TJ-011 and TJ-104 stand in `TrackCaseTests`.
@Suite struct RerunCaseTests {
    // Clocks in Berlin go from 02:00 to 03:00 at 01:00 UTC on 2026-03-29, so that the day has 23 hours.
    @Test func `TJ-034 times stay in order over a change of the clocks`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log(
            "2026-03-29",
            ["a,2026-03-29T00:59:59Z,52.5,13.4", "a,2026-03-29T01:00:00Z,52.5,13.4", "a,2026-03-29T01:01:00Z,52.5,13.4"])
        let berlin = ["--set", "timezone=Europe/Berlin"]
        #expect(try Program.run(["run", "pipeline.yaml"] + berlin, in: small.folder).status == 0)
        #expect(
            try small.lines("SELECT day, time_utc, time_local FROM fixes ORDER BY time_ms") == [
                "2026-03-29,2026-03-29T00:59:59.000Z,2026-03-29 01:59:59",
                "2026-03-29,2026-03-29T01:00:00.000Z,2026-03-29 03:00:00",
                "2026-03-29,2026-03-29T01:01:00.000Z,2026-03-29 03:01:00",
            ])
        #expect(try small.lines("SELECT duration_s, arrived_local FROM stays") == ["61.0,2026-03-29 01:59:59"])
        #expect(try small.lines("SELECT count(*) FROM rejects") == ["0"])
        let plan = try Program.run(["plan", "pipeline.yaml"] + berlin, in: small.folder)
        #expect(plan.outputLines.contains { $0.hasPrefix("2026-03-29  2026-03-28T23:00:00Z  2026-03-29T22:00:00Z  ") })
    }

    @Test func `TJ-101 an analyst's open query neither stops a run nor is stopped`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        let analyst = try small.result()
        let query = try analyst.prepare("SELECT time_ms FROM fixes")
        #expect(try query.step())
        #expect(try small.run().status == 0)
        var rows = 1
        while try query.step() { rows += 1 }
        #expect(rows == 4)
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["8"])
    }

    // A run waits half a minute, this connection a moment; ExitStatusTests has the status, 75.
    @Test func `TJ-101 another writer is waited for, then named with what to do`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let path = small.folder("out.sqlite")
        let holder = try Database(path: path, isReadOnly: false)
        try holder.execute("BEGIN IMMEDIATE")
        let other = try Database(path: path, isReadOnly: false)
        #expect(try other.text("PRAGMA busy_timeout") == "30000")
        try other.execute("PRAGMA busy_timeout = 20")
        let error = #expect(throws: StoreError.self) { try other.transaction {} }
        #expect(error?.isBusy == true)
        #expect(
            error?.description
                == "\(path): database is locked. Another program was writing it for 30 s; wait for it to end, then run again.")
        try holder.execute("COMMIT")
        try other.transaction {}
    }

    /// A database of one day from a backup, beside it the log of a later state of it, and the backup.
    private func restored(withLogOf change: String) throws -> (small: SmallPipeline, backup: Data) {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        let backup = try Data(contentsOf: URL(filePath: small.folder("out.sqlite")))
        do {
            let later = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
            let many =
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT 9000000000000 + i, 0 FROM n"
            try later.execute("INSERT INTO _zone \(many); PRAGMA wal_checkpoint(TRUNCATE)")
            try later.execute(change)
            try small.folder.copy(small.folder("out.sqlite-wal"), to: "log of another time")
        }
        try removeLog(of: small)
        try backup.write(to: URL(filePath: small.folder("out.sqlite")))
        try small.folder.copy(small.folder("log of another time"), to: "out.sqlite-wal")
        return (small, backup)
    }

    private func removeLog(of small: SmallPipeline) throws {
        for name in ["out.sqlite-wal", "out.sqlite-shm"] where small.folder.has(name) {
            try FileManager.default.removeItem(atPath: small.folder(name))
        }
    }

    // The log says that the file has pages which the backup lacks.
    @Test func `TJ-102 a restored database with a log of another time is found at open`() throws {
        let (small, backup) = try restored(withLogOf: "DELETE FROM _zone WHERE from_ms > 9000000010000")
        let outcome = try small.run()
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("trackmill: out.sqlite is malformed ("))
        #expect(
            outcome.errors.hasSuffix(
                "). Was it restored without its out.sqlite-wal and -shm, or with those of another file? Remove these two, restore the database, and run again.\n"
            ))
        // What it says helps.
        try removeLog(of: small)
        try backup.write(to: URL(filePath: small.folder("out.sqlite")))
        try small.runUndated()
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4"])
    }

    // The log changes one page far behind the end of the backup, which a quick check does not see.
    @Test func `TJ-102 a log of another time that spoils a run later is named, too`() throws {
        let (small, backup) = try restored(withLogOf: "INSERT INTO _zone VALUES (9100000000000, 0)")
        let outcome = try small.run()
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("-wal"), "\(outcome.errors)")
        try removeLog(of: small)
        try backup.write(to: URL(filePath: small.folder("out.sqlite")))
        try small.runUndated()
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4"])
    }

    // No look-back: what is not made is to do, however long ago it was.
    @Test func `TJ-106 five missed nights are listed by plan and made by the next run`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        for day in 2...7 { try small.log("2025-06-0\(day)", SmallPipeline.rows(day)) }
        // The newest night was made by hand; those before it were missed.
        try small.runWell("2025-06-07")
        let plan = try Program.run(["plan", "pipeline.yaml"], in: small.folder)
        let missed = plan.outputLines.filter { $0.contains("new         not made yet") }.map { String($0.prefix(10)) }
        #expect(missed == (2...6).map { "2025-06-0\($0)" })
        #expect(plan.outputLines.last?.hasPrefix("5 of 7 days to do") == true)
        #expect(try small.run().outputLines.first == "days      5 (2025-06-02 to 2025-06-06), 5 device-days")
        let fresh = try SmallPipeline.ofDays(7)
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
    }

    @Test func `TJ-107 the last day is included, and plan prints the half-open interval`() throws {
        let help = try Program.run(["run", "--help"], in: TemporaryFolder())
        #expect(
            help.outputLines.contains(
                "  --to DAY          The last day, included; yesterday unless given. Without --from it is no limit: unfinished days up to it are made, too."
            ))
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        for day in ["2026-01-12", "2026-01-13", "2026-01-14"] { try small.log(day, ["a,\(day)T08:00:00Z,31.2,121.4"]) }
        let range = [
            "--from", "2026-01-12", "--to", "2026-01-13", "--set", "timezone=Asia/Shanghai", "--set", "read.files-dated-in=UTC",
        ]
        let plan = try Program.run(["plan", "pipeline.yaml"] + range, in: small.folder)
        #expect(plan.outputLines.first == "day         from (UTC)            before (UTC)          files  state       reason")
        #expect(
            plan.outputLines.dropFirst().prefix(2).map { String($0.prefix(54)) } == [
                "2026-01-12  2026-01-11T16:00:00Z  2026-01-12T16:00:00Z",
                "2026-01-13  2026-01-12T16:00:00Z  2026-01-13T16:00:00Z",
            ])
        #expect(plan.outputLines.count == 4)
        #expect(try Program.run(["run", "pipeline.yaml"] + range, in: small.folder).status == 0)
        #expect(try small.lines("SELECT day FROM days") == ["2026-01-12", "2026-01-13"])
    }

    /// Logs of 56 days.
    private func eightWeeks() throws -> SmallPipeline {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        for month in 6...7 {
            for number in 1...28 {
                let day = "2025-0\(month)-\(number < 10 ? "0" : "")\(number)"
                try small.log(day, (0..<4).map { "a,\(day)T08:0\($0):00Z,31.2,121.4" })
            }
        }
        return small
    }

    // 56 days say more than the pipe holds, so the run cannot be done when the signal comes.
    @Test func `TJ-109 after a cancelled run the next one cleans up by itself`() throws {
        let undisturbed = try eightWeeks()
        try undisturbed.runUndated()
        let small = try eightWeeks()
        let call = ["run", "pipeline.yaml", "--jobs", "1", "--log", "json"]
        let status = try Program.run(call, in: small.folder, until: "\"event\":\"day\"", times: 1, thenSend: SIGTERM)
        #expect(status == 143)
        let run = try small.result().rows("SELECT days, rows, kept, exit_status FROM runs") { row in (0..<4).map(row.integer) }
        try #require(run.count == 1)
        #expect((1..<56).contains(run[0][0]) && run[0][1] > 0 && run[0][2] == 4 * run[0][0] && run[0][3] == 143, "\(run)")
        try small.runUndated()
        #expect(try small.digest() == undisturbed.digest())
    }

    @Test func `TJ-109 a run that is cancelled before its first day says what is left`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        // The run waits for this transaction with its lock taken.
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder)
        try run.waitForLock()
        run.send(SIGTERM)
        try other.execute("COMMIT")
        let outcome = try run.end()
        #expect(outcome.status == 143)
        #expect(outcome.errors.hasPrefix("trackmill: stopped by a signal. Made: no day. Left: "))
        #expect(outcome.errors.contains("2025-06-02") && outcome.errors.hasSuffix("; run again to go on.\n"))
        try small.runUndated()
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4"])
    }
}

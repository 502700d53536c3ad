import Foundation
import Glibc
import SQLite
import Testing

/// Issue 18, point 1: `status` in JSON, a run that is at work told from one that did not end, and its exit status.
@Suite struct StatusCommandTests {
    private struct Status: Decodable {
        struct Run: Decodable {
            let run: Int64
            let state: String
            let exitStatus: Int64?
            let days, rows, kept, rejected: Int64
        }
        struct Holder: Decodable {
            let pid: Int64?
            let sinceUtc: String?
        }
        struct Days: Decodable {
            let count: Int64
            let first, last: String?
            let otherOptions: Int64?
        }
        struct Sums: Decodable {
            let wrong, rows, kept, thinned, rejected: Int64
        }
        struct Left: Decodable {
            let day, why: String
        }
        struct File: Decodable {
            let file, damage: String
        }
        let pipeline, timezone: String
        let exitStatus: Int32
        let heldBy: Holder?
        let runs: [Run]
        let days: Days
        let sums: Sums
        let damaged: [File]
        let gone: [String]
        let left: [Left]
        let rejected: [String: Int64]
    }

    private func status(_ small: SmallPipeline, _ file: String = "out.sqlite") throws -> Status {
        let outcome = try Program.run(["status", file, "--format", "json"], in: small.folder)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let status = try decoder.decode(Status.self, from: Data(outcome.output.utf8))
        #expect(status.exitStatus == outcome.status && outcome.errors == "" && outcome.outputLines.count == 1)
        return status
    }

    // 2 days of 4 rows, one of which is beyond the pole.
    @Test func `status in JSON after a good run`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.log("2025-06-02", SmallPipeline.rows(2).dropLast() + ["a,2025-06-02T08:09:00Z,91.5,121.4"])
        try small.runUndated()
        let status = try status(small)
        #expect(status.exitStatus == 0 && status.pipeline == "small" && status.timezone == "UTC" && status.heldBy == nil)
        let run = try #require(status.runs.first)
        #expect((run.run, run.state, run.exitStatus) == (1, "ended", 0))
        #expect((run.days, run.rows, run.kept, run.rejected) == (2, 8, 7, 1))
        #expect((status.days.count, status.days.first, status.days.last) == (2, "2025-06-01", "2025-06-02"))
        #expect(status.days.otherOptions == nil)
        #expect((status.sums.wrong, status.sums.rows, status.sums.kept, status.sums.rejected) == (0, 8, 7, 1))
        #expect(status.rejected == ["out-of-range": 1])
        #expect(try self.status(small, "pipeline.yaml").days.otherOptions == 0)
    }

    @Test func `a run that is at work is told from one that did not end`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        // A run that was killed leaves a row of the ledger without an end.
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute(
            "INSERT INTO _run (started_utc, version, host) VALUES ('2025-06-02T01:30:00.000Z', '0', 'h')")
        #expect(try status(small).runs.map(\.state) == ["ended", "did not end"])
        let text = try Program.run(["status", "out.sqlite"], in: small.folder)
        #expect(
            text.output.contains("run        2025-06-02T01:30:00.000Z undated: 0 days, 0 rows, did not end\n"), "\(text.output)")
        try other.execute("DELETE FROM _run WHERE started_utc = '2025-06-02T01:30:00.000Z'")
        // The lock of a run that began then is held by this process.
        try small.folder.write("pid 4711, since 2025-06-03T01:30:00.000Z\nholds results\n", to: "out.sqlite.lock")
        let descriptor = open(small.folder("out.sqlite.lock"), O_RDWR | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let held = try status(small)
        #expect(held.heldBy?.pid == 4711 && held.heldBy?.sinceUtc == "2025-06-03T01:30:00.000Z")
        #expect(held.runs.map(\.state) == ["ended"])
        try other.execute("INSERT INTO _run (started_utc, version, host) VALUES ('2025-06-03T01:30:00.000Z', '0', 'h')")
        #expect(try status(small).runs.map(\.state) == ["ended", "at work"])
        #expect(
            try Program.run(["status", "out.sqlite"], in: small.folder).output.contains(
                "run        2025-06-03T01:30:00.000Z undated: 0 days, 0 rows, is at work (pid 4711)\n"))
        // Without its lock it is killed, whatever name the file still holds.
        close(descriptor)
        let killed = try status(small)
        #expect(killed.runs.map(\.state) == ["ended", "did not end"] && killed.heldBy == nil)
    }

    @Test func `status ends with 65 while there is damage`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz", stages: SmallPipeline.tracks)
        let text = "device,time,lat,lon\n" + SmallPipeline.rows(1).map { $0 + "\n" }.joined()
        let whole = gzip(Array(text.utf8))
        try small.folder.write(Array(whole.dropLast(12)), to: "logs/2025-06-01.csv.gz")
        #expect(try small.run().status == 65)
        let damaged = try status(small)
        #expect(damaged.exitStatus == 65 && damaged.damaged.map(\.file) == ["logs/2025-06-01.csv.gz"])
        // A run with nothing new ends with 0; the file is damaged all the same.
        #expect(try small.run().status == 0)
        #expect(try status(small).exitStatus == 65)
        try small.folder.write(whole, to: "logs/2025-06-01.csv.gz")
        #expect(try small.run().status == 0)
        let mended = try status(small)
        #expect(mended.exitStatus == 0 && mended.damaged.isEmpty)
    }

    @Test func `status ends with 65 while days are left`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        #expect(try small.run().status == 65)
        let left = try status(small)
        #expect(left.exitStatus == 65 && left.left.map(\.day) == ["2025-06-01"])
        #expect(left.left[0].why.hasPrefix("2025-06-01 was left as it is: logs/2025-06-01.csv gave more rows before."))
        let text = try Program.run(["status", "out.sqlite"], in: small.folder)
        #expect(text.status == 65 && text.output.contains("left       2025-06-01 was left as it is: "), "\(text.output)")
        #expect(try small.run("--day", "2025-06-01").status == 0)
        #expect(try status(small).exitStatus == 0)
    }

    @Test func `rejected rows are listed with what was wrong`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,2025-06-01T08:00:00Z,31.2,121.4", "a,2025-06-01T08:01:00Z,x\"y,121.4"])
        try small.runWell()
        let outcome = try Program.run(["status", "out.sqlite", "--rejects", "--format", "json"], in: small.folder)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let rejects = try #require(object["rejects"] as? [[String: Any]])
        try #require(rejects.count == 1)
        #expect(rejects[0]["file"] as? String == "logs/2025-06-01.csv" && rejects[0]["line"] as? Int == 3)
        #expect(rejects[0]["reason"] as? String == "bad-number" && rejects[0]["field"] as? String == "latitude")
        #expect(rejects[0]["text"] as? String == "a,2025-06-01T08:01:00Z,x\"y,121.4")
    }

    @Test(arguments: ["status", "digest", "explain", "check"])
    func `a format that there is not is told`(command: String) throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let rest = command == "explain" ? ["--device", "a", "--time", "2025-06-01T08:00:00Z"] : []
        let file = ["explain", "check"].contains(command) ? "pipeline.yaml" : "out.sqlite"
        let outcome = try Program.run([command, file, "--format", "xml"] + rest, in: small.folder)
        #expect(outcome.status == 64 && outcome.errors == "trackmill: --format is 'xml'; it may be text or json.\n")
    }
}

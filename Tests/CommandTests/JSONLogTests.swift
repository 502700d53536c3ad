import Foundation
import Glibc
import SQLite
import Store
import Testing

/// Issue 7: `--log json` is one object a line with the run id, whatever happens; the last one is the summary with the exit status.
@Suite struct JSONLogTests {
    private struct Line: Decodable {
        let run: Int64?
        let process, time, event: String
        let kind, text, file, day, lastDay: String?
        let line, count: Int64?
        let status: Int32?
        let pipeline: String?
        let seconds: Double?
        let days, unchanged, rows, bytes, kept, rejected: Int64?
        let rejectedByReason: [String: Int64]?
        let made, left: [Days]?
        let damaged: [String]?
        let addresses: [String: Int64]?
    }

    private struct Days: Decodable, Equatable {
        let from, to: String
        var kind: String?
    }

    /// The lines of standard error, each of which must be an object with `run`, `time` and `event`.
    private func lines(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Line] {
        let lines = try outcome.errors.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["run"] != nil, "\(line)", sourceLocation: sourceLocation)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Line.self, from: Data(line.utf8))
        }
        #expect(lines.filter { $0.event == "summary" }.count == 1, sourceLocation: sourceLocation)
        let last = try #require(lines.last, sourceLocation: sourceLocation)
        #expect(last.event == "summary" && last.status == outcome.status, sourceLocation: sourceLocation)
        #expect(lines.allSatisfy { $0.time.hasSuffix("Z") && $0.time.count == 24 }, sourceLocation: sourceLocation)
        #expect(Set(lines.map(\.process)).count == 1, sourceLocation: sourceLocation)
        return lines
    }

    private func run(_ small: SmallPipeline, _ arguments: String...) throws -> Outcome {
        try Program.run(["run", "pipeline.yaml", "--log", "json"] + arguments, in: small.folder)
    }

    @Test func `a good run`() throws {
        let small = try SmallPipeline.ofDays(2)
        let lines = try lines(try run(small))
        #expect(lines.map(\.event) == ["read", "read", "day", "day", "findings", "summary"] || lines.count == 6)
        // The id of the view runs.
        #expect(lines.allSatisfy { $0.run == 1 })
        #expect(try small.lines("SELECT run FROM runs") == ["1"])
        let last = lines[5]
        #expect((last.days, last.unchanged, last.rows, last.kept, last.rejected) == (2, 0, 8, 8, 0))
        #expect(last.pipeline == "small" && (last.seconds ?? -1) >= 0)
        #expect(last.made == [Days(from: "2025-06-01", to: "2025-06-02")])
        #expect(last.left == [] && last.damaged == [] && last.rejectedByReason == [:])
        #expect(last.addresses == ["done": 0, "not_found": 0, "pending": 0])
        // The bytes of both logs: those that the test wrote.
        let bytes = try (1...2).map { try Data(contentsOf: URL(filePath: small.folder("logs/2025-06-0\($0).csv"))).count }
        #expect(last.bytes == Int64(bytes[0] + bytes[1]))
        let again = try self.lines(try run(small, "--quiet"))
        #expect(again.map(\.event) == ["summary"])
        #expect((again[0].days, again[0].unchanged) == (0, 2))
        #expect(again[0].run == 2 && again[0].made == [])
    }

    // Issue 18, point 1: problems and notes carry kind, file, day, line and count beside the text; the summary has what was left and why.
    @Test func `a problem says what it is about`() throws {
        let small = try SmallPipeline.ofDays(3)
        #expect(try run(small).status == 0)
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        try small.log("2025-06-03", ["a,nonsense,31.2,121.4", "a,nothing,31.2,121.4"])
        let outcome = try run(small)
        #expect(outcome.status == 65)
        let lines = try lines(outcome)
        let problems = lines.filter { $0.event == "problem" }
        // The first row stands in line 2; of two rows none can be used.
        let damaged = try #require(problems.first { $0.kind == "damaged-file" })
        #expect(damaged.file == "logs/2025-06-03.csv" && damaged.line == 2 && damaged.count == 2)
        #expect(damaged.day == "2025-06-03" && damaged.lastDay == "2025-06-03")
        let shrunk = problems.filter { $0.kind == "shrunk" }
        #expect(shrunk.map(\.file) == ["logs/2025-06-01.csv", "logs/2025-06-03.csv"])
        #expect(shrunk.map(\.day) == ["2025-06-01", "2025-06-03"] && shrunk.map(\.count) == [1, 1])
        let last = try #require(lines.last)
        #expect(last.damaged == ["logs/2025-06-03.csv"])
        #expect(
            last.left == [
                Days(from: "2025-06-01", to: "2025-06-01", kind: "shrunk"),
                Days(from: "2025-06-03", to: "2025-06-03", kind: "shrunk"),
            ])
        #expect(last.rejectedByReason == ["bad-time": 2])
    }

    // Bytes that are no UTF-8 are U+FFFD, and what would move a terminal's cursor is written out: the line is JSON whatever a log holds.
    @Test func `the line of a log with any bytes is JSON`() throws {
        let small = try SmallPipeline.ofDays(1)
        let rows = Array("device,time,lat,lon\n".utf8) + [0xFF, 0x1B, 0xC2, 0x9B] + Array("31m,x\u{202E},31,121\n".utf8)
        try small.folder.write(rows, to: "logs/2025-06-01.csv")
        let outcome = try run(small)
        #expect(outcome.status == 65)
        let lines = try lines(outcome)
        #expect(lines.contains { $0.kind == "damaged-file" })
        #expect(outcome.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && !(0x7F...0x9F).contains($0.value) })
        #expect(!outcome.errors.contains("\u{202E}"))
    }

    @Test func `a run with a warning, a note and a problem`() throws {
        let small = try SmallPipeline(read: ["required: true"], stages: ["thin: {every: 1 min}"] + SmallPipeline.tracks)
        for day in 1...2 { try small.log("2025-06-0\(day)", SmallPipeline.rows(day)) }
        let first = try run(small, "--from", "2025-06-01", "--to", "2025-06-03")
        #expect(first.status == 66)
        let lines = try lines(first)
        #expect(lines.first?.event == "warning" && lines.first?.text?.contains("warning: ") == true)
        #expect(
            lines.filter { $0.event == "problem" }.map(\.text) == [
                "no log for 2025-06-03: nothing matches logs/{date}.csv. The source is required."
            ])
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-01.csv"))
        let problems = try self.lines(try run(small)).filter { $0.event == "problem" }.compactMap(\.text)
        #expect(problems.contains { $0.hasPrefix("2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone.") })
        let notes = try self.lines(try run(small)).filter { $0.event == "note" }.compactMap(\.text)
        #expect(notes == ["1 day keeps what logs/2025-06-01.csv gave before it was gone."])
    }

    @Test func `a run that may not begin for the lock`() throws {
        let small = try SmallPipeline.ofDays(1)
        let descriptor = open(small.folder("out.sqlite.lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let outcome = try run(small)
        #expect(outcome.status == 75)
        let lines = try lines(outcome)
        #expect(lines.map(\.event) == ["problem", "summary"])
        #expect(lines[0].text == "out.sqlite is held by another run. Wait for it to end, or end it, then run again.")
        // It did not get as far as the ledger.
        #expect(lines[0].run == nil && lines[0].kind == "failed" && lines[1].pipeline == "small")
    }

    @Test func `no input, an output that cannot be made, a file that is none of ours`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("a file", to: "plain")
        try small.folder.write(String(repeating: "no database at all. ", count: 500), to: "garbage")
        for (arguments, status, words) in [
            (["--day", "2025-05-01"], Int32(66), "no log file for 2025-05-01 to 2025-05-01: nothing matches logs/{date}.csv"),
            (["--set", "write.sqlite=plain/out.sqlite"], 73, "plain/out.sqlite.lock: the lock cannot be made: Not a directory."),
            (["--set", "write.sqlite=garbage"], 73, "garbage: file is not a database."),
            (["--set", "reports=[{html: {to: plain/page.html}}]"], 73, "plain/page.html: cannot be written: Not a directory."),
            (["--from", "1 June"], 64, "--from is '1 June'; it may be a day such as 2025-06-01, today, yesterday or today-7."),
        ] {
            let outcome = try Program.run(["run", "pipeline.yaml", "--log", "json"] + arguments, in: small.folder)
            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            let problems = try lines(outcome).filter { $0.event == "problem" }
            #expect(problems.count == 1 && problems[0].kind == "failed")
            #expect(problems.first?.text?.contains(words) == true, "\(outcome.errors)")
        }
    }

    // Before there is a run there is no id.
    @Test func `a pipeline file with two problems, and a call that cannot be read`() throws {
        let small = try SmallPipeline(stages: ["find-stays: {raduis: 5 m, gap: 5}"])
        let bad = try run(small)
        #expect(bad.status == 78)
        let problems = try lines(bad)
        #expect(problems.map(\.event) == ["problem", "problem", "summary"])
        #expect(problems.allSatisfy { $0.run == nil })
        #expect(problems[0].text?.hasPrefix("pipeline.yaml:") == true)
        // SmallPipeline puts stages behind name, timezone, read, files and columns: the stage is line 7.
        #expect(problems[0].kind == "pipeline" && problems[0].file == "pipeline.yaml" && problems[0].line == 7)
        let call = try run(small, "--frm", "2025-06-01")
        #expect(call.status == 64)
        #expect(try lines(call).map(\.event) == ["problem", "summary"])
    }

    @Test func `a run that a signal stops, and what the ledger holds of it`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let process = try BackgroundRun.trackmill(["run", "pipeline.yaml", "--log", "json"], in: small.folder)
        try process.waitForLock()
        process.send(SIGTERM)
        try other.execute("COMMIT")
        let outcome = try process.end()
        #expect(outcome.status == 143)
        let lines = try lines(outcome)
        let text = try #require(lines.first { $0.event == "problem" }?.text)
        #expect(text.hasPrefix("stopped by a signal. Made: no day. Left: ") && text.hasSuffix("; run again to go on."))
        #expect(lines.first { $0.event == "problem" }?.kind == "stopped" && lines.last?.run == 2)
        #expect(
            try small.lines("SELECT days, rows, kept, exit_status, ended_utc IS NULL FROM runs WHERE run = 2") == ["0,0,0,143,0"])
    }
}

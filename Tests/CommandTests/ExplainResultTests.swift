import Foundation
import Testing

/// Issue 7: `explain` looks in the result file before it says what stands there, and finds rows that belong to no day.
@Suite struct ExplainResultTests {
    private func explain(_ small: SmallPipeline, _ device: String, at time: String, _ arguments: String...) throws -> Outcome {
        let call = ["explain", "pipeline.yaml", "--device", device, "--time", time]
        return try Program.run(call + arguments, in: small.folder)
    }

    private func remove(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.removeItem(atPath: small.folder(name))
    }

    private let morning = "2025-06-01T08:00:00Z"

    // MARK: What the result file holds

    @Test func `a day that was never made`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell("2025-06-02")
        #expect(
            try explain(small, "a", at: morning).outputLines.last == "would be kept by a run of its day: the day is not made yet")
    }

    @Test func `a row that waits, as the file gave another when the day was made`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.log("2025-06-01", ["b,2025-06-01T09:00:00Z,31.2,121.4"])
        #expect(try small.run().status == 65)
        let new = try explain(small, "b", at: "2025-06-01T09:00:00Z")
        #expect(
            new.outputLines.last
                == "would be kept by a run of its day; the day is not made from this file as it is: it is not in the view fixes")
        // What the file held before is in the view still, but no log gives it.
        let old = try explain(small, "a", at: morning)
        #expect(old.status == 0)
        #expect(
            old.outputLines == [
                "a at 2025-06-01 08:00:00 (2025-06-01T08:00:00.000Z)",
                "in the view fixes: latitude 31.2, longitude 121.4; no log gives it any more",
                "stay: 2025-06-01 08:00:00 to open",
            ])
    }

    @Test func `a day that was made with other options`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let outcome = try explain(small, "a", at: morning, "--set", "find-stays.radius='60 m'")
        #expect(
            outcome.outputLines.contains(
                "would be kept by a run of its day; the day was made with other options: it is in the view fixes"))
    }

    @Test func `a fix whose log is gone`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try remove("logs/2025-06-01.csv", of: small)
        let outcome = try explain(small, "a", at: "2025-06-01T08:01:10Z")
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines == [
                "a at 2025-06-01 08:01:00 (2025-06-01T08:01:00.000Z)", "the nearest fix, 10 s from the time asked for",
                "in the view fixes: latitude 31.2, longitude 121.4; a log of this day is gone",
                "stay: 2025-06-01 08:00:00 to 2025-06-01 08:03:00, last seen then",
                "logs/2025-06-01.csv made this day and is gone, or cannot be opened: bring it back to see its rows",
            ])
        let far = try explain(small, "a", at: "2025-06-01T12:00:00Z")
        #expect(far.status == 66)
        #expect(
            far.outputLines == [
                "a has no readable fix on 2025-06-01",
                "logs/2025-06-01.csv made this day and is gone, or cannot be opened: bring it back to see its rows",
            ])
    }

    // MARK: Rows without a day

    // Without late, the file of 2025-06-03 holds no row of 2025-06-01 (rule 1.1).
    @Test func `a row that came too late, and one ahead of its file`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.log("2025-06-03", SmallPipeline.rows(3) + ["a,2025-06-01T10:00:00Z,31.2,121.4"])
        let late = try explain(small, "a", at: "2025-06-01T10:00:00Z")
        #expect(late.status == 0)
        #expect(
            late.outputLines == [
                "a at 2025-06-01 10:00:00 (2025-06-01T10:00:00.000Z)", "logs/2025-06-03.csv:6: a,2025-06-01T10:00:00Z,31.2,121.4",
                "  read  rejected: too-late, time '2025-06-01T10:00:00Z'; the file may hold times from 2025-06-03 00:00:00 on, before 2025-06-04 00:10:00",
                "would be left out by a run of its day: there is no result file yet",
            ])
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["a,2025-06-02T00:10:00Z,31.2,121.4"])
        try small.runUndated()
        let ahead = try explain(small, "a", at: "2025-06-02T00:10:00Z")
        #expect(ahead.status == 0)
        #expect(ahead.outputLines[2].hasPrefix("  read  rejected: ahead-of-file, time '2025-06-02T00:10:00Z'; "))
    }

    // The result file knows which logs hold such rows.
    @Test func `a row that came weeks too late`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("device,time,lat,lon\na,2025-06-01T10:00:00Z,31.2,121.4\n", to: "logs/2025-07-20.csv")
        let before = try explain(small, "a", at: "2025-06-01T10:00:00Z")
        #expect(before.status == 66)
        // None of the rows of that log can be used.
        #expect(try small.run().status == 65)
        let after = try explain(small, "a", at: "2025-06-01T10:00:00Z")
        #expect(after.status == 0)
        #expect(after.outputLines[1] == "logs/2025-07-20.csv:2: a,2025-06-01T10:00:00Z,31.2,121.4")
    }

    @Test func `a row whose time cannot be read is listed with its day`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["a,noon,31.2,121.4", "b,noon,31.2,121.4"])
        let outcome = try explain(small, "a", at: morning)
        #expect(
            outcome.outputLines.suffix(2) == [
                "rows of this device that reading rejected that day:", "  logs/2025-06-01.csv:6: bad-time: a,noon,31.2,121.4",
            ])
        let other = try explain(small, "b", at: morning)
        #expect(other.status == 0)
        #expect(other.outputLines.first == "b has no readable fix on 2025-06-01")
    }

    @Test func `of many rejects the nearest are shown`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log("2025-06-01", (0..<50).map { "a,\(time($0 * 60)),95,121.4" } + ["a,\(time(3001)),31.2,121.4"])
        let outcome = try explain(small, "a", at: time(3001))
        #expect(outcome.outputLines.filter { $0.contains("out-of-range") }.count == 20)
        #expect(outcome.outputLines.contains("  logs/2025-06-01.csv:51: out-of-range: a,2025-06-01T00:49:00Z,95,121.4"))
        #expect(outcome.outputLines.last == "  and 30 more; see the view rejects")
        let first = try explain(small, "a", at: time(0))
        #expect(first.outputLines[1] == "logs/2025-06-01.csv:2: a,2025-06-01T00:00:00Z,95,121.4")
    }

    // MARK: Stays

    // A silence of an hour that begins and ends at one place.
    @Test func `a stay that nobody saw is called inferred`() throws {
        let small = try SmallPipeline(stages: ["find-stays: {radius: 100 m, at-least: 20 min, gap: 30 min, inferred: true}"])
        try small.log("2025-06-01", [0, 3600, 3660].map { "a,\(time($0)),31.2,121.4" } + ["a,\(time(3720)),31.3,121.4"])
        try small.runUndated()
        #expect(
            try explain(small, "a", at: time(0)).outputLines.contains(
                "stay: 2025-06-01 00:00:00 to 2025-06-01 01:00:00, last seen then, inferred"))
    }
}

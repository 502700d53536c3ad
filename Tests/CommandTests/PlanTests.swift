import Foundation
import Testing

/// Issue 7: what `plan` says of each day and why, word for word (docs/operations.md, rules 4.2 to 4.4).
@Suite struct PlanTests {
    /// State and reason of each day: `2025-06-01 new: not made yet`.
    private func plan(_ small: SmallPipeline, _ arguments: String...) throws -> [String] {
        let outcome = try Program.run(["plan", "pipeline.yaml"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.outputLines.filter { $0.prefix(1).allSatisfy(\.isNumber) && $0.contains("Z  ") }.map { line in
            // Day, from, before and files stand in the first 63 bytes; the state has 12.
            let rest = line.dropFirst(63)
            let (state, reason) = (rest.prefix(12), rest.dropFirst(12))
            return "\(line.prefix(10)) \(state.trimmingCharacters(in: .whitespaces)): \(reason)"
        }
    }

    private func table(_ small: SmallPipeline) throws -> [String] {
        try Program.run(["plan", "pipeline.yaml"], in: small.folder).outputLines
    }

    // Rule 1.1: the window of 2025-06-02 reaches ten minutes into the next day, which a row there would make.
    @Test func `a new day`() throws {
        let small = try SmallPipeline.ofDays(2)
        #expect(
            try table(small) == [
                "day         from (UTC)            before (UTC)          files  state       reason",
                "2025-06-01  2025-06-01T00:00:00Z  2025-06-02T00:00:00Z      1  new         not made yet",
                "2025-06-02  2025-06-02T00:00:00Z  2025-06-03T00:00:00Z      2  new         not made yet",
                "2025-06-03  2025-06-03T00:00:00Z  2025-06-04T00:00:00Z      1  may change  new file logs/2025-06-02.csv",
                "2 of 3 days to do, 1 may change",
            ])
        #expect(!small.folder.has("out.sqlite"))
    }

    @Test func `a day of a range without a file`() throws {
        let small = try SmallPipeline.ofDays(1)
        #expect(
            try plan(small, "--from", "2025-05-31", "--to", "2025-06-01") == [
                "2025-05-31 new: no file", "2025-06-01 new: not made yet",
            ])
    }

    @Test func `days with nothing to do`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        #expect(try plan(small) == ["2025-06-01 current: ", "2025-06-02 current: "])
        #expect(try table(small).last == "0 of 2 days to do")
    }

    @Test func `a changed option of phase 1`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        #expect(
            try plan(small, "--set", "find-stays.radius='60 m'") == [
                "2025-06-01 changed: changed option `find-stays.radius`",
                "2025-06-02 changed: changed option `find-stays.radius`",
            ])
    }

    // Rule 4.2: an option of phase 1; names of files, settle and reports are none.
    @Test func `an option that changes no row leaves days current`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        #expect(try plan(small, "--set", "read.settle='1 h'", "--set", "read.required=true") == ["2025-06-01 current: "])
    }

    // Rule 1.1: the window of 2025-06-01 reaches ten minutes into the next day.
    @Test func `a changed file may change the days that its window reaches`() throws {
        let small = try SmallPipeline.ofDays(3)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["a,2025-06-01T09:00:00Z,31.2,121.4"])
        #expect(
            try plan(small) == [
                "2025-06-01 may change: changed file logs/2025-06-01.csv",
                "2025-06-02 may change: changed file logs/2025-06-01.csv",
                "2025-06-03 current: ",
            ])
        // The run reads it and decides: only one day is made.
        #expect(try small.run().outputLines.first == "days      1 (2025-06-01), 1 device-days")
        #expect(try plan(small) == ["2025-06-01 current: ", "2025-06-02 current: ", "2025-06-03 current: "])
    }

    @Test func `a file that was only touched is read and leaves its days current`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.folder.setModification(of: "logs/2025-06-01.csv", to: "2026-02-01T00:00:00Z")
        #expect(
            try plan(small) == [
                "2025-06-01 may change: changed file logs/2025-06-01.csv",
                "2025-06-02 may change: changed file logs/2025-06-01.csv",
            ])
        #expect(try small.run().outputLines.first == "days      none: nothing is new or changed")
        #expect(try plan(small) == ["2025-06-01 current: "])
    }

    @Test func `a new file of a day that is made, and a late one`() throws {
        let small = try SmallPipeline(files: "logs/{date}*.csv", read: ["late: 1 d"], stages: SmallPipeline.tracks)
        for day in 1...2 { try small.log("2025-06-0\(day)", SmallPipeline.rows(day)) }
        try small.runUndated()
        try small.log("2025-06-02", ["b,2025-06-01T20:00:00Z,31.2,121.4"], suffix: "-b.csv")
        #expect(
            try plan(small) == [
                "2025-06-01 may change: late file logs/2025-06-02-b.csv", "2025-06-02 may change: new file logs/2025-06-02-b.csv",
                "2025-06-03 may change: new file logs/2025-06-02-b.csv",
            ])
        try small.log("2025-06-02", ["c,2025-06-01T20:00:00Z,31.2,121.4"], suffix: "-c.csv")
        #expect(
            try plan(small) == [
                "2025-06-01 may change: late file logs/2025-06-02-b.csv and 1 more",
                "2025-06-02 may change: new file logs/2025-06-02-b.csv and 1 more",
                "2025-06-03 may change: new file logs/2025-06-02-b.csv and 1 more",
            ])
    }

    @Test func `an unfinished day`() throws {
        let small = try SmallPipeline(read: ["settle: 30 d"], stages: SmallPipeline.tracks)
        let today = Date.now.formatted(.iso8601.year().month().day())
        try small.log(today, ["a,\(today)T00:00:00Z,31.2,121.4"])
        #expect(try plan(small) == ["\(today) unfinished: it has not ended, or a file of it has not settled"])
        let lines = try table(small)
        #expect(lines.contains { $0.hasPrefix("logs/\(today).csv is left alone until ") })
        #expect(lines.last == "0 of 1 days to do")
        let run = try small.run()
        #expect(run.status == 0)
        #expect(run.errors.contains("logs/\(today).csv was left alone until "))
        // A run with dates waits for nothing.
        #expect(try plan(small, "--day", today) == ["\(today) new: not made yet"])
    }

    // Rule 4.2: a file that is there and has not settled makes a processed day one that may change.
    @Test func `a processed day whose file has not settled`() throws {
        let small = try SmallPipeline(read: ["settle: 30 d"], stages: SmallPipeline.tracks)
        let today = Date.now.formatted(.iso8601.year().month().day())
        try small.log(today, ["a,\(today)T00:00:00Z,31.2,121.4"])
        try small.runWell(today)
        #expect(try plan(small) == ["\(today) may change: a file has not settled"])
        // The run makes it when the file has settled.
        #expect(try table(small).last == "0 of 1 days to do")
    }

    @Test func `a day whose file is gone`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-01.csv"))
        #expect(try plan(small) == ["2025-06-01 missing: gone file logs/2025-06-01.csv", "2025-06-02 current: "])
        #expect(
            try plan(small, "--from", "2025-06-01", "--to", "2025-06-02") == [
                "2025-06-01 missing: gone file logs/2025-06-01.csv", "2025-06-02 current: ",
            ])
    }

    @Test func `a day whose file gives fewer rows`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        #expect(try plan(small).first == "2025-06-01 may change: changed file logs/2025-06-01.csv")
        #expect(try small.run().status == 65)
        #expect(try plan(small) == ["2025-06-01 shrunk: fewer rows in logs/2025-06-01.csv"])
        #expect(try table(small).last == "0 of 1 days to do")
        // A run with dates takes what is there.
        #expect(try plan(small, "--day", "2025-06-01") == ["2025-06-01 changed: changed file logs/2025-06-01.csv"])
    }

    @Test func `a day with a file that was damaged last time`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz", stages: SmallPipeline.tracks)
        let text = (["device,time,lat,lon"] + SmallPipeline.rows(1)).map { $0 + "\n" }.joined()
        // What stands behind the gzip data belongs to no member.
        try small.folder.write(gzip(Array(text.utf8)) + [1, 2, 3, 4], to: "logs/2025-06-01.csv.gz")
        #expect(try small.run().status == 65)
        #expect(try plan(small) == ["2025-06-01 current: damaged last time: logs/2025-06-01.csv.gz"])
    }

    @Test func `a compressed log`() throws {
        let small = try SmallPipeline.ofDays(2, files: "logs/{date}.csv*")
        try small.runUndated()
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-02.csv"))
        try small.log("2025-06-02", SmallPipeline.rows(2), suffix: ".csv.gz")
        #expect(
            try plan(small) == [
                "2025-06-01 current: ",
                "2025-06-02 may change: new file logs/2025-06-02.csv.gz; gone file logs/2025-06-02.csv",
                "2025-06-03 may change: new file logs/2025-06-02.csv.gz",
            ])
    }

    @Test func `an undated file names no day before it is read`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", stages: SmallPipeline.tracks)
        try small.log("units", SmallPipeline.rows(1))
        try small.folder.setModification(of: "logs/units.csv", to: "2025-06-03T00:00:00Z")
        #expect(
            try table(small).dropFirst() == [
                "undated file logs/units.csv is new or changed: its days are known once it is read", "0 of 0 days to do",
            ])
        try small.runUndated()
        #expect(try plan(small) == ["2025-06-01 current: "])
    }

    @Test func `a plan reads no log`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        // What cannot be read is told of by run, not by plan.
        try small.folder.write([0x1F, 0x8B, 0, 0, 0], to: "logs/2025-06-02.csv")
        #expect(try plan(small).prefix(2) == ["2025-06-01 current: ", "2025-06-02 new: not made yet"])
    }

    private struct JSONPlan: Decodable {
        struct Day: Decodable, Equatable {
            let day, fromUtc, beforeUtc: String
            let files: Int
            let state, reason: String
            let toDo: Bool
        }

        let days: [Day]
        let undatedFiles: [String]
        let unsettled: [[String: String]]
        let rowsPerSecond: Double?
        let rowsPerDay: Double?
    }

    @Test func `as JSON`() throws {
        let small = try SmallPipeline.ofDays(1)
        func json() throws -> JSONPlan {
            let outcome = try Program.run(["plan", "pipeline.yaml", "--format", "json"], in: small.folder)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(JSONPlan.self, from: Data(outcome.output.utf8))
        }
        let before = try json()
        #expect(
            before.rowsPerSecond == nil && before.rowsPerDay == nil && before.unsettled.isEmpty
                && before.undatedFiles.isEmpty)
        try small.runUndated()
        try small.log("2025-06-02", SmallPipeline.rows(2))
        let plan = try json()
        #expect(
            plan.days.prefix(2) == [
                JSONPlan.Day(
                    day: "2025-06-01", fromUtc: "2025-06-01T00:00:00.000Z", beforeUtc: "2025-06-02T00:00:00.000Z", files: 1,
                    state: "current", reason: "", toDo: false),
                JSONPlan.Day(
                    day: "2025-06-02", fromUtc: "2025-06-02T00:00:00.000Z", beforeUtc: "2025-06-03T00:00:00.000Z", files: 2,
                    state: "new",
                    reason: "not made yet", toDo: true),
            ])
        #expect(plan.rowsPerDay == 4)
        #expect((plan.rowsPerSecond ?? 0) > 0)
    }

    @Test func `another format is wrong usage`() throws {
        let small = try SmallPipeline.ofDays(1)
        let outcome = try Program.run(["plan", "pipeline.yaml", "--format", "xml"], in: small.folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: --format is 'xml'; it may be table or json.\n")
    }
}

import Foundation
import Testing

/// Issue 7: `plan` says what `run` does, also where several things come together (rules 4.2 to 4.4).
@Suite struct PlanLikeRunTests {
    private func plan(_ small: SmallPipeline, _ arguments: String...) throws -> [String] {
        let outcome = try Program.run(["plan", "pipeline.yaml"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        // The columns of the days up to the state are of no matter here.
        return outcome.outputLines.dropFirst().map { $0.contains("Z  ") ? "\($0.prefix(10)) \($0.dropFirst(63))" : $0 }
    }

    private func remove(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.removeItem(atPath: small.folder(name))
    }

    @Test(arguments: ["", "device,time,lat,lon\n"])
    func `runs that read no row give no estimate`(log: String) throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.folder.write(log, to: "logs/2025-06-01.csv")
        try small.runUndated()
        try small.log("2025-06-02", SmallPipeline.rows(2))
        let lines = try plan(small, "--day", "2025-06-02")
        #expect(lines == ["2025-06-02 new         not made yet", "1 of 1 days to do"])
        let json = try Program.run(["plan", "pipeline.yaml", "--format", "json"], in: small.folder)
        #expect(json.status == 0)
        #expect(json.output.hasSuffix("\"rows_per_second\":null,\"rows_per_day\":null}\n"))
    }

    // Rule 4.3: an undated run does not redo a day that would have fewer rows.
    @Test func `a shrunk day stays one when an option changes`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        #expect(try small.run().status == 65)
        let option = ["--set", "find-stays.radius='60 m'"]
        #expect(
            try plan(small, option[0], option[1]) == [
                "2025-06-01 shrunk      fewer rows in logs/2025-06-01.csv", "0 of 1 days to do",
            ])
        #expect(try small.run(option[0], option[1]).status == 65)
    }

    // Rule 4.3: plan names the missing file.
    @Test(arguments: [["--from", "2025-06-01", "--to", "2025-06-02"], []])
    func `a gone file is named where a neighbour is new`(range: [String]) throws {
        let small = try SmallPipeline(read: ["late: 1 d"], stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runUndated()
        try remove("logs/2025-06-01.csv", of: small)
        try small.log("2025-06-02", SmallPipeline.rows(2) + ["b,2025-06-01T20:00:00Z,31.2,121.4"])
        let outcome = try Program.run(["plan", "pipeline.yaml"] + range, in: small.folder)
        #expect(outcome.outputLines[1].hasSuffix("  missing     gone file logs/2025-06-01.csv"))
        let run = try Program.run(["run", "pipeline.yaml"] + range, in: small.folder)
        #expect(run.errorLines.first?.hasPrefix("2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone.") == true)
    }

    // Rule 4.3: a gone file whose part another one now gives was renamed; which is known when it is read.
    @Test func `a renamed log may change its day, and both names are said`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        try small.runUndated()
        try FileManager.default.moveItem(
            atPath: small.folder("logs/2025-06-01.csv"), toPath: small.folder("logs/2025-06-01-x.csv"))
        #expect(
            try plan(small, "--day", "2025-06-01").first
                == "2025-06-01 may change  new file logs/2025-06-01-x.csv; gone file logs/2025-06-01.csv")
        #expect(try small.run().outputLines.first == "days      1 (2025-06-01), 1 device-days")
    }

    @Test func `a changed file and a changed option`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        // Whether the day shrank is known once the file is read.
        #expect(
            try plan(small, "--set", "find-stays.radius='60 m'").first
                == "2025-06-01 may change  changed file logs/2025-06-01.csv; changed option `find-stays.radius`")
    }

    @Test func `changed options of places name them and touch no day`() throws {
        let stages = SmallPipeline.tracks + ["find-places: {radius: 100 m, min-stays: 2}"]
        let small = try SmallPipeline(stages: stages)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runUndated()
        #expect(try plan(small) == ["2025-06-01 current     ", "0 of 1 days to do"])
        let options = ["--set", "find-places.radius='60 m'", "--set", "find-places.min-stays=3"]
        let outcome = try Program.run(["plan", "pipeline.yaml"] + options, in: small.folder)
        #expect(
            outcome.outputLines.suffix(2) == [
                "places, addresses and map clusters of all devices are made anew: changed option `find-places.min-stays`, `find-places.radius`",
                "0 of 1 days to do",
            ])
        let json = try Program.run(["plan", "pipeline.yaml", "--format", "json"] + options, in: small.folder)
        #expect(json.output.contains("\"findings_anew\":\"changed option `find-places.min-stays`, `find-places.radius`\""))
        #expect(try Program.run(["run", "pipeline.yaml"] + options, in: small.folder).status == 0)
        let after = try Program.run(["plan", "pipeline.yaml"] + options, in: small.folder)
        #expect(after.outputLines.last == "0 of 1 days to do" && after.outputLines.count == 3)
    }

    @Test func `a missing log of a required source`() throws {
        let small = try SmallPipeline(read: ["required: true"], stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        let yesterday = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601.year().month().day())
        func words(_ day: String) -> String {
            "no log for \(day): nothing matches logs/{date}.csv. The source is required: such a run ends with 66"
        }
        #expect(try plan(small).contains(words(yesterday)))
        #expect(try small.run().status == 66)
        let lines = try plan(small, "--from", "2025-06-01", "--to", "2025-06-02")
        #expect(lines.suffix(2) == [words("2025-06-02"), "2 of 2 days to do, about 4 rows in 1 s by earlier runs"])
        #expect(try small.run("--from", "2025-06-01", "--to", "2025-06-02").status == 66)
    }

    @Test func `a range without any log`() throws {
        let small = try SmallPipeline.ofDays(1)
        #expect(
            try plan(small, "--day", "2025-05-01") == [
                "2025-05-01 new         no file",
                "no log file holds rows of these days: such a run ends with 66 and changes nothing",
                "0 of 1 days to do",
            ])
        #expect(try small.run("--day", "2025-05-01").status == 66)
    }

    @Test func `days of another zone are all made anew, or the plan is refused as the run is`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let zone = ["--set", "timezone=Asia/Shanghai", "--set", "read.files-dated-in=UTC"]
        let dated = try Program.run(["plan", "pipeline.yaml", "--day", "2025-06-01"] + zone, in: small.folder)
        #expect(dated.status == 78)
        let run = try Program.run(["run", "pipeline.yaml", "--day", "2025-06-01"] + zone, in: small.folder)
        #expect(run.status == 78)
        #expect(dated.errors == run.errors)
        #expect(
            dated.errors
                == "trackmill: out.sqlite holds days of UTC, which overlap days of Asia/Shanghai: all must be made anew, and this run is of 2025-06-01 only. Run without dates, or write to another file.\n"
        )
        let undated = try Program.run(["plan", "pipeline.yaml"] + zone, in: small.folder)
        #expect(
            undated.outputLines[1].hasSuffix("  new         days are of Asia/Shanghai now, not of UTC"), "\(undated.output)")
        #expect(try Program.run(["run", "pipeline.yaml"] + zone, in: small.folder).status == 0)
    }

    @Test func `to alone adds unfinished days and is no limit`() throws {
        let small = try SmallPipeline.ofDays(2)
        let today = Date.now.formatted(.iso8601.year().month().day())
        try small.log(today, ["a,\(today)T00:00:00Z,31.2,121.4"])
        #expect(try plan(small).contains("\(today) unfinished  it has not ended, or a file of it has not settled"))
        let lines = try plan(small, "--to", "today")
        #expect(lines.contains("\(today) new         not made yet"))
        #expect(!lines.contains { $0.contains("is left alone") })
        #expect(try plan(small, "--to", "2025-06-01").filter { $0.contains("not made yet") }.count == 2)
        #expect(try small.run("--to", "2025-06-01").outputLines.first == "days      2 (2025-06-01 to 2025-06-02), 2 device-days")
        #expect(try small.run("--to", "today").outputLines.first == "days      1 (\(today)), 1 device-days")
    }
}

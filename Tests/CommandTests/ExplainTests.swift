import Testing

/// Issue 7: `explain` says of a fix its row, file and line, and what each stage said of it.
@Suite struct ExplainTests {
    /// A log with a fix twice, a far one, and one that is no position.
    private func small() throws -> SmallPipeline {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log(
            "2025-06-01",
            [
                "a,\(time(0)),31.2,121.4", "a,\(time(0)),31.2,121.4", "a,\(time(10)),41.2,121.4", "a,\(time(20)),31.2001,121.4",
                "a,\(time(30)),95,121.4", "a,\(time(90)),31.2001,121.4", "a,\(time(90)),31.2002,121.4", "bad,\(time(5)),95,121.4",
            ])
        try small.runWell()
        return small
    }

    private func explain(_ small: SmallPipeline, _ device: String, at time: String) throws -> Outcome {
        try Program.run(["explain", "pipeline.yaml", "--device", device, "--time", time], in: small.folder)
    }

    // 0.0001° of latitude are 11.12 m on the sphere of rule 2.2; in 20 s that is 0.56 m/s.
    @Test func `a kept fix`() throws {
        let outcome = try explain(small(), "a", at: time(20))
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines == [
                "a at 2025-06-01 00:00:20 (2025-06-01T00:00:20.000Z)",
                "logs/2025-06-01.csv:5: a,2025-06-01T00:00:20Z,31.2001,121.4",
                "  read         fix",
                "  drop-spikes  kept: 11.1 m in 20 s from the fix kept before it are 0.6 m/s; the limit is 70 m/s and 30 m; the day's cheapest track costs 1007 with it, 3000 without it, where a fix left out costs 1000 and a jump 3500",
                "  find-stays   11.1 m from the centre of a group of 3 fixes within 100 m that lasts 90 s, a stay: 60 s make one",
                "  split-trips  lies in no movement of this day; 20 s after the fix before it, more than 1800 s part trips",
                "kept: it is in the view fixes", "stay: 2025-06-01 00:00:00 to open",
                "rows of this device that reading rejected that day:",
                "  logs/2025-06-01.csv:6: out-of-range: a,2025-06-01T00:00:30Z,95,121.4",
            ])
    }

    // The prices are thousandths of the reach: 11.1 of 1430 m are 7; of one fix alone three are left out.
    // 10° of latitude are 1,111,950.8 m: 10 / 360 of 2π · 6,371,008.8 m.
    @Test func `a spike`() throws {
        let small = try small()
        let outcome = try explain(small, "a", at: time(10))
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines.prefix(5) == [
                "a at 2025-06-01 00:00:10 (2025-06-01T00:00:10.000Z)", "logs/2025-06-01.csv:4: a,2025-06-01T00:00:10Z,41.2,121.4",
                "  read         fix",
                "  drop-spikes  rejected: 1111950.8 m in 10 s from the fix kept before it are 111195.1 m/s; the limit is 70 m/s and 30 m; the day's cheapest track costs 3000 with it, 1007 without it, where a fix left out costs 1000 and a jump 3500",
                "not in the view fixes",
            ])
        #expect(try small.lines("SELECT reason FROM rejects WHERE line = 4") == ["spike"])
    }

    @Test func `a fix that is there twice`() throws {
        let outcome = try explain(small(), "a", at: time(0))
        #expect(outcome.outputLines.contains("logs/2025-06-01.csv:2: a,2025-06-01T00:00:00Z,31.2,121.4"))
        #expect(outcome.outputLines.contains("  read         fix; of 2 rows of this time it was kept"))
        #expect(outcome.outputLines.contains("kept: it is in the view fixes"))
    }

    @Test func `a row that gave way to a later one of its time`() throws {
        let small = try small()
        let call = ["explain", "pipeline.yaml", "--device", "a", "--time", time(90), "--set", "same-time=last"]
        let outcome = try Program.run(call, in: small.folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines.contains(
                "  read         line 7 is rejected: duplicate-time; line 8 of the same time was kept and is followed from here"))
    }

    @Test func `a row that reading rejected`() throws {
        let outcome = try explain(small(), "bad", at: time(5))
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines == [
                "bad at 2025-06-01 00:00:05 (2025-06-01T00:00:05.000Z)",
                "logs/2025-06-01.csv:9: bad,2025-06-01T00:00:05Z,95,121.4",
                "  read  rejected: out-of-range, latitude '95'", "not in the view fixes",
            ])
    }

    // Line 6 was rejected: it is the row of that time, not its neighbour.
    @Test func `a rejected row between two fixes`() throws {
        let outcome = try explain(small(), "a", at: time(30))
        #expect(outcome.status == 0)
        #expect(
            outcome.outputLines == [
                "a at 2025-06-01 00:00:30 (2025-06-01T00:00:30.000Z)", "logs/2025-06-01.csv:6: a,2025-06-01T00:00:30Z,95,121.4",
                "  read  rejected: out-of-range, latitude '95'", "not in the view fixes", "stay: 2025-06-01 00:00:00 to open",
            ])
    }

    @Test func `a time between two fixes takes the nearest`() throws {
        let outcome = try explain(small(), "a", at: time(22))
        #expect(outcome.outputLines.prefix(2).last == "the nearest fix, 2 s from the time asked for")
    }

    @Test func `a time far from any row names the nearest ones`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4", "a,\(time(7200)),31.2,121.4", "a,\(time(1201)),95,121.4"])
        let between = try explain(small, "a", at: time(5400))
        #expect(between.status == 66)
        #expect(
            between.outputLines.first
                == "a has no row within 600 s of 2025-06-01 01:30:00; the nearest of that day are at 2025-06-01 00:20:01, 4199 s before, and at 2025-06-01 02:00:00, 1800 s after"
        )
        let after = try explain(small, "a", at: time(9000))
        #expect(after.status == 66)
        #expect(
            after.outputLines.first
                == "a has no row within 600 s of 2025-06-01 02:30:00; the nearest of that day is at 2025-06-01 02:00:00, 1800 s before"
        )
        // The border.
        #expect(try explain(small, "a", at: time(600)).status == 0)
        #expect(try explain(small, "a", at: time(7800)).status == 0)
    }

    @Test func `an unknown device or an empty day`() throws {
        let small = try small()
        let device = try explain(small, "nobody", at: time(20))
        #expect(device.status == 66)
        #expect(device.output == "nobody has no readable fix on 2025-06-01\n")
        let day = try explain(small, "a", at: "2025-05-01T00:00:00Z")
        #expect(day.status == 66)
        #expect(day.output == "a has no readable fix on 2025-05-01\n")
    }

    @Test func `a time that is none, and none at all`() throws {
        let small = try small()
        let bad = try explain(small, "a", at: "noon")
        #expect(bad.status == 64)
        #expect(
            bad.errors
                == "trackmill: --time is 'noon'; it may be a time such as 2025-06-02T08:15:00+08:00, or 2025-06-02 08:15:00 in UTC.\n"
        )
        #expect(try Program.run(["explain", "pipeline.yaml", "--device", "a"], in: small.folder).status == 64)
        #expect(try Program.run(["explain", "pipeline.yaml", "--time", time(0)], in: small.folder).status == 64)
    }

    @Test func `a result file is not needed and none is made`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        let outcome = try explain(small, "a", at: time(0))
        #expect(outcome.status == 0)
        #expect(outcome.outputLines.last == "would be kept by a run of its day: there is no result file yet")
        #expect(!small.folder.has("out.sqlite"))
    }
}

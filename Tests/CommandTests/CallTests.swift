import Foundation
import Testing

/// What stands behind the program's name: days, options twice, names that are not known.
@Suite struct CallTests {
    private func three() throws -> SmallPipeline {
        let small = try SmallPipeline.ofDays(3)
        try small.log("2025-06-03", ["b,2025-06-03T08:00:00Z,31.2,121.4", "c,2025-06-03T08:00:00Z,31.2,121.4"])
        try small.runUndated()
        return small
    }

    /// Device and day of each row of the view days.
    private func days(_ small: SmallPipeline, _ arguments: String...) throws -> [String] {
        let outcome = try Program.run(["export", "out.sqlite", "--table", "days"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.outputLines.dropFirst().map { $0.split(separator: ",").prefix(2).reversed().joined(separator: " ") }
    }

    // MARK: Days

    @Test func `one end alone leaves the other open`() throws {
        let small = try three()
        let (first, second, third) = (["a 2025-06-01"], ["a 2025-06-02"], ["b 2025-06-03", "c 2025-06-03"])
        #expect(try days(small) == first + second + third)
        #expect(try days(small, "--from", "2025-06-02") == second + third)
        #expect(try days(small, "--to", "2025-06-02") == first + second)
        #expect(try days(small, "--from", "2025-06-02", "--to", "2025-06-02") == second)
        #expect(try days(small, "--day", "2025-06-02") == second)
        #expect(try days(small, "--from", "2025-06-04") == [])
        #expect(try days(small, "--to", "today") == first + second + third)
    }

    @Test(arguments: [
        (["--from", "2025-06-02"], "from 2025-06-02 on"), (["--to", "2025-06-02"], "up to 2025-06-02"),
        (["--day", "2025-06-02"], "2025-06-02"),
        (["--from", "2025-06-01", "--to", "2025-06-02"], "2025-06-01 to 2025-06-02"), ([], "all days"),
        (["--device", "a", "--device", "b"], "all days, devices a, b"),
    ])
    func `a report says which days it is of`(arguments: [String], words: String) throws {
        let outcome = try Program.run(["report", "out.sqlite"] + arguments, in: three().folder)
        #expect(outcome.output.contains("<p class=\"range\">\(words)</p>"), "\(outcome.errors)")
    }

    @Test(arguments: ["run", "plan", "export", "report"])
    func `a day stands alone`(command: String) throws {
        let small = try three()
        let argument = command == "run" || command == "plan" ? "pipeline.yaml" : "out.sqlite"
        for other in ["--from", "--to"] {
            let outcome = try Program.run([command, argument, "--day", "2025-06-01", other, "2025-06-01"], in: small.folder)
            #expect(outcome.status == 64)
            #expect(outcome.errors == "trackmill: --day stands alone; leave out --from and --to.\n")
        }
    }

    @Test func `a run from a day on ends at yesterday`() throws {
        let small = try SmallPipeline()
        let now = Date.now
        func day(_ back: Double) -> String { String(now.addingTimeInterval(-back * 86_400).formatted(.iso8601).prefix(10)) }
        for back in 0..<4 { try small.log(day(Double(back)), ["a,\(day(Double(back)))T00:00:00Z,31.2,121.4"]) }
        let plan = try Program.run(["plan", "pipeline.yaml", "--from", day(2)], in: small.folder).outputLines
        #expect(plan.dropFirst().dropLast().map { $0.prefix(10) } == [day(2)[...], day(1)[...]])
        #expect(try small.run("--from", "today-2").outputLines.first == "days      2 (\(day(2)) to \(day(1))), 2 device-days")
        #expect(try small.lines("SELECT day FROM days") == [day(2), day(1)])
        for command in ["run", "plan"] {
            let outcome = try Program.run([command, "pipeline.yaml", "--from", "today"], in: small.folder)
            #expect(outcome.status == 64)
            #expect(
                outcome.errors
                    == "trackmill: --from \(day(0)) lies after yesterday, the last day unless --to is given; add --to, or write --day \(day(0)).\n"
            )
        }
    }

    @Test func `the summary says which days were made`() throws {
        let small = try SmallPipeline.ofDays(3)
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-02.csv"))
        #expect(try small.run().outputLines.first == "days      2 (2025-06-01, 2025-06-03), 2 device-days")
        let status = try Program.run(["status", "out.sqlite"], in: small.folder).outputLines
        #expect(status.contains("days       2 (2025-06-01, 2025-06-03)"), "\(status)")
    }

    // MARK: Options

    @Test(arguments: [
        (["run", "pipeline.yaml", "--from", "2025-06-01", "--from", "2025-06-02"], "--from"),
        (["run", "pipeline.yaml", "--quiet", "--quiet"], "--quiet"), (["export", "out.sqlite", "-o", "a", "-o", "b"], "-o"),
        (["explain", "pipeline.yaml", "--device", "a", "--device", "b", "--time", "2025-06-01"], "--device"),
        (["convert", "--from", "wgs84", "--to=gcj02", "--to=bd09"], "--to"), (["generate", "--seed", "1", "--seed=1"], "--seed"),
        (["plan", "pipeline.yaml", "--day", "today", "--day", "today"], "--day"),
    ])
    func `an option stands there once`(arguments: [String], option: String) throws {
        let outcome = try Program.run(arguments, in: three().folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: \(option) stands there twice; give it once.\n")
    }

    @Test func `of devices and kinds there may be several`() throws {
        let small = try three()
        #expect(try days(small, "--device", "a", "--device=c") == ["a 2025-06-01", "a 2025-06-02", "c 2025-06-03"])
        let kinds = try SmallPipeline(columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind")
        let rows = ["pet", "van", "cat"].map { "\($0)-1,\(time(0)),31.2,121.4,\($0)" }
        try kinds.log("2025-06-01", header: "device,time,lat,lon,kind", rows)
        try kinds.runWell()
        #expect(try days(kinds, "--kind", "pet", "--kind", "cat") == ["cat-1 2025-06-01", "pet-1 2025-06-01"])
        #expect(try days(kinds, "--kind", "pet", "--device", "cat-1") == [])
    }

    @Test(arguments: [
        (["run", "p.yaml", "--form", "today"], "run has no option --form. Did you mean --from?"),
        (["run", "p.yaml", "--job=2"], "run has no option --job. Did you mean --jobs?"),
        (["export", "x", "--tabel", "stays"], "export has no option --tabel. Did you mean --table?"),
        (
            ["digest", "x", "--nothing-like-it"],
            "digest has no option --nothing-like-it. It has --view, --format, --set, --quiet, --help."
        ),
        (["exprot", "x"], "there is no command 'exprot'. Did you mean 'export'?"),
        (["help", "find-stay"], "there is no help on 'find-stay'. Did you mean 'find-stays'?"),
    ])
    func `a misspelt word is told with the one that was meant`(arguments: [String], sentence: String) throws {
        let outcome = try Program.run(arguments, in: TemporaryFolder())
        #expect(outcome.status == 64 && outcome.errors == "trackmill: \(sentence)\n")
    }

    // MARK: Names

    @Test(arguments: ["export", "report"])
    func `a device that the database does not know is told`(command: String) throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["pet-1,\(time(0)),31.2,121.4", "truck-22,\(time(0)),31.2,121.4"])
        try small.runWell()
        func errors(_ device: String) throws -> String {
            let outcome = try Program.run([command, "out.sqlite", "--device", device, "-o", "x"], in: small.folder)
            #expect(outcome.status == 64)
            #expect(!small.folder.has("x"))
            return outcome.errors
        }
        #expect(try errors("truck-23") == "trackmill: out.sqlite knows no device 'truck-23'. Did you mean 'truck-22'?\n")
        #expect(
            try errors("nope")
                == "trackmill: out.sqlite knows no device 'nope'. To list them: trackmill export out.sqlite --table devices\n")
        #expect(
            try errors("")
                == "trackmill: out.sqlite knows no device ''. To list them: trackmill export out.sqlite --table devices\n")
    }

    // A device whose rows were all rejected is known: its rejects can be exported.
    @Test func `a device with rejects only is known`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4", "b,\(time(0)),91,121.4"])
        try small.runWell()
        let outcome = try Program.run(["export", "out.sqlite", "--table", "rejects", "--device", "b"], in: small.folder)
        #expect(outcome.status == 0 && outcome.outputLines.count == 2, "\(outcome.errors)")
    }

    @Test func `a kind that the database does not know is told`() throws {
        let small = try SmallPipeline(columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind")
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", ["a,\(time(0)),31.2,121.4,vehicle"])
        try small.runWell()
        for (kind, hint) in [("vehicel", "Did you mean 'vehicle'?"), ("pet", "It knows 'vehicle'.")] {
            let outcome = try Program.run(["export", "out.sqlite", "--kind", kind], in: small.folder)
            #expect(outcome.status == 64 && outcome.errors == "trackmill: out.sqlite knows no kind '\(kind)'. \(hint)\n")
        }
    }
}

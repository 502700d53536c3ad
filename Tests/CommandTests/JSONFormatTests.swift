import Foundation
import Testing

/// Issue 18, point 1: `check`, `explain` and `digest` in JSON say what their lines say.
@Suite struct JSONFormatTests {
    private func object(_ outcome: Outcome) throws -> [String: Any] {
        #expect(outcome.errors == "", "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test func `digest in JSON has the hashes of its lines`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let lines = try Program.run(["digest", "out.sqlite"], in: small.folder).outputLines
        let found = try object(try Program.run(["digest", "out.sqlite", "--format", "json"], in: small.folder))
        let views = try #require(found["views"] as? [[String: Any]])
        let words = views.map { "\($0["sha256"] ?? "")  \($0["view"] ?? "") (\($0["rows"] ?? "") rows)" }
        #expect(words + ["\(found["all"] ?? "")  all"] == lines)
        let one = try object(try Program.run(["digest", "out.sqlite", "--view", "stays", "--format", "json"], in: small.folder))
        #expect((one["views"] as? [[String: Any]])?.count == 1 && one["all"] is NSNull)
    }

    @Test func `a misspelt view is told with the one that was meant`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let digest = try Program.run(["digest", "out.sqlite", "--view", "stay"], in: small.folder)
        #expect(digest.status == 64 && digest.errors.hasSuffix(" Did you mean 'stays'?\n"), "\(digest.errors)")
        let export = try Program.run(["export", "out.sqlite", "--table", "trip"], in: small.folder)
        #expect(export.status == 64 && export.errors.hasSuffix(" Did you mean 'trips'?\n"), "\(export.errors)")
    }

    @Test func `check in JSON has the place of each problem`() throws {
        let small = try SmallPipeline(stages: ["find-stays: {raduis: 5 m}"])
        let outcome = try Program.run(["check", "pipeline.yaml", "--format", "json"], in: small.folder)
        #expect(outcome.status == 78)
        let found = try object(outcome)
        #expect(found["exit_status"] as? Int == 78)
        let file = try #require((found["files"] as? [[String: Any]])?.first)
        #expect(file["file"] as? String == "pipeline.yaml" && file["good"] as? Bool == false)
        let problem = try #require((file["problems"] as? [[String: Any]])?.first)
        // `  - find-stays: {raduis: 5 m}` is line 7 of the file that SmallPipeline writes; raduis begins in column 18.
        #expect(problem["line"] as? Int == 7 && problem["column"] as? Int == 18 && problem["warning"] as? Bool == false)
        #expect(problem["text"] as? String == "find-stays has no option 'raduis'. Did you mean 'radius'?")
        let good = try SmallPipeline()
        try good.log("2025-06-01", ["a,2025-06-01T08:00:00Z,31.2,121.4"])
        let files = try object(try Program.run(["check", "pipeline.yaml", "--format", "json"], in: good.folder))["files"]
        #expect((files as? [[String: Any]])?.first?["good"] as? Bool == true)
    }

    @Test func `explain in JSON has the row and what each stage said`() throws {
        let small = try SmallPipeline(stages: ["drop-invalid", "drop-spikes: {speed: 70 m/s}"])
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runWell()
        let call = ["explain", "pipeline.yaml", "--device", "a", "--time", "2025-06-01T08:01:10Z", "--format", "json"]
        let found = try object(try Program.run(call, in: small.folder))
        #expect(found["asked_utc"] as? String == "2025-06-01T08:01:10.000Z" && found["exit_status"] as? Int == 0)
        // 08:01 is nearer than 08:02: the second row, line 3.
        let row = try #require(found["row"] as? [String: Any])
        #expect(row["file"] as? String == "logs/2025-06-01.csv" && row["line"] as? Int == 3)
        #expect(row["time_utc"] as? String == "2025-06-01T08:01:00.000Z" && row["reason"] is NSNull)
        let steps = try #require(found["steps"] as? [[String: String]])
        #expect(steps.compactMap { $0["stage"] } == ["read", "drop-invalid", "drop-spikes"])
        #expect(found["kept"] as? Bool == true && found["standing"] as? String == "as-it-is")
        let held = try #require(found["held"] as? [String: Any])
        #expect(held["latitude"] as? Double == 31.2 && held["longitude"] as? Double == 121.4)
        let none = try Program.run(
            ["explain", "pipeline.yaml", "--device", "b", "--time", "2025-06-01T08:01:10Z", "--format", "json"], in: small.folder)
        #expect(none.status == 66)
        #expect(try object(none)["row"] is NSNull)
    }

    // Issue 18, point 6: "nothing matches logs/…; there is sample-data/logs/…".
    @Test func `a pattern that matches nothing is told with the log that was meant`() throws {
        let small = try SmallPipeline()
        try small.folder.write("device,time,lat,lon\n", to: "data/more/logs/2025-06-01.csv")
        let warning = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(
            warning.errors.hasSuffix(
                "no log is there: nothing matches logs/{date}.csv in the folder '.'; there is data/more/logs/2025-06-01.csv.\n"),
            "\(warning.errors)")
        let run = try small.run()
        #expect(run.status == 66 && run.errors.contains("; there is data/more/logs/2025-06-01.csv. Nothing was changed."))
        let packed = try SmallPipeline()
        try packed.log("2025-06-01", ["a,2025-06-01T08:00:00Z,31.2,121.4"], suffix: ".csv.gz")
        #expect(
            try Program.run(["check", "pipeline.yaml"], in: packed.folder).errors.contains("; there is logs/2025-06-01.csv.gz."))
    }
}

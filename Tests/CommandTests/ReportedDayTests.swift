import Glibc
import Testing

/// Issue 7: a report with `{date}` is remade for each day that changed, whichever run changed it.
@Suite struct ReportedDayTests {
    private static let stays = "find-stays: {radius: 150 m, at-least: 20 min, gap: 3 h}"

    private func pipeline(_ stages: [String], reports: [String]) throws -> SmallPipeline {
        try SmallPipeline(stages: stages, top: ["reports:"] + reports.map { "  - csv: {\($0)}" })
    }

    /// A device that rests at one place from 22:00 to the end of the day, or from its start to 02:00.
    private func night(_ day: String, evening: Bool, east: Int = 0) -> [String] {
        (evening ? 22..<24 : 0..<2).flatMap { hour in
            stride(from: 0, to: 60, by: 10).map { minute in
                let two = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
                return "a,\(day)T\(two(hour)):\(two(minute)):00Z,39.9,116.\(4 + east)"
            }
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func `days of a run that was stopped get their reports from the next`(signal: Int32)
        throws
    {
        let small = try pipeline([Self.stays], reports: ["table: days, to: \"out/{date}.csv\""])
        let days = (1...9).map { "2025-06-0\($0)" }
        for day in days { try small.log(day, night(day, evening: true)) }
        let call = ["run", "pipeline.yaml", "--jobs", "1", "--log", "json"]
        let status = try Program.run(call, in: small.folder, until: "\"event\":\"day\"", times: 3, thenSend: signal)
        #expect(status == 128 + signal)
        #expect(!small.folder.has("out"))
        #expect(try small.run().status == 0)
        #expect(try small.folder.names(in: "out") == days.map { $0 + ".csv" })
    }

    @Test func `the report of a day follows a stay that the next day makes longer`() throws {
        let small = try pipeline([Self.stays], reports: ["table: days, to: \"out/{date}.csv\""])
        for (day, evening) in [("2025-06-01", true), ("2025-06-02", false)] {
            try small.log(day, night(day, evening: evening))
            #expect(try small.run().status == 0)
        }
        let view = try small.lines("SELECT stay_s FROM days WHERE day = '2025-06-01'")
        // 22:00 to midnight: rule 2.8.
        #expect(view == ["7200.0"])
        let report = try small.folder.text(of: "out/2025-06-01.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(report[0].firstIndex(of: "stay_s"))
        #expect(report[1][column] == "7200")
    }

    @Test func `the report of a day follows a place that a later night makes`() throws {
        let small = try pipeline(
            [Self.stays, "split-trips", "find-places: {radius: 100 m, min-stays: 2}"],
            reports: ["table: stays, to: \"out/{date}.csv\""])
        try small.log("2025-06-01", night("2025-06-01", evening: true))
        try small.log("2025-06-02", night("2025-06-02", evening: true, east: 1))
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT count(*) FROM places") == ["0"])
        try small.log("2025-06-03", night("2025-06-03", evening: true))
        #expect(try small.run().status == 0)
        let place = try small.lines("SELECT place FROM stays WHERE day = '2025-06-01'")
        #expect(try small.folder.text(of: "out/2025-06-01.csv").contains(place[0]))
        #expect(place != [""])
    }

    @Test func `other places make all reports anew`() throws {
        let small = try pipeline(
            [Self.stays, "find-places: {radius: 100 m, min-stays: 1}"], reports: ["table: stays, to: \"out/{date}.csv\""])
        for day in ["2025-06-01", "2025-06-02"] { try small.log(day, night(day, evening: true)) }
        #expect(try small.run().status == 0)
        #expect(try small.run("--set", "find-places.min-stays=3").status == 0)
        for day in ["2025-06-01", "2025-06-02"] {
            let ids = try small.lines("SELECT DISTINCT place FROM stays")
            #expect(ids == [""])
            let report = try small.folder.text(of: "out/\(day).csv").split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            let column = try #require(report[0].firstIndex(of: "place"))
            #expect(report[1][column] == "")
        }
    }
}

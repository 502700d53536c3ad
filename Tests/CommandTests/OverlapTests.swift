import Testing

/// Two logs with the same fixes, one of which is in another time zone than its source says.
@Suite struct OverlapTests {
    @Test func `TJ-027 an overlap at a constant offset is a warning`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 0 s"])
        func log(_ hour: Int) -> [String] {
            (0..<40).map { i in "car,2025-06-01T\(hour < 10 ? "0" : "")\(hour):\(i + 10):00Z,52.5\(i + 10),13.4" }
        }
        try small.log("a", log(8))
        try small.log("b", log(9))
        let outcome = try small.run()
        #expect(outcome.status == 0)
        let warning =
            "logs/b.csv: overlaps with logs/a.csv at a constant offset: 40 of 40 places compared are the same, 3600 s later. One of the two seems to be in another time zone than its source says: see 'timezone' there, or take one away."
        #expect(outcome.errors.contains(warning), "\(outcome.errors)")
        // Both are kept: which of the two is wrong the run cannot know.
        #expect(try small.lines("select sum(kept) from days") == ["80"])
    }

    @Test func `a copy of a log is no overlap at an offset`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 0 s"])
        let log = (0..<40).map { i in "car,2025-06-01T08:\(i + 10):00Z,52.5\(i + 10),13.4" }
        try small.log("a", log)
        try small.log("b", log)
        let outcome = try small.run()
        #expect(outcome.status == 0 && !outcome.errors.contains("overlaps"), "\(outcome.errors)")
    }
}

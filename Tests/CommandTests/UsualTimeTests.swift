import Testing

/// Issue 11, 18: when places are usually come to and left, through the real program.
@Suite struct UsualTimeTests {
    /// Five days of a van that is in its yard from 17:31, a fix every ten minutes, and leaves it at 08:02 for a place 2 km north.
    ///
    /// The log begins at 05:00 of the first day and ends at 06:44 of the last.
    private func van(stages: [String], silentFrom: Int = 86_400) throws -> SmallPipeline {
        let small = try SmallPipeline(stages: stages)
        for day in 1...5 {
            var rows: [String] = []
            func add(_ seconds: Int, _ latitude: Double) {
                let isBefore = day == 1 && seconds < 5 * 3_600
                let isAfter = day == 5 && seconds > 6 * 3_600 + 44 * 60
                guard !isBefore, !isAfter, seconds < silentFrom else { return }
                rows.append("van,\(time(seconds).replacing("06-01", with: "06-0\(day)")),\(latitude),10")
            }
            for seconds in stride(from: 4 * 60, to: 8 * 3_600 + 2 * 60, by: 600) { add(seconds, 50) }
            for seconds in stride(from: 8 * 3_600 + 2 * 60, to: 17 * 3_600 + 31 * 60, by: 600) { add(seconds, 50.018) }
            for seconds in stride(from: 17 * 3_600 + 31 * 60, to: 86_400, by: 600) { add(seconds, 50) }
            try small.log("2025-06-0\(day)", rows)
        }
        return small
    }

    private let stages = ["find-stays: {radius: 150 m, at-least: 20 min, gap: 30 min}", "find-places: {min-stays: 2}"]
    private let query = "SELECT usual_arrival_local, usual_departure_local FROM places ORDER BY latitude"

    @Test(arguments: [[], ["split-trips"]]) func `a van that leaves its yard at 08:02 each day says 08:02`(trips: [String]) throws
    {
        let small = try van(stages: [stages[0]] + trips + [stages[1]])
        try small.runWell(to: "2025-06-05")
        #expect(try small.lines(query) == ["17:31,08:02", "08:02,17:31"])
    }

    @Test func `days made in another order or anew say the same`() throws {
        let small = try van(stages: stages)
        for day in ["2025-06-03", "2025-06-05", "2025-06-01", "2025-06-04", "2025-06-02", "2025-06-03"] { try small.runWell(day) }
        #expect(try small.lines(query) == ["17:31,08:02", "08:02,17:31"])
    }

    /// From 17:31 on nothing is heard, so each yard stay begins after a silence and nobody saw when the van came.
    @Test func `a van that is silent at night has no usual arrival in its yard`() throws {
        let small = try van(stages: stages, silentFrom: 17 * 3_600 + 31 * 60)
        try small.runWell(to: "2025-06-05")
        #expect(try small.lines(query) == [",08:02", "08:02,"])
    }
}

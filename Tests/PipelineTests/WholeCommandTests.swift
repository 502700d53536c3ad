import Testing
import Tracks

@testable import Pipeline

@Suite struct WholeCommandTests {
    private func words(_ days: [Int]) -> String { daysInWords(days.map { CalendarDay(number: Int32(20_240 + $0)) }) }

    // 20,240 days after 1970-01-01 is 2025-06-01.
    @Test func `days that follow each other are a range, others stand alone`() {
        #expect(words([]) == "")
        #expect(words([0]) == "2025-06-01")
        #expect(words([0, 2]) == "2025-06-01, 2025-06-03")
        #expect(words([0, 1, 2, 6]) == "2025-06-01 to 2025-06-03, 2025-06-07")
        #expect(words([28, 29, 30]) == "2025-06-29 to 2025-07-01")
    }

    @Test func `after ten ranges only the number of days is said`() {
        let days = (0..<10).map { $0 * 2 }
        #expect(words(days).hasSuffix(", 2025-06-17, 2025-06-19"))
        #expect(words(days + [20, 21, 24]).hasSuffix(", 2025-06-19 and 3 more"))
    }

    @Test func `several days are told with their number`() {
        func counted(_ days: [Int]) -> String { countedDaysInWords(days.map { CalendarDay(number: Int32(20_240 + $0)) }) }
        #expect(counted([]) == "")
        #expect(counted([0]) == "2025-06-01")
        #expect(counted([0, 1, 2, 6]) == "2025-06-01 to 2025-06-03, 2025-06-07 (4 days)")
        #expect(counted(Array(0..<2_000)) == "2025-06-01 to 2030-11-21 (2,000 days)")
    }

    @Test func `a command is whole, its pipeline one word`() throws {
        var pipeline = try pipeline(pipelineText())
        #expect(pipeline.command("plan") == "trackmill plan pipelines/p.yaml")
        pipeline.path = "my file.yaml"
        #expect(pipeline.command("run", "--day 2025-06-01") == "trackmill run 'my file.yaml' --day 2025-06-01")
    }
}

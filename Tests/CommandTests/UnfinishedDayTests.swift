import Foundation
import Testing

/// DESIGN: an undated run ends at yesterday; `--to today` adds the unfinished day.
@Suite struct UnfinishedDayTests {
    @Test func `to today without from adds the unfinished day`() throws {
        let small = try SmallPipeline()
        let today = Date.now.formatted(.iso8601.year().month().day())
        try small.log(today, ["a,\(today)T00:00:00Z,39.9,116.4"])
        let undated = try small.run("--set", "read.settle='2 days'")
        #expect(undated.status == 0)
        #expect(try small.lines("SELECT day, kept FROM days") == [])
        let added = try small.run("--set", "read.settle='2 days'", "--to", "today")
        #expect(added.status == 0, "\(added.errors)")
        #expect(!added.errors.contains("was left alone"))
        #expect(try small.lines("SELECT day, kept FROM days") == ["\(today),1"])
    }
}

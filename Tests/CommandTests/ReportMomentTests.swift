import Foundation
import Testing

/// Issue 7, Shows 5: a page written beside a run is of one moment: its totals are those of its own table.
@Suite struct ReportMomentTests {
    private func log(_ small: SmallPipeline, rows: Int) throws {
        for day in 1...9 {
            let name = "2025-06-0\(day)"
            try small.log(
                name,
                ["a", "b", "c"].flatMap { device in (0..<rows).map { "\(device),\(name)T08:\(10 + $0):00Z,31.2\($0),121.4" } })
        }
    }

    @Test func `the totals of a page are those of its table at every moment of a run`() throws {
        let small = try SmallPipeline()
        try log(small, rows: 20)
        #expect(try small.run().status == 0)
        var pages: Set<[Int]> = []
        for rows in [40, 20, 40] {
            try log(small, rows: rows)
            let call = ["run", "pipeline.yaml", "--from", "2025-06-01", "--to", "2025-06-09", "--jobs", "1"]
            let run = try BackgroundRun.trackmill(call, in: small.folder)
            repeat {
                let page = try Program.run(["report", "out.sqlite"], in: small.folder)
                #expect(page.status == 0, "\(page.errors)")
                let total = try #require(
                    page.output.firstMatch(of: #/<div><b>([\d,]+)<\/b> <span data-word>kept/#), "\(page.output.prefix(3000))")
                let table = page.output.matches(
                    of: #/<tr><td>2025-06-0\d<\/td><td>.<\/td><td>[^<]*<\/td><td class=n>\d+<\/td><td class=n>(\d+)/#)
                let sum = table.compactMap { Int($0.output.1) }.reduce(0, +)
                #expect(Int(total.output.1.replacing(",", with: "")) == sum)
                pages.insert([table.count, sum])
            } while run.isRunning
            #expect(try run.end().status == 0)
        }
        #expect(pages.contains([27, 540]) || pages.contains([27, 1080]))
    }
}

import Foundation
import Testing

/// Issue 7: one line on a terminal (day 12 of 30, rows, MB/s, time left, lanes busy), a line a day elsewhere; NO_COLOR respected.
@Suite struct ProgressTests {
    private let call = ["run", "pipeline.yaml", "--jobs", "2"]
    // no-color.org: an empty NO_COLOR is none.
    private let codes = ["TERM": "xterm", "NO_COLOR": ""]

    @Test func `a line on a terminal that changes and is gone at the end`() throws {
        let small = try SmallPipeline.ofDays(3)
        let (status, sent) = try Program.runOnTerminal(call, in: small.folder, environment: codes)
        #expect(status == 0)
        #expect(!sent.contains("\n"))
        #expect(sent.hasPrefix("\r\u{1B}[Kday 0 of 3, 4 rows, "))
        #expect(sent.hasSuffix("\r\u{1B}[K"))
        let lines = sent.components(separatedBy: "\r\u{1B}[K").filter { !$0.isEmpty }
        #expect(lines.last == "places and addresses: device 1 of 1")
        let last = try #require(lines.dropLast().last)
        #expect(last.hasPrefix("day 3 of 3, 12 rows, "))
        #expect(last.hasSuffix(" of 2 lanes busy, about 0 s left"), "\(last)")
        #expect(last.contains(" MB/s, 1 of 2 lanes busy") || last.contains(" MB/s, 2 of 2 lanes busy"), "\(last)")
        // Nothing grows as it goes: the days of an undated run are known from the start.
        #expect(lines.dropLast().allSatisfy { $0.contains(" of 3, ") }, "\(lines)")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `without codes where they are not wanted`(environment: [String: String]) throws {
        let small = try SmallPipeline.ofDays(2)
        let (status, sent) = try Program.runOnTerminal(call, in: small.folder, environment: environment)
        #expect(status == 0)
        #expect(sent.hasPrefix("\rday 0 of 2, 4 rows, ") && !sent.contains("\u{1B}") && !sent.contains("\n"))
        #expect(sent.hasSuffix(" \r"))
    }

    @Test func `no line is wider than the terminal`() throws {
        let small = try SmallPipeline.ofDays(2)
        let (_, sent) = try Program.runOnTerminal(call, in: small.folder, width: 20, environment: ["NO_COLOR": "1"])
        #expect(sent.split(separator: "\r").allSatisfy { $0.count < 20 }, "\(sent)")
        #expect(sent.contains("day 2 of 2, 8 rows"))
    }

    // Issue 18, point 7: the time left is visible at 40 columns.
    @Test func `on a narrow terminal the time left stays`() throws {
        let small = try SmallPipeline.ofDays(2)
        let (_, sent) = try Program.runOnTerminal(call, in: small.folder, width: 40, environment: ["NO_COLOR": "1"])
        #expect(sent.split(separator: "\r").allSatisfy { $0.count < 40 }, "\(sent)")
        #expect(sent.contains("day 2 of 2, 8 rows, about 0 s left"), "\(sent)")
    }

    @Test(arguments: ["--progress=auto", "--progress=always"])
    func `quiet draws nothing`(mode: String) throws {
        let small = try SmallPipeline.ofDays(2)
        let (status, sent) = try Program.runOnTerminal(call + ["--quiet", mode], in: small.folder, environment: codes)
        #expect(status == 0)
        #expect(sent == "")
    }

    @Test func `a problem follows the line on a line of its own`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        try small.log("2025-06-03", SmallPipeline.rows(3))
        let (status, sent) = try Program.runOnTerminal(call, in: small.folder, environment: codes)
        #expect(status == 65)
        let words = "\r\u{1B}[K2025-06-01 was left as it is: logs/2025-06-01.csv gave more rows before."
        #expect(sent.contains(words), "\(sent)")
    }

    @Test func `a line a day elsewhere`() throws {
        let small = try SmallPipeline.ofDays(2)
        // Two lanes may write the later of two days first.
        let outcome = try small.run("--jobs", "1")
        #expect(
            outcome.errors.split(separator: "\n") == [
                "2025-06-01: 1 device-days, 4 fixes kept (1 of 2)", "2025-06-02: 1 device-days, 4 fixes kept (2 of 2)",
            ])
        let again = try small.run()
        #expect(again.errors == "")
        #expect(again.outputLines.prefix(2) == ["days      none: nothing is new or changed", "unchanged 2 days"])
    }

    // Options that changed make every day anew.
    @Test func `the total holds days that were made with other options`() throws {
        let small = try SmallPipeline.ofDays(3)
        try small.runUndated()
        let outcome = try small.run("--set", "find-stays.radius='60 m'")
        #expect(outcome.errors.split(separator: "\n").map { $0.suffix(8) } == ["(1 of 3)", "(2 of 3)", "(3 of 3)"])
    }
}

import Foundation
import Testing

/// Nothing is dropped in silence: files whose names look like those of logs and that cannot be read as such.
@Suite struct LogNameTests {
    private func small() throws -> SmallPipeline {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        return small
    }

    @Test func `a file whose name tells no day is named`() throws {
        let small = try small()
        try small.log("2025-02-30", ["a,\(time(0)),31.2,121.4"])
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == ["logs/2025-02-30.csv was left alone: its name tells no day. Rename it, then run again."])
    }

    // GBK: 北.csv.
    @Test func `a file whose name is no UTF-8 is named and ends the run with 65`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 0 s"])
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        let name = Array(small.folder("logs/").utf8) + [0xB1, 0xB1] + Array(".csv".utf8) + [0]
        let file = try #require(name.withUnsafeBytes { fopen($0.baseAddress?.assumingMemoryBound(to: CChar.self), "w") })
        fclose(file)
        let outcome = try small.run()
        #expect(outcome.status == 65)
        #expect(
            outcome.errorLines == ["logs/\u{FFFD}\u{FFFD}.csv was left alone: its name is no UTF-8. Rename it, then run again."])
        #expect(try small.lines("SELECT kept FROM days") == ["1"])
    }
}

import LogFormats
import Testing
import Tracks

@testable import Pipeline

/// Rules 1.1 to 1.3 of files without a ledger; with one, the tests of whole runs ask them.
@Suite struct DayIndexTests {
    private let pipeline: PipelineFile
    private let hour: Int64 = 3_600_000

    init() throws { pipeline = try Tests.pipeline() }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func dated(_ text: String, late: Int64 = 0, settle: Int64 = 0) throws -> InputFile {
        let day = try day(text)
        let zone = pipeline.zone
        return InputFile(
            path: "logs/\(text).csv", absolutePath: "/logs/\(text).csv", source: 0, date: day, device: nil, size: 1, modified: 0,
            window: FileWindow(dated: day, in: zone, late: late), settles: zone.end(of: day) + settle, ownDays: day...day)
    }

    private func undated(_ path: String, modified: Int64) throws -> InputFile {
        InputFile(
            path: path, absolutePath: "/" + path, source: 0, date: nil, device: nil, size: 1, modified: modified,
            window: FileWindow(modified: modified, notBefore: try day("1990-01-01"), in: pipeline.zone), settles: modified)
    }

    private func index(_ files: [InputFile], from: String? = nil, to: String? = nil, now: Int64) throws -> DayIndex {
        var inputs = InputFiles()
        inputs.logs = files
        let range = try from.map { try day($0)...day(to ?? $0) }
        return DayIndex(
            files, try Ledger(nil, inputs, pipeline), in: pipeline.zone, RunScope(range: range, unfinishedTo: nil, now: now))
    }

    private var later: Int64 { get throws { pipeline.zone.start(of: try day("2025-07-01")) } }

    @Test func `a dated file reaches its day and the ten minutes after it`() throws {
        let index = try index([try dated("2025-06-02")], now: later)
        #expect(index.reach == [try day("2025-06-02")...day("2025-06-03")])
        let waits = try ["2025-06-01", "2025-06-02", "2025-06-03", "2025-06-04"].map { index.isWaiting(try day($0)) }
        #expect(waits == [false, true, true, false])
    }

    @Test func `late of exactly a day reaches the day before and no other`() throws {
        let file = try dated("2025-06-03", late: 24 * hour)
        #expect(try index([file], now: later).reach == [try day("2025-06-02")...day("2025-06-04")])
        let more = try dated("2025-06-03", late: 24 * hour + 1)
        #expect(try index([more], now: later).reach == [try day("2025-06-01")...day("2025-06-04")])
    }

    @Test func `an undated file reaches from not-before to ten minutes after its modification`() throws {
        let end = pipeline.zone.end(of: try day("2025-06-02"))
        let files = [try undated("a", modified: end - 600_000), try undated("b", modified: end - 599_999)]
        let reach = try index(files, now: later).reach
        #expect(reach == [try day("1990-01-01")...day("2025-06-02"), try day("1990-01-01")...day("2025-06-03")])
    }

    @Test func `a day waits until the last file that reaches it is read or lost`() throws {
        var index = try index(
            [try dated("2025-06-01"), try dated("2025-06-02"), try dated("2025-06-03", late: 48 * hour)], now: later)
        let second = try day("2025-06-02")
        for number in 0..<3 {
            #expect(index.isWaiting(second))
            index.begin(number)
            #expect(index.isWaiting(second))
            if number == 1 {
                index.lose(number, to: .gone)
            } else {
                index.finish(number, [second: DayShare(rows: Int64(number) + 1, hash: 9)])
            }
        }
        #expect(!index.isWaiting(second) && index.filesPending == 0)
        let shares = [
            FileShare(file: 0, share: DayShare(rows: 1, hash: 9)), FileShare(file: 2, share: DayShare(rows: 3, hash: 9)),
        ]
        #expect(index.gives(second) == shares && index.given(second) == shares)
    }

    @Test func `a dated run reads the files that reach its days, in the order of windows`() throws {
        let files = try [dated("2025-06-01"), dated("2025-06-05", late: 72 * hour), dated("2025-06-03"), dated("2025-06-04")]
        let index = try index(files, from: "2025-06-03", now: later)
        #expect(index.wanted == [1, 2])
        #expect(index.states == [.left, .wanted, .wanted, .left])
        #expect(index.candidates == [try day("2025-06-03")])
    }

    @Test func `an undated run leaves a file that has not settled, and its day`() throws {
        let file = try dated("2025-06-02", settle: hour)
        let (end, own) = (pipeline.zone.end(of: try day("2025-06-02")), try day("2025-06-02"))
        let early = try index([file], now: end + hour - 1)
        #expect(early.states == [.left] && !early.isFinished(own) && early.candidates.isEmpty)
        let late = try index([file], now: end + hour)
        #expect(late.states == [.wanted] && late.isFinished(own) && late.candidates == [own])
        // A dated run waits for nothing.
        #expect(try index([file], from: "2025-06-02", now: end).states == [.wanted])
    }

    @Test func `a file that cannot be read makes the days that it is dated unreadable, not missing`() throws {
        var file = try dated("2025-06-02")
        file.unreadable = "Permission denied"
        let index = try index([file], now: later)
        #expect(index.decision(on: try day("2025-06-02")) == .unreadable([0]))
        #expect(!index.isWaiting(try day("2025-06-02")) && index.wanted.isEmpty)
    }

    @Test func `days without a log of a source are told`() throws {
        let index = try index([try dated("2025-06-02")], now: later)
        let days = try [day("2025-06-03"), day("2025-06-02"), day("2025-06-01"), day("2025-06-03")]
        #expect(index.daysWithoutLog(ofSource: 0, among: days) == [try day("2025-06-01"), try day("2025-06-03")])
        #expect(index.daysWithoutLog(ofSource: 1, among: days).count == 3)
    }
}

private enum Tests {
    static func pipeline() throws -> PipelineFile { try PipelineTests.pipeline(pipelineText()) }
}

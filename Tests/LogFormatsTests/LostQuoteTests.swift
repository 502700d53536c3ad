import Testing

@testable import LogFormats

/// Rule 1.7: a quoted cell may run over lines only where that is sure.
@Suite struct LostQuoteTests {
    private let header = "id,t,lat,lon,note\n"
    private let start = 1_748_764_800

    private func row(_ number: Int, _ note: String = "ok") -> String { "D1,\(start + number),39.9,116.4,\(note)\n" }

    @Test func `NC-01 notes that lose their closing quote lose their rows one by one`() throws {
        let log = try read(header + (0..<20).map { row($0, "\"gate \($0) of the nor") }.joined())
        // By hand: each quote closes at the next row's, with text behind it; the last one is never closed.
        #expect(log.faults == (2...21).map { "\($0) not-a-row" })
        #expect(log.reading.rows == 20 && log.fixes.count == 0)
    }

    @Test func `NC-02 one quote too many in a hundred rows loses that row`() throws {
        let log = try read(header + (0..<10_000).map { row($0, $0 % 100 == 50 ? "\"cut off" : "ok") }.joined())
        #expect(log.fixes.count == 9_900)
        #expect(log.faults == (0..<100).map { "\(52 + 100 * $0) not-a-row" })
        #expect(log.reading.rows == 10_000)
    }

    @Test func `a quote lost in the device column makes no device of other rows`() throws {
        let text = "id,t,lat,lon\n\"D1,\(start),39.9,116.4\nD2,\(start),39.9,116.4\n\"D3\",\(start),39.9,116.4\n"
        let log = try read(text)
        #expect(log.devices.sorted() == ["D2", "D3"])
        #expect(log.faults == ["2 not-a-row"])
    }

    @Test func `text behind a closing quote on one line loses the line`() throws {
        let log = try read(header + row(0, "\"5\" nail\"") + row(1, "\"fine\" "))
        #expect(log.faults == ["2 not-a-row"] && log.fixes.lines == [3])
        #expect(log.reading.daylessRejects.first?.text == "D1,1748764800,39.9,116.4,\"5\" nail\"")
    }

    @Test func `a cell that holds a line with as many cells as the header is none`() throws {
        // The quote closes with nothing behind it, and the record has five cells.
        let log = try read(header + row(0, "\"cut off") + row(1) + row(2, "\""))
        #expect(log.faults == ["2 not-a-row", "4 not-a-row"] && log.fixes.lines == [3])
    }

    @Test func `the line in which the quote closes counts up to the quote`() throws {
        let log = try read(header + row(0, "\"cut off") + row(1, "\"") + row(2))
        #expect(log.faults == ["2 not-a-row", "3 not-a-row"] && log.fixes.lines == [4])
    }

    @Test func `a record over lines with another number of cells than the header is none`() throws {
        let log = try read(header + "\"D1\nx\",1,2\n" + row(2))
        #expect(log.faults == ["2 not-a-row", "3 wrong-column-count"] && log.fixes.lines == [4])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `a note over lines is kept where it is sure`(end: String) throws {
        let notes = row(0, "\"one, two\nthree, four, five\n\nsix\"") + row(1)
        let log = try read((header + notes).replacing("\n", with: end))
        #expect(log.faults == [] && log.fixes.lines == [2, 6])
    }

    @Test func `a first column over lines is kept`() throws {
        let log = try read("note,id,t,lat,lon\n\"one\ntwo\",D1,\(start),39.9,116.4\n")
        #expect(log.faults == [] && log.fixes.count == 1)
    }

    @Test(arguments: [(65_536, [String]()), (65_537, ["2 not-a-row", "3 wrong-column-count"])])
    func `a cell over lines must close within 64 KB`(bytes: Int, faults: [String]) throws {
        let record = row(0, "\"a\n\"")
        let long = record.replacing("\"a\n", with: "\"a\n" + String(repeating: "x", count: bytes - record.utf8.count))
        #expect(long.utf8.count == bytes)
        let log = try read(header + long + row(1))
        #expect(log.faults == faults)
        #expect(log.fixes.lines.last == 4)
    }

    @Test func `with CR line ends a lost quote loses one line, too`() throws {
        let text = (header + row(0) + row(1, "\"cut") + row(2) + row(3)).replacing("\n", with: "\r")
        let log = try read(text)
        #expect(log.faults == ["3 not-a-row"] && log.fixes.lines == [2, 4, 5])
    }

    @Test func `a header whose quotes cannot be trusted is damage`() throws {
        let damage = "has a header that is no record: a quote that is not closed, text behind a quoted name, or no end"
        #expect(try read("id,t,lat,lon,\"note\n" + row(0)).reading.damage == damage)
        #expect(try read("id,t,lat,lon,\"no\"te\n" + row(0)).reading.damage == damage)
    }

    @Test func `every line of random quotes is a fix, a reject, or of a record over lines`() throws {
        var random = SeededRandom(seed: 11)
        let notes = ["ok", "\"fine\"", "\"", "a\"b", "\"\"", "\"x\"\"y\"", "\"cut", "\"a\nb\""]
        for _ in 0..<300 {
            var text = header
            for number in 0..<12 { text += row(number, notes.randomElement(using: &random) ?? "") }
            let log = try read(text)
            #expect(log.reading.rows == Int64(log.fixes.count + log.faults.count))
            // A line that is no row is the second of a note over two lines.
            let lines = Set(log.fixes.lines + (log.reading.daylessRejects + log.rejects).map(\.line))
            let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
            for line in 2..<UInt32(texts.count) where !lines.contains(line) { #expect(texts[Int(line) - 1] == "b\"") }
        }
    }
}

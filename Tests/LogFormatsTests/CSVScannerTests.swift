import Testing

@testable import LogFormats

@Suite struct CSVScannerTests {
    /// The records of a whole text: their cells and the lines they take; nil where the rest is never closed.
    private func records(_ text: String, delimiter: Character = ",") -> [(cells: [String], lines: Int)?] {
        let scanner = CSVScanner(delimiter: delimiter.asciiValue ?? 44)
        var records: [(cells: [String], lines: Int)?] = []
        var at = 0
        Array(text.utf8).withUnsafeBytes { bytes in
            while at < bytes.count {
                guard case .record(let end, let lines) = scanner.scan(bytes, from: at, isLast: true) else {
                    records.append(nil)
                    return
                }
                let cells = scanner.fields[..<scanner.count].map { field in
                    String(
                        decoding: field.isQuoted ? CSVScanner.unquoted(bytes, field) : Array(bytes[field.start..<field.end]),
                        as: UTF8.self)
                }
                records.append((cells, lines))
                at = end
            }
        }
        return records
    }

    private func cells(_ text: String, delimiter: Character = ",") -> [[String]] {
        records(text, delimiter: delimiter).map { $0?.cells ?? ["unclosed"] }
    }

    @Test func `nothing is no record`() {
        #expect(cells("") == [])
    }

    @Test(arguments: ["a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,b\nc,d", "a,b\r\nc,d", "a,b\rc,d"])
    func `takes any line end, and a last line without one`(text: String) {
        #expect(cells(text) == [["a", "b"], ["c", "d"]])
    }

    @Test func `an empty line is a record with one empty cell`() {
        #expect(cells("a\n\nb\n") == [["a"], [""], ["b"]])
        #expect(cells("a\r\n\r\nb") == [["a"], [""], ["b"]])
    }

    @Test func `empty cells stand where nothing does`() {
        #expect(cells(",,\n,a,") == [["", "", ""], ["", "a", ""]])
    }

    @Test func `quotes keep delimiters, line ends and doubled quotes`() {
        #expect(cells("\"a,b\",\"c\"\"d\",\"\"\n") == [["a,b", "c\"d", ""]])
        #expect(cells("\"\"\"\",x") == [["\"", "x"]])
        #expect(cells("\"a\nb\r\nc\",d\ne") == [["a\nb\r\nc", "d"], ["e"]])
    }

    @Test func `a record counts the lines it takes`() {
        #expect(records("\"a\nb\r\nc\",d\ne\n").map { $0?.lines } == [3, 1])
        #expect(records("\"a\rb\r\nc\",d\re\r").map { $0?.lines } == [3, 1])
    }

    @Test func `a quote inside a cell is a quote`() {
        #expect(cells("5\" nail,a\"b\"") == [["5\" nail", "a\"b\""]])
    }

    @Test(arguments: ["\"a\"b,c", "x,\"a\" b\n", "\"a\"\"\" b\""]) func `text behind a closing quote is no record`(text: String) {
        #expect(cells(text) == [["unclosed"]])
    }

    @Test func `spaces behind a closing quote are none of the cell`() {
        #expect(cells("\"a\" \t,\"b\"  \r\nc") == [["a", "b"], ["c"]])
    }

    @Test func `an unclosed quote asks for more`() {
        #expect(cells("a,\"b\nc,d\n") == ["unclosed"].map { [$0] })
    }

    @Test func `cells are parted by any delimiter`() {
        #expect(cells("a;b,c;\"d;e\"", delimiter: ";") == [["a", "b,c", "d;e"]])
        #expect(cells("a\tb", delimiter: "\t") == [["a", "b"]])
    }

    @Test func `more than 64 cells are all taken`() {
        let names = (0..<200).map { "c\($0)" }
        #expect(cells(names.joined(separator: ",")) == [names])
    }

    @Test func `a window that ends inside a record asks for more, at every byte`() {
        let text = Array("ab,\"c\"\"\nd\",e\r\n".utf8)
        text.withUnsafeBytes { whole in
            for end in 0..<text.count {
                let scanner = CSVScanner(delimiter: 44)
                guard case .needsMore = scanner.scan(UnsafeRawBufferPointer(rebasing: whole[..<end]), from: 0, isLast: false)
                else {
                    Issue.record("a window of \(end) bytes gave a record")
                    continue
                }
            }
        }
    }

    @Test func `random tables come back as they were written`() {
        var random = SeededRandom(seed: 13)
        let pieces = ["a", "", "é", "\"", ",", "\n", "\r\n", " ", "1.5", "东"]
        for _ in 0..<500 {
            let table = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<3).map { _ in
                    (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
                }
            }
            let text = table.map { $0.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") }.joined(
                separator: "\r\n")
            #expect(cells(text) == table)
        }
    }
}

import Options
import Testing

@testable import LogFormats

@Suite struct CSVRowsTests {
    private func texts(_ text: String) throws -> [[String]] {
        try csvRows(Array(text.utf8), file: "a.csv").map { $0.cells.map(\.text) }
    }

    private func problem(_ bytes: [UInt8]) -> String? {
        #expect(throws: Problems.self) { try csvRows(bytes, file: "a.csv") }?.description
    }

    @Test func `takes quotes and line ends as RFC 4180 says`() throws {
        #expect(try texts("a,\"b,\"\"c\"\"\"\r\n1,2") == [["a", "b,\"c\""], ["1", "2"]])
        #expect(try texts("\u{FEFF}a\r\rb\n") == [["a"], ["b"]])
    }

    @Test func `leaves out records of empty cells`() throws {
        #expect(try texts("a,b\n\n , \n,\n1,\n") == [["a", "b"], ["1", ""]])
    }

    @Test func `every cell knows its line and column`() throws {
        let rows = try csvRows(Array("é,b\r\n\n\"x\ny\",c\rd, e\n".utf8), file: "a.csv")
        let marks = rows.map { $0.cells.map(\.mark) }
        #expect(
            marks == [
                [Mark(line: 1, column: 1), Mark(line: 1, column: 3)], [Mark(line: 3, column: 1), Mark(line: 4, column: 4)],
                [Mark(line: 5, column: 1), Mark(line: 5, column: 3)],
            ])
        #expect(rows[0].cell(7) == CSVRow.Cell(text: "", mark: Mark(line: 1, column: 3)))
    }

    @Test func `a quote that is not closed is told where it opens`() {
        let open = "the quote that opens here is not closed; put one behind the cell, too."
        #expect(problem(Array("\"a,b\n1,2\n".utf8)) == "a.csv:1:1: \(open)")
        #expect(problem(Array("a,b\n1,\"2\n3,4\n".utf8)) == "a.csv:2:3: \(open)")
        #expect(problem(Array("a,b\n\"1,2\n".utf8)) == "a.csv:2:1: \(open)")
    }

    @Test func `NC-01 a quote that is closed rows later is told where it opens`() {
        let open = "the quote that opens here is not closed; put one behind the cell, too."
        #expect(problem(Array("a,b\n1,\"2\n3,4\n5,\"\n".utf8)) == "a.csv:2:3: \(open)\na.csv:4:3: \(open)")
        #expect(problem(Array("a,b\n\"1\n2\"\n".utf8)) == "a.csv:2:1: \(open)")
    }

    @Test func `text behind a closing quote is told at its cell`() {
        #expect(
            problem(Array("a,b\n1,\"2\" x\n3,4\n".utf8))
                == "a.csv:2:3: text stands behind the closing quote of this cell; put quotes round all of it, and double those inside."
        )
    }

    @Test func `what is not UTF-8 is told where it stops to be, once, with what would fit`() {
        let bytes = Array("a,é".utf8) + [0xFF, 10, 0xE4, 0xB8, 44, 49, 10]
        #expect(
            problem(bytes) == "a.csv:1:4: here the file is not UTF-8; save it as UTF-8. It may be windows-1251 or windows-1252.")
        // Big5: 中.
        #expect(problem(Array("a\n".utf8) + [0xA4, 0xA4, 10])?.contains("big5") == true)
    }

    @Test func `a file with a byte order mark of UTF-16 is read`() throws {
        for order in [true, false] {
            let text: [UInt8] = "\u{FEFF}a,b\n张三,😀\n".utf16.flatMap {
                order ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
            }
            #expect(try csvRows(text, file: "a.csv").map { $0.cells.map(\.text) } == [["a", "b"], ["张三", "😀"]])
        }
    }
}

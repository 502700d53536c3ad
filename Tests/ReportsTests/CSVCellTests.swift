import Options
import SQLite
import Store
import Testing

@testable import Reports

@Suite struct CSVCellTests {
    private func cell(_ text: String, _ shape: CSVLines.Shape = CSVLines.Shape()) -> String {
        var (copy, lines) = (text, CSVLines(shape))
        copy.withUTF8 { lines.add(.text($0)) }
        return String(decoding: lines.bytes, as: UTF8.self)
    }

    private func cell(_ value: Cell, _ shape: CSVLines.Shape = CSVLines.Shape()) -> String {
        var lines = CSVLines(shape)
        lines.add(value)
        return String(decoding: lines.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a", "a"), ("", ""), ("a,\"b\"", "\"a,\"\"b\"\"\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
        ("a\rb", "\"a\rb\""),
        (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("39.9;116.4", "39.9;116.4"), ("东方", "东方"),
    ])
    func `quotes what needs quotes`(text: String, quoted: String) {
        #expect(cell(text) == quoted)
    }

    @Test func `doubles a quote that a combining mark follows`() {
        // The two are one character to Swift, two to every reader of CSV.
        #expect(cell("a\"\u{301}b").unicodeScalars.elementsEqual("\"a\"\"\u{301}b\"".unicodeScalars))
    }

    @Test func `values are written plainly, NULL as nothing`() {
        #expect(
            [Cell.null, .integer(-5), .real(2), .real(0.1), .real(1e-7)].map { cell($0) } == ["", "-5", "2", "0.1", "1e-07"])
    }

    // OWASP, "CSV Injection".
    @Test(arguments: [
        "=1+1", "=HYPERLINK(\"http://x\")", "@SUM(A1)", "\t=1", "\r=1", "+1+1", "-2+3", "+cmd|' /C calc'!A0", "-", "+",
        "+86 138 0013",
        "+1.", "-.5", "-1e", "+-1",
    ])
    func `a text that a spreadsheet takes for a formula gets an apostrophe before it`(text: String) {
        #expect(cell(text).hasPrefix("'") || cell(text).hasPrefix("\"'"))
    }

    @Test(arguments: [
        "", "a", "+8613800138000", "-5", "+0.5", "-12.25", "-1e-07", "+1E9", "86-138", " =1", "'=1", "a=1", "{\"a\":1}", "东方",
    ])
    func `other texts and numbers with a sign stay`(text: String) {
        #expect(!cell(text).hasPrefix("'") || text.hasPrefix("'"))
        #expect(!cell(text).hasPrefix("\"'"))
    }

    @Test func `only texts get an apostrophe, and quotes before it`() {
        #expect([cell(.integer(-5)), cell(.real(-0.5))] == ["-5", "-0.5"])
        #expect(cell("=A1,\"x\"") == "\"'=A1,\"\"x\"\"\"")
        #expect(cell("\r") == "\"'\r\"")
    }

    @Test func `the decimal comma is that of numbers only, the delimiter is quoted`() {
        var shape = CSVLines.Shape()
        (shape.delimiter, shape.hasDecimalComma) = (UInt8(ascii: ";"), true)
        #expect(cell(.real(116.3971281), shape) == "116,3971281" && cell(.real(1e-7), shape) == "1e-07")
        #expect(cell("3.5", shape) == "3.5" && cell("a,b", shape) == "a,b" && cell("a;b", shape) == "\"a;b\"")
    }

    // The shortest texts: those of Swift's own description, which is another program.
    @Test func `numbers are the shortest that give them back`() {
        var seed: UInt64 = 1
        for _ in 0..<200_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let kinds = [
                Double(Int64(bitPattern: seed) >> 30) / 1e7, Double(Int64(bitPattern: seed) >> 40) / 3.6,
                Double(Int64(bitPattern: seed) >> 11), Double(bitPattern: seed), Double(seed % 1000) / 1e8,
            ]
            for number in kinds where number.isFinite {
                #expect(cell(.real(number)) == shortText(number))
            }
        }
    }
}

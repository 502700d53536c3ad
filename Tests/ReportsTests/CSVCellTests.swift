import SQLite
import Store
import Testing

@testable import Reports

@Suite struct CSVCellTests {
    @Test(arguments: [
        ("a", "a"), ("", ""), ("a,\"b\"", "\"a,\"\"b\"\"\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
        ("a\rb", "\"a\rb\""),
        (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("39.9;116.4", "39.9;116.4"), ("东方", "东方"),
    ])
    func `quotes what needs quotes`(text: String, cell: String) {
        #expect(csvCell(text) == cell)
    }

    @Test func `doubles a quote that a combining mark follows`() {
        // The two are one character to Swift, two to every reader of CSV.
        #expect(csvCell("a\"\u{301}b").unicodeScalars.elementsEqual("\"a\"\"\u{301}b\"".unicodeScalars))
    }

    @Test func `values are written plainly, NULL as nothing`() {
        #expect(
            [Value.null, .integer(-5), .real(2), .real(0.1), .text("x,y"), .real(1e-7)].map { text(of: $0) } == [
                "", "-5", "2", "0.1", "x,y", "1e-07",
            ])
    }

    // OWASP, "CSV Injection".
    @Test(arguments: [
        "=1+1", "=HYPERLINK(\"http://x\")", "@SUM(A1)", "\t=1", "\r=1", "+1+1", "-2+3", "+cmd|' /C calc'!A0", "-", "+",
        "+86 138 0013",
        "+1.", "-.5", "-1e", "+-1",
    ])
    func `a text that a spreadsheet takes for a formula gets an apostrophe before it`(text: String) {
        #expect(withoutFormula(text) == "'" + text)
    }

    @Test(arguments: [
        "", "a", "+8613800138000", "-5", "+0.5", "-12.25", "-1e-07", "+1E9", "86-138", " =1", "'=1", "a=1", "{\"a\":1}", "东方",
    ])
    func `other texts and numbers with a sign stay`(text: String) {
        #expect(withoutFormula(text) == text)
    }

    @Test func `only texts get an apostrophe, and quotes after it`() {
        #expect(
            CSVLines().row([.integer(-5), .real(-0.5), .text("=A1,\"x\""), .text("\r"), .null])
                == "-5,-0.5,\"'=A1,\"\"x\"\"\",\"'\r\",\n"
        )
    }
}

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
}

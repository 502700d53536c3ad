import Testing
import Tracks

@Suite struct JSONTextTests {
    // RFC 8259, 7.
    @Test func `a JSON string escapes quotes, backslashes and control characters`() {
        #expect(jsonText("a\"b\\c\nd\te\u{1}北京 café") == "\"a\\\"b\\\\c\\nd\\te\\u0001北京 café\"")
        #expect(jsonText("") == "\"\"")
    }
}

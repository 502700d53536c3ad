import JSON
import Testing

@Suite struct JSONValueTests {
    @Test func `of a name that comes twice the last value counts`() {
        let value = JSONValue.object([("a", .number(1)), ("a", .number(2))])
        #expect(value["a"] == .number(2))
        #expect(value["b"] == nil)
        #expect(JSONValue.null["a"] == nil)
    }
}

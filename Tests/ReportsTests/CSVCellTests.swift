import Testing

@testable import Reports

@Suite struct CSVCellTests {
    @Test func `quotes what needs quotes`() {
        #expect(csvCell("a") == "a")
        #expect(csvCell("a,\"b\"") == "\"a,\"\"b\"\"\"")
    }
}

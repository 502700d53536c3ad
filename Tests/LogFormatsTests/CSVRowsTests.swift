import Testing

@testable import LogFormats

@Suite struct CSVRowsTests {
    @Test func `takes quotes and line ends as RFC 4180 says`() {
        #expect(csvRows(Array("a,\"b,\"\"c\"\"\"\r\n1,2".utf8)) == [["a", "b,\"c\""], ["1", "2"]])
    }
}

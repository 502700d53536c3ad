import Testing

@testable import Store

@Suite struct ProgramTests {
    @Test func `opens no file that is none of ours`() {
        #expect(throws: (any Error).self) { try Store(readingFrom: "/dev/null") }
    }
}

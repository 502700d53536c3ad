import Testing

@testable import Stages

@Suite struct StageNameTests {
    @Test func `stages have the names of the pipeline file`() {
        #expect(FindStays.name == "find-stays")
        #expect(SplitTrips.takes == .nothing)
    }
}

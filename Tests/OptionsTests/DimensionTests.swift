import Testing

@testable import Options

@Suite struct DimensionTests {
    @Test func `reads units`() throws {
        #expect(try Dimension.length.value(of: "15 m") == 15)
        #expect(try Dimension.length.value(of: "2.5km") == 2500)
        #expect(try Dimension.speed.value(of: "90 km/h") == 25)
        #expect(try Dimension.duration.value(of: "2 days") == 172_800)
    }

    @Test func `refuses a bare number`() {
        #expect(throws: QuantityError.noUnit("15")) { try Dimension.length.value(of: "15") }
    }
}

import Options
import Testing

@Suite struct PerKindTests {
    private let speeds = PerKind(70.0, byKind: ["pet": 15])

    @Test func `a listed kind has its own value, any other and none the other one`() {
        #expect(speeds.value(for: "pet") == 15)
        #expect(speeds.value(for: "vehicle") == 70)
        #expect(speeds.value(for: nil) == 70)
    }
}

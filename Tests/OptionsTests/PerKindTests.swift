import Options
import Testing

@Suite struct PerKindTests {
    private let speeds = PerKind(70.0, byKind: ["pet": 15])

    @Test func `a listed kind has its own value, any other and none the other one`() {
        #expect(speeds.value(for: "pet") == 15)
        #expect(speeds.value(for: "vehicle") == 70)
        #expect(speeds.value(for: nil) == 70)
    }

    @Test func `two spellings of one accent are two kinds`() {
        let speeds = PerKind(70.0, byKind: ["v\u{E9}lo": 15])
        #expect(speeds.value(for: "v\u{E9}lo") == 15)
        #expect(speeds.value(for: "ve\u{301}lo") == 70)
    }
}

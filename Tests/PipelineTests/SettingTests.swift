import Testing

@testable import Pipeline

@Suite struct SettingTests {
    @Test func `needs an equals sign`() {
        #expect(Setting("find-stays.radius=100 m")?.value == "100 m")
        #expect(Setting("find-stays.radius") == nil)
    }
}

import Options
import Testing

@Suite struct SpanTests {
    @Test func `two points part a text`() {
        #expect(ends(of: "3..16").map { [$0.from, $0.to] } == ["3", "16"])
        #expect(ends(of: "..").map { [$0.from, $0.to] } == ["", ""])
    }

    @Test(arguments: ["", "3", "3.16", "3...16", "3..16.", "3..4..5", "3....5"])
    func `anything else is no span`(text: String) {
        #expect(ends(of: text) == nil)
    }
}

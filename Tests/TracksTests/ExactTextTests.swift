import Testing
import Tracks

@Suite struct ExactTextTests {
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    @Test func `spellings that a String takes as one are two`() {
        #expect(composed == decomposed)
        #expect(ExactText(composed) != ExactText(decomposed))
        #expect(ExactText(composed) == ExactText("caf" + "\u{E9}"))
        #expect(Set([composed, decomposed, composed].map(ExactText.init)).count == 2)
    }

    @Test func `the order is that of the bytes`() {
        // 0x65 stands before 0xC3.
        #expect(ExactText(decomposed) < ExactText(composed))
        #expect([composed, "b", "", decomposed].map(ExactText.init).sorted().map(\.text) == ["", "b", decomposed, composed])
    }
}

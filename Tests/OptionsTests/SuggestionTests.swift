import Options
import Testing

@Suite struct SuggestionTests {
    private let known = ["radius", "at-least", "gap"]

    @Test(arguments: [
        ("raduis", "radius"), ("radus", "radius"), ("Radius", "radius"), ("radiuss", "radius"), ("gpa", "gap"), ("ga", "gap"),
        ("atleast", "at-least"), ("at_least", "at-least"),
    ])
    func `finds the word that was meant`(word: String, meant: String) {
        #expect(suggestion(for: word, among: known) == meant)
    }

    // By hand: 'radius' may be 2 letters off, 'gap' 1, 'at-least' 2.
    @Test(arguments: ["diameter", "radXYZ", "gXY", "", "leastat"])
    func `does not guess at a word that is too far`(word: String) {
        #expect(suggestion(for: word, among: known) == nil)
    }

    @Test func `two letters are near, three are not, for a word of six`() {
        #expect(suggestion(for: "raXXus", among: ["radius"]) == "radius")
        #expect(suggestion(for: "raXXXs", among: ["radius"]) == nil)
    }

    @Test func `three letters are near for a word of nine`() {
        #expect(suggestion(for: "satelXXXs", among: ["satellies"]) == "satellies")
        #expect(suggestion(for: "satXXXXes", among: ["satellies"]) == nil)
    }

    @Test func `of equally near words the first of the alphabet is meant`() {
        #expect(suggestion(for: "bat", among: ["cat", "hat", "bar"]) == "bar")
    }

    @Test func `no words, no suggestion`() {
        #expect(suggestion(for: "radius", among: []) == nil)
    }
}

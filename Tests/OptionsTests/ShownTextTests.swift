import Options
import Testing

@Suite struct ShownTextTests {
    // The general categories Cc, Zl and Zp, and the property Bidi_Control, of Unicode 15.
    @Test(arguments: [
        ("\u{0}", "\\x00"), ("\u{7}", "\\x07"), ("\u{1B}", "\\x1b"), ("\u{7F}", "\\x7f"), ("\u{80}", "\\x80"),
        ("\u{9B}", "\\x9b"),
        ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029"), ("\u{61C}", "\\u061c"),
        ("\u{200E}", "\\u200e"), ("\u{200F}", "\\u200f"), ("\u{202A}", "\\u202a"), ("\u{202E}", "\\u202e"),
        ("\u{2066}", "\\u2066"),
        ("\u{2069}", "\\u2069"),
    ])
    func `what changes a terminal is written out`(sign: String, shown: String) {
        #expect(shownText("a\(sign)[31mé") == "a\(shown)[31mé")
        #expect(shownText("\(sign)\(sign)") == shown + shown)
        #expect(shownText(shown) == shown)
    }

    @Test(arguments: ["", "plain ~", "张三", "e\u{301}", "שלום", "😀", "a\\x1b", "\u{200B}\u{FEFF}"])
    func `all else stays as it is`(text: String) {
        #expect(shownText(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `a line break of two characters is both`() {
        #expect(shownText("a\r\nb") == "a\\r\\nb")
    }

    @Test func `a list of names is cut after twenty, a name after sixty characters`() {
        #expect(listedNames(["id", "time"]) == "'id', 'time'")
        #expect(listedNames([]) == "")
        let names = (1...21).map { "c\($0)" }
        #expect(listedNames(names).hasSuffix(", 'c19', 'c20' and 1 more"))
        #expect(listedNames(Array(names.prefix(20))).hasSuffix(", 'c19', 'c20'"))
        let (sixty, more) = (String(repeating: "é", count: 60), String(repeating: "é", count: 61))
        #expect(listedNames([sixty, more]) == "'\(sixty)', '\(sixty)…'")
    }
}

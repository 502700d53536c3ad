import Foundation
import Testing

@testable import Reports

@Suite struct PackedTextTests {
    // RFC 4648, 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64 is that of RFC 4648`(text: String, encoded: String) {
        #expect(String(decoding: base64(Array(text.utf8)[...]), as: UTF8.self) == encoded)
    }

    @Test(arguments: [0, 1, 2, 3, 65_535, 65_536, 300_001])
    func `what is packed in pieces is base64 of one gzip file`(count: Int) throws {
        // Bytes that hardly pack, so that many pieces come out.
        var state: UInt32 = 1
        let bytes = (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        var text: [UInt8] = []
        let packed = PackedText { text += $0 }
        for start in stride(from: 0, to: count, by: 1000) { try packed.add(Array(bytes[start..<min(start + 1000, count)])) }
        try packed.finish()
        let gzip = try #require(Data(base64Encoded: Data(text)))
        #expect(gzip.starts(with: [0x1F, 0x8B, 8]))
        // RFC 1952: the last four bytes are the length.
        #expect(gzip.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } == count)
    }
}

@Suite struct WordingTests {
    @Test(arguments: [
        (0, "0 m"), (850, "850 m"), (999.4, "999 m"), (999.6, "1 km"), (12_440, "12.4 km"), (99_949, "99.9 km"),
        (1_240_000, "1,240 km"),
    ])
    func `distances have sense`(meters: Double, words: String) { #expect(distanceInWords(meters: meters) == words) }

    @Test(arguments: [
        (0, "0 s"), (59.4, "59 s"), (60, "1 min"), (3570, "1 h"), (12_000, "3 h 20 min"), (172_740, "47 h 59 min"),
        (172_800, "2 days"),
        (190_800, "2 days 5 h"),
    ])
    func `lengths of time have sense`(seconds: Double, words: String) { #expect(durationInWords(seconds: seconds) == words) }

    @Test func `a text is filled with its values and keeps its English as the key`() {
        let text = SpokenText("{0} of {1} <rows>", "1", "\"2\"")
        #expect(text.text == "1 of \"2\" <rows>")
        #expect(
            text.element("p")
                == "<p data-word=\"{0} of {1} &lt;rows&gt;\" data-values=\"[&quot;1&quot;,&quot;\\&quot;2\\&quot;&quot;]\">1 of &quot;2&quot; &lt;rows&gt;</p>"
        )
        #expect(SpokenText("Days").element("h2") == "<h2 data-word>Days</h2>")
    }
}

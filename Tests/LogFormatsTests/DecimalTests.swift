import Testing

@testable import LogFormats

@Suite struct DecimalTests {
    @Test(
        arguments: [
            ("0", 0), ("39.9042", 39.9042), ("-116.4074", -116.4074), ("+5", 5), (".5", 0.5), ("5.", 5), ("1e3", 1000),
            ("1.5E-2", 0.015),
            ("  12 ", 12), ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("2.2250738585072014e-308", 2.2250738585072014e-308), ("0.000000000000000000000000000001", 1e-30),
        ] as [(String, Double)])
    func `reads decimal numbers exactly`(text: String, expected: Double) {
        #expect(withCell(text, decimal) == expected)
    }

    @Test(arguments: [
        "", " ", "-", "+", ".", "-.", "1,5", "1e", "e5", "1e5x", "0x10", "nan", "inf", "-inf", "infinity", "1e400", "1 2", "１",
        "--1", "+-1", "1.2.3",
    ])
    func `what is no finite decimal number is none`(text: String) {
        #expect(withCell(text, decimal).isNaN)
    }

    @Test func `minus zero keeps its sign`() {
        #expect(withCell("-0.0", decimal).sign == .minus)
    }

    /// Swift's own `Double(String)` is the other program; it also takes words and hexadecimal digits, which a log has none of.
    @Test func `agrees with Swift's own reading on 100,000 random spellings`() {
        var random = SeededRandom(seed: 11)
        var differing: [String] = []
        for _ in 0..<100_000 {
            let text = spelling(&random)
            let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            let expected = isPlain ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
            let found = withCell(text, decimal)
            let agrees = expected.map { $0.bitPattern == found.bitPattern } ?? found.isNaN
            if !agrees { differing.append(text) }
        }
        #expect(differing == [])
    }

    private func spelling(_ random: inout SeededRandom) -> String {
        func digits(_ counts: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: counts, using: &random)).map { _ in
                    Character(UnicodeScalar(UInt8.random(in: 48...57, using: &random)))
                })
        }
        let signs = ["", "", "", "-", "-", "+"]
        var text = signs.randomElement(using: &random) ?? ""
        text += digits(0...(Bool.random(using: &random) ? 4 : 25))
        if Int.random(in: 0..<4, using: &random) > 0 { text += "." + digits(0...(Bool.random(using: &random) ? 8 : 30)) }
        if Int.random(in: 0..<6, using: &random) == 0 {
            text += (Bool.random(using: &random) ? "e" : "E") + (signs.randomElement(using: &random) ?? "") + digits(0...3)
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
            let junk = ["x", ",", "..", "e", "-", "°", "x 1", "_"]
            text += junk.randomElement(using: &random) ?? ""
        }
        return text
    }
}

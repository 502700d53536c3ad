import Glibc
import Testing

@testable import CoordinateFilter

/// Numbers in and out of `convert`, against Glibc's `strtod` and `vsnprintf`, which round exactly.
@Suite struct ConvertNumberTests {
    private func written(_ value: Double, decimals: Int) -> String { ConvertNumberText(decimals: decimals).text(value) }

    /// printf's `%.12f`, without trailing zeros and without a minus zero.
    private func expected(_ value: Double, decimals: Int) -> String {
        var room = [CChar](repeating: 0, count: 400)
        _ = withVaList([value]) { vsnprintf(&room, 400, "%.\(decimals)f", $0) }
        var text = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" || text.isEmpty ? "0" : text
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (116.404, "116.404"), (-180, "-180"), (10, "10"), (100, "100"), (1e-12, "0.000000000001"),
        (4.9e-13, "0"),
        (-4.9e-13, "0"), (0.1, "0.1"), (Double.leastNonzeroMagnitude, "0"), (89.999_999_999_999_9, "90"),
        (1_234_567.5, "1234567.5"),
    ]) func `drops trailing zeros and writes no exponent and no minus zero`(value: Double, text: String) {
        #expect(written(value, decimals: 12) == text)
    }

    @Test func `rounds halves that are exact to even`() {
        // 2^-13 = 0.0001220703125 has 13 decimals: a tie at the 12th.
        #expect(written(0.000_122_070_312_5, decimals: 12) == "0.000122070312")
        #expect(written(3 * 0.000_122_070_312_5, decimals: 12) == "0.000366210938")
    }

    @Test(arguments: [12, 9]) func `writes what printf writes`(decimals: Int) {
        var random = SystemRandomNumberGenerator()
        for round in 0..<200_000 {
            let bits = UInt64.random(in: .min ... .max, using: &random)
            let limit = decimals == 12 ? 400.0 : 4e7
            var value = Double(bits >> 11) / 9_007_199_254_740_992 * limit - limit / 2
            if round % 4 == 0 { value = Double(sign: .plus, exponent: -(round / 4) % 120, significand: value) }
            if round % 4 == 1 { value = (value * 1e6).rounded() / 1e6 }
            if written(value, decimals: decimals) != expected(value, decimals: decimals) {
                Issue.record(
                    "\(value.bitPattern): \(written(value, decimals: decimals)), wanted \(expected(value, decimals: decimals))")
                return
            }
        }
    }

    private func read(_ text: String) -> ConvertNumber {
        (Array(text.utf8) + [UInt8](repeating: 0, count: 16)).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { plainNumber($0, at: 0) } ?? ConvertNumber(value: .nan, end: 0)
        }
    }

    @Test func `reads what strtod reads`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200_000 {
            let digits = Int.random(in: 1...19, using: &random)
            var text = String((0..<digits).map { _ in Character(Unicode.Scalar(UInt8.random(in: 48...57, using: &random))) })
            text.insert(".", at: text.index(text.startIndex, offsetBy: Int.random(in: 0...digits, using: &random)))
            if Bool.random(using: &random) { text = "-" + text }
            let found = read(text)
            if found.value != strtod(text, nil) || found.end != text.utf8.count {
                Issue.record("\(text): \(found.value), wanted \(strtod(text, nil))")
                return
            }
        }
    }

    @Test func `stops at the first byte that is no digit`() {
        #expect(read("116.404,39").end == 7)
        #expect(read("116.40400001234x").end == 15)
        #expect(read("-1e5").end == 2)
        #expect(read(",").value.isNaN)
        #expect(read("-").value.isNaN)
        #expect(read(".").value.isNaN)
    }

    @Test func `leaves more than 19 digits to strtod`() {
        #expect(read("0.12345678901234567890").value.isNaN)
    }
}

extension JSONScanner {
    /// Powers of ten that are doubles exactly.
    private static let exactPowers: [Double] = (0...22).reduce(into: []) { powers, _ in powers.append((powers.last ?? 0.1) * 10) }

    /// Reads and passes the number that is next, as the double nearest to it.
    ///
    /// - Source: Clinger, "How to read floating point numbers accurately", PLDI 1990: digits below 2^53 with a power of ten up to 22
    ///   take one rounding; the standard library reads the others, exactly too.
    public mutating func number() throws(JSONError) -> Double {
        guard try kind() == .number else { throw JSONError(at: offset, "a number should begin here") }
        let start = offset
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        var digits = Digits()
        try readDigits(into: &digits, mayBeginWithZero: false)
        if next == UInt8(ascii: ".") {
            offset += 1
            digits.isFraction = true
            try readDigits(into: &digits, mayBeginWithZero: true)
        }
        let exponent = try readExponent() - digits.fractionCount
        if digits.value < 1 << 53, !digits.isTooLong, exponent.magnitude < Self.exactPowers.count {
            let power = Self.exactPowers[Int(exponent.magnitude)]
            let magnitude = exponent < 0 ? Double(digits.value) / power : Double(digits.value) * power
            return isNegative ? -magnitude : magnitude
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            throw JSONError(at: start, "a number is beyond the largest double")
        }
        return number
    }

    private struct Digits {
        var value: UInt64 = 0
        var isTooLong = false
        var isFraction = false
        var fractionCount = 0
    }

    private mutating func readDigits(into digits: inout Digits, mayBeginWithZero: Bool) throws(JSONError) {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            // 18 digits always fit into 64 bits.
            if digits.value < 100_000_000_000_000_000 {
                digits.value = digits.value * 10 + UInt64(byte - UInt8(ascii: "0"))
                if digits.isFraction { digits.fractionCount += 1 }
            } else {
                digits.isTooLong = true
            }
            offset += 1
        }
        guard offset > start else { throw JSONError(at: offset, "a digit should stand here") }
        guard mayBeginWithZero || bytes[start] != UInt8(ascii: "0") || offset == start + 1 else {
            throw JSONError(at: start, "a number begins with a zero too many")
        }
    }

    /// The number behind `e`, cut at a million, which is beyond every double; 0 where there is no `e`.
    private mutating func readExponent() throws(JSONError) -> Int {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return 0 }
        offset += 1
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { offset += 1 }
        let start = offset
        var exponent = 0
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            exponent = min(1_000_000, exponent * 10 + Int(byte - UInt8(ascii: "0")))
            offset += 1
        }
        guard offset > start else { throw JSONError(at: offset, "a digit should stand here") }
        return isNegative ? -exponent : exponent
    }
}

/// A number as it stands in a text.
struct ConvertNumber {
    /// NaN where it is none, or not finite.
    var value: Double
    /// The byte behind its last one.
    var end: Int
}

private let powersOfTen: [UInt64] = (0...19).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }

/// Reads the decimal number that begins at a byte: sign, digits, point, digits. What ends it is the caller's to judge.
///
/// Apart from the reader's `decimal`, which wants to know the cell's end and so a pass of its own over it; what this does not read goes there.
/// Exact for up to 19 digits (see `quotient`); NaN where there is no digit or there are more, for `decimal` to decide.
/// - Parameter text: 8 bytes behind the number must be readable.
@inline(__always)
func plainNumber(_ text: UnsafePointer<UInt8>, at start: Int) -> ConvertNumber {
    var i = start
    let isNegative = text[i] == 45
    if isNegative { i += 1 }
    var mantissa: UInt64 = 0
    let first = i
    while text[i] &- 48 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(text[i] &- 48)
        i += 1
    }
    var digits = i - first
    var decimals = 0
    if text[i] == 46 {
        i += 1
        let point = i
        while let eight = eightDigits(text + i) {
            mantissa = mantissa &* 100_000_000 &+ eight
            i += 8
        }
        while text[i] &- 48 < 10 {
            mantissa = mantissa &* 10 &+ UInt64(text[i] &- 48)
            i += 1
        }
        decimals = i - point
        digits += decimals
    }
    guard digits > 0, digits <= 19 else { return ConvertNumber(value: .nan, end: i) }
    let value: Double
    if mantissa <= 1 << 53 {
        // One rounding of a quotient of exact numbers (Clinger, PLDI 1990).
        value = decimals == 0 ? Double(mantissa) : Double(mantissa) / Double(powerOfTen(decimals))
    } else {
        value = quotient(mantissa, powerOfTen(decimals))
    }
    return ConvertNumber(value: isNegative ? -value : value, end: i)
}

@inline(__always)
private func powerOfTen(_ power: Int) -> UInt64 { powersOfTen.withUnsafeBufferPointer { $0[power] } }

/// The value of eight digits; nil where one of the eight bytes is none.
///
/// - Source: D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51, 2021, section 4.
@inline(__always)
private func eightDigits(_ text: UnsafePointer<UInt8>) -> UInt64? {
    var word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    let areDigits =
        (word & 0xF0F0_F0F0_F0F0_F0F0) | (((word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) >> 4) == 0x3333_3333_3333_3333
    guard areDigits else { return nil }
    word &-= 0x3030_3030_3030_3030
    word = word &* 10 &+ (word >> 8)
    let low = (word & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = ((word >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (low &+ high) >> 32
}

/// A quotient of whole numbers, rounded once: 64 bits of it, of which the last says whether a rest was left.
///
/// A rest below 64 bits cannot be mistaken for a half of the 53rd, so that the conversion to Double rounds as the exact quotient does.
@inline(never)
private func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    guard dividend > 0 else { return 0 }
    // Both with their highest bit set; half of the dividend is then below the divisor, as a 64-bit quotient wants.
    let (dividendShift, divisorShift) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let scaled = dividend << UInt64(dividendShift)
    let (found, rest) = (divisor << UInt64(divisorShift)).dividingFullWidth((scaled >> 1, scaled << 63))
    let bits = rest == 0 ? found : found | 1
    // found = dividend · 2^dividendShift · 2^63 / (divisor · 2^divisorShift)
    return Double(sign: .plus, exponent: divisorShift - dividendShift - 63, significand: Double(bits))
}

/// Decimal digits eight at a time, as the bytes of a word: the first digit is the lowest byte.
///
/// Unsafe: a word's bytes are added by address, in one piece. A fix has some 60 digits, which one by one would each check the room of the array.
extension [UInt8] {
    /// Adds the lowest bytes of a word.
    @inline(__always)
    private mutating func add(word: UInt64, from first: Int, to end: Int) {
        Swift.withUnsafeBytes(of: word.littleEndian) { bytes in
            append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[first..<end]))
        }
    }

    /// Adds a whole number.
    mutating func addNumber(_ number: UInt64) {
        if number < 10 { return append(48 + UInt8(truncatingIfNeeded: number)) }
        if number < 100_000_000 {
            let digits = eightDigits(number)
            return add(word: digits | asciiZeros, from: digits.trailingZeroBitCount / 8, to: 8)
        }
        let (upper, lower) = number.quotientAndRemainder(dividingBy: 100_000_000)
        addNumber(upper)
        add(word: eightDigits(lower) | asciiZeros, from: 0, to: 8)
    }

    /// Adds a point and seven digits, without the zeros at their end.
    ///
    /// - Parameter part: 1 to 9,999,999.
    mutating func addFraction(_ part: UInt64) {
        let digits = eightDigits(part)
        // The first of eight digits is zero: the point takes its place.
        let word = digits | asciiZeros & ~0xFF | UInt64(UInt8(ascii: "."))
        add(word: word, from: 0, to: 8 - digits.leadingZeroBitCount / 8)
    }
}

private let asciiZeros: UInt64 = 0x3030_3030_3030_3030

/// The digits of a number below 10^8, as numbers 0 to 9.
///
/// Two numbers of four digits, then four of two, then eight: each step divides all of them at once by a multiplication.
@inline(__always)
private func eightDigits(_ number: UInt64) -> UInt64 {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = upper | lower << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8
}

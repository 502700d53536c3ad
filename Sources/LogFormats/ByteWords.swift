import Glibc

/// Eight bytes of a text as a word, the first one lowest: cells are found and numbers read a word at a time.
///
/// Raw loads (measured: 60 instructions a row of 77 bytes to find its cells, 820 byte by byte). Who reads words sees to it that eight
/// bytes behind each place asked for can be read, and that a line feed stands behind the text.
enum ByteWords {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    static func word(at place: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    }

    /// Marks, with its highest bit, the first byte that is the delimiter or below 14, as line ends are; others are marked above it.
    ///
    /// - Parameter delimiters: The delimiter in each byte.
    /// - Source: S. E. Anderson, "Bit Twiddling Hacks" (public domain): a zero byte in a word, a byte less than n.
    @inline(__always)
    static func stops(_ word: UInt64, _ delimiters: UInt64) -> UInt64 {
        let other = word ^ delimiters
        return (((other &- ones) & ~other) | ((word &- 14 &* ones) & ~word)) & highs
    }

    /// Bytes before the first marked one.
    @inline(__always)
    static func count(before marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

    /// Moves to the next byte that is the delimiter or below 14.
    @inline(__always)
    static func skipCell(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) {
        while true {
            let marks = stops(word(at: place), delimiters)
            guard marks == 0 else {
                place += count(before: marks)
                return
            }
            place += 8
        }
    }

    /// Marks the first byte of a word that is no digit; the word is given with each byte's difference from the digit 0.
    @inline(__always)
    static func nonDigits(_ differences: UInt64) -> UInt64 { ((differences &+ 0x76 &* ones) | differences) & highs }

    /// The number that eight digits make, given as numbers 0 to 9, the first one lowest.
    @inline(__always)
    static func number(ofDigits digits: UInt64) -> UInt64 {
        let pairs = (digits &* 10) &+ (digits >> 8)
        let first = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (first &+ second) >> 32
    }

    static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// A number below 10¹⁶, exactly.
    @inline(__always)
    static func double(_ number: UInt64) -> Double { Double(Int64(truncatingIfNeeded: number)) }
}

private let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

/// Reads the number that stands at a place in digits with a sign and a point: up to seven before the point, eight behind it.
///
/// Moves behind it; false where what stands there begins otherwise or goes on, which `decimal` reads. Exact as `decimal` is.
@inline(__always)
func plainDecimal(_ place: inout UnsafePointer<UInt8>, _ number: inout Double) -> Bool {
    let isNegative = place[0] == 45
    let p = place + (isNegative ? 1 : 0)
    let digits = ByteWords.word(at: p) ^ ByteWords.zeros
    let marks = ByteWords.nonDigits(digits)
    let whole = ByteWords.count(before: marks)
    guard whole &- 1 < 7, whole != 0 else { return false }
    let value: Double
    if p[whole] != 46 {
        value = ByteWords.double(ByteWords.number(ofDigits: digits &<< UInt64(64 &- 8 &* whole)))
        place = p + whole
    } else if marks & (marks &- 1) != 0 {
        // Point and end lie in the word: the point is taken out.
        let end = ByteWords.count(before: marks & (marks &- 1))
        let before = (1 &<< UInt64(8 &* whole)) &- 1 as UInt64
        let joined = digits & before | (digits >> 8) & ~before
        guard end &- whole > 1 else { return false }
        value = ByteWords.double(ByteWords.number(ofDigits: joined &<< UInt64(72 &- 8 &* end))) / powers[end &- whole &- 1]
        place = p + end
    } else {
        let others = ByteWords.word(at: p + whole + 1) ^ ByteWords.zeros
        let fraction = ByteWords.count(before: ByteWords.nonDigits(others))
        guard fraction > 0, fraction < 8 || p[whole &+ 9] &- 48 >= 10 else { return false }
        let first = ByteWords.number(ofDigits: digits &<< UInt64(64 &- 8 &* whole))
        let second = ByteWords.number(ofDigits: others &<< UInt64(64 &- 8 &* fraction))
        value = (ByteWords.double(first) * powers[fraction] + ByteWords.double(second)) / powers[fraction]
        place = p + (whole &+ 1 &+ fraction)
    }
    number = isNegative ? -value : value
    return true
}

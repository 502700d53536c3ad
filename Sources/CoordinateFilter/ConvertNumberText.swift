/// Writes numbers with up to 12 decimals, correctly rounded, without trailing zeros, exponent or minus zero.
///
/// A Double is m · 2⁻ᵏ; m · 10ᵖ fits in 128 bits, so its whole part and what is left decide the rounding exactly (halves to even),
/// as printf does it.
struct ConvertNumberText: Sendable {
    /// No number takes more bytes: sign, 10 digits, point, 12 digits.
    static let longest = 24

    /// Numbers must be smaller, so that they fit in 64 bits: 4e9 with 9 decimals, 4e6 with 12.
    let limit: Double
    private let power: UInt64
    private let hasTwelve: Bool

    /// - Parameter decimals: 9 or 12.
    init(decimals: Int) {
        precondition(decimals == 9 || decimals == 12, "expected 9 or 12 decimals, found \(decimals)")
        power = decimals == 9 ? 1_000_000_000 : 1_000_000_000_000
        hasTwelve = decimals == 12
        limit = decimals == 9 ? 4e9 : 4e6
    }

    /// A number as a text of its own.
    func text(_ value: Double) -> String {
        String(unsafeUninitializedCapacity: Self.longest) { room in
            guard let start = room.baseAddress else { return 0 }
            return write(value, to: start) - start
        }
    }

    /// Writes a number and gives the byte behind it.
    @inline(__always)
    func write(_ value: Double, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let scaled = scaled(value)
        var text = start
        if value < 0, scaled > 0 {
            text[0] = 45
            text += 1
        }
        // Quotients by constants are products.
        let whole = hasTwelve ? scaled / 1_000_000_000_000 : scaled / 1_000_000_000
        text = writeWhole(whole, to: text)
        let rest = scaled &- whole &* power
        let fraction = hasTwelve ? rest : rest &* 1000
        guard fraction > 0 else { return text }
        text[0] = 46
        text += 1
        let (high, low) = (UInt32(truncatingIfNeeded: fraction / 1_000_000), UInt32(truncatingIfNeeded: fraction % 1_000_000))
        writeSix(high, to: text)
        writeSix(low, to: text + 6)
        text += 12
        while text[-1] == 48 { text -= 1 }
        return text
    }

    /// |value| · 10ᵖ as the nearest whole number, halves to even.
    @inline(__always)
    private func scaled(_ value: Double) -> UInt64 {
        let magnitude = abs(value)
        precondition(magnitude < limit, "expected a coordinate, found \(value)")
        let exponent = Int(magnitude.exponentBitPattern)
        // Below 2^-74 nothing is left of 12 decimals; zero and subnormal numbers are among these.
        guard exponent > 1023 - 75 else { return 0 }
        let significand = magnitude.significandBitPattern | (1 << 52)
        let shift = UInt64(1075 - exponent)
        let product = significand.multipliedFullWidth(by: power)
        return shift < 64 ? rounded(product, shift) : roundedHigh(product, shift - 64)
    }

    /// product / 2^shift for a shift of 1 to 63.
    @inline(__always)
    private func rounded(_ product: (high: UInt64, low: UInt64), _ shift: UInt64) -> UInt64 {
        let whole = (product.high &<< (64 &- shift)) | (product.low &>> shift)
        let rest = product.low &<< (64 &- shift)
        return whole &+ (rest > 1 << 63 || (rest == 1 << 63 && whole & 1 == 1) ? 1 : 0)
    }

    /// product / 2^(64 + shift) for a shift of 0 to 63.
    private func roundedHigh(_ product: (high: UInt64, low: UInt64), _ shift: UInt64) -> UInt64 {
        guard shift > 0 else {
            let isUp = product.low > 1 << 63 || (product.low == 1 << 63 && product.high & 1 == 1)
            return product.high + (isUp ? 1 : 0)
        }
        let rest = (product.high &<< (64 &- shift)) | (product.low == 0 ? 0 : 1)
        let whole = product.high &>> shift
        return whole + (rest > 1 << 63 || (rest == 1 << 63 && whole & 1 == 1) ? 1 : 0)
    }

    @inline(__always)
    private func writeWhole(_ whole: UInt64, to text: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var rest = UInt32(truncatingIfNeeded: whole)
        if rest < 10 {
            text[0] = 48 &+ UInt8(truncatingIfNeeded: rest)
            return text + 1
        }
        let count = digitCount(rest)
        var i = count
        while i >= 2 {
            writePair(rest % 100, to: text + (i - 2))
            rest /= 100
            i -= 2
        }
        if i == 1 { text[0] = 48 &+ UInt8(truncatingIfNeeded: rest) }
        return text + count
    }

    @inline(__always)
    private func digitCount(_ number: UInt32) -> Int {
        if number < 100 { return 2 }
        if number < 1000 { return 3 }
        var (count, bound) = (4, UInt64(10_000))
        while UInt64(number) >= bound {
            count += 1
            bound *= 10
        }
        return count
    }

    @inline(__always)
    private func writeSix(_ number: UInt32, to text: UnsafeMutablePointer<UInt8>) {
        writePair(number / 10_000, to: text)
        writePair(number / 100 % 100, to: text + 2)
        writePair(number % 100, to: text + 4)
    }

    @inline(__always)
    private func writePair(_ number: UInt32, to text: UnsafeMutablePointer<UInt8>) {
        let tens = number / 10
        text[0] = 48 &+ UInt8(truncatingIfNeeded: tens)
        text[1] = 48 &+ UInt8(truncatingIfNeeded: number &- tens &* 10)
    }
}

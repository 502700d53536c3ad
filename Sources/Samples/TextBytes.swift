import Tracks

/// Text written byte by byte: a String a row would cost more than the rest of it.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(text: String) { append(contentsOf: text.utf8) }

    /// A whole number ≥ 0 with at least this many digits.
    mutating func append(number: Int, width: Int = 1) {
        var power = 1
        var digits = 1
        while digits < width || number / power >= 10 {
            power *= 10
            digits += 1
        }
        var rest = number
        while power > 0 {
            let digit = rest / power
            append(UInt8(truncatingIfNeeded: 48 + digit))
            rest -= digit * power
            power /= 10
        }
    }

    /// A number with this many decimals (0 to 9), halves rounded away from zero.
    mutating func append(fixed value: Double, decimals: Int) {
        let scale = Self.powersOfTen[decimals]
        let scaled = Int((Swift.abs(value) * Double(scale)).rounded())
        if value < 0 && scaled > 0 { append(UInt8(ascii: "-")) }
        append(number: scaled / scale)
        if decimals == 0 { return }
        append(UInt8(ascii: "."))
        append(number: scaled % scale, width: decimals)
    }

    /// `YYYY-MM-DDTHH:MM:SS` and, where asked for, `.mmm`; the zone is the caller's.
    mutating func append(time milliseconds: Int64, withFraction: Bool) {
        let seconds = Int(milliseconds / 1_000)
        let ofDay = seconds % 86_400
        let (year, month, day) = civil(daysSince1970: seconds / 86_400)
        append(number: year, width: 4)
        append(UInt8(ascii: "-"))
        append(number: month, width: 2)
        append(UInt8(ascii: "-"))
        append(number: day, width: 2)
        append(UInt8(ascii: "T"))
        append(number: ofDay / 3_600, width: 2)
        append(UInt8(ascii: ":"))
        append(number: ofDay / 60 % 60, width: 2)
        append(UInt8(ascii: ":"))
        append(number: ofDay % 60, width: 2)
        if !withFraction { return }
        append(UInt8(ascii: "."))
        append(number: Int(milliseconds % 1_000), width: 3)
    }

    private static let powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]
}

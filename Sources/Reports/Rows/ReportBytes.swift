import Options
import SQLite
import Store
import Tracks

/// Numbers and texts as bytes, for formats that are text.
extension [UInt8] {
    /// Adds the shortest text of a number that gives it back; it must be finite.
    mutating func add(_ number: Double) {
        if !addShort(number) { add(shortText(number)) }
    }

    /// Adds the shortest text of a number where it has up to 15 digits with up to 7 decimals, which is what most columns hold; else
    /// nothing, and gives false.
    ///
    /// A division instead of a search: no shorter text can give the same number, as no two of 15 digits give one.
    mutating func addShort(_ number: Double) -> Bool {
        let scaled = number * 1e7
        guard abs(scaled) < 1e15, abs(scaled) >= 1e3 else {
            guard number == 0 else { return false }
            append(UInt8(ascii: "0"))
            return true
        }
        let count = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        guard Double(count) / 1e7 == number else { return false }
        addTenMillionths(count)
        return true
    }

    /// Adds a whole number.
    mutating func addWhole(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        addNumber(number.magnitude)
    }

    /// Adds a whole number of ten-millionths as a decimal, without zeros at its end.
    mutating func addTenMillionths(_ count: Int64) {
        if count < 0 { append(UInt8(ascii: "-")) }
        let (whole, part) = count.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        addNumber(whole)
        if part > 0 { addFraction(part) }
    }

    /// Adds a number with up to 7 decimals and never an exponent, as decimals of XML want it.
    mutating func addDecimal(_ number: Double) {
        guard abs(number) < 1e8 else { return add(number.isFinite ? number : 0) }
        addTenMillionths(Int64((number * 1e7).rounded()))
    }

    /// Adds a number with as many digits as are asked for, with zeros before it.
    mutating func add(_ number: Int, digits: Int) {
        var scale = 1
        for _ in 1..<digits { scale *= 10 }
        while scale > 0 {
            append(UInt8(48 + number / scale % 10))
            scale /= 10
        }
    }

    /// Adds a moment as RFC 3339 in UTC with milliseconds: `2025-06-01T00:00:00.000Z`.
    ///
    /// - Parameter milliseconds: Since 1970 UTC, of the years 0 to 9999.
    mutating func addInstant(_ milliseconds: Int64) {
        let day = (milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000
        let date = CalendarDay(number: Int32(truncatingIfNeeded: day)).parts
        let rest = Int(milliseconds - day * 86_400_000)
        add(date.year, digits: 4)
        append(UInt8(ascii: "-"))
        add(date.month, digits: 2)
        append(UInt8(ascii: "-"))
        add(date.day, digits: 2)
        append(UInt8(ascii: "T"))
        add(rest / 3_600_000, digits: 2)
        append(UInt8(ascii: ":"))
        add(rest / 60_000 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        add(rest / 1000 % 60, digits: 2)
        append(UInt8(ascii: "."))
        add(rest % 1000, digits: 3)
        append(UInt8(ascii: "Z"))
    }

    /// Adds a JSON string (RFC 8259) of UTF-8; what is none becomes U+FFFD.
    mutating func addJSON(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        let signs = textSigns(text) { $0 < 32 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if signs == .plain {
            self += text
            return append(UInt8(ascii: "\""))
        }
        withUTF8(text) { text in
            var start = 0
            for (i, byte) in text.enumerated() where byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                self += text[start..<i]
                addEscape(byte)
                start = i + 1
            }
            self += text[start...]
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func addEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): add("\\n")
        case UInt8(ascii: "\r"): add("\\r")
        case UInt8(ascii: "\t"): add("\\t")
        case 0..<32:
            add("\\u00")
            append(byte < 16 ? 48 : 49)
            append(byte % 16 < 10 ? 48 + byte % 16 : 87 + byte % 16)
        default: self += [UInt8(ascii: "\\"), byte]
        }
    }

    /// Adds a value as JSON.
    ///
    /// - Parameter isJSON: Whether its text is JSON already.
    mutating func addJSON(_ cell: Cell, isJSON: Bool) {
        switch cell {
        case .null: add("null")
        case .integer(let number): addWhole(number)
        case .real(let number) where !number.isFinite: add("null")
        case .real(let number): add(number)
        case .text(let text) where isJSON: withUTF8(text) { self += $0 }
        case .text(let text): addJSON(text)
        }
    }

    /// Adds a text of XML (1.0): characters that XML cannot hold become U+FFFD.
    mutating func addXML(_ text: UnsafeBufferPointer<UInt8>) {
        withUTF8(text) { text in
            var start = 0
            for (i, byte) in text.enumerated() {
                let replacement: String
                switch byte {
                case UInt8(ascii: "&"): replacement = "&amp;"
                case UInt8(ascii: "<"): replacement = "&lt;"
                case UInt8(ascii: ">"): replacement = "&gt;"
                case UInt8(ascii: "\""): replacement = "&quot;"
                // A reader of XML would make a line feed of it.
                case UInt8(ascii: "\r"): replacement = "&#13;"
                case UInt8(ascii: "\n"), UInt8(ascii: "\t"): continue
                case 0..<32: replacement = "\u{FFFD}"
                // U+FFFE and U+FFFF.
                case 0xBE where i >= 2 && text[i - 2] == 0xEF && text[i - 1] == 0xBF,
                    0xBF where i >= 2 && text[i - 2] == 0xEF && text[i - 1] == 0xBF:
                    self += text[start..<(i - 2)]
                    add("\u{FFFD}")
                    start = i + 1
                    continue
                default: continue
                }
                self += text[start..<i]
                add(replacement)
                start = i + 1
            }
            self += text[start...]
        }
    }

    /// Adds a text of XML.
    mutating func addXML(_ text: String) {
        var copy = text
        copy.withUTF8 { addXML($0) }
    }

    /// Adds a value as a text of XML; NULL is nothing.
    mutating func addXML(_ cell: Cell) {
        switch cell {
        case .null: break
        case .integer(let number): addWhole(number)
        case .real(let number): if number.isFinite { add(number) }
        case .text(let text): addXML(text)
        }
    }
}

/// What a text holds.
enum TextSigns {
    /// ASCII, none of it special.
    case plain
    /// ASCII, some of it special.
    case special
    /// More than ASCII.
    case wide
}

/// Looks through a text once, without a branch for each byte.
@inline(__always)
func textSigns(_ text: UnsafeBufferPointer<UInt8>, isSpecial: (UInt8) -> Bool) -> TextSigns {
    var (all, special): (UInt8, UInt8) = (0, 0)
    for byte in text {
        all |= byte
        special |= isSpecial(byte) ? 1 : 0
    }
    return all >= 128 ? .wide : special == 0 ? .plain : .special
}

/// Hands a text on as UTF-8; each of its bytes that is none becomes U+FFFD.
func withUTF8(_ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard text.contains(where: { $0 >= 128 }) else { return body(text) }
    var repaired = String(decoding: text, as: UTF8.self)
    repaired.withUTF8(body)
}

/// Whether a column of a view holds JSON.
func isJSON(column name: String) -> Bool { jsonColumns.contains(name) }

private let jsonColumns = Set(View.all.flatMap(\.columns).filter(\.isJSON).map(\.name))

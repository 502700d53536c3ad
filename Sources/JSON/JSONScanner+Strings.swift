extension JSONScanner {
    /// Reads and passes the string that is next, its escapes resolved.
    public mutating func string() throws(JSONError) -> String {
        guard try kind() == .string else { throw JSONError(at: offset, "a string should begin here") }
        let start = offset + 1
        let hasEscapes = try skipString()
        let inside = bytes[start..<offset - 1]
        return hasEscapes ? Self.unescaped(inside) : String(decoding: inside, as: UTF8.self)
    }

    /// Passes the string whose quote is next, checking it; whether it has escapes.
    mutating func skipString() throws(JSONError) -> Bool {
        let start = offset
        var hasEscapes = false
        offset += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<32: throw JSONError(at: offset, "a control character stands in a string")
            case 32..<128: offset += 1
            default:
                guard let length = lengthOfLetter() else { throw JSONError(at: offset, "a string is not UTF-8") }
                offset += length
            }
        }
        throw JSONError(at: start, "a string has no end")
    }

    private mutating func skipEscape() throws(JSONError) {
        let start = offset
        offset += 1
        switch next {
        case UInt8(ascii: "u"):
            guard Self.unit(bytes[(offset + 1)...]) != nil else {
                throw JSONError(at: start, "four hexadecimal digits should follow \\u")
            }
            offset += 5
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        default: throw JSONError(at: start, "there is no such escape")
        }
    }

    /// The bytes of the letter beyond ASCII that is next; nil where it is not well formed.
    ///
    /// - Source: The Unicode Standard, table 3-7.
    private func lengthOfLetter() -> Int? {
        let first = bytes[offset]
        let second: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for i in 2..<max(2, length) where bytes[offset + i] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The UTF-16 unit of four hexadecimal digits; nil where there are none.
    private static func unit(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count >= 4 else { return nil }
        var unit: UInt16 = 0
        for digit in digits.prefix(4) {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return unit
    }

    /// The text of checked bytes between quotes. Units of `\u` are put together as UTF-16; a lone half becomes U+FFFD.
    private static func unescaped(_ inside: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(inside.count)
        var units: [UInt16] = []
        var at = inside.startIndex
        while at < inside.endIndex {
            let escape = inside[at] == UInt8(ascii: "\\") ? inside[at + 1] : nil
            if escape == UInt8(ascii: "u") {
                units.append(unit(inside[(at + 2)...]) ?? 0xFFFD)
                at += 6
                continue
            }
            flush(&units, into: &text)
            text.append(escape.map(letter) ?? inside[at])
            at += escape == nil ? 1 : 2
        }
        flush(&units, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func flush(_ units: inout [UInt16], into text: inout [UInt8]) {
        guard !units.isEmpty else { return }
        text += Array(String(decoding: units, as: UTF16.self).utf8)
        units.removeAll(keepingCapacity: true)
    }

    /// What a backslash and a letter stand for.
    private static func letter(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: escape
        }
    }
}

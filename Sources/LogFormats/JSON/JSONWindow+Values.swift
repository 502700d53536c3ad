import Tracks

/// Where a text is no JSON: what is wrong there.
struct JSONFault: Error {
    let what: StaticString
}

/// Passes strings, numbers and words: checked, and nothing made of them.
extension JSONWindow {
    /// Passes a string from behind its first quote; whether it has escapes.
    @inline(__always)
    mutating func passString() throws(JSONFault) -> Bool {
        var isEscaped = false
        while true {
            // Zeros behind the text stop this.
            var place = UnsafePointer(bytes + at)
            var marks = JSONBytes.stops(ByteWords.word(at: place))
            while marks == 0 {
                place += 8
                marks = JSONBytes.stops(ByteWords.word(at: place))
            }
            place += ByteWords.count(before: marks)
            at = place - UnsafePointer(bytes)
            switch place.pointee {
            case 34:
                at += 1
                return isEscaped
            case 92:
                isEscaped = true
                try passEscape()
            default:
                guard at == filled else { throw JSONFault(what: "a control character stands in a string") }
                guard !isAtEnd() else { throw JSONFault(what: "a string has no end") }
            }
        }
    }

    private mutating func passEscape() throws(JSONFault) {
        at += 1
        let letter = next()
        guard JSONBytes.isEscape(letter) else { throw JSONFault(what: "there is no such escape") }
        at += 1
        guard letter == 117 else { return }
        for _ in 0..<4 {
            guard JSONBytes.hexadecimal(next()) != nil else {
                throw JSONFault(what: "four hexadecimal digits should follow \\u")
            }
            at += 1
        }
    }

    @inline(__always)
    mutating func passNumber() throws(JSONFault) {
        if next() == 45 { at += 1 }
        let first = next()
        at += first == 48 ? 1 : 0
        guard first == 48 || passDigits() else { throw JSONFault(what: "this is no number") }
        if next() == 46 {
            at += 1
            guard passDigits() else { throw JSONFault(what: "digits should follow the point") }
        }
        guard next() | 32 == 101 else { return }
        at += 1
        if next() == 43 || next() == 45 { at += 1 }
        guard passDigits() else { throw JSONFault(what: "digits should follow the exponent") }
    }

    /// Whether digits stand here; they are passed.
    @inline(__always)
    mutating func passDigits() -> Bool {
        guard next() &- 48 < 10 else { return false }
        while next() &- 48 < 10 { at &+= 1 }
        return true
    }

    mutating func passLiteral(_ byte: UInt8) throws(JSONFault) {
        let word: StaticString = byte == 116 ? "true" : byte == 102 ? "false" : byte == 110 ? "null" : ""
        guard word.utf8CodeUnitCount > 0 else { throw JSONFault(what: "no value begins here") }
        for i in 0..<word.utf8CodeUnitCount {
            guard next() == word.utf8Start[i] else { throw JSONFault(what: "no value begins here") }
            at += 1
        }
    }
}

/// Bytes of JSON.
enum JSONBytes {
    /// Marks, with its highest bit, the first byte of a word that ends a plain part of a string: a quote, a backslash, or below 32.
    ///
    /// - Source: S. E. Anderson, "Bit Twiddling Hacks" (public domain): a zero byte in a word, a byte less than n.
    @inline(__always)
    static func stops(_ word: UInt64) -> UInt64 {
        let ones = ByteWords.ones
        let (quotes, backslashes) = (word ^ 34 &* ones, word ^ 92 &* ones)
        return (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- 32 &* ones) & ~word))
            & ByteWords.highs
    }

    /// Whether a letter may follow a backslash.
    static func isEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case 34, 92, 47, 98, 102, 110, 114, 116, 117: true  // " \ / b f n r t u
        default: false
        }
    }

    /// The number of a hexadecimal digit; nil where it is none.
    static func hexadecimal(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 48...57: UInt32(digit - 48)
        case 65...70: UInt32(digit - 55)
        case 97...102: UInt32(digit - 87)
        default: nil
        }
    }

    /// Writes the text of a checked string, its escapes resolved; a lone half of a pair becomes U+FFFD. It is never longer than the string.
    ///
    /// - Returns: Bytes written.
    static func unescape(_ text: UnsafePointer<UInt8>, _ count: Int, into out: UnsafeMutablePointer<UInt8>) -> Int {
        var (i, written) = (0, 0)
        while i < count {
            guard text[i] == 92 else {
                out[written] = text[i]
                (i, written) = (i + 1, written + 1)
                continue
            }
            guard text[i + 1] == 117 else {
                out[written] = meaning(of: text[i + 1])
                (i, written) = (i + 2, written + 1)
                continue
            }
            var number = unit(text + i + 2)
            i += 6
            if 0xD800..<0xDC00 ~= number, i + 6 <= count, text[i] == 92, text[i + 1] == 117,
                0xDC00..<0xE000 ~= unit(text + i + 2)
            {
                number = 0x10000 + (number - 0xD800) << 10 + (unit(text + i + 2) - 0xDC00)
                i += 6
            }
            for byte in Unicode.UTF8.encode(Unicode.Scalar(number) ?? "\u{FFFD}") ?? .init() {
                out[written] = byte
                written += 1
            }
        }
        return written
    }

    private static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | (hexadecimal(digits[$1]) ?? 0) }
    }

    /// What a backslash and a letter stand for.
    private static func meaning(of letter: UInt8) -> UInt8 {
        switch letter {
        case 98: 8
        case 102: 12
        case 110: 10
        case 114: 13
        case 116: 9
        default: letter
        }
    }
}

/// A text as a JSON string, in its quotes (RFC 8259), that a terminal may be shown: what would move its cursor, colour it or turn its
/// order round is written as `\u` and four digits, as `shownText` writes it out.
public func shownJSON(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            // All of these lie below U+10000: four digits are enough.
            guard scalar.value < 32 || changesTerminal(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
    return result + "\""
}

/// A text as a JSON string, in its quotes (RFC 8259).
public func jsonText(_ text: String) -> String { jsonText(text) { _ in false } }

/// A text as a JSON string, in its quotes, with more of it escaped than must be.
///
/// - Parameter escapes: Which signs are written as `\u` and four digits besides those that JSON wants so; of U+FFFF and below only.
public func jsonText(_ text: String, escapes: (Unicode.Scalar) -> Bool) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            if scalar.value < 32 || escapes(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
    return result + "\""
}

import Options

/// A text as a value of a pipeline file that reads as this very text: as it is, or in double quotes.
///
/// What would be an environment variable is written so that it is none.
func yamlText(_ text: String) -> String {
    guard !isPlainWord(text) else { return text }
    let quoted = text.replacing("${", with: "${TRACKMILL_NO_VARIABLE:$}{").unicodeScalars.reduce(into: "") { quoted, scalar in
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\n": quoted += "\\n"
        case "\r": quoted += "\\r"
        case "\t": quoted += "\\t"
        default:
            guard isOutsideYAML(scalar) || shownText(String(scalar)) != String(scalar) else {
                return quoted.unicodeScalars.append(scalar)
            }
            let digits = String(scalar.value, radix: 16)
            let width = scalar.value < 0x100 ? 2 : scalar.value < 0x10000 ? 4 : 8
            quoted += (width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U") + String(repeating: "0", count: width - digits.count)
            quoted += digits
        }
    }
    return "\"\(quoted)\""
}

/// A value of a pipeline file on one line.
func yamlText(_ content: Node.Content) -> String {
    switch content {
    case .empty, .refused: "~"
    case .scalar(let text): yamlText(text)
    case .sequence(let items): "[" + items.map { yamlText($0.content) }.joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \(yamlText($0.value.content))" }.joined(separator: ", ") + "}"
    }
}

/// A text as a comment may hold it: on one line, and of characters that YAML takes.
func commentText(_ text: String) -> String {
    let shown = shownText(text)
    guard shown.unicodeScalars.contains(where: isOutsideYAML) else { return shown }
    return shown.unicodeScalars.reduce(into: "") { result, scalar in
        result += isOutsideYAML(scalar) ? "\\u" + String(scalar.value, radix: 16) : String(scalar)
    }
}

/// Whether a text reads as itself without quotes, wherever it stands: words of letters, with spaces, dots, dashes and slashes inside.
private func isPlainWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    guard let first = bytes.first, let last = bytes.last, isLetter(first) || isDigit(first), isLetter(last) || isDigit(last)
    else { return false }
    guard bytes.allSatisfy({ isLetter($0) || isDigit($0) || " ._-/".utf8.contains($0) }) else { return false }
    return !["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
}

/// Characters that YAML takes in escapes only.
private func isOutsideYAML(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE || (scalar.value < 32 && scalar != "\t")
        || (127...159).contains(scalar.value)
}

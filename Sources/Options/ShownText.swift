/// A text as a line for people may hold it: what would move a terminal's cursor, colour it or turn its order round is written out.
///
/// Control characters (C0, C1) are `\n`, `\r`, `\t` or `\x1b`; separators of lines and paragraphs and bidirectional marks `\u202e`.
public func shownText(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ (32..<127).contains($0) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
        switch scalar {
        case "\n": shown += "\\n"
        case "\r": shown += "\\r"
        case "\t": shown += "\\t"
        default:
            guard changesTerminal(scalar) else { return shown.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            let width = scalar.value < 256 ? 2 : 4
            shown += (width == 2 ? "\\x" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
        }
    }
}

/// Whether a sign would move a terminal's cursor, colour it, or turn its order round; all of these lie below U+10000.
public func changesTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
}

/// Names of a log for a message, in quotes: the first 20, each cut after 60 characters.
///
///     listedNames(["id", "time"])  // 'id', 'time'
public func listedNames(_ names: [String]) -> String {
    let shown = names.prefix(20).map { name in
        let start = name.prefix(60)
        return "'\(start)\(start.endIndex == name.endIndex ? "" : "…")'"
    }
    return shown.joined(separator: ", ") + (names.count > 20 ? " and \(names.count - 20) more" : "")
}

import CYAML
import Options

/// Why libyaml could not go on: its words and place, or better ones where the cause is known.
struct YAMLFailure {
    private let state: yaml_parser_t
    private let text: String
    /// Where the last value in quotes opens and closes.
    private let quoted: (opens: Mark, closes: Mark)?
    private let reason: String
    private let context: String
    private let mark: Mark

    /// The failure that a parser has stopped at.
    init(_ state: yaml_parser_t, text: String, quoted: (opens: Mark, closes: Mark)?) {
        self.state = state
        self.text = text
        self.quoted = quoted
        reason = state.problem.map { String(cString: $0) } ?? "it cannot be read"
        context = state.context.map { String(cString: $0) } ?? ""
        mark = Mark(state.problem_mark)
    }

    /// What is wrong, where, and how to mend it.
    func problem(in file: String) -> Problem {
        let (place, what) = controlCharacter ?? openQuote ?? tab ?? lateQuote ?? loneKey ?? (mark, "\(reason).\(hint)")
        return Problem(file: file, mark: place, what: "this is no YAML: \(what)")
    }

    // libyaml gives the place of a character that it cannot read in bytes only.
    private var controlCharacter: (Mark, String)? {
        guard state.error == YAML_READER_ERROR else { return nil }
        let bytes = Array(text.utf8)
        let place = Mark(ofByte: state.problem_offset, in: bytes)
        let digits = String(state.problem_value, radix: 16, uppercase: true)
        let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return (place, "the control character U+\(number) cannot stand here; take it away.")
    }

    private var openQuote: (Mark, String)? {
        guard context == "while scanning a quoted scalar" else { return nil }
        return (Mark(state.context_mark), "the quote that opens here is not closed; put one behind the value, too.")
    }

    private var tab: (Mark, String)? {
        let indentation = line(mark.line).prefix { $0 == " " || $0 == "\t" }
        guard let place = indentation.firstIndex(of: "\t") else { return nil }
        let column = indentation.distance(from: indentation.startIndex, to: place) + 1
        return (Mark(line: mark.line, column: column), "a tab indents this line; use spaces.")
    }

    // A quote that is not closed in its line takes what follows, up to the next quote.
    private var lateQuote: (Mark, String)? {
        guard let quoted, quoted.opens.line < quoted.closes.line, quoted.closes.line == mark.line else { return nil }
        return (quoted.opens, "the quote that opens here is closed in line \(mark.line) only; put one behind the value.")
    }

    // libyaml notices a line later that nothing follows a key.
    private var loneKey: (Mark, String)? {
        guard context == "while scanning a simple key" else { return nil }
        return (Mark(state.context_mark), "a key stands here without ':' and a value behind it.")
    }

    private var hint: String {
        // Where a flow mapping such as {date} is not closed as one, libyaml may notice a line later.
        let near = [mark.line, mark.line - 1, mark.line + 1].map(line)
        if near.contains(where: { $0.contains("{date") || $0.contains("{device") || $0.contains("${") }) {
            return " A value that holds {date} or ${NAME} needs quotes: put quotes round it."
        }
        if context == "while parsing a quoted scalar" { return " Write a backslash twice, or take single quotes." }
        if ["while parsing a flow sequence", "while parsing a flow mapping"].contains(context) {
            return " The bracket opens in line \(state.context_mark.line + 1), column \(state.context_mark.column + 1)."
        }
        if reason.contains("cannot start any token"), let first = line(mark.line).dropFirst(mark.column - 1).first {
            return " Put quotes round a value that begins with \(first)."
        }
        return ""
    }

    /// A line by its number from 1; empty where there is none.
    private func line(_ number: Int) -> Substring {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.indices.contains(number - 1) ? lines[number - 1] : ""
    }
}

extension Mark {
    /// The place that libyaml means.
    init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}

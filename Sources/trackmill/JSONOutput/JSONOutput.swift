import Options
import Tracks

/// A value of machine output; the members of an object keep their order.
///
/// Texts are valid whatever bytes they come from: what was no UTF-8 is U+FFFD by the time it is a String.
enum JSONOutput {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONOutput])
    case object([Member])

    /// A name of an object with its value.
    typealias Member = (name: String, value: JSONOutput)

    static func integer(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    static func optional(_ value: String?) -> JSONOutput { value.map { .text($0) } ?? .null }
    static func optional(_ value: Int64?) -> JSONOutput { value.map { .integer($0) } ?? .null }
    static func optional(_ value: Int?) -> JSONOutput { optional(value.map { Int64($0) }) }
    static func optional(_ value: Double?) -> JSONOutput { value.map { .number($0) } ?? .null }
    static func texts(_ values: [String]) -> JSONOutput { .list(values.map { .text($0) }) }

    /// Its text on one line (RFC 8259); a number that is none is null.
    var line: String {
        switch self {
        case .null: "null"
        case .flag(let isSet): isSet ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): number.isFinite ? shortText(number) : "null"
        case .text(let text): shownJSON(text)
        case .list(let items): "[" + items.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(shownJSON($0.name)):\($0.value.line)" }.joined(separator: ",") + "}"
        }
    }

    /// Its text with a member or an item a line, for people and for files that are compared line by line.
    func pretty(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .list(let items) where items.contains(where: \.hasParts):
            return "[\n" + items.map { inner + $0.pretty(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(inner)\(shownJSON($0.name)): \($0.value.pretty(inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return line
        }
    }

    private var hasParts: Bool {
        switch self {
        case .object, .list: true
        default: false
        }
    }
}

/// A text as a JSON string that a terminal may be shown, as `shownText` writes it out.
private func shownJSON(_ text: String) -> String { jsonText(text, escapes: changesTerminal) }

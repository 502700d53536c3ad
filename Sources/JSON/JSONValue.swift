/// A value of a JSON text (RFC 8259).
public enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as a double.
    case number(Double)
    /// A string, its escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, in the order of the text; of a name that comes twice the last value counts.
    case object([(name: String, value: JSONValue)])

    /// The member of a name; nil where this is no object or has none.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The text of a string; nil for any other value.
    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The double of a number; nil for any other value.
    public var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The whole number that this is; nil for any other value, and for a number with a fraction or beyond `Int`.
    public var integer: Int? { double.flatMap(Int.init(exactly:)) }

    /// The elements of an array; nil for any other value.
    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// Whether both are the same value; members in the same order.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value }
        default: false
        }
    }
}

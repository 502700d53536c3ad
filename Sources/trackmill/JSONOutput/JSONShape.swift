/// What a value of machine output looks like: what `help json` and its JSON Schema are made from.
indirect enum JSONShape: Sendable {
    case text
    /// `2025-06-01`
    case day
    /// `2025-06-01T00:00:19.000Z`
    case time
    case integer
    case number
    case flag
    case constant(String)
    case one(of: [String])
    case optional(JSONShape)
    case list(JSONShape)
    case object([JSONField])
    /// An object of any names with a whole number each.
    case counts

    /// In words, for the reference.
    var words: String {
        switch self {
        case .text: "text"
        case .day: "day"
        case .time: "time in UTC"
        case .integer: "whole number"
        case .number: "number"
        case .flag: "true or false"
        case .constant(let value): "'\(value)'"
        case .one(let values): "one of " + values.joined(separator: ", ")
        case .optional(let shape): shape.words + ", or null"
        case .list(let shape): shape.fields.isEmpty ? "list of \(shape.words)" : "list of objects"
        case .object: "object"
        case .counts: "object of a whole number by name"
        }
    }

    /// The fields of the object that it is or holds.
    var fields: [JSONField] {
        switch self {
        case .object(let fields): fields
        case .optional(let shape), .list(let shape): shape.fields
        default: []
        }
    }

    /// As a JSON Schema (2020-12).
    var schema: JSONOutput {
        switch self {
        case .text: .object([("type", .text("string"))])
        case .day: Self.pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
        case .time: Self.pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$")
        case .integer: .object([("type", .text("integer"))])
        case .number: .object([("type", .text("number"))])
        case .flag: .object([("type", .text("boolean"))])
        case .constant(let value): .object([("const", .text(value))])
        case .one(let values): .object([("enum", .texts(values))])
        case .optional(let shape): .object([("anyOf", .list([shape.schema, .object([("type", .text("null"))])]))])
        case .list(let shape): .object([("type", .text("array")), ("items", shape.schema)])
        case .counts: .object([("type", .text("object")), ("additionalProperties", Self.integer.schema)])
        case .object(let fields):
            .object([
                ("type", .text("object")), ("additionalProperties", .flag(false)), ("required", .texts(fields.map(\.name))),
                ("properties", .object(fields.map { ($0.name, $0.schema) })),
            ])
        }
    }

    private static func pattern(_ text: String) -> JSONOutput { .object([("type", .text("string")), ("pattern", .text(text))]) }
}

/// A field of an object.
struct JSONField: Sendable {
    let name: String
    let shape: JSONShape
    let meaning: String

    init(_ name: String, _ shape: JSONShape, _ meaning: String) {
        self.name = name
        self.shape = shape
        self.meaning = meaning
    }

    var schema: JSONOutput {
        guard case .object(let members) = shape.schema else { return .null }
        return .object(members + [("description", .text(meaning))])
    }
}

/// What a command prints with `--format json`, or a line of the log of a run.
struct JSONDocument: Sendable {
    let name: String
    let summary: String
    let fields: [JSONField]

    /// The topic of help that describes it.
    var topic: String { "json-" + name }

    /// Its fields with those below them, a line each.
    var page: String {
        var lines = [summary, ""]
        func add(_ fields: [JSONField], _ path: String) {
            for field in fields {
                let name = path.isEmpty ? field.name : "\(path).\(field.name)"
                lines.append("  \(name): \(field.shape.words). \(field.meaning)")
                let isList = if case .list = field.shape { true } else { false }
                add(field.shape.fields, name + (isList ? "[]" : ""))
            }
        }
        add(fields, "")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Its JSON Schema.
    var schema: JSONOutput {
        guard case .object(let members) = JSONShape.object(fields).schema else { return .null }
        return .object(
            [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("trackmill \(name)")),
                ("description", .text(summary)),
            ] + members)
    }
}

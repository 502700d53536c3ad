import Geocoding
import LogFormats
import Options
import Pipeline
import Stages

/// The JSON Schema (2020-12) of pipeline files, from the declarations that read them.
///
/// It knows names, shapes, units and choices; what depends on several values, such as the order of stages, `check` alone knows. Bounds
/// of quantities stand in descriptions: JSON Schema cannot compare `20 min` with `2 h`.
enum PipelineSchema {
    static var schema: JSONOutput {
        var top = OptionReader(reference: "the pipeline file")
        _ = TopOptions(reading: &top)
        let parts: [String: JSONOutput] = [
            "kinds": kinds, "read": oneOrMore(reference("source")), "stages": stages, "write": reference("write"),
            "reports": reports,
        ]
        let properties = top.declarations.map { option -> JSONOutput.Member in
            (
                option.name,
                parts[option.name].map { described(emptyOr($0, option), option) } ?? schema(of: option, among: top.declarations)
            )
        }
        let required = top.declarations.filter { $0.defaultInWords == nil }.map(\.name)
        return .object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("Trackmill pipeline file")),
            (
                "description",
                .text(
                    "Made by 'trackmill check --schema'. 'trackmill check' knows more: order of stages, bounds, files that are not there."
                )
            ), ("type", .text("object")), ("additionalProperties", .flag(false)), ("required", .texts(required)),
            ("properties", .object(properties)), ("$defs", .object(definitions)),
        ])
    }

    private static var definitions: [JSONOutput.Member] {
        var members: [JSONOutput.Member] = [
            ("variable", variable), ("source", object(of: sourceOptions)), ("kind", object(of: kindOptions)),
            ("write", object(of: writeOptions)), ("addresses", addresses), ("address-source", addressSource),
        ]
        for stage in BuiltIn.catalog.stages { members.append(("stage-\(stage.name)", object(of: Reference.options(of: stage)))) }
        for source in BuiltIn.catalog.addressSources { members.append(("addresses-\(source.name)", object(of: source.options))) }
        for report in BuiltIn.catalog.reports {
            members.append(("report-\(report.name)", object(of: reportPath + Reference.options(of: report))))
        }
        return members
    }

    // MARK: Parts with a shape of their own

    private static var kinds: JSONOutput {
        .object([
            ("type", .text("object")), ("additionalProperties", any([reference("kind"), null])),
        ])
    }

    private static var stages: JSONOutput {
        let names = BuiltIn.catalog.stages.filter { stage in Reference.options(of: stage).allSatisfy { $0.defaultInWords != nil }
        }
        let withOptions = BuiltIn.catalog.stages.map { stage -> JSONOutput.Member in
            let options = reference("stage-\(stage.name)")
            return (stage.name, names.contains { $0.name == stage.name } ? any([options, null]) : options)
        }
        return list(any([.object([("enum", .texts(names.map { $0.name }))]), oneOf(withOptions)]))
    }

    private static var reports: JSONOutput {
        list(oneOf(BuiltIn.catalog.reports.map { ($0.name, reference("report-\($0.name)")) }))
    }

    private static var addresses: JSONOutput {
        let chain = oneOrMore(reference("address-source"))
        let both = JSONOutput.object([
            ("type", .text("object")), ("additionalProperties", .flag(false)), ("required", .texts(["china", "elsewhere"])),
            ("properties", .object([("china", chain), ("elsewhere", chain)])),
        ])
        return any([chain, both])
    }

    private static var addressSource: JSONOutput {
        let sources = BuiltIn.catalog.addressSources
        let names = sources.filter { $0.options.allSatisfy { $0.defaultInWords != nil } }.map(\.name)
        let withOptions = sources.map { source -> JSONOutput.Member in
            let options = reference("addresses-\(source.name)")
            return (source.name, names.contains(source.name) ? any([options, null]) : options)
        }
        return any([.object([("enum", .texts(names))]), oneOf(withOptions)])
    }

    private static var sourceOptions: [OptionDeclaration] {
        var (common, all) = (OptionReader(reference: "read"), OptionReader(reference: "read"))
        _ = SourceOptions(reading: &common, formats: [], mark: nil)
        _ = SourceOptions(reading: &all, formats: BuiltIn.catalog.formats, mark: nil)
        return all.declarations.map { option in
            var option = option
            // What one format wants, others do without.
            if !common.declarations.contains(where: { $0.name == option.name }) {
                option.defaultInWords = option.defaultInWords ?? "by format"
            }
            return option
        }
    }

    private static var kindOptions: [OptionDeclaration] {
        var reader = OptionReader(reference: "kinds")
        _ = readKindOptions(named: "", &reader)
        return reader.declarations
    }

    private static var writeOptions: [OptionDeclaration] {
        var reader = OptionReader(reference: "write")
        _ = WriteOptions(reading: &reader)
        return reader.declarations
    }

    private static var reportPath: [OptionDeclaration] {
        var reader = OptionReader(reference: "report")
        _ = readReportPath(&reader)
        return reader.declarations
    }

    // MARK: Options

    /// The object of options; those of a name with a point are below the option before the point.
    private static func object(of options: [OptionDeclaration]) -> JSONOutput {
        let own = options.filter { !$0.name.contains(".") }
        return .object([
            ("type", .text("object")), ("additionalProperties", .flag(false)),
            ("required", .texts(own.filter { $0.defaultInWords == nil }.map(\.name))),
            ("properties", .object(own.map { ($0.name, schema(of: $0, among: options)) })),
        ])
    }

    private static func schema(of option: OptionDeclaration, among all: [OptionDeclaration]) -> JSONOutput {
        let inner = all.filter { $0.name.hasPrefix(option.name + ".") }.map { declaration in
            var below = declaration
            below.name = String(declaration.name.dropFirst(option.name.count + 1))
            return below
        }
        return described(emptyOr(inner.isEmpty ? OptionSchema(option).schema : object(of: inner), option), option)
    }

    /// An option without a value has its default, so one that has none must have a value.
    private static func emptyOr(_ schema: JSONOutput, _ option: OptionDeclaration) -> JSONOutput {
        option.defaultInWords == nil ? schema : any([schema, null])
    }

    private static func described(_ schema: JSONOutput, _ option: OptionDeclaration) -> JSONOutput {
        guard case .object(let members) = schema else { return schema }
        let standard = option.defaultInWords.map { "Default: \($0)." } ?? "Must be given."
        let bounds = option.bounds.map { "\(option.type), \($0)" } ?? option.type
        return .object([("description", .text("\(option.help) (\(bounds)) \(standard)"))] + members)
    }
}

// MARK: Words of JSON Schema

private let null = JSONOutput.object([("type", .text("null"))])
/// A value that takes an environment variable: what it is then, only a run knows.
private let variable = JSONOutput.object([
    ("type", .text("string")), ("pattern", .text("\\$\\{[A-Za-z_][A-Za-z0-9_]*(:[^}]*)?\\}")),
])

private func reference(_ name: String) -> JSONOutput { .object([("$ref", .text("#/$defs/\(name)"))]) }
private func any(_ schemas: [JSONOutput]) -> JSONOutput { .object([("anyOf", .list(schemas))]) }
private func list(_ items: JSONOutput, least: Int64 = 0) -> JSONOutput {
    .object([("type", .text("array")), ("items", items)] + (least > 0 ? [("minItems", .integer(least))] : []))
}
private func oneOrMore(_ item: JSONOutput) -> JSONOutput { any([item, list(item, least: 1)]) }

/// An object with one of these members.
private func oneOf(_ members: [JSONOutput.Member]) -> JSONOutput {
    .object([
        ("type", .text("object")), ("additionalProperties", .flag(false)), ("minProperties", .integer(1)),
        ("maxProperties", .integer(1)), ("properties", .object(members)),
    ])
}

/// The schema of one option, from the words that declare its type.
private struct OptionSchema {
    private let option: OptionDeclaration
    private let type: String

    init(_ option: OptionDeclaration) {
        self.option = option
        type = option.type
    }

    var schema: JSONOutput {
        switch type {
        case "text": text
        case "text or list of texts": any([text, list(text, least: least)])
        case "secret": .object([("type", .text("string")), ("pattern", .text("^\\$\\{[A-Za-z_][A-Za-z0-9_]*:?\\}$"))])
        case "whole number": any([wholeNumber, pattern("^[0-9]+$"), reference("variable")] + off)
        case "number": any([.object([("type", .text("number"))]), pattern("^[0-9.]+$"), reference("variable")] + off)
        case "on or off": flag
        case "list of sources, or {china: a list, elsewhere: a list}": reference("addresses")
        default: ofWords
        }
    }

    private var ofWords: JSONOutput {
        if let words = rest("list of ") {
            let item = choice(words)
            return any([item, list(item, least: least)])
        }
        if let words = rest("one of ", ", or {column, default}") {
            let column = JSONOutput.object([
                ("type", .text("object")), ("additionalProperties", .flag(false)), ("required", .texts(["column"])),
                ("properties", .object([("column", text), ("default", choice(words))])),
            ])
            return any([choice(words), column])
        }
        if let words = rest("one of ") { return choice(words) }
        if let words = rest("mapping of ", " to on or off") { return mapping(words, to: flag) }
        if let words = rest("mapping of ", " to column names") { return mapping(words, to: text) }
        return quantity ?? .object([])
    }

    /// A list whose default is not empty cannot be.
    private var least: Int64 { option.defaultInWords == "none" ? 0 : 1 }

    /// The words between a beginning and an end of the type.
    private func rest(_ beginning: String, _ end: String = "") -> [String]? {
        guard type.hasPrefix(beginning), type.hasSuffix(end), type.count >= beginning.count + end.count else { return nil }
        return type.dropFirst(beginning.count).dropLast(end.count).split(separator: ", ").map(String.init)
    }

    // MARK: Values

    private var text: JSONOutput { .object([("type", .list(["string", "number", "boolean"].map { .text($0) }))]) }

    private var flag: JSONOutput {
        let words: [JSONOutput] = ["on", "off", "yes", "no", "true", "false"].map { .text($0) }
        return any([.object([("enum", .list([.flag(true), .flag(false)] + words))]), reference("variable")])
    }

    private var off: [JSONOutput] { option.defaultInWords == "off" ? [.object([("const", .text("off"))])] : [] }

    private var wholeNumber: JSONOutput {
        let bounds = (option.bounds ?? "").split(separator: " to ").compactMap { Int64($0) }
        guard bounds.count == 2 else { return .object([("type", .text("integer"))]) }
        return .object([("type", .text("integer")), ("minimum", .integer(bounds[0])), ("maximum", .integer(bounds[1]))])
    }

    private func pattern(_ text: String) -> JSONOutput { .object([("type", .text("string")), ("pattern", .text(text))]) }

    private func choice(_ words: [String]) -> JSONOutput { any([.object([("enum", .texts(words))]), reference("variable")]) }

    private func mapping(_ names: [String], to value: JSONOutput) -> JSONOutput {
        .object([
            ("type", .text("object")), ("additionalProperties", .flag(false)), ("properties", .object(names.map { ($0, value) })),
        ])
    }

    /// `length`, `duration or length, or by kind`, `duration, on or off`, `duration, or forever`; nil for none of these.
    private var quantity: JSONOutput? {
        var words = type
        var others: [JSONOutput] = []
        var isByKind = false
        if words.hasSuffix(", or by kind") {
            words.removeLast(", or by kind".count)
            isByKind = true
        }
        if words.hasSuffix(", on or off") {
            words.removeLast(", on or off".count)
            others.append(flag)
        }
        if words.hasSuffix(", or forever") {
            words.removeLast(", or forever".count)
            others.append(.object([("const", .text("forever"))]))
        }
        let dimensions = words.split(separator: " or ").map { name in Self.dimensions.first { "\($0)" == name } }
        guard !dimensions.isEmpty, dimensions.allSatisfy({ $0 != nil }) else { return nil }
        let units = dimensions.compactMap(\.self).flatMap(\.units).map { $0.name.replacing("/", with: "\\/") }
        let number = pattern("^\\s*[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)\\s*(\(units.joined(separator: "|")))\\s*$")
        let values = [number, reference("variable")] + others + off
        guard isByKind else { return any(values) }
        let byKind = JSONOutput.object([
            ("type", .text("object")), ("required", .texts(["other"])),
            ("additionalProperties", any([number, reference("variable")])),
        ])
        return any(values + [byKind])
    }

    private static let dimensions: [Dimension] = [.length, .duration, .speed, .area, .size, .rate]
}

/// Reads the options of one mapping and, by the same calls, says which there are.
///
/// Each call names an option once: name, unit, default, bounds, help. Without a node a reader gives every default, so that the
/// reference pages are made from the very calls that read a file.
public struct OptionReader {
    /// Whose options they are, as messages say it: `find-stays`.
    public let owner: String
    /// What was declared so far.
    public internal(set) var declarations: [OptionDeclaration] = []
    /// What was wrong so far.
    public internal(set) var problems: [Problem] = []
    /// Each option with its value in normal form: what a change of options is told by. Secrets and operational options are not in it.
    public internal(set) var values: [(name: String, value: String)] = []
    /// Environment variables that should have held a secret and are empty, with the option's name.
    public internal(set) var emptySecrets: [(name: String, variable: String)] = []

    let node: Node?
    let file: String
    let mark: Mark?
    var asksForMissing: Bool
    var isOperational = false
    var namesRead: Set<String> = []
    var namesForeign: Set<String> = []

    /// A reader of the options under `node`; a missing or empty one gives the defaults.
    public init(owner: String, node: Node?, file: String, mark: Mark?) {
        self.owner = owner
        self.file = file
        self.mark = mark
        asksForMissing = node?.isRefused != true
        if let node, case .mapping = node.content {
            self.node = node
        } else {
            self.node = nil
            if let node, !node.isEmpty, !node.isRefused {
                problems.append(
                    Problem(file: file, mark: node.mark, what: "\(owner) takes options by name, not \(node.kindInWords)."))
            }
        }
    }

    /// A reader that only collects declarations.
    public init(reference owner: String) {
        self.owner = owner
        node = nil
        file = ""
        mark = nil
        asksForMissing = false
    }

    // MARK: Quantities

    /// A length in metres. Without a default it must be given.
    public mutating func meters(_ name: String, default given: Double? = nil, in bounds: ClosedRange<Double>, help: String)
        -> Double
    {
        quantity(name, .length, default: given, in: bounds, help: help)
    }

    /// A length of time in seconds.
    public mutating func seconds(_ name: String, default given: Double? = nil, in bounds: ClosedRange<Double>, help: String)
        -> Double
    {
        quantity(name, .duration, default: given, in: bounds, help: help)
    }

    /// A speed in metres per second.
    public mutating func metersPerSecond(
        _ name: String, default given: Double? = nil, in bounds: ClosedRange<Double>, help: String
    ) -> Double {
        quantity(name, .speed, default: given, in: bounds, help: help)
    }

    /// How often something may happen, per second.
    public mutating func rate(_ name: String, default given: Double? = nil, in bounds: ClosedRange<Double>, help: String)
        -> Double
    {
        quantity(name, .rate, default: given, in: bounds, help: help)
    }

    /// A quantity that is off unless it is given.
    public mutating func optional(_ name: String, _ dimension: Dimension, in bounds: ClosedRange<Double>, help: String) -> Double?
    {
        declare(name, type: "\(dimension)", default: "off", bounds: words(bounds, dimension), help: help)
        guard let value = given(name), text(of: value, isQuiet: true) != "off" else { return record(name, nil) }
        return record(name, read(name, value, dimension, in: bounds))
    }

    /// A quantity that is off unless it is given; `on` stands for one of its values. As of a flag, `yes` and `true` are on, `no` and
    /// `false` off.
    public mutating func optional(
        _ name: String, _ dimension: Dimension, on value: Double, in bounds: ClosedRange<Double>, help: String
    ) -> Double? {
        let word = given(name).flatMap { text(of: $0, isQuiet: true) }
        let isOn = ["on", "yes", "true"].contains(word)
        guard isOn || ["no", "false"].contains(word) else {
            let found = optional(name, dimension, in: bounds, help: help)
            declarations[declarations.count - 1].type = "\(dimension), on or off"
            return found
        }
        declare(name, type: "\(dimension), on or off", default: "off", bounds: words(bounds, dimension), help: help)
        return record(name, isOn ? value : nil)
    }

    /// A quantity that may differ by kind: `10 s` or `{pet: 1 min, other: 10 s}`; off unless it is given.
    public mutating func optionalPerKind(
        _ name: String, _ dimension: Dimension, in bounds: ClosedRange<Double>, help: String
    ) -> PerKind<Double>? {
        declare(name, type: "\(dimension), or by kind", default: "off", bounds: words(bounds, dimension), help: help)
        guard let value = given(name), text(of: value, isQuiet: true) != "off" else { return record(name, nil) }
        return perKind(name, value, dimension, in: bounds)
    }

    /// A quantity of one of several dimensions, that of its first value: `10 s` or `50 m`, by kind `{pet: 1 min, other: 10 s}`; off
    /// unless it is given. Values of another dimension than the first are problems.
    public mutating func optionalPerKind(
        _ name: String, either choices: [(dimension: Dimension, bounds: ClosedRange<Double>)], help: String
    ) -> (dimension: Dimension, values: PerKind<Double>)? {
        let type = choices.map { "\($0.dimension)" }.joined(separator: " or ")
        let bounds = choices.map { words($0.bounds, $0.dimension) }.joined(separator: ", or ")
        declare(name, type: "\(type), or by kind", default: "off", bounds: bounds, help: help)
        guard let value = given(name), text(of: value, isQuiet: true) != "off" else { return record(name, nil) }
        var first: Node? = value
        if case .mapping(let entries) = value.content { first = entries.first?.value }
        let digits = "0123456789+-. "
        let unit = first.flatMap { text(of: $0, isQuiet: true) }.map { String($0.drop(while: digits.contains)) } ?? ""
        let fitting = choices.first { choice in choice.dimension.units.contains { $0.name == unit.trimmed } }
        guard let (dimension, range) = fitting ?? choices.first else { return nil }
        return perKind(name, value, dimension, in: range).map { (dimension, $0) }
    }

    private mutating func perKind(
        _ name: String, _ value: Node, _ dimension: Dimension, in bounds: ClosedRange<Double>
    ) -> PerKind<Double>? {
        guard case .mapping(let entries) = value.content else {
            let wanted = "a single value, or one by kind such as {pet: …, other: …}"
            return record(name, read(name, value, dimension, in: bounds, wanted: wanted).map { PerKind($0) })
        }
        var result = PerKind(Double.nan)
        for entry in entries {
            guard let number = read("\(name).\(entry.key)", entry.value, dimension, in: bounds) else { continue }
            if entry.key == "other" { result.other = number } else { result.byKind[entry.key] = number }
        }
        if !entries.contains(where: { $0.key == "other" }) {
            report(value.mark, "'\(name)' by kind wants a value for 'other', which stands for all kinds that are not listed.")
        }
        let normal = result.byKind.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" } + ["other:\(result.other)"]
        note(name, normal.joined(separator: ","))
        return result
    }

    private mutating func quantity(
        _ name: String, _ dimension: Dimension, default given: Double?, in bounds: ClosedRange<Double>, help: String
    ) -> Double {
        declare(name, type: "\(dimension)", default: given.map(dimension.words), bounds: words(bounds, dimension), help: help)
        guard let value = self.given(name) else {
            if given == nil { missing(name, "such as \(dimension.words(bounds.lowerBound))") }
            return record(name, given) ?? bounds.lowerBound
        }
        guard let number = read(name, value, dimension, in: bounds) else { return given ?? bounds.lowerBound }
        return record(name, number) ?? number
    }

    private mutating func read(
        _ name: String, _ node: Node, _ dimension: Dimension, in bounds: ClosedRange<Double>, wanted: String = "a single value"
    ) -> Double? {
        guard let text = text(of: node, name, wanted: wanted) else { return nil }
        do {
            let value = try dimension.value(of: text)
            guard bounds.contains(value) else {
                report(node.mark, "'\(name)' is \(text); it may be \(words(bounds, dimension)).")
                return nil
            }
            return value
        } catch {
            switch error {
            case .noNumber:
                report(
                    node.mark,
                    "'\(name)' is '\(text)'; it wants a number with a unit, such as \(dimension.words(bounds.lowerBound)).")
            case .noUnit(let digits):
                let unit = Double(digits).flatMap { dimension.unit(for: $0, in: bounds) }
                let mend = unit.map { "write \(dimension.text(digits, $0))" } ?? "it may be \(words(bounds, dimension))"
                report(node.mark, "'\(name)' is \(digits) without a unit; \(mend).")
            case .unknownUnit(let unit):
                let units = dimension.units.map(\.name).joined(separator: ", ")
                report(node.mark, "'\(name)' has the unit '\(unit)'; it may be \(units).")
            }
            return nil
        }
    }

    private func words(_ bounds: ClosedRange<Double>, _ dimension: Dimension) -> String {
        let upper = dimension.words(bounds.upperBound)
        let lower = dimension.words(bounds.lowerBound)
        let unit = upper.split(separator: " ").last ?? ""
        let shared = lower.hasSuffix(" \(unit)") ? String(lower.dropLast(unit.count + 1)) : lower
        return bounds.upperBound.isInfinite ? "\(lower) or more" : "\(shared) to \(upper)"
    }

    // MARK: Numbers, words, flags

    /// A whole number.
    public mutating func integer(_ name: String, default given: Int? = nil, in bounds: ClosedRange<Int>, help: String) -> Int {
        declare(
            name, type: "whole number", default: given.map(String.init), bounds: "\(bounds.lowerBound) to \(bounds.upperBound)",
            help: help)
        guard let value = self.given(name) else {
            if given == nil { missing(name, "a whole number") }
            return record(name, given) ?? bounds.lowerBound
        }
        guard let text = text(of: value, name) else { return given ?? bounds.lowerBound }
        guard let number = Int(text), bounds.contains(number) else {
            report(
                value.mark, "'\(name)' is \(text); it may be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
            return given ?? bounds.lowerBound
        }
        return record(name, number) ?? number
    }

    /// A whole number that is off unless it is given.
    public mutating func optionalInteger(_ name: String, in bounds: ClosedRange<Int>, help: String) -> Int? {
        guard let value = given(name), text(of: value, isQuiet: true) != "off" else {
            declare(
                name, type: "whole number", default: "off", bounds: "\(bounds.lowerBound) to \(bounds.upperBound)", help: help)
            return record(name, nil)
        }
        return integer(name, default: bounds.lowerBound, in: bounds, help: help)
    }

    /// A plain number that is off unless it is given.
    public mutating func optionalNumber(_ name: String, in bounds: ClosedRange<Double>, help: String) -> Double? {
        let range = "\(shortText(bounds.lowerBound)) to \(shortText(bounds.upperBound))"
        declare(name, type: "number", default: "off", bounds: range, help: help)
        guard let value = given(name), let text = text(of: value, name), text != "off" else { return record(name, nil) }
        guard let number = Double(text), bounds.contains(number) else {
            report(value.mark, "'\(name)' is \(text); it may be a number from \(range).")
            return nil
        }
        return record(name, number)
    }

    /// One of several words.
    public mutating func choice(_ name: String, default given: String? = nil, of words: [String], help: String) -> String {
        declare(name, type: "one of " + words.joined(separator: ", "), default: given, bounds: nil, help: help)
        guard let value = self.given(name) else {
            if given == nil { missing(name, "one of " + words.joined(separator: ", ")) }
            return record(name, given) ?? words[0]
        }
        guard let text = text(of: value, name) else { return given ?? words[0] }
        guard words.contains(text) else {
            let hint = suggestion(for: text, among: words).map { " Did you mean '\($0)'?" } ?? ""
            report(value.mark, "'\(name)' is '\(text)'; it may be \(words.joined(separator: ", ")).\(hint)")
            return given ?? words[0]
        }
        return record(name, text) ?? text
    }

    /// `on` or `off` (also `true`, `false`, `yes`, `no`).
    public mutating func flag(_ name: String, default given: Bool, help: String) -> Bool {
        declare(name, type: "on or off", default: given ? "on" : "off", bounds: nil, help: help)
        guard let value = self.given(name), let text = text(of: value, name) else { return record(name, given) ?? given }
        switch text {
        case "on", "true", "yes": return record(name, true) ?? true
        case "off", "false", "no": return record(name, false) ?? false
        default:
            report(value.mark, "'\(name)' is '\(text)'; it may be on or off.")
            return given
        }
    }

    /// A text; nil where it is not given and has no default. One that must be given cannot be empty.
    public mutating func text(_ name: String, default given: String? = nil, isRequired: Bool = false, help: String) -> String? {
        declare(name, type: "text", default: isRequired ? nil : given ?? "none", bounds: nil, help: help)
        guard let value = self.given(name) else {
            if isRequired { missing(name, "a text") }
            return record(name, given)
        }
        guard let text = text(of: value, name) else { return given }
        if isRequired, text.trimmed.isEmpty {
            report(value.mark, "'\(name)' is empty; it wants a text.")
            return given
        }
        return record(name, text)
    }

    /// A list of texts; a single text is a list of one. A list whose default is not empty cannot be.
    public mutating func texts(_ name: String, default given: [String]? = [], of words: [String]? = nil, help: String) -> [String]
    {
        let type = words.map { "list of " + $0.joined(separator: ", ") } ?? "text or list of texts"
        declare(
            name, type: type, default: given.map { $0.isEmpty ? "none" : "[\($0.joined(separator: ", "))]" }, bounds: nil,
            help: help)
        guard let value = self.given(name) else {
            if given == nil { missing(name, "a list") }
            return record(name, given) ?? []
        }
        let items: [Node] = if case .sequence(let items) = value.content { items } else { [value] }
        let texts = items.compactMap { item in
            text(of: item, name, wanted: item == value ? "a text or a list of texts" : "texts in its list").map { (item, $0) }
        }
        if given != [], items.isEmpty {
            let wanted = words.map { "it may be " + $0.joined(separator: ", ") } ?? "it wants a text or more"
            report(value.mark, "'\(name)' is an empty list; \(wanted).")
        }
        for (item, text) in texts where words?.contains(text) == false {
            let hint = suggestion(for: text, among: words ?? []).map { " Did you mean '\($0)'?" } ?? ""
            report(item.mark, "'\(name)' has '\(text)'; it may be \((words ?? []).joined(separator: ", ")).\(hint)")
        }
        for (item, text) in texts where given == nil && words == nil && text.trimmed.isEmpty {
            report(item.mark, "'\(name)' \(item == value ? "is empty" : "has an empty text"); it wants a text or more.")
        }
        return record(name, texts.map(\.1)) ?? []
    }

    /// Anything, for options with a shape of their own; the caller reports what is wrong with it.
    public mutating func anything(_ name: String, type: String, default given: String?, help: String) -> Node? {
        declare(name, type: type, default: given, bounds: nil, help: help)
        let value = self.given(name)
        if value == nil, given == nil { missing(name, type) }
        note(name, value?.plainText ?? given ?? "")
        return value
    }

    /// Whether it only collects declarations.
    public var isReference: Bool { node == nil && !asksForMissing }

    // MARK: Problems

    /// Reports a problem at a place.
    public mutating func report(_ mark: Mark?, _ what: String, isWarning: Bool = false) {
        problems.append(Problem(file: file, mark: mark ?? self.mark, what: what, isWarning: isWarning))
    }

    /// Reports a problem at the value of an option, or where the options stand.
    public mutating func report(at name: String, _ what: String, isWarning: Bool = false) {
        report(given(name)?.mark ?? mark, what, isWarning: isWarning)
    }

    /// Whether the file gives this option.
    public func has(_ name: String) -> Bool { node?[name].map { !$0.isEmpty } ?? false }

    /// Whether this option was read without a problem, or has its default.
    public func isKnown(_ name: String) -> Bool {
        node?[name]?.isRefused != true && namesRead.contains(name)
    }

    /// To be called after the last option: reports keys that no call named.
    public mutating func finish() {
        guard let node, case .mapping(let entries) = node.content else { return }
        let known = declarations.map(\.name).filter { !$0.contains(".") }
        for entry in entries where !known.contains(entry.key) && !namesForeign.contains(entry.key) {
            let hint = suggestion(for: entry.key, among: known).map { " Did you mean '\($0)'?" } ?? ""
            let list = known.isEmpty ? " It has none." : hint.isEmpty ? " It has \(known.joined(separator: ", "))." : hint
            report(entry.keyMark, "\(owner) has no option '\(entry.key)'.\(list)")
        }
    }

    func given(_ name: String) -> Node? {
        guard let value = node?[name], !value.isEmpty, !value.isRefused else { return nil }
        return value
    }

    mutating func missing(_ name: String, _ wanted: String) {
        guard asksForMissing, node?[name]?.isRefused != true else { return }
        report(mark, "\(owner) wants '\(name)': \(wanted).")
    }

    private mutating func text(of node: Node, _ name: String, wanted: String = "a single value") -> String? {
        guard !node.isRefused else { return nil }
        guard case .scalar(let text) = node.content else {
            let hint = node.isBraceOfPattern ? " If it holds {date} or ${NAME}, put quotes round it." : ""
            report(node.mark, "'\(name)' is \(node.kindInWords); it wants \(wanted).\(hint)")
            return nil
        }
        return text
    }

    private func text(of node: Node, isQuiet: Bool) -> String? {
        guard case .scalar(let text) = node.content else { return nil }
        return text
    }

    mutating func declare(_ name: String, type: String, default given: String?, bounds: String?, help: String) {
        declarations.append(
            OptionDeclaration(
                name: name, type: type, defaultInWords: given, bounds: bounds, help: help, isCompared: !isOperational))
    }

    private mutating func record<Value>(_ name: String, _ value: Value?) -> Value? {
        note(name, value.map { "\($0)" } ?? "")
        return value
    }

    /// Notes the value of an option in normal form.
    public mutating func note(_ name: String, _ value: String) {
        namesRead.insert(name)
        if !isOperational { values.append((name, value)) }
    }
}

import Options

/// One `--set KEY=VALUE`: a YAML value for any key of a pipeline file.
public struct Setting: Sendable, Equatable {
    /// `find-stays.radius`, `thin[2].every`, `read[2].late`, `reports`.
    public var key: String
    /// A YAML value.
    public var value: String

    /// A setting as it is written; nil where it has no `=`.
    public init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        key = String(text[..<equals])
        value = String(text[text.index(after: equals)...])
    }

    /// Where values of settings stand, for messages: line 0.
    static let mark = Mark(line: 0, column: 0)

    /// The pipeline file with this setting in it.
    func applied(to root: Node, stageNames: [String]) throws(Problems) -> Node {
        let parsed = try parseYAML(value, file: "--set \(key)")
        let node = marked(parsed)
        let words = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard words.allSatisfy({ !$0.isEmpty }) else {
            throw problem("a key is words with single points between them, such as find-stays.radius.")
        }
        let (name, number) = Self.numbered(words[0])
        guard stageNames.contains(name) else { return try put(node, at: words.flatMap(Self.parts)[...], in: root, above: "") }
        guard case .mapping(var entries) = root.content, let index = entries.firstIndex(where: { $0.key == "stages" }),
            case .sequence(var stages) = entries[index].value.content
        else { throw problem("the pipeline has no stages.") }
        let places = stages.indices.filter { Self.stageName(stages[$0]) == name }
        guard number >= 1, number <= places.count else {
            let found = places.isEmpty ? "no stage" : places.count == 1 ? "only 1 stage" : "only \(places.count) stages"
            throw problem("the pipeline has \(found) \(name).")
        }
        let place = places[number - 1]
        stages[place] = try setOption(of: stages[place], name: name, path: words.dropFirst().flatMap(Self.parts), to: node)
        entries[index].value = Node(.sequence(stages), mark: entries[index].value.mark)
        return Node(.mapping(entries), mark: root.mark)
    }

    private func setOption(of stage: Node, name: String, path: [String], to value: Node) throws(Problems) -> Node {
        var options = stage[name] ?? Node(.empty, mark: stage.mark)
        options = path.isEmpty ? value : try put(value, at: path[...], in: options, above: name)
        return Node(.mapping([Node.Entry(key: name, keyMark: stage.mark, value: options)]), mark: stage.mark)
    }

    /// Puts a value below a node.
    ///
    /// - Parameters:
    ///   - path: Keys and, for items of a list, numbers in brackets: `read`, `[2]`, `late`.
    ///   - above: The keys that led to the node, for messages.
    private func put(_ value: Node, at path: ArraySlice<String>, in node: Node, above: String) throws(Problems) -> Node {
        guard let key = path.first else { return value }
        let number = Self.number(key)
        switch node.content {
        case .refused: return node
        case .sequence(var items):
            guard let place = number ?? (items.count == 1 ? 1 : nil), items.indices.contains(place - 1) else {
                throw problem(Self.choice(of: items.count, above, rest: number == nil ? path : path.dropFirst()))
            }
            let rest = number == nil ? path : path.dropFirst()
            items[place - 1] = try put(value, at: rest, in: items[place - 1], above: "\(above)[\(place)]")
            return Node(.sequence(items), mark: node.mark)
        case .empty, .mapping, .scalar:
            if let number {
                guard number == 1 else { throw problem("'\(above)' is no list; write \(above) without a number.") }
                return try put(value, at: path.dropFirst(), in: node, above: above)
            }
            if case .scalar = node.content { throw problem("'\(key)' cannot be set below a single value.") }
        }
        var entries: [Node.Entry] = if case .mapping(let found) = node.content { found } else { [] }
        let name = above.isEmpty ? key : "\(above).\(key)"
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = try put(value, at: path.dropFirst(), in: entries[index].value, above: name)
        } else {
            let inner = try put(value, at: path.dropFirst(), in: Node(.empty, mark: Self.mark), above: name)
            entries.append(Node.Entry(key: key, keyMark: Self.mark, value: inner))
        }
        return Node(.mapping(entries), mark: node.mark)
    }

    private static func choice(of count: Int, _ list: String, rest: ArraySlice<String>) -> String {
        guard count > 0 else { return "'\(list)' is an empty list; set it as a whole." }
        let end = rest.map { number($0) == nil ? "." + $0 : $0 }.joined()
        let items = count == 1 ? "\(list)[1]\(end)" : "one of \(list)[1]\(end) to \(list)[\(count)]\(end)"
        return "'\(list)' is a list of \(count); set \(items)."
    }

    private func marked(_ node: Node) -> Node {
        switch node.content {
        case .empty, .scalar, .refused: Node(node.content, mark: Self.mark)
        case .sequence(let items): Node(.sequence(items.map(marked)), mark: Self.mark)
        case .mapping(let entries):
            Node(.mapping(entries.map { Node.Entry(key: $0.key, keyMark: Self.mark, value: marked($0.value)) }), mark: Self.mark)
        }
    }

    private func problem(_ what: String) -> Problems { Problems([Problem(file: "--set \(key)", what: what)]) }

    /// The stage an item of `stages` names.
    static func stageName(_ node: Node) -> String? {
        switch node.content {
        case .scalar(let name): name
        case .mapping(let entries): entries.first?.key
        default: nil
        }
    }

    /// `thin[2]` is the second thin.
    private static func numbered(_ text: String) -> (name: String, number: Int) {
        let parts = parts(text)
        return (parts[0], parts.count > 1 ? number(parts[1]) ?? 0 : 1)
    }

    /// `read[2]` is `read` and `[2]`; anything else is itself.
    private static func parts(_ text: String) -> [String] {
        guard let open = text.firstIndex(of: "["), open != text.startIndex, text.hasSuffix("]") else { return [text] }
        return [String(text[..<open]), String(text[open...])]
    }

    /// The number in `[2]`; 0 where it holds anything else, nil where it is not in brackets.
    private static func number(_ text: String) -> Int? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        return Int(text.dropFirst().dropLast()) ?? 0
    }
}

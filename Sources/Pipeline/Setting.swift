import Options

/// One `--set KEY=VALUE`: a YAML value for any key of a pipeline file.
public struct Setting: Sendable, Equatable {
    /// `find-stays.radius`, `thin[2].every`, `reports`.
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
        let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let (name, number) = Self.numbered(path[0])
        guard stageNames.contains(name) else { return try put(node, at: path[...], in: root) }
        guard case .mapping(var entries) = root.content, let index = entries.firstIndex(where: { $0.key == "stages" }),
            case .sequence(var stages) = entries[index].value.content
        else { throw problem("the pipeline has no stages.") }
        let places = stages.indices.filter { Self.stageName(stages[$0]) == name }
        guard number >= 1, number <= places.count else {
            throw problem("the pipeline has \(places.count == 0 ? "no stage" : "only \(places.count) stages") \(name).")
        }
        let place = places[number - 1]
        stages[place] = try setOption(of: stages[place], name: name, path: Array(path.dropFirst()), to: node)
        entries[index].value = Node(.sequence(stages), mark: entries[index].value.mark)
        return Node(.mapping(entries), mark: root.mark)
    }

    private func setOption(of stage: Node, name: String, path: [String], to value: Node) throws(Problems) -> Node {
        var options = stage[name] ?? Node(.empty, mark: stage.mark)
        options = path.isEmpty ? value : try put(value, at: path[...], in: options)
        return Node(.mapping([Node.Entry(key: name, keyMark: stage.mark, value: options)]), mark: stage.mark)
    }

    private func put(_ value: Node, at path: ArraySlice<String>, in node: Node) throws(Problems) -> Node {
        guard let key = path.first, !key.isEmpty else { return value }
        var entries: [Node.Entry] = []
        switch node.content {
        case .mapping(let found): entries = found
        case .empty: break
        case .sequence(var items):
            let (_, number) = Self.numbered(key)
            guard key.hasPrefix("["), items.indices.contains(number - 1) else {
                throw problem("'\(key)' is not in a list of \(items.count).")
            }
            items[number - 1] = try put(value, at: path.dropFirst(), in: items[number - 1])
            return Node(.sequence(items), mark: node.mark)
        case .scalar: throw problem("'\(key)' cannot be set below a single value.")
        }
        let (name, number) = Self.numbered(key)
        if name != key, let index = entries.firstIndex(where: { $0.key == name }) {
            entries[index].value = try put(value, at: ["[\(number)]"] + path.dropFirst(), in: entries[index].value)
        } else if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = try put(value, at: path.dropFirst(), in: entries[index].value)
        } else {
            let inner = try put(value, at: path.dropFirst(), in: Node(.empty, mark: Self.mark))
            entries.append(Node.Entry(key: key, keyMark: Self.mark, value: inner))
        }
        return Node(.mapping(entries), mark: node.mark)
    }

    private func marked(_ node: Node) -> Node {
        switch node.content {
        case .empty, .scalar: Node(node.content, mark: Self.mark)
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
        guard let open = text.firstIndex(of: "["), text.hasSuffix("]") else { return (text, 1) }
        let digits = text[text.index(after: open)...].dropLast()
        return (String(text[..<open]), Int(digits) ?? 0)
    }
}

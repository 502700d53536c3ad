import Options

/// Keys and passwords of the environment that a pipeline file names: no message may say them, wherever they were put by mistake.
///
/// Where they belong they are options of the type `secret`, which are in no message; in any other option a message would quote them.
struct SecretWords {
    /// Last words of the names of such variables: `AMAP_KEY`, `BAIDU_AK`.
    private static let words: Set<String> = ["KEY", "TOKEN", "SECRET", "PASSWORD", "SK", "AK"]
    /// A shorter value would be found in words that have nothing to do with it.
    private static let shortest = 6

    private let values: [(value: String, name: String)]

    /// Those that a file names before its variables are replaced.
    init(in node: Node, environment: [String: String]) {
        var names: Set<String> = []
        Self.collect(node, &names)
        values = names.compactMap { name in
            let last = name.uppercased().split(separator: "_").last.map(String.init) ?? ""
            guard Self.words.contains(last) || last.hasSuffix("KEY"), let value = environment[name]?.trimmed,
                value.count >= Self.shortest
            else { return nil }
            return (value, name)
        }.sorted { ($1.value.count, $0.name) < ($0.value.count, $1.name) }
    }

    private static func collect(_ node: Node, _ names: inout Set<String>) {
        switch node.content {
        case .empty, .refused: return
        case .scalar(let text): for match in text.matches(of: /\$\{([^}:]+)/) { names.insert(String(match.1)) }
        case .sequence(let items): for item in items { collect(item, &names) }
        case .mapping(let entries): for entry in entries { collect(entry.value, &names) }
        }
    }

    /// Problems with the names of variables in the place of what these hold.
    func hidden(in problems: [Problem]) -> [Problem] {
        guard !values.isEmpty else { return problems }
        return problems.map { problem in
            var shown = problem
            for (value, name) in values { shown.what = shown.what.replacing(value, with: "${\(name)}") }
            return shown
        }
    }
}

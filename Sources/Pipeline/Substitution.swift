import Options

/// Replaces `${NAME}` and `${NAME:default}` in the texts of a node by environment variables.
///
/// - Returns: The node, and a problem for each variable that is not set and has no default.
func substituted(_ node: Node, environment: [String: String], file: String) -> (node: Node, problems: [Problem]) {
    var problems: [Problem] = []
    let result = substitute(node, environment, file, &problems)
    return (result, problems)
}

private func substitute(_ node: Node, _ environment: [String: String], _ file: String, _ problems: inout [Problem]) -> Node {
    switch node.content {
    case .empty: return node
    case .scalar(let text): return Node(.scalar(substitute(text, node.mark, environment, file, &problems)), mark: node.mark)
    case .sequence(let items):
        return Node(.sequence(items.map { substitute($0, environment, file, &problems) }), mark: node.mark)
    case .mapping(let entries):
        let replaced = entries.map { entry in
            Node.Entry(key: entry.key, keyMark: entry.keyMark, value: substitute(entry.value, environment, file, &problems))
        }
        return Node(.mapping(replaced), mark: node.mark)
    }
}

private func substitute(
    _ text: String, _ mark: Mark, _ environment: [String: String], _ file: String, _ problems: inout [Problem]
) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.range(of: "${") {
        result += rest[..<start.lowerBound]
        rest = rest[start.upperBound...]
        guard let end = rest.firstIndex(of: "}") else {
            problems.append(Problem(file: file, mark: mark, what: "'${' is not closed; write ${NAME} or ${NAME:default}."))
            return result + rest
        }
        let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: end)...]
        let name = String(parts[0])
        if let value = environment[name] {
            result += value
        } else if parts.count > 1 {
            result += parts[1]
        } else {
            problems.append(
                Problem(
                    file: file, mark: mark,
                    what: "the environment variable \(name) is not set; set it or write ${\(name):default}."))
        }
    }
    return result + rest
}

extension Substring {
    /// Where a text stands first.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}

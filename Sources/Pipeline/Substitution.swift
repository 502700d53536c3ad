import Options

/// Replaces `${NAME}` and `${NAME:default}` in the texts of a node by environment variables.
///
/// - Returns: The node, in which a text that could not be replaced is refused, and a problem for each reason why.
func substituted(_ node: Node, environment: [String: String], file: String) -> (node: Node, problems: [Problem]) {
    var substitution = Substitution(environment: environment, file: file)
    let result = substitution.replaced(node)
    return (result, substitution.problems)
}

private struct Substitution {
    let environment: [String: String]
    let file: String
    var problems: [Problem] = []

    mutating func replaced(_ node: Node) -> Node {
        switch node.content {
        case .empty, .refused: return node
        case .scalar(let text):
            let known = problems.count
            let result = replaced(text, node.mark)
            return Node(problems.count > known ? .refused : .scalar(result), mark: node.mark, variable: variable(of: text))
        case .sequence(let items): return Node(.sequence(items.map { replaced($0) }), mark: node.mark)
        case .mapping(let entries):
            let changed = entries.map { Node.Entry(key: $0.key, keyMark: $0.keyMark, value: replaced($0.value)) }
            return Node(.mapping(changed), mark: node.mark)
        }
    }

    private mutating func replaced(_ text: String, _ mark: Mark) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "${") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: "}") else {
                report(mark, "'${' is not closed; write ${NAME} or ${NAME:default}.")
                return result
            }
            let inner = rest[..<end]
            guard !inner.contains("${") else {
                let name = inner.prefix { $0 != ":" && $0 != "$" }
                report(mark, "the default of \(name) holds another variable; write a default without ${…}.")
                return result
            }
            result += value(of: inner, mark)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The variable that a text names and nothing else; nil for any other text.
    private func variable(of text: String) -> Variable? {
        guard text.hasPrefix("${"), let end = text.firstIndex(of: "}"), text.index(after: end) == text.endIndex else {
            return nil
        }
        let inner = text[text.index(text.startIndex, offsetBy: 2)..<end]
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts[0].isEmpty ? nil : Variable(name: parts[0], standIn: parts.count > 1 ? parts[1] : nil)
    }

    /// The value of `NAME` or `NAME:default`; empty where it has none, which is told.
    private mutating func value(of inner: Substring, _ mark: Mark) -> String {
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard !name.isEmpty else {
            report(mark, "'${\(inner)}' names no variable; write ${NAME} or ${NAME:default}.")
            return ""
        }
        if let value = environment[name] { return value }
        if parts.count > 1 { return String(parts[1]) }
        report(mark, "the environment variable \(name) is not set; set it or write ${\(name):default}.")
        return ""
    }

    private mutating func report(_ mark: Mark, _ what: String) {
        problems.append(Problem(file: file, mark: mark, what: what))
    }
}

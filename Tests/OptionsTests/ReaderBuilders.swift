import Options

/// A node of a text, a list or a mapping, at line 1 and the column that is given.
func scalar(_ text: String, line: Int = 1, column: Int = 1) -> Node {
    Node(.scalar(text), mark: Mark(line: line, column: column))
}

/// A mapping with one entry a line from line 1: the key in column 1, the value in column 10.
func mapping(_ entries: KeyValuePairs<String, Node.Content>) -> Node {
    let made = entries.enumerated().map { number, entry in
        Node.Entry(
            key: entry.key, keyMark: Mark(line: number + 1, column: 1),
            value: Node(entry.value, mark: Mark(line: number + 1, column: 10)))
    }
    return Node(.mapping(made), mark: Mark(line: 1, column: 1))
}

/// A reader of the options of `find-stays` in `p.yaml`.
func reader(_ entries: KeyValuePairs<String, Node.Content>) -> OptionReader {
    OptionReader(owner: "find-stays", node: mapping(entries), file: "p.yaml", mark: Mark(line: 1, column: 1))
}

extension OptionReader {
    /// Its problems, as a user sees them.
    var messages: [String] { problems.map(\.description) }
}

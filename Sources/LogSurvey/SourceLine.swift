import Options

/// A key of a source with its value, and what is to be said of it.
struct SourceLine: Equatable {
    let key: String
    var content: Node.Content
    /// How it was told: a comment behind it; empty for none.
    var note = ""
    /// What the log could not tell: a line before it that begins with `# decide:`; empty for none.
    var decide = ""

    init(_ key: String, _ content: Node.Content, note: String = "", decide: String = "") {
        (self.key, self.content, self.note, self.decide) = (key, content, note, decide)
    }

    init(_ key: String, _ text: String, note: String = "", decide: String = "") {
        self.init(key, .scalar(text), note: note, decide: decide)
    }

    /// As lines of a pipeline file, under this many spaces.
    func lines(indent: Int) -> [String] {
        let text = String(repeating: " ", count: indent) + "\(key): \(yamlText(content))"
        let line = note.isEmpty ? text : text + "  # " + commentText(note)
        return decide.isEmpty ? [line] : [decideLine(decide), line]
    }
}

/// A line that says what could not be told.
func decideLine(_ text: String) -> String { "# decide: " + commentText(text) }

/// A mapping of texts, in this order.
func mapping(_ entries: [(String, String)]) -> Node.Content {
    let mark = Mark(line: 1, column: 1)
    return .mapping(entries.map { Node.Entry(key: $0.0, keyMark: mark, value: Node(.scalar($0.1), mark: mark)) })
}

extension [SourceLine] {
    /// As they would stand under `read`.
    func node(files: String, _ more: [SourceLine] = []) -> Node {
        let mark = Mark(line: 1, column: 1)
        let all = [SourceLine("files", files)] + self + more
        return Node(
            .mapping(all.map { Node.Entry(key: $0.key, keyMark: mark, value: Node($0.content, mark: mark)) }), mark: mark)
    }

    /// The line of a key.
    subscript(key: String) -> SourceLine? { first { $0.key == key } }
}

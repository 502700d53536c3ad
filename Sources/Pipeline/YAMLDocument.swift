import CYAML
import Options

/// Reads a YAML text into nodes that know their line and column.
///
/// One document, no aliases, no double keys. libyaml finds the events; here they are put together.
/// - Parameters:
///   - text: UTF-8.
///   - file: The name for messages.
/// - Throws: `Problems` with the one place where it is no YAML.
func parseYAML(_ text: String, file: String) throws(Problems) -> Node {
    var composer = YAMLComposer(text: text, file: file)
    return try composer.document()
}

private struct YAMLComposer {
    private let text: String
    private let file: String
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(text: String, file: String) {
        self.text = text
        self.file = file
        bytes = .allocate(capacity: max(1, text.utf8.count))
        _ = bytes.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        yaml_parser_initialize(parser)
        yaml_parser_set_input_string(parser, bytes.baseAddress, text.utf8.count)
    }

    mutating func document() throws(Problems) -> Node {
        defer {
            yaml_parser_delete(parser)
            parser.deallocate()
            bytes.deallocate()
        }
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
            case YAML_STREAM_END_EVENT: return Node(.empty, mark: Mark(line: 1, column: 1))
            default:
                let root = try node(event, depth: 0)
                try expectEnd()
                return root
            }
        }
    }

    private func expectEnd() throws(Problems) {
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { return }
            guard event.type != YAML_DOCUMENT_START_EVENT else {
                throw problem(event, "there is more than one document; a pipeline file has one.")
            }
        }
    }

    private func next() throws(Problems) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw Problems([failure()]) }
        return event
    }

    private func failure() -> Problem {
        let state = parser.pointee
        let mark = Mark(line: Int(state.problem_mark.line) + 1, column: Int(state.problem_mark.column) + 1)
        let reason = state.problem.map { String(cString: $0) } ?? "it cannot be read"
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Where a flow mapping such as {date} is not closed as one, libyaml may notice a line later.
        let near = [mark.line - 1, mark.line - 2, mark.line].filter(lines.indices.contains).map { lines[$0] }
        let hint =
            near.contains { $0.contains("{date") || $0.contains("{device") || $0.contains("${") }
            ? " A value that holds {date} or ${NAME} needs quotes: put quotes round it." : ""
        return Problem(file: file, mark: mark, what: "this is no YAML: \(reason).\(hint)")
    }

    private func problem(_ event: yaml_event_t, _ what: String) -> Problems {
        Problems([Problem(file: file, mark: mark(event), what: what)])
    }

    private func mark(_ event: yaml_event_t) -> Mark {
        Mark(line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    }

    private func node(_ event: yaml_event_t, depth: Int) throws(Problems) -> Node {
        guard depth < 32 else { throw problem(event, "lists and mappings are nested too deeply; 32 levels may be.") }
        switch event.type {
        case YAML_SCALAR_EVENT: return scalar(event)
        case YAML_SEQUENCE_START_EVENT: return Node(.sequence(try items(depth)), mark: mark(event))
        case YAML_MAPPING_START_EVENT: return Node(.mapping(try entries(depth)), mark: mark(event))
        case YAML_ALIAS_EVENT: throw problem(event, "aliases (*name) are not read; write the value out.")
        default: throw problem(event, "there is more than one document; a pipeline file has one.")
        }
    }

    private func scalar(_ event: yaml_event_t) -> Node {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        let isEmpty = isPlain && (text.isEmpty || text == "~" || text == "null")
        return Node(isEmpty ? .empty : .scalar(text), mark: mark(event))
    }

    private func items(_ depth: Int) throws(Problems) -> [Node] {
        var items: [Node] = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_SEQUENCE_END_EVENT { return items }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private func entries(_ depth: Int) throws(Problems) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_MAPPING_END_EVENT { return entries }
            let key = try node(event, depth: depth + 1)
            guard case .scalar(let name) = key.content else {
                throw problem(event, "a key must be a word, not \(key.kindInWords).")
            }
            guard !entries.contains(where: { $0.key == name }) else {
                throw problem(event, "'\(name)' stands here a second time.")
            }
            var value = try next()
            defer { yaml_event_delete(&value) }
            entries.append(Node.Entry(key: name, keyMark: key.mark, value: try node(value, depth: depth + 1)))
        }
    }
}

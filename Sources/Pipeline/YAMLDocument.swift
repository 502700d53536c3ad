import CYAML
import Options

/// A YAML text as nodes that know their line and column, with what is wrong in its structure.
struct YAMLDocument {
    /// Empty where the text holds nothing.
    var root: Node
    /// Double keys, aliases, tags, what is nested too deeply, further documents: each was left out, or is `refused`.
    var problems: [Problem]

    /// Reads a YAML text. libyaml finds the events; here they are put together.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: The name for messages.
    /// - Throws: `Problems` with the place where it is no YAML, and what is wrong in the structure before it.
    init(_ text: String, file: String) throws(Problems) {
        var composer = YAMLComposer(text: text, file: file)
        (root, problems) = try composer.document()
    }
}

/// The nodes of a YAML text without problems of any kind.
func parseYAML(_ text: String, file: String) throws(Problems) -> Node {
    let document = try YAMLDocument(text, file: file)
    guard document.problems.isEmpty else { throw Problems(document.problems) }
    return document.root
}

private struct YAMLComposer {
    private let text: String
    private let file: String
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var problems: [Problem] = []
    /// Where the last value in quotes opens and closes.
    private var quoted: (opens: Mark, closes: Mark)?

    private static let deepest = 32

    init(text: String, file: String) {
        self.text = text
        self.file = file
        bytes = .allocate(capacity: max(1, text.utf8.count))
        _ = bytes.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        yaml_parser_initialize(parser)
        yaml_parser_set_input_string(parser, bytes.baseAddress, text.utf8.count)
    }

    mutating func document() throws(Problems) -> (root: Node, problems: [Problem]) {
        defer {
            yaml_parser_delete(parser)
            parser.deallocate()
            bytes.deallocate()
        }
        var root: Node?
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_END_EVENT: return (root ?? Node(.empty, mark: Mark(line: 1, column: 1)), problems)
            case YAML_DOCUMENT_START_EVENT where root != nil:
                report(event, "there is more than one document; a pipeline file has one.")
                guard let root, !root.isEmpty else { return (refused(event), problems) }
                return (root, problems)
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
            default: root = try node(event, depth: 0)
            }
        }
    }

    private func next() throws(Problems) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            throw Problems(problems + [YAMLFailure(parser.pointee, text: text, quoted: quoted).problem(in: file)])
        }
        return event
    }

    private mutating func report(_ event: yaml_event_t, _ what: String) {
        problems.append(Problem(file: file, mark: Mark(event.start_mark), what: what))
    }

    private func refused(_ event: yaml_event_t) -> Node { Node(.refused, mark: Mark(event.start_mark)) }

    private mutating func node(_ event: yaml_event_t, depth: Int) throws(Problems) -> Node {
        if let tag = tag(of: event) {
            report(event, "tags (\(tag)) are not read; write the value without one.")
            if event.type != YAML_SCALAR_EVENT { try skipToEnd() }
            return refused(event)
        }
        switch event.type {
        case YAML_SCALAR_EVENT: return scalar(event)
        case YAML_ALIAS_EVENT: report(event, "aliases (*name) are not read; write the value out.")
        case YAML_SEQUENCE_START_EVENT where depth < Self.deepest:
            return Node(.sequence(try items(depth)), mark: Mark(event.start_mark))
        case YAML_MAPPING_START_EVENT where depth < Self.deepest:
            return Node(.mapping(try entries(depth)), mark: Mark(event.start_mark))
        default:
            report(event, "lists and mappings are nested too deeply; \(Self.deepest) levels may be.")
            try skipToEnd()
        }
        return refused(event)
    }

    /// The tag that a value asks for, as it is written; nil for one without.
    private func tag(of event: yaml_event_t) -> String? {
        let start: UnsafeMutablePointer<yaml_char_t>? =
            switch event.type {
            case YAML_SCALAR_EVENT: event.data.scalar.tag
            case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.tag
            case YAML_MAPPING_START_EVENT: event.data.mapping_start.tag
            default: nil
            }
        guard let start else { return nil }
        let tag = String(cString: start)
        let standard = "tag:yaml.org,2002:"
        guard !tag.hasPrefix(standard) else { return "!!" + tag.dropFirst(standard.count) }
        return tag.hasPrefix("!") ? tag : "!<\(tag)>"
    }

    private mutating func scalar(_ event: yaml_event_t) -> Node {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        guard !text.utf8.contains(0) else {
            report(event, "a value holds the control character U+0000; take it away.")
            return refused(event)
        }
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        if scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE {
            quoted = (Mark(event.start_mark), Mark(event.end_mark))
        }
        let isEmpty = isPlain && (text.isEmpty || text == "~" || text == "null")
        return Node(isEmpty ? .empty : .scalar(text), mark: Mark(event.start_mark))
    }

    /// Leaves out the rest of a list or mapping that has begun.
    ///
    /// Reading ends where it is nested much more deeply: what libyaml does for a token grows with the brackets that are open.
    private func skipToEnd() throws(Problems) {
        var open = 1
        while open > 0 {
            guard open <= 2 * Self.deepest else { throw Problems(problems) }
            var event = try next()
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: open += 1
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: open -= 1
            default: continue
            }
        }
    }

    private mutating func items(_ depth: Int) throws(Problems) -> [Node] {
        var items: [Node] = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_SEQUENCE_END_EVENT { return items }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func entries(_ depth: Int) throws(Problems) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var names: Set<String> = []
        while true {
            var event = try next()
            defer { yaml_event_delete(&event) }
            if event.type == YAML_MAPPING_END_EVENT { return entries }
            let key = try node(event, depth: depth + 1)
            let name = self.name(of: key, event, isNew: { !names.contains($0) })
            var value = try next()
            defer { yaml_event_delete(&value) }
            let isMerged = name == "<<" && value.type == YAML_ALIAS_EVENT
            let entry = Node.Entry(key: name ?? "", keyMark: key.mark, value: try node(value, depth: depth + 1))
            guard let name, !isMerged else { continue }
            entries.append(entry)
            names.insert(name)
        }
    }

    /// The text of a key; nil for one that cannot stand there, which is told.
    private mutating func name(of key: Node, _ event: yaml_event_t, isNew: (String) -> Bool) -> String? {
        guard !key.isRefused else { return nil }
        guard case .scalar(let name) = key.content else {
            report(event, "a key must be a word, not \(key.kindInWords).")
            return nil
        }
        guard isNew(name) else {
            report(event, "'\(name)' stands here a second time.")
            return nil
        }
        return name
    }
}

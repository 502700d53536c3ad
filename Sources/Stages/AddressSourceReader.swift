import Options

/// Reads what stands under `geocode.with`: a list of sources, or a list for China and one for elsewhere.
struct AddressSourceReader {
    /// What the option looks like.
    static let type = "list of sources, or {china: a list, elsewhere: a list}"
    private static let option = "with"
    private static let standard = "gazetteer"

    private let declarations: [AddressSourceDeclaration]

    /// A reader of sources that there are.
    init(_ declarations: [AddressSourceDeclaration]) { self.declarations = declarations }

    private var names: String { declarations.map(\.name).joined(separator: ", ") }

    /// Reads them; what is wrong is told by the reader.
    func read(_ reader: inout OptionReader) -> AddressSources {
        let node = reader.shaped(
            Self.option, type: Self.type, default: "[\(Self.standard)]",
            help:
                "Where addresses come from: the next source is asked where the one before has no answer; trackmill help geocoders says which there are."
        )
        var sources = AddressSources()
        if let node {
            if case .mapping(let entries) = node.content, isSplit(entries) {
                sources = split(entries, at: node.mark, &reader)
            } else {
                sources.china = chain(node, &reader)
            }
        } else if let declaration = declarations.first(where: { $0.name == Self.standard }) {
            sources.china = [source(declaration, options: nil, mark: nil, &reader)]
        }
        checkTwins(sources, &reader)
        // Without declarations, as for the defaults, the text is what it is with them.
        reader.note(Self.option, node == nil ? "\([Self.standard])" : sources.text)
        return sources
    }

    /// A mapping of one source's name is that source: `with: {amap: {…}}`.
    private func isSplit(_ entries: [Node.Entry]) -> Bool {
        entries.isEmpty || entries.count > 1 || !declarations.contains { $0.name == entries[0].key }
    }

    private func split(_ entries: [Node.Entry], at mark: Mark, _ reader: inout OptionReader) -> AddressSources {
        var sources = AddressSources(isSplit: true)
        for entry in entries {
            switch entry.key {
            case "china": sources.china = chain(entry.value, &reader)
            case "elsewhere": sources.elsewhere = chain(entry.value, &reader)
            default:
                let hint =
                    suggestion(for: entry.key, among: ["china", "elsewhere"]).map { "Did you mean '\($0)'?" }
                    ?? "It may have china and elsewhere, or be a list of \(names)."
                reader.report(entry.keyMark, "'with' has no list '\(entry.key)'. \(hint)")
                return sources
            }
        }
        for name in ["china", "elsewhere"] where !entries.contains(where: { $0.key == name }) {
            reader.report(mark, "'with' has no list '\(name)'; give both, china and elsewhere, or one list for all.")
        }
        return sources
    }

    private func chain(_ node: Node, _ reader: inout OptionReader) -> [ChainedSource] {
        guard !node.isRefused else { return [] }
        let items: [Node] = if case .sequence(let items) = node.content { items } else { [node] }
        guard !items.isEmpty, !node.isEmpty else {
            reader.report(node.mark, "'with' is empty; it may have \(names).")
            return []
        }
        let chain = items.filter { !$0.isRefused }.compactMap { source($0, &reader) }
        warnOfUnreachable(chain, &reader)
        return chain
    }

    private func source(_ item: Node, _ reader: inout OptionReader) -> ChainedSource? {
        let name: String
        var options: Node?
        switch item.content {
        case .scalar(let text): name = text
        case .mapping(let entries) where entries.count == 1: (name, options) = (entries[0].key, entries[0].value)
        case .mapping(let entries) where entries.count > 1:
            let keys = entries.map(\.key).joined(separator: ", ")
            reader.report(item.mark, "a source is one name with its options; here stand \(keys).")
            return nil
        default:
            let found = item.content == .mapping([]) ? "an empty mapping" : item.kindInWords
            reader.report(item.mark, "a source is a name, or a name with options; here stands \(found).")
            return nil
        }
        guard let declaration = declarations.first(where: { $0.name == name }) else {
            let hint =
                suggestion(for: name, among: declarations.map(\.name)).map { "Did you mean '\($0)'?" } ?? "There are \(names)."
            reader.report(item.mark, "there is no source '\(name)'. \(hint)")
            return nil
        }
        return source(declaration, options: options, mark: item.mark, &reader)
    }

    private func source(
        _ declaration: AddressSourceDeclaration, options: Node?, mark: Mark?, _ reader: inout OptionReader
    ) -> ChainedSource {
        var node = options
        if let options, case .scalar = options.content, let secret = declaration.options.first(where: { $0.type == "secret" }) {
            // What stands there may be the key itself: no message says it.
            reader.report(
                options.mark,
                "\(declaration.name) takes options by name, such as {\(secret.name): \"${\(declaration.name.uppercased())_KEY}\"}."
            )
            node = Node(.refused, mark: options.mark)
        }
        var nested = reader.nested(declaration.name, node: node, mark: mark)
        let value = declaration.read(&nested)
        if mark != nil { nested.finish() }
        reader.take(problemsOf: nested)
        let empty = nested.emptySecrets.first
        if let empty {
            reader.report(
                mark,
                "\(declaration.name) is not asked, as \(empty.variable) is empty or not set; what it is to be asked for stays pending.",
                isWarning: true)
        }
        return ChainedSource(
            name: declaration.name, value: value, isAsked: declaration.isAsked, file: declaration.file(value),
            emptyVariable: empty?.variable, mark: mark, text: text(declaration, nested))
    }

    /// `nominatim {url=http://localhost:8080}`; an option at its default is left out, so that a later one makes nothing anew.
    private func text(_ declaration: AddressSourceDeclaration, _ reader: OptionReader) -> String {
        var reference = OptionReader(reference: declaration.name)
        _ = declaration.read(&reference)
        let standard = Dictionary(reference.values.map { ($0.name, $0.value) }) { a, _ in a }
        let values = reader.values.filter { standard[$0.name] != $0.value }.map { "\($0.name)=\($0.value)" }
        return declaration.name + (values.isEmpty ? "" : " {\(values.joined(separator: ", "))}")
    }

    private func warnOfUnreachable(_ chain: [ChainedSource], _ reader: inout OptionReader) {
        guard let place = chain.firstIndex(where: \.answersAlways) else { return }
        for source in chain[(place + 1)...] {
            reader.report(
                source.mark,
                "\(source.name) stands behind \(chain[place].name), which answers everywhere: it is never tried. Put it before.",
                isWarning: true)
        }
    }

    /// Answers are kept by a source's name: two of one name would share them.
    private func checkTwins(_ sources: AddressSources, _ reader: inout OptionReader) {
        for chain in [sources.china, sources.elsewhere] {
            for (place, source) in chain.enumerated() where source.isAsked {
                guard chain[..<place].contains(where: { $0.name == source.name }) else { continue }
                reader.report(source.mark, "\(source.name) stands here a second time; once is enough.")
            }
        }
        for source in sources.elsewhere where source.isAsked {
            guard let twin = sources.china.first(where: { $0.name == source.name }), twin.text != source.text else { continue }
            reader.report(
                source.mark,
                "\(source.name) has other options here than for china; give it the same ones, or leave one of them out.")
        }
    }
}

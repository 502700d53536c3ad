import Glibc

/// Which values of a record are wanted, by their paths, and where lists of records stand: a tree of names that is gone down while a
/// text is read.
///
/// A path is names between points, `location.coords.0`; a number is also the place in an array, from 0. A name that holds points
/// itself is found as well. Raw tables: each name of each record is looked for (measured as for `CellNames`).
struct JSONFields: ~Copyable {
    /// Fields there are.
    let count: Int
    /// Whether a record may be an array.
    let takesArrays: Bool
    private let nodes: UnsafeMutableBufferPointer<Node>
    private let names: UnsafeMutableBufferPointer<Name>
    private let texts: UnsafeMutableBufferPointer<UInt8>

    private struct Node {
        /// Its names: the first, and behind the last.
        var first: Int32
        var end: Int32
        /// The field that its value is; -1 for none.
        var field: Int32 = -1
        /// The list that it is; -1 for none.
        var list: Int32 = -1
    }

    private struct Name {
        /// The first eight bytes.
        var word: UInt64
        var text: Int
        var count: Int
        /// The place in an array; -1 for none.
        var index: Int32
        var node: Int32
    }

    /// No name leads there.
    static let nowhere = -1

    /// - Parameters:
    ///   - paths: Of the fields in a record, in their order; several may be the same.
    ///   - lists: Of the arrays whose elements are records, in a document that is no record itself.
    init(_ paths: [String], lists: [String] = []) {
        var tree = Tree()
        var fieldOf: [Int: Int32] = [:]
        var listOf: [Int: Int32] = [:]
        for (field, path) in paths.enumerated() { fieldOf[tree.add(path)] = Int32(field) }
        for (list, path) in lists.enumerated() { listOf[tree.add(path)] = Int32(list) }
        count = paths.count
        takesArrays = tree.names[0].contains { Int($0.name) != nil }
        nodes = .allocate(capacity: tree.names.count)
        names = .allocate(capacity: tree.names.reduce(0) { $0 + $1.count })
        // A word can be read from the end of each text.
        texts = .allocate(capacity: tree.names.joined().reduce(8) { $0 + $1.name.utf8.count })
        texts.initialize(repeating: 0)
        var (name, text) = (0, 0)
        for (node, children) in tree.names.enumerated() {
            nodes[node] = Node(first: Int32(name), end: Int32(name + children.count))
            (nodes[node].field, nodes[node].list) = (fieldOf[node] ?? -1, listOf[node] ?? -1)
            for child in children {
                let bytes = Array(child.name.utf8)
                for (i, byte) in bytes.enumerated() { texts[text + i] = byte }
                let word = bytes.prefix(8).enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
                let index = Int32(child.name).map { $0 >= 0 ? $0 : -1 } ?? -1
                names[name] = Name(word: word, text: text, count: bytes.count, index: index, node: Int32(child.node))
                (name, text) = (name + 1, text + bytes.count)
            }
        }
    }

    deinit {
        nodes.deallocate()
        names.deallocate()
        texts.deallocate()
    }

    /// The tree while it is made: of each node its names.
    private struct Tree {
        var names: [[(name: String, node: Int)]] = [[]]

        /// The node of a path.
        mutating func add(_ path: String) -> Int {
            let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            var (node, passed) = (0, [0])
            for step in steps {
                if let known = names[node].first(where: { $0.name == step }) {
                    node = known.node
                } else {
                    names.append([])
                    names[node].append((step, names.count - 1))
                    node = names.count - 1
                }
                passed.append(node)
            }
            // The rest of a path in one name.
            for (i, from) in passed.dropLast(2).enumerated() {
                let rest = steps[i...].joined(separator: ".")
                if !names[from].contains(where: { $0.name == rest }) { names[from].append((rest, node)) }
            }
            return node
        }
    }

    // MARK: Going down

    /// The field that a node is; -1 for none.
    @inline(__always)
    func field(of node: Int) -> Int { node < 0 ? -1 : Int(nodes[node].field) }

    /// The list that a node is; -1 for none.
    @inline(__always)
    func list(of node: Int) -> Int { node < 0 ? -1 : Int(nodes[node].list) }

    /// Where a name leads. Eight bytes from its start on can be read.
    @inline(__always)
    func child(of node: Int, named start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let whole = ByteWords.word(at: start)
        let word = count >= 8 ? whole : whole & ((1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1)
        var i = Int(nodes[node].first)
        let end = Int(nodes[node].end)
        while i < end {
            if names[i].word == word, names[i].count == count, count <= 8 || isSame(i, start) { return Int(names[i].node) }
            i &+= 1
        }
        return Self.nowhere
    }

    private func isSame(_ name: Int, _ start: UnsafePointer<UInt8>) -> Bool {
        guard let texts = texts.baseAddress else { return false }
        return memcmp(texts + names[name].text, start, names[name].count) == 0
    }

    /// Where a place in an array leads.
    func child(of node: Int, at index: Int32) -> Int {
        for i in Int(nodes[node].first)..<Int(nodes[node].end) where names[i].index == index { return Int(names[i].node) }
        return Self.nowhere
    }
}

/// A place in a text: line and column, both from 1.
public struct Mark: Sendable, Hashable, Comparable {
    /// Line, from 1.
    public var line: Int
    /// Column in characters, from 1.
    public var column: Int

    /// A place in a text.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte of a UTF-8 text.
    public init(ofByte position: Int, in bytes: [UInt8]) {
        self.init(line: 1, column: 1)
        advance(over: bytes[..<min(position, bytes.count)], followedBy: bytes.dropFirst(position).first)
    }

    /// Moves behind a part of a UTF-8 text; `\n`, `\r\n` and `\r` end a line.
    ///
    /// - Parameter next: The byte behind the part.
    public mutating func advance(over bytes: ArraySlice<UInt8>, followedBy next: UInt8?) {
        for i in bytes.indices {
            let following = i + 1 < bytes.endIndex ? bytes[i + 1] : next
            if bytes[i] == 10 || (bytes[i] == 13 && following != 10) {
                line += 1
                column = 1
            } else if bytes[i] & 0xC0 != 0x80 {
                column += 1
            }
        }
    }

    /// Reading order.
    public static func < (a: Mark, b: Mark) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// An environment variable as a pipeline file names it: `${NAME}` or `${NAME:default}`.
public struct Variable: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What stands there where it is not set; nil where it must be.
    public var standIn: String?

    /// A variable.
    public init(name: String, standIn: String? = nil) {
        self.name = name
        self.standIn = standIn
    }
}

/// A value of a pipeline file with the place it stands at. Scalars stay text until an option's type reads them.
public struct Node: Sendable, Equatable {
    /// What stands there.
    public indirect enum Content: Sendable, Equatable {
        /// Nothing: an empty value, `~` or `null`.
        case empty
        /// A text.
        case scalar(String)
        /// Items in their order.
        case sequence([Node])
        /// Keys with their values, in their order; keys differ.
        case mapping([Entry])
        /// A value that a problem was told of already: readers take the default, and say nothing more of it.
        case refused
    }

    /// A key of a mapping with its value.
    public struct Entry: Sendable, Equatable {
        /// The key.
        public var key: String
        /// Where the key stands.
        public var keyMark: Mark
        /// The value.
        public var value: Node

        /// A key with its value.
        public init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    /// Where the value begins.
    public var mark: Mark
    /// The value.
    public var content: Content
    /// The environment variable that the whole of a text was taken from; nil for any other value.
    public var variable: Variable?

    /// A value at a place.
    public init(_ content: Content, mark: Mark, variable: Variable? = nil) {
        self.content = content
        self.mark = mark
        self.variable = variable
    }

    /// The value of a key, where this is a mapping that has it.
    public subscript(key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// What kind of value it is, in words for messages.
    public var kindInWords: String {
        switch content {
        case .empty: "empty"
        case .scalar(let text): "'\(text)'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .refused: "no value"
        }
    }

    /// The value without its places and in one order of keys: what a change of options is told by.
    public var plainText: String {
        switch content {
        case .empty, .refused: ""
        case .scalar(let text): text
        case .sequence(let items): "[" + items.map(\.plainText).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key): \($0.value.plainText)" }.sorted().joined(separator: ", ") + "}"
        }
    }

    /// Whether it is what YAML reads `{date}` without quotes as: a mapping of keys without values.
    var isBraceOfPattern: Bool {
        guard case .mapping(let entries) = content else { return false }
        return !entries.isEmpty && entries.allSatisfy { $0.value.isEmpty }
    }

    /// Whether nothing stands there.
    public var isEmpty: Bool { content == .empty }

    /// Whether a problem was told of it already.
    public var isRefused: Bool { content == .refused }
}

/// A text that equals only what has the same bytes of UTF-8.
///
/// A `String` also equals other spellings of its characters: é is one scalar or two, and devices of both spellings would be one.
public struct ExactText: Hashable, Comparable, Sendable {
    /// The text.
    public let text: String

    /// A text to compare by its bytes.
    public init(_ text: String) { self.text = text }

    /// Whether the bytes are the same.
    public static func == (first: ExactText, second: ExactText) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    /// The order of the bytes, which is that of the Unicode scalars.
    public static func < (first: ExactText, second: ExactText) -> Bool {
        first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }

    /// Takes in the bytes.
    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

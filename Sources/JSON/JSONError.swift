/// Why bytes are no JSON text, and where.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The byte at which reading stopped, counted from 0.
    public let offset: Int
    /// What is wrong there, in half a sentence.
    public let what: String

    /// An error at a byte.
    public init(at offset: Int, _ what: String) {
        self.offset = offset
        self.what = what
    }

    /// `byte 17: a string has no end`.
    public var description: String { "byte \(offset): \(what)" }
}

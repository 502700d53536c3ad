import SQLite

/// Why a cache cannot be used.
public struct AddressCacheError: Error, Sendable, CustomStringConvertible {
    /// What follows from it.
    public enum Kind: Sendable {
        /// Another process asks with it.
        case held
        /// The file is no cache of ours, or of a later version.
        case foreign
        /// The lock cannot be made.
        case unusable
        /// No memory or descriptors.
        case noResources
    }

    /// What follows from it.
    public let kind: Kind
    /// A sentence: what, where, how to mend.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// A value that may differ from kind to kind.
public struct PerKind<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value of kinds that are not listed.
    public var other: Value
    /// Values of listed kinds, by name.
    public var byKind: [String: Value]

    /// A value for all kinds, but for those listed.
    public init(_ other: Value, byKind: [String: Value] = [:]) {
        self.other = other
        self.byKind = byKind
    }

    /// The value of a kind, which is told by its bytes; nil is no kind.
    public func value(for kind: String?) -> Value {
        kind.flatMap { kind in byKind.first { $0.key.utf8.elementsEqual(kind.utf8) }?.value } ?? other
    }
}

/// A key or password that nothing prints: a provider that is shown, dumped or put into a text shows `…` for it.
struct SecretText: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself, for requests only.
    let revealed: String

    init(_ text: String) { revealed = text }

    var isEmpty: Bool { revealed.isEmpty }
    var description: String { "…" }
    var debugDescription: String { "…" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

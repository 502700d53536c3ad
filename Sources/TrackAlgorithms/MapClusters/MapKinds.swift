import Tracks

/// The kinds that map clusters count: those that are declared, or else those found, and `other` for all else.
public struct MapKinds: Sendable {
    /// Their names in order; one of them is `other`.
    public let names: [String]
    /// One a name; from `requiredMarkerPriority` on never hidden.
    public let priorities: [Int64]
    private let numbers: [ExactText: Int32]

    /// - Parameters:
    ///   - declared: In their order; may be empty.
    ///   - found: The kinds of what is merged, where none is declared.
    public init(declared: [(name: String, priority: Int64)], found: some Sequence<String>) {
        let known =
            declared.isEmpty
            ? Set(found.map(ExactText.init)).sorted().map(\.text).filter { $0 != "other" } : declared.map(\.name)
        names = known.contains("other") ? known : known + ["other"]
        priorities = names.map { name in declared.first { $0.name == name }?.priority ?? 750 }
        numbers = Dictionary(names.enumerated().map { (ExactText($1), Int32($0)) }) { a, _ in a }
    }

    /// A missing or unlisted kind is `other`.
    public func number(of kind: String?) -> Int32 { kind.flatMap { numbers[ExactText($0)] } ?? numbers[ExactText("other")] ?? 0 }
}

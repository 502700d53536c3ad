import Options

/// A source of addresses that a pipeline file may name under `geocode.with`; what it does is not the stage's affair.
public struct AddressSourceDeclaration: Sendable {
    /// Its name.
    public var name: String
    /// What it is, in one sentence.
    public var summary: String
    /// Whether it is asked over the network; others answer from this machine.
    public var isAsked: Bool
    /// Reads its options.
    public var read: @Sendable (inout OptionReader) -> any Sendable
    /// The file that a source read so answers from, as the pipeline file names it; nil for none.
    public var file: @Sendable (any Sendable) -> String?

    /// A source that there is.
    public init(
        name: String, summary: String, isAsked: Bool, read: @escaping @Sendable (inout OptionReader) -> any Sendable,
        file: @escaping @Sendable (any Sendable) -> String? = { _ in nil }
    ) {
        self.name = name
        self.summary = summary
        self.isAsked = isAsked
        self.read = read
        self.file = file
    }

    /// What its options are.
    public var options: [OptionDeclaration] {
        var reader = OptionReader(reference: name)
        _ = read(&reader)
        return reader.declarations
    }
}

/// A source of addresses as a chain has it.
public struct ChainedSource: Sendable {
    /// Its name.
    public var name: String
    /// What its declaration read.
    public var value: any Sendable
    /// Whether it is asked over the network.
    public var isAsked: Bool
    /// The file that it answers from, as the pipeline file names it; nil for none.
    public var file: String?
    /// The environment variable that should hold its key and is empty: it is not asked then. Nil where none is.
    public var emptyVariable: String?
    /// Where it stands; nil for the default.
    public var mark: Mark?
    /// Its name and the options that differ from their defaults, but for those that addresses do not depend on.
    var text: String

    /// Whether it knows an address of every point on earth: what is built in does.
    var answersAlways: Bool { !isAsked && file == nil }
}

/// The sources that give addresses, in the order they are tried: the next is tried where the one before has no answer.
public struct AddressSources: Sendable {
    /// Of points in China, and where there is one list, of all.
    public var china: [ChainedSource] = []
    /// Of points elsewhere.
    public var elsewhere: [ChainedSource] = []
    /// Whether points in China have a list of their own.
    public var isSplit = false

    /// Of both lists, a source that is asked once.
    public var all: [ChainedSource] {
        guard isSplit else { return china }
        return china + elsewhere.filter { other in !china.contains { $0.isAsked && $0.name == other.name } }
    }

    /// What is compared of them.
    var text: String {
        isSplit ? "china: \(china.map(\.text)), elsewhere: \(elsewhere.map(\.text))" : "\(china.map(\.text))"
    }
}

/// How an option is declared: what checks, messages and reference pages are made from.
public struct OptionDeclaration: Sendable, Equatable {
    /// The key in the pipeline file.
    public var name: String
    /// What a value looks like: `length`, `one of even, mean, all`, `text` …
    public var type: String
    /// The default in words; nil where the option must be given.
    public var defaultInWords: String?
    /// The bounds in words, where there are any.
    public var bounds: String?
    /// One sentence.
    public var help: String
    /// Whether a change of its value makes results anew; false of keys, and of how fast and where something is done.
    public var isCompared = true
}

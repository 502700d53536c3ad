/// Options with a shape of their own, and options below options.
extension OptionReader {
    /// A value of any shape: whoever asked reads it, says what is wrong with it, and notes what of it is compared.
    public mutating func shaped(_ name: String, type: String, default given: String?, help: String) -> Node? {
        declare(name, type: type, default: given, bounds: nil, help: help)
        let value = self.given(name)
        if value == nil, given == nil { missing(name, type) }
        return value
    }

    /// A reader of what stands below one of its options, in the same file.
    ///
    /// - Parameters:
    ///   - node: What stands there; nil for nothing.
    ///   - mark: Where it stands.
    public func nested(_ owner: String, node: Node?, mark: Mark?) -> OptionReader {
        OptionReader(owner: owner, node: node, file: file, mark: mark ?? self.mark)
    }

    /// Takes over what a nested reader found wrong.
    public mutating func take(problemsOf nested: OptionReader) { problems += nested.problems }
}

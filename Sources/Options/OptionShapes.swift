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

    /// Takes over what a copy of this reader declared, found wrong and read since, but for what this one has by now, too.
    public mutating func join(_ copy: OptionReader) {
        declarations += copy.declarations.filter { option in !declarations.contains { $0.name == option.name } }
        problems += copy.problems.filter { !problems.contains($0) }
        values += copy.values.filter { value in !values.contains { $0.name == value.name } }
        emptySecrets += copy.emptySecrets.filter { secret in !emptySecrets.contains { $0.name == secret.name } }
        namesRead.formUnion(copy.namesRead)
    }

    /// Whether a key is given that no call named so far; then the caller says what is wrong with it.
    public mutating func takesForeign(_ name: String) -> Bool {
        guard has(name), !declarations.contains(where: { $0.name == name }), namesForeign.insert(name).inserted else {
            return false
        }
        return true
    }

    /// Takes over what a nested reader found wrong.
    public mutating func take(problemsOf nested: OptionReader) { problems += nested.problems }
}

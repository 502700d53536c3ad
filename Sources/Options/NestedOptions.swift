extension OptionReader {
    /// The options of a mapping under a name, which are declared as `name.option`.
    public mutating func nested<Result>(
        _ name: String, default given: String = "its defaults", help: String, read: (inout OptionReader) -> Result
    ) -> Result {
        let value = self.given(name)
        var inner = OptionReader(owner: name, node: value, file: file, mark: value?.mark ?? mark)
        inner.asksForMissing = asksForMissing && node?[name]?.isRefused != true
        let result = read(&inner)
        inner.finish()
        let names = inner.declarations.map(\.name).joined(separator: ", ")
        declare(name, type: "{\(names)}", default: given, bounds: nil, help: help)
        for var declaration in inner.declarations {
            declaration.name = "\(name).\(declaration.name)"
            declarations.append(declaration)
        }
        problems += inner.problems
        values += inner.values.map { ("\(name).\($0.name)", $0.value) }
        return result
    }
}

/// Options that results do not depend on: how fast and where something is done, and keys.
extension OptionReader {
    /// Reads options that are checked and documented like others, and of which a change makes nothing anew: none of them is in `values`.
    ///
    ///     let limits = reader.operational { reader in
    ///         RequestLimits(requestsPerSecond: reader.rate("rate", default: 3, in: 0.001...1000, help: "…"), …)
    ///     }
    public mutating func operational<Result>(_ body: (inout OptionReader) -> Result) -> Result {
        let before = isOperational
        isOperational = true
        defer { isOperational = before }
        return body(&self)
    }

    /// A key or a password: it comes from the environment only, written as `"${NAME}"` and nothing else.
    ///
    /// It is in no text of options, and no message says it. With `"${NAME:}"` a variable that is not set gives an empty one, which
    /// `emptySecrets` tells of; that is for whoever asked to weigh.
    /// - Returns: The value; empty where there is none.
    public mutating func secret(_ name: String, isRequired: Bool = true, help: String) -> String {
        operational { $0.declare(name, type: "secret", default: isRequired ? nil : "none", bounds: nil, help: help) }
        let example = "\"${\(Self.variableName(owner, name))}\""
        guard let value = given(name) else {
            if isRequired { missing(name, "\(example), an environment variable") }
            return ""
        }
        guard case .scalar(let text) = value.content, let variable = value.variable else {
            report(
                value.mark,
                "'\(name)' comes from the environment only, so that it stands in no file and no list of processes; write \(example) and nothing besides, and set that variable."
            )
            return ""
        }
        guard variable.standIn?.isEmpty ?? true else {
            report(
                value.mark,
                "'\(name)' has a text for when \(variable.name) is not set, which would be a key in a file; write \"${\(variable.name)}\", or \"${\(variable.name):}\" for none."
            )
            return ""
        }
        namesRead.insert(name)
        let secret = text.trimmed
        if secret.isEmpty { emptySecrets.append((name, variable.name)) }
        return secret
    }

    /// `amap` and `key` are `AMAP_KEY`.
    private static func variableName(_ owner: String, _ name: String) -> String {
        String("\(owner)_\(name)".uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}

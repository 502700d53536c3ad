import JSON

/// The way to a value in a JSON text: `features[0].properties.city`; a name with dots stands in brackets, `query["point.lat"]`.
struct JSONPath: Sendable, Equatable {
    private enum Step: Sendable, Equatable {
        case member(String)
        case element(Int)
    }

    private let steps: [Step]

    /// Reads a way; nil where the text is none.
    init?(_ text: String) {
        var steps: [Step] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            if rest.first == "[" {
                guard let (step, length) = Self.bracket(rest) else { return nil }
                steps.append(step)
                rest = rest.dropFirst(length)
                continue
            }
            if !steps.isEmpty {
                guard rest.first == "." else { return nil }
                rest = rest.dropFirst()
            }
            let name = rest.prefix { !".[]".contains($0) }
            guard !name.isEmpty else { return nil }
            steps.append(.member(String(name)))
            rest = rest[name.endIndex...]
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    /// `[0]` or `["name"]`, with its length.
    private static func bracket(_ text: Substring) -> (Step, Int)? {
        guard let end = text.firstRange(of: text.hasPrefix("[\"") ? "\"]" : "]") else { return nil }
        let length = text.distance(from: text.startIndex, to: end.upperBound)
        if text.hasPrefix("[\"") {
            let name = text.dropFirst(2)[..<end.lowerBound]
            return name.isEmpty ? nil : (.member(String(name)), length)
        }
        let digits = text.dropFirst()[..<end.lowerBound]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        return (.element(number), length)
    }

    /// The value at the end of the way; nil where it leads nowhere.
    func value(in json: JSONValue) -> JSONValue? {
        steps.reduce(Optional(json)) { value, step in
            switch step {
            case .member(let name): return value?[name]
            case .element(let index):
                guard let elements = value?.elements, elements.indices.contains(index) else { return nil }
                return elements[index]
            }
        }
    }
}

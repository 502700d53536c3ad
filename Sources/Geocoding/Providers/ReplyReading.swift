import JSON
import Options

extension HTTPResponse {
    /// The outcomes of a reply in JSON: first what the provider's own code says, then the HTTP status, then the body.
    ///
    /// - Parameters:
    ///   - count: How many points were asked.
    ///   - refused: What the code in the reply says of all points; nil where it says that all is well.
    ///   - read: What the body says of each point, in their order.
    func outcomes(
        count: Int, refused: (JSONValue) -> [Outcome]?, read: (JSONValue) -> [Outcome]
    ) -> [Outcome] {
        do {
            let json = try JSONValue(reading: body)
            if let outcomes = refused(json) { return outcomes }
            if let failure = SourceFailure(ofHTTPStatus: status) { return [Outcome](repeating: .failed(failure), count: count) }
            return read(json)
        } catch {
            let failure =
                SourceFailure(ofHTTPStatus: status) ?? SourceFailure(ofNoJSON: self) ?? .malformed("it is no JSON (\(error))")
            return [Outcome](repeating: .failed(failure), count: count)
        }
    }
}

extension JSONValue {
    /// The text of a string that says something, in one line; nil for empty ones, `null` written as a text, and everything else (Amap
    /// writes `[]` for an empty text).
    var word: String? {
        guard let text = text?.inOneLine.trimmed, !text.isEmpty, !["null", "(null)", "undefined"].contains(text) else {
            return nil
        }
        return text
    }

    /// A code that providers write as a number or as a text.
    var code: String? { integer.map { "\($0)" } ?? text }

    /// The word of the first of these members that has one.
    func firstWord(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.word }.first }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

extension String {
    /// Control characters and ends of lines as one space each: an address is a line, and moves no terminal's cursor.
    fileprivate var inOneLine: String {
        guard unicodeScalars.contains(where: \.endsLineOrControls) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.endsLineOrControls ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var endsLineOrControls: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

import Tracks

/// A sentence of the page that its script can say in another language: the English one is the key.
///
///     SpokenText("The first {0} of {1} rows; export has all.", "200", "679").element("p")
struct SpokenText {
    private let template: String
    private let values: [String]

    /// - Parameters:
    ///   - template: With `{0}`, `{1}` … where values stand.
    ///   - values: As texts.
    init(_ template: String, _ values: String...) {
        self.template = template
        self.values = values
    }

    /// The sentence in English.
    var text: String {
        var result = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            let end = rest.firstIndex(of: "}") ?? rest.startIndex
            if let number = Int(rest[..<end]), number < values.count { result += values[number] }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// As an element of HTML; without values its text is the key.
    func element(_ name: String, attributes: String = "") -> String {
        guard !values.isEmpty else { return "<\(name)\(attributes) data-word>\(escaped(text))</\(name)>" }
        let list = "[" + values.map(jsonText).joined(separator: ",") + "]"
        return
            "<\(name)\(attributes) data-word=\"\(escaped(template))\" data-values=\"\(escaped(list))\">\(escaped(text))</\(name)>"
    }
}

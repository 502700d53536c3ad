/// One of the codes that a provider's replies may carry, with what follows from it.
struct ProviderCode: Sendable {
    /// What the code means for the points that were asked.
    enum Consequence: Sendable {
        /// No answer.
        case failed(SourceFailure.Kind)
        /// The provider knows no address there.
        case notFound
    }

    /// As the provider writes it.
    let code: String
    /// What it says, as half a sentence.
    let meaning: String
    let consequence: Consequence

    init(_ code: String, _ meaning: String, _ kind: SourceFailure.Kind) {
        self.code = code
        self.meaning = meaning
        consequence = .failed(kind)
    }

    init(notFound code: String, _ meaning: String) {
        self.code = code
        self.meaning = meaning
        consequence = .notFound
    }
}

extension [ProviderCode] {
    /// What a code says of every point; one that is not in this table is unusable, and shown where it looks like a code.
    func outcome(of code: String, from provider: String) -> Outcome {
        guard let entry = first(where: { $0.code == code }) else {
            let shown = isCode(code) ? code : "unreadable"
            return .failed(SourceFailure(.unusable, code: shown, "\(provider) answers with a code that is not known: \(shown)."))
        }
        switch entry.consequence {
        case .notFound: return .notFound
        case .failed(let kind): return .failed(SourceFailure(kind, code: code, "\(provider) answers \(code): \(entry.meaning)."))
        }
    }
}

/// Whether a text is a number of up to six digits, or words in capitals: codes are, keys are not.
private func isCode(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    if (1...6).contains(digits.count), digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        return text.utf8.count <= 7
    }
    return (1...40).contains(text.utf8.count)
        && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_") }
}

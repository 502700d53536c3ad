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
    /// What a code says of every point; one that is not in this table is unusable, and shown.
    func outcome(of code: String, from provider: String) -> Outcome {
        let shown = code.utf8.count <= 40 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        let text = shown && !code.isEmpty ? code : "unreadable"
        guard let entry = first(where: { $0.code == code }) else {
            return .failed(SourceFailure(.unusable, code: text, "\(provider) answers with a code that is not known: \(text)."))
        }
        switch entry.consequence {
        case .notFound: return .notFound
        case .failed(let kind): return .failed(SourceFailure(kind, code: text, "\(provider) answers \(text): \(entry.meaning)."))
        }
    }
}

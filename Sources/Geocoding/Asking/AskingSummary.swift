/// What came of asking.
public struct AskingSummary: Sendable {
    /// What came of asking one source.
    public struct Source: Sendable {
        /// The name in the pipeline file.
        public var name: String
        /// Requests sent.
        public var requests = 0
        /// Cells it gave an address.
        public var answered = 0
        /// Cells it knows no address of.
        public var notFound = 0
        /// Cells given up for this run, by reason, the reason that came first first.
        public var failures: [(code: String, words: String, cells: Int)] = []
        /// Cells it is still to be asked for.
        public var pending = 0
        /// Why it was stopped, or rests.
        public var stopped: SourceFailure?
        /// Why else cells were left: next tries that are later; nil for no such cells.
        public var slowed: String?

        init(name: String) { self.name = name }

        /// One line for people.
        public var sentence: String {
            var text =
                "\(name): \(counted(requests, "request")), \(counted(answered, "address", "addresses")), \(notFound) not found"
            text += pending > 0 ? ", \(pending) left pending." : "."
            for failure in failures {
                text += " \(counted(failure.cells, "cell")) given up for now (\(failure.code)): \(failure.words)"
            }
            if let slowed { text += " \(slowed)" }
            if let stopped { text += " Stopped (\(stopped.code)): \(stopped.words)" }
            return text
        }

        /// Counts cells that are given up.
        mutating func note(_ failure: SourceFailure, cells: Int) {
            if let known = failures.firstIndex(where: { $0.code == failure.code }) {
                failures[known].cells += cells
            } else {
                failures.append((failure.code, failure.words, cells))
            }
        }
    }

    /// The sources of the network in the order of the chain.
    public var sources: [Source]
    /// Cells left pending in all.
    public var pending = 0
    /// Whether it was stopped before its end.
    public var wasStopped = false
    /// Whether nobody was to be asked.
    public var wasOffline = false

    /// Whether a source was stopped because its settings are wrong.
    public var isMisconfigured: Bool {
        sources.contains { $0.stopped?.kind == .misconfigured && ($0.requests > 0 || $0.pending > 0) }
    }

    /// Whether cells are pending because a source could not be reached or used.
    public var isUnserved: Bool {
        sources.contains { $0.pending > 0 && $0.stopped != nil && $0.stopped?.kind != .stopForToday }
    }

    /// A line for each source with something to say.
    public var sentences: [String] {
        if wasOffline { return pending > 0 ? ["Offline: \(counted(pending, "address stays", "addresses stay")) pending."] : [] }
        return sources.filter { $0.requests > 0 || $0.pending > 0 }.map(\.sentence)
    }
}

/// A number with its noun.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}

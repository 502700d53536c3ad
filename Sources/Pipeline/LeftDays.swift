import Tracks

/// What is said of days that a run left as they are, days in a row together.
struct LeftDays {
    private let pipeline: PipelineFile
    private let ledger: Ledger
    private var left: [(days: ClosedRange<CalendarDay>, decision: DayDecision)] = []

    init(_ decisions: [CalendarDay: DayDecision], _ pipeline: PipelineFile, _ ledger: Ledger) {
        self.pipeline = pipeline
        self.ledger = ledger
        for (day, found) in decisions.sorted(by: { $0.key < $1.key }) {
            let decision = Self.asNews(found, ledger)
            if let last = left.last, last.days.upperBound.next == day, Self.isSameKind(last.decision, decision) {
                left[left.count - 1] = (last.days.lowerBound...day, Self.joined(last.decision, decision))
            } else {
                left.append((day...day, decision))
            }
        }
    }

    /// Days that files made which are gone: they would be made anew, or this run is the first that finds a file gone.
    var missing: [RunMessage] {
        left.compactMap { days, decision in
            guard case .missing(let numbers) = decision else { return nil }
            return message(.goneLog, missing(days, numbers), days, numbers)
        }
    }

    private func message(_ kind: RunMessage.Kind, _ text: String, _ days: ClosedRange<CalendarDay>, _ numbers: [Int])
        -> RunMessage
    {
        let files = ledger.words(Set(numbers))
        return RunMessage(
            kind, text, file: files.count == 1 ? files[0] : nil, days: days,
            count: Int64(days.upperBound.number - days.lowerBound.number) + 1)
    }

    private func missing(_ days: ClosedRange<CalendarDay>, _ numbers: [Int]) -> String {
        let one = Set(numbers).count == 1
        let made = days.lowerBound == days.upperBound ? "it" : "them"
        return
            "\(words(days)): \(list(numbers)) made \(made) and \(one ? "is gone. Bring it" : "are gone. Bring them") back, or: \(command(days)) --remove-missing"
    }

    /// Days that would have fewer rows than they were made from.
    var shrunk: [RunMessage] {
        left.compactMap { days, decision in
            guard case .shrunk(let numbers) = decision else { return nil }
            return message(.shrunk, shrunk(days, numbers), days, numbers)
        }
    }

    private func shrunk(_ days: ClosedRange<CalendarDay>, _ numbers: [Int]) -> String {
        "\(words(days)): \(list(numbers)) gave more rows before. To take what is there now: \(command(days))"
    }

    /// Days of files that are there and cannot be read; the files are named elsewhere.
    var unreadable: [RunMessage] {
        left.compactMap { days, decision in
            guard case .unreadable(let numbers) = decision else { return nil }
            return message(.unreadableDay, unreadable(days, numbers), days, numbers)
        }
    }

    private func unreadable(_ days: ClosedRange<CalendarDay>, _ numbers: [Int]) -> String {
        "\(words(days)): \(list(numbers)) cannot be read."
    }

    /// What is said of each day that was left though it is to be made anew.
    var sentences: [CalendarDay: String] {
        var found: [CalendarDay: String] = [:]
        for (days, decision) in left {
            let sentence: String? =
                switch decision {
                case .missing(let numbers): missing(days, numbers)
                case .shrunk(let numbers): shrunk(days, numbers)
                case .unreadable(let numbers): unreadable(days, numbers)
                default: nil
                }
            guard let sentence else { continue }
            for number in days.lowerBound.number...days.upperBound.number { found[CalendarDay(number: number)] = sentence }
        }
        return found
    }

    /// Days that files which have not settled may change.
    var unsettled: [RunMessage] {
        left.compactMap { days, decision in
            guard decision == .mayChange else { return nil }
            return message(.unsettledDay, "\(range(days)) may change: a file has not settled.", days, [])
        }
    }

    /// Days that are as they should be and keep what gone files gave.
    var kept: [RunMessage] {
        var files: Set<Int> = []
        var days = 0
        for (range, decision) in left {
            guard case .kept(let numbers) = decision else { continue }
            files.formUnion(numbers)
            days += Int(range.upperBound.number - range.lowerBound.number) + 1
        }
        guard days > 0 else { return [] }
        let ending = files.count == 1 ? "it was" : "they were"
        let text = "\(days) \(days == 1 ? "day keeps" : "days keep") what \(list(files)) gave before \(ending) gone."
        return [RunMessage(.keptDays, text, file: files.count == 1 ? list(files) : nil, count: Int64(days))]
    }

    private func words(_ days: ClosedRange<CalendarDay>) -> String {
        "\(range(days)) \(days.lowerBound == days.upperBound ? "was left as it is" : "were left as they are")"
    }

    private func range(_ days: ClosedRange<CalendarDay>) -> String {
        days.lowerBound == days.upperBound ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
    }

    /// At most the first five names.
    private func list(_ numbers: some Collection<Int>) -> String {
        let names = ledger.words(Set(numbers))
        return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    private func command(_ days: ClosedRange<CalendarDay>) -> String {
        pipeline.command("run", dayOptions(days.lowerBound, days.upperBound))
    }

    /// The run that first finds a file gone says it of its days as of days to be made; later ones only note that these keep what it gave.
    private static func asNews(_ decision: DayDecision, _ ledger: Ledger) -> DayDecision {
        guard case .kept(let numbers) = decision else { return decision }
        let isNews = numbers.contains { number in
            ledger.entries[number].map { $0.state != "gone" && $0.state != "renamed" } ?? false
        }
        return isNews ? .missing(numbers) : decision
    }

    private static func isSameKind(_ a: DayDecision, _ b: DayDecision) -> Bool {
        switch (a, b) {
        case (.missing, .missing), (.shrunk, .shrunk), (.unreadable, .unreadable), (.kept, .kept): true
        default: a == b
        }
    }

    private static func joined(_ a: DayDecision, _ b: DayDecision) -> DayDecision {
        switch (a, b) {
        case (.missing(let x), .missing(let y)): .missing(x + y)
        case (.shrunk(let x), .shrunk(let y)): .shrunk(x + y)
        case (.unreadable(let x), .unreadable(let y)): .unreadable(x + y)
        case (.kept(let x), .kept(let y)): .kept(x + y)
        default: a
        }
    }
}

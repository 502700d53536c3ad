import Store
import Tracks

/// Says of each day what a run would do, by the ledger and by size and modification time of the files.
struct DayPlanner {
    private typealias Saying = (state: String, reason: String, isToDo: Bool)

    private let pipeline: PipelineFile
    private let inputs: InputFiles
    private let index: DayIndex
    private let formerZone: String?
    private var files: [InputFile] { index.files }
    private var ledger: Ledger { index.ledger }
    private var scope: RunScope { index.scope }

    /// - Parameter formerZone: The zone of the days that the database holds, where it is another; the ledger is without them then.
    init(_ pipeline: PipelineFile, _ inputs: InputFiles, _ index: DayIndex, formerZone: String?) {
        self.pipeline = pipeline
        self.inputs = inputs
        self.index = index
        self.formerZone = formerZone
    }

    /// The plan, but for what the database itself says.
    func plan() -> RunPlan {
        var plan = RunPlan()
        var sweep = FileSweep(index.reach)
        plan.days = candidates().sorted().map { self.plan(of: $0, reachedBy: sweep.files(reaching: $0)) }
        plan.hasNoInput = hasNoInput
        if hasNoInput { for i in plan.days.indices { plan.days[i].isToDo = false } }
        plan.undatedFiles = files.indices.filter { files[$0].date == nil && index.isUnread($0) }.map { files[$0].path }
        plan.unsettled = files.filter { !scope.waitsForNothing && $0.settles > scope.now }.map { ($0.path, $0.settles) }
        plan.notes = inputs.unreadable.map { "\($0.path) cannot be read: \($0.words). Its days are left as they are." }
        plan.notes += inputs.sourcesWithout.map(pipeline.nothingMatches) + inputs.leftAlone + inputs.misnamed
        plan.requiredLogs = requiredLogs(plan.days)
        return plan
    }

    /// Whether a run would find no file at all.
    private var hasNoInput: Bool {
        guard let range = scope.range else { return files.isEmpty && inputs.unreadable.isEmpty }
        return !index.reach.contains { $0.map(range.overlaps) == true }
    }

    // MARK: Which days

    private func candidates() -> Set<CalendarDay> {
        guard scope.isUndated else { return index.candidates }
        var days = index.candidates
        for (number, file) in files.enumerated() {
            days.formUnion(file.days)
            guard file.date != nil, index.isUnread(number), let reach = index.reach[number] else { continue }
            // Rows may come late or early: such days are made, too, where they are finished.
            days.formUnion(allDays(of: reach).filter(index.isFinished))
        }
        return days
    }

    private func requiredLogs(_ days: [PlannedDay]) -> [(day: CalendarDay, patterns: String)] {
        let yesterday = pipeline.zone.day(of: scope.now).advanced(by: -1)
        let wanted = scope.isUndated ? days.filter { $0.isToDo && $0.isExpected }.map(\.day) + [yesterday] : days.map(\.day)
        return pipeline.sources.enumerated().flatMap { number, source -> [(day: CalendarDay, patterns: String)] in
            guard source.options.isRequired, source.patterns.contains(where: \.isDated) else { return [] }
            return index.daysWithoutLog(ofSource: number, among: wanted).map {
                ($0, source.options.files.joined(separator: ", "))
            }
        }
    }

    // MARK: What of each

    private func plan(of day: CalendarDay, reachedBy reaching: [Int]) -> PlannedDay {
        let saying = saying(of: day, reaching)
        let isExpected = ledger.processed[day] != nil || !index.gives(day).isEmpty || !index.filesDated(day).isEmpty
        return PlannedDay(
            day: day, start: pipeline.zone.start(of: day), end: pipeline.zone.end(of: day), files: reaching.count,
            state: saying.state, reason: saying.reason, isToDo: saying.isToDo, isExpected: isExpected)
    }

    private func saying(of day: CalendarDay, _ reaching: [Int]) -> Saying {
        let unread = reaching.filter(index.isUnread)
        guard let options = ledger.processed[day] else { return sayingOfNew(day, reaching, unread) }
        let why = ledger.hasTodaysOptions(day) ? nil : whyAnew(day, options)
        return unread.isEmpty ? sayingOfKnown(day, reaching, why) : sayingOfUnread(day, unread, why)
    }

    private func whyAnew(_ day: CalendarDay, _ options: String) -> String {
        guard !ledger.todaysOptions.contains(options) else { return "changed kind of a device in the devices file" }
        let before = ledger.optionTexts[options].map(pipeline.compared.normal) ?? ""
        let rules = "rules=\(rulesVersion)"
        guard rulesVersion == 1 || before.split(separator: "\n").contains(rules[...]) else { return "new rules of the program" }
        return changedOptions(from: before, to: pipeline.phase1Text)
    }

    private func sayingOfNew(_ day: CalendarDay, _ reaching: [Int], _ unread: [Int]) -> Saying {
        let standing = DayStanding(of: day, in: index)
        if !standing.unreadable.isEmpty { return unreadable(standing.unreadable) }
        let why = formerZone.map { "days are of \(pipeline.zone.name) now, not of \($0)" } ?? "not made yet"
        guard scope.isUndated else { return ("new", reaching.isEmpty ? "no file" : why, true) }
        guard index.isFinished(day) else { return ("unfinished", "it has not ended, or a file of it has not settled", false) }
        let isSure = !standing.gives.isEmpty || index.filesDated(day).contains(where: index.isReadable)
        return isSure || unread.isEmpty ? ("new", why, true) : ("may change", words(unread, day), true)
    }

    /// Of a processed day whose files are all known: what the run itself decides.
    private func sayingOfKnown(_ day: CalendarDay, _ reaching: [Int], _ why: String?) -> Saying {
        switch index.decision(on: day) {
        case .current:
            return reaching.allSatisfy(index.isReadable) ? current(reaching, isToDo: false) : Self.unsettled
        case .make:
            if let why { return ("changed", why, true) }
            let standing = DayStanding(of: day, in: index)
            if !scope.isUndated, standing.made.elementsEqual(standing.gives) { return current(reaching, isToDo: true) }
            return ("changed", changedReason(standing.made, standing.gives), true)
        case .mayChange, .unfinished: return Self.unsettled
        case .unreadable(let numbers): return unreadable(numbers)
        case .missing(let numbers), .kept(let numbers): return missing(numbers)
        case .shrunk(let numbers): return ("shrunk", "fewer rows in \(list(numbers))", false)
        }
    }

    private static let unsettled: Saying = ("may change", "a file has not settled", false)

    private func unreadable(_ numbers: [Int]) -> Saying { ("may change", "cannot be read: \(list(numbers))", false) }
    private func missing(_ numbers: [Int]) -> Saying { ("missing", "gone file \(list(numbers))", false) }
    private func list(_ numbers: some Sequence<Int>) -> String { ledger.words(numbers).joined(separator: ", ") }

    private func current(_ reaching: [Int], isToDo: Bool) -> Saying {
        let broken = reaching.filter { ledger.entries[$0]?.state == "damaged" }
        return ("current", broken.isEmpty ? "" : "damaged last time: \(list(broken))", isToDo)
    }

    /// Of a processed day that files reach which must be read first: sure is only what these cannot turn.
    private func sayingOfUnread(_ day: CalendarDay, _ unread: [Int], _ why: String?) -> Saying {
        if scope.isUndated, !index.isFinished(day) { return Self.unsettled }
        let standing = DayStanding(of: day, in: index)
        let (made, gives) = (standing.made, standing.gives)
        if !standing.unreadable.isEmpty { return unreadable(standing.unreadable) }
        let reasons = [words(unread, day)] + (why.map { [$0] } ?? [])
        if !standing.gone.isEmpty {
            let isRenamed = standing.gone.allSatisfy { number in unread.contains { mayHold(files[$0], whatWasIn: number) } }
            return isRenamed
                ? ("may change", "\(reasons[0]); gone file \(list(standing.gone))", true) : missing(standing.gone)
        }
        if scope.isUndated, !standing.lacking.isEmpty { return Self.unsettled }
        let isDifferent =
            why != nil || made.contains { index.isKnown($0.file) && standing.differs($0.file) }
            || gives.contains { made.share(of: $0.file) == nil }
        guard isDifferent, !scope.isUndated || gives.rows >= made.rows else {
            return ("may change", reasons.joined(separator: "; "), true)
        }
        return ("changed", why ?? changedReason(made, gives, among: index.isKnown), true)
    }

    /// Whether a file may be a gone one under another name: it may hold rows of the same times.
    private func mayHold(_ file: InputFile, whatWasIn number: Int) -> Bool {
        guard let gone = ledger.entries[number] else { return false }
        return file.date == nil ? file.window.low == gone.low : file.window.high == gone.high
    }

    /// The first of the files to be read, and how many more.
    private func words(_ unread: [Int], _ day: CalendarDay) -> String {
        guard let number = unread.first else { return "" }
        let file = files[number]
        let isLate = file.ownDays.map { day < $0.lowerBound } ?? false
        let isOld = file.date == nil && ledger.processed[day] != nil
        let what = ledger.entries[number] != nil ? "changed file" : isLate || isOld ? "late file" : "new file"
        return "\(what) \(file.path)" + (unread.count > 1 ? " and \(unread.count - 1) more" : "")
    }

    /// - Parameter among: Which of the files that made it are looked at.
    private func changedReason(
        _ made: ArraySlice<FileShare>, _ gives: [FileShare], among isLookedAt: (Int) -> Bool = { _ in true }
    ) -> String {
        let before = Dictionary(uniqueKeysWithValues: made.map { ($0.file, $0.share) })
        let now = Dictionary(uniqueKeysWithValues: gives.map { ($0.file, $0.share) })
        let looked = before.keys.filter(isLookedAt)
        let differing = Set(looked).union(now.keys).filter { before[$0] != now[$0] }
        let renamed = differing.filter { before[$0] == nil && now[$0].map(before.values.contains) == true }
        if !renamed.isEmpty { return "renamed file \(list(renamed))" }
        return differing.isEmpty ? "changed" : "changed file \(list(differing))"
    }
}

/// The files that reach a day, for days that rise: each file is taken up and put down once.
private struct FileSweep {
    private let reach: [ClosedRange<CalendarDay>?]
    /// Files whose first day is still to come, the latest first.
    private var coming: [(first: CalendarDay, file: Int)]
    private var reaching: [Int] = []

    init(_ reach: [ClosedRange<CalendarDay>?]) {
        self.reach = reach
        let starts = reach.indices.compactMap { file in reach[file].map { (first: $0.lowerBound, file: file) } }
        coming = starts.sorted { ($0.first, $0.file) > ($1.first, $1.file) }
    }

    /// By number, rising.
    mutating func files(reaching day: CalendarDay) -> [Int] {
        reaching.removeAll { file in reach[file].map { $0.upperBound < day } ?? true }
        let kept = reaching.count
        while let next = coming.last, next.first <= day {
            coming.removeLast()
            if reach[next.file].map({ $0.upperBound >= day }) == true { reaching.append(next.file) }
        }
        if reaching.count > kept { reaching.sort() }
        return reaching
    }
}

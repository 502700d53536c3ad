import Store
import Tracks

/// Says of each day what a run would do, by the ledger and by size and modification time of the files.
struct DayPlanner {
    private typealias Saying = (state: String, reason: String, isToDo: Bool)

    private let pipeline: PipelineFile
    private let files: [InputFile]
    private let inputs: InputFiles
    private let ledger: Ledger
    private let range: ClosedRange<CalendarDay>?
    private let unfinishedTo: CalendarDay?
    private let now: Int64
    private let formerZone: String?
    /// Files that such a run may read, by number.
    private let readable: Set<Int>
    /// Readable files that the ledger knows as they are.
    private let known: Set<Int>
    /// What the known files give each day, by number.
    private var gives: [CalendarDay: [Int: LedgerShare]] = [:]
    /// Days that a file is dated which has not settled.
    private let growingDays: Set<CalendarDay>

    /// - Parameters:
    ///   - unfinishedTo: Up to this day an undated run makes unfinished days, too.
    ///   - formerZone: The zone of the days that the database holds, where it is another; the ledger is without them then.
    init(
        pipeline: PipelineFile, files: InputFiles, ledger: Ledger, range: ClosedRange<CalendarDay>?, unfinishedTo: CalendarDay?,
        now: Int64, formerZone: String?
    ) {
        self.pipeline = pipeline
        inputs = files
        let files = files.logs
        self.files = files
        self.ledger = ledger
        self.range = range
        self.unfinishedTo = unfinishedTo
        self.now = now
        self.formerZone = formerZone
        let waitsForNothing = range != nil || unfinishedTo != nil
        let readable = files.indices.filter { files[$0].unreadable == nil && (waitsForNothing || files[$0].settles <= now) }
        self.readable = Set(readable)
        known = Set(readable.filter { ledger.knows(files[$0], $0) })
        growingDays = Set(files.filter { $0.settles > now }.flatMap(\.days))
        for number in known {
            for (day, share) in ledger.lastRead[number] { gives[day, default: [:]][number] = share }
        }
    }

    /// The plan, but for what the database itself says.
    func plan() -> RunPlan {
        var plan = RunPlan()
        plan.days = candidates().sorted().map(plan(of:))
        plan.hasNoInput = hasNoInput
        if hasNoInput { for i in plan.days.indices { plan.days[i].isToDo = false } }
        plan.undatedFiles = files.indices.filter { files[$0].date == nil && isUnread($0) }.map { files[$0].path }
        plan.unsettled = files.filter { range == nil && unfinishedTo == nil && $0.settles > now }.map { ($0.path, $0.settles) }
        plan.notes = inputs.unreadable.map { "\($0.path) cannot be read: \($0.words). Its days are left as they are." }
        plan.notes += inputs.sourcesWithout.map(pipeline.nothingMatches) + inputs.leftAlone + inputs.misnamed
        plan.requiredLogs = requiredLogs(plan.days)
        return plan
    }

    /// Whether a run would find no file at all.
    private var hasNoInput: Bool {
        guard let range else { return files.isEmpty && inputs.unreadable.isEmpty }
        let (start, end) = (pipeline.zone.start(of: range.lowerBound), pipeline.zone.end(of: range.upperBound))
        return !files.contains { start < $0.window.high && $0.window.low < end }
    }

    private func isUnread(_ number: Int) -> Bool { readable.contains(number) && !known.contains(number) }

    // MARK: Which days

    private func candidates() -> Set<CalendarDay> {
        if let range { return Set(allDays(from: range.lowerBound, to: range.upperBound)) }
        var days = Set(ledger.processed.keys).union(gives.keys)
        for (number, file) in files.enumerated() {
            days.formUnion(file.days)
            guard file.date != nil, isUnread(number), file.window.low < file.window.high else { continue }
            // Rows may come late or early: such days are made, too, where they are finished.
            let (first, last) = (pipeline.zone.day(of: file.window.low), pipeline.zone.day(of: file.window.high - 1))
            days.formUnion(allDays(from: first, to: last).filter(isFinished))
        }
        return days
    }

    private func isFinished(_ day: CalendarDay) -> Bool {
        if let unfinishedTo, day <= unfinishedTo { return true }
        return pipeline.zone.end(of: day) <= now && !growingDays.contains(day)
    }

    private func requiredLogs(_ days: [PlannedDay]) -> [(day: CalendarDay, patterns: String)] {
        let yesterday = pipeline.zone.day(of: now).advanced(by: -1)
        let wanted = Set(range != nil ? days.map(\.day) : days.filter { $0.isToDo && $0.isExpected }.map(\.day) + [yesterday])
        return pipeline.sources.enumerated().flatMap { index, source -> [(day: CalendarDay, patterns: String)] in
            guard source.options.isRequired, source.patterns.contains(where: \.isDated) else { return [] }
            let logged = Set(files.filter { $0.source == index }.flatMap(\.days))
            return wanted.subtracting(logged).sorted().map { ($0, source.options.files.joined(separator: ", ")) }
        }
    }

    // MARK: What of each

    private func plan(of day: CalendarDay) -> PlannedDay {
        let (start, end) = (pipeline.zone.start(of: day), pipeline.zone.end(of: day))
        let reaching = files.indices.filter { files[$0].window.low < end && start < files[$0].window.high }
        let saying = saying(of: day, reaching)
        let isExpected =
            ledger.processed[day] != nil || gives[day] != nil || reaching.contains { files[$0].ownDays?.contains(day) == true }
        return PlannedDay(
            day: day, start: start, end: end, files: reaching.count, state: saying.state, reason: saying.reason,
            isToDo: saying.isToDo, isExpected: isExpected)
    }

    private func saying(of day: CalendarDay, _ reaching: [Int]) -> Saying {
        let unread = reaching.filter(isUnread)
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

    private func facts(of day: CalendarDay, gives: [Int: LedgerShare]) -> DayFacts {
        DayFacts(
            gives: gives,
            unreadable: files.indices.filter { files[$0].unreadable != nil && files[$0].ownDays?.contains(day) == true },
            isReadable: readable.contains, isThere: ledger.isThere,
            isUnreadable: { ledger.isHidden($0) || $0 < files.count && files[$0].unreadable != nil },
            isUndated: range == nil, isFinished: isFinished(day))
    }

    private func sayingOfNew(_ day: CalendarDay, _ reaching: [Int], _ unread: [Int]) -> Saying {
        let facts = facts(of: day, gives: gives[day] ?? [:])
        if !facts.unreadable.isEmpty { return unreadable(facts.unreadable) }
        let why = formerZone.map { "days are of \(pipeline.zone.name) now, not of \($0)" } ?? "not made yet"
        if range != nil { return ("new", reaching.isEmpty ? "no file" : why, true) }
        guard isFinished(day) else { return ("unfinished", "it has not ended, or a file of it has not settled", false) }
        let isSure =
            gives[day] != nil || reaching.contains { readable.contains($0) && files[$0].ownDays?.contains(day) == true }
        return isSure || unread.isEmpty ? ("new", why, true) : ("may change", words(unread, day), true)
    }

    /// Of a processed day whose files are all known: what the run itself decides.
    private func sayingOfKnown(_ day: CalendarDay, _ reaching: [Int], _ why: String?) -> Saying {
        let gives = gives[day] ?? [:]
        switch ledger.decide(day, facts(of: day, gives: gives)) {
        case .current:
            return reaching.contains { !readable.contains($0) } ? Self.unsettled : current(reaching, isToDo: false)
        case .make:
            if let why { return ("changed", why, true) }
            if range != nil, gives == (ledger.made[day] ?? [:]) { return current(reaching, isToDo: true) }
            return ("changed", changedReason(day, gives), true)
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
        if range == nil, !isFinished(day) { return Self.unsettled }
        let (made, gives) = (ledger.made[day] ?? [:], gives[day] ?? [:])
        let facts = facts(of: day, gives: gives)
        let elsewhere = Set(gives.filter { made[$0.key] != $0.value }.values)
        let lacking = made.filter { !readable.contains($0.key) && !elsewhere.contains($0.value) }.keys.sorted()
        let gone = lacking.filter { !ledger.isThere($0) }
        let hidden = Set(lacking.filter(facts.isUnreadable)).union(facts.unreadable)
        if !hidden.isEmpty { return unreadable(hidden.sorted()) }
        let reasons = [words(unread, day)] + (why.map { [$0] } ?? [])
        if !gone.isEmpty {
            let isRenamed = gone.allSatisfy { number in unread.contains { mayHold(files[$0], whatWasIn: number) } }
            return isRenamed ? ("may change", "\(reasons[0]); gone file \(list(gone))", true) : missing(gone)
        }
        if range == nil, !lacking.isEmpty { return Self.unsettled }
        let isDifferent =
            why != nil || made.contains { known.contains($0.key) && gives[$0.key] != $0.value }
            || gives.contains { made[$0.key] == nil }
        let keepsRows = gives.values.reduce(0) { $0 + $1.rows } >= made.values.reduce(0) { $0 + $1.rows }
        guard isDifferent, range != nil || keepsRows else { return ("may change", reasons.joined(separator: "; "), true) }
        return ("changed", why ?? changedReason(day, gives.merging(made.filter { !known.contains($0.key) }) { a, _ in a }), true)
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

    private func changedReason(_ day: CalendarDay, _ gives: [Int: LedgerShare]) -> String {
        let made = ledger.made[day] ?? [:]
        let differing = Set(made.keys).union(gives.keys).filter { made[$0] != gives[$0] }
        let renamed = differing.filter { made[$0] == nil && gives[$0].map(made.values.contains) == true }
        if !renamed.isEmpty { return "renamed file \(list(renamed))" }
        return differing.isEmpty ? "changed" : "changed file \(list(differing))"
    }
}

extension InputFile {
    /// The local days that overlap the day it is dated; none of an undated file.
    fileprivate var days: [CalendarDay] { ownDays.map { allDays(from: $0.lowerBound, to: $0.upperBound) } ?? [] }
}

private func allDays(from first: CalendarDay, to last: CalendarDay) -> [CalendarDay] {
    (first.number...max(first.number, last.number)).map(CalendarDay.init(number:))
}

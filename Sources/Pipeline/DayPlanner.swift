import Store
import Tracks

/// Says of each day what a run would do, by the ledger and by size and modification time of the files.
struct DayPlanner {
    private typealias Saying = (state: String, reason: String, isToDo: Bool)

    private let pipeline: PipelineFile
    private let files: [InputFile]
    private let ledger: Ledger
    private let range: ClosedRange<CalendarDay>?
    private let unfinishedTo: CalendarDay?
    private let now: Int64
    private let formerZone: String?
    private let there: Set<String>
    private let readable: Set<String>
    /// Readable files that the ledger knows as they are.
    private let known: Set<String>
    /// What the known files give each day, by path.
    private var gives: [CalendarDay: [String: LedgerShare]] = [:]
    /// Days that a file is dated which has not settled.
    private let growingDays: Set<CalendarDay>

    /// - Parameters:
    ///   - unfinishedTo: Up to this day an undated run makes unfinished days, too.
    ///   - formerZone: The zone of the days that the database holds, where it is another; the ledger is without them then.
    init(
        pipeline: PipelineFile, files: [InputFile], ledger: Ledger, range: ClosedRange<CalendarDay>?, unfinishedTo: CalendarDay?,
        now: Int64, formerZone: String?
    ) {
        self.pipeline = pipeline
        self.files = files
        self.ledger = ledger
        self.range = range
        self.unfinishedTo = unfinishedTo
        self.now = now
        self.formerZone = formerZone
        there = Set(files.map(\.path))
        let waitsForNothing = range != nil || unfinishedTo != nil
        readable = Set(files.filter { waitsForNothing || $0.settles <= now }.map(\.path))
        known = Set(files.filter(ledger.knows).map(\.path)).intersection(readable)
        growingDays = Set(files.filter { $0.settles > now }.flatMap(\.days))
        for path in known {
            for (day, share) in ledger.lastRead[path] ?? [:] { gives[day, default: [:]][path] = share }
        }
    }

    /// The plan, but for what the database itself says.
    func plan() -> RunPlan {
        var plan = RunPlan()
        plan.days = candidates().sorted().map(plan(of:))
        plan.hasNoInput = hasNoInput
        if hasNoInput { for i in plan.days.indices { plan.days[i].isToDo = false } }
        plan.undatedFiles = files.filter { $0.date == nil && isUnread($0) }.map(\.path)
        plan.unsettled = files.filter { !readable.contains($0.path) }.map { ($0.path, $0.settles) }
        plan.requiredLogs = requiredLogs(plan.days)
        return plan
    }

    /// Whether a dated run would find no file at all.
    private var hasNoInput: Bool {
        guard let range else { return false }
        let (start, end) = (pipeline.zone.start(of: range.lowerBound), pipeline.zone.end(of: range.upperBound))
        return !files.contains { start < $0.window.high && $0.window.low < end }
    }

    private func isUnread(_ file: InputFile) -> Bool { readable.contains(file.path) && !known.contains(file.path) }

    // MARK: Which days

    private func candidates() -> Set<CalendarDay> {
        if let range { return Set(allDays(from: range.lowerBound, to: range.upperBound)) }
        var days = Set(ledger.processed.keys).union(gives.keys)
        for file in files {
            days.formUnion(file.days)
            guard file.date != nil, isUnread(file) else { continue }
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
        let reaching = files.filter { $0.window.low < end && start < $0.window.high }
        let saying = saying(of: day, reaching)
        let isExpected = ledger.processed[day] != nil || gives[day] != nil || reaching.contains { $0.days.contains(day) }
        return PlannedDay(
            day: day, start: start, end: end, files: reaching.count, state: saying.state, reason: saying.reason,
            isToDo: saying.isToDo, isExpected: isExpected)
    }

    private func saying(of day: CalendarDay, _ reaching: [InputFile]) -> Saying {
        let unread = reaching.filter(isUnread)
        guard let options = ledger.processed[day] else { return sayingOfNew(day, reaching, unread) }
        let why =
            options == pipeline.phase1Options ? nil : changedOptions(from: ledger.optionTexts[options], to: pipeline.phase1Text)
        return unread.isEmpty ? sayingOfKnown(day, reaching, why) : sayingOfUnread(day, unread, why)
    }

    private func sayingOfNew(_ day: CalendarDay, _ reaching: [InputFile], _ unread: [InputFile]) -> Saying {
        let why = formerZone.map { "days are of \(pipeline.zone.name) now, not of \($0)" } ?? "not made yet"
        if range != nil { return ("new", reaching.isEmpty ? "no file" : why, true) }
        guard isFinished(day) else { return ("unfinished", "it has not ended, or a file of it has not settled", false) }
        let isSure = gives[day] != nil || reaching.contains { readable.contains($0.path) && $0.days.contains(day) }
        return isSure || unread.isEmpty ? ("new", why, true) : ("may change", words(unread, day), true)
    }

    /// Of a processed day whose files are all known: what the run itself decides.
    private func sayingOfKnown(_ day: CalendarDay, _ reaching: [InputFile], _ why: String?) -> Saying {
        let gives = gives[day] ?? [:]
        let decision = ledger.decide(
            day, gives: gives, isReadable: readable.contains, isThere: there.contains, isUndated: range == nil,
            isFinished: isFinished(day), options: pipeline.phase1Options)
        switch decision {
        case .current:
            return reaching.contains { !readable.contains($0.path) } ? Self.unsettled : current(reaching, isToDo: false)
        case .make:
            if let why { return ("changed", why, true) }
            if range != nil, gives == (ledger.made[day] ?? [:]) { return current(reaching, isToDo: true) }
            return ("changed", changedReason(day, gives), true)
        case .mayChange, .unfinished: return Self.unsettled
        case .missing(let paths): return ("missing", "gone file \(paths.joined(separator: ", "))", false)
        case .shrunk(let paths): return ("shrunk", "fewer rows in \(paths.joined(separator: ", "))", false)
        }
    }

    private static let unsettled: Saying = ("may change", "a file has not settled", false)

    private func current(_ reaching: [InputFile], isToDo: Bool) -> Saying {
        let broken = reaching.filter { ledger.entries[$0.path]?.state == "damaged" }.map(\.path)
        return ("current", broken.isEmpty ? "" : "damaged last time: \(broken.joined(separator: ", "))", isToDo)
    }

    /// Of a processed day that files reach which must be read first: sure is only what these cannot turn.
    private func sayingOfUnread(_ day: CalendarDay, _ unread: [InputFile], _ why: String?) -> Saying {
        if range == nil, !isFinished(day) { return Self.unsettled }
        let (made, gives) = (ledger.made[day] ?? [:], gives[day] ?? [:])
        let elsewhere = Set(gives.filter { made[$0.key] != $0.value }.values)
        let lacking = made.filter { !readable.contains($0.key) && !elsewhere.contains($0.value) }.keys.sorted()
        let gone = lacking.filter { !there.contains($0) }
        let reasons = [words(unread, day)] + (why.map { [$0] } ?? [])
        if !gone.isEmpty {
            let words = "gone file \(gone.joined(separator: ", "))"
            let isRenamed = gone.allSatisfy { path in unread.contains { mayHold($0, whatWasIn: path) } }
            return isRenamed ? ("may change", "\(reasons[0]); \(words)", true) : ("missing", words, false)
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
    private func mayHold(_ file: InputFile, whatWasIn path: String) -> Bool {
        guard let gone = ledger.entries[path] else { return false }
        return file.date == nil ? file.window.low == gone.low : file.window.high == gone.high
    }

    /// The first of the files to be read, and how many more.
    private func words(_ unread: [InputFile], _ day: CalendarDay) -> String {
        guard let file = unread.first else { return "" }
        let isLate = file.days.first.map { day < $0 } ?? false
        let isOld = file.date == nil && ledger.processed[day] != nil
        let what = ledger.entries[file.path] != nil ? "changed file" : isLate || isOld ? "late file" : "new file"
        return "\(what) \(file.path)" + (unread.count > 1 ? " and \(unread.count - 1) more" : "")
    }

    private func changedReason(_ day: CalendarDay, _ gives: [String: LedgerShare]) -> String {
        let made = ledger.made[day] ?? [:]
        let differing = Set(made.keys).union(gives.keys).filter { made[$0] != gives[$0] }.sorted()
        let renamed = differing.filter { path in made[path] == nil && gives[path].map { made.values.contains($0) } == true }
        if !renamed.isEmpty { return "renamed file \(renamed.joined(separator: ", "))" }
        return differing.isEmpty ? "changed" : "changed file \(differing.joined(separator: ", "))"
    }
}

extension InputFile {
    /// The local days that overlap the day it is dated; none of an undated file.
    fileprivate var days: [CalendarDay] { ownDays.map { allDays(from: $0.lowerBound, to: $0.upperBound) } ?? [] }
}

private func allDays(from first: CalendarDay, to last: CalendarDay) -> [CalendarDay] {
    (first.number...max(first.number, last.number)).map(CalendarDay.init(number:))
}

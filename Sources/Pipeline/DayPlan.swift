import LogFormats
import Store
import Tracks

/// What `plan` says of a day.
public struct PlannedDay: Sendable {
    /// The day.
    public var day: CalendarDay
    /// The first millisecond of the day, UTC.
    public var start: Int64
    /// The first millisecond after it, UTC.
    public var end: Int64
    /// Files that may hold rows of it.
    public var files: Int
    /// `new`, `changed`, `may change`, `unfinished`, `missing`, `shrunk`, `current`.
    public var state: String
    /// Why, in words.
    public var reason: String
    /// Whether a run over this plan would (perhaps) make it.
    public var isToDo: Bool {
        // A dated run makes its days whatever they are, but those whose file is gone.
        isDated ? state != "missing" : ["new", "changed", "may change"].contains(state)
    }
    /// Whether the plan is of a dated run.
    public var isDated = false
}

/// A plan: what a run would do and why, told without reading a log.
public struct RunPlan: Sendable {
    /// In order of time.
    public var days: [PlannedDay] = []
    /// Undated files that are new or changed: which days they give rows is known once they are read.
    public var undatedFiles: [String] = []
    /// Files that an undated run leaves alone, with the time until when.
    public var unsettled: [(path: String, until: Int64)] = []
    /// Rows that earlier runs read a second; nil where none is on record.
    public var rowsPerSecond: Double?
    /// Rows a day of earlier runs; nil where none is on record.
    public var rowsPerDay: Double?
}

/// Plans a run without reading a log (rules 4.2, 4.3).
///
/// A file whose size or modification time differs may change the days its window reaches; `run` reads it and decides.
/// - Parameter range: The days of a dated run; nil for an undated one.
public func plan(_ pipeline: PipelineFile, range: ClosedRange<CalendarDay>?, now: Int64) throws -> RunPlan {
    let path = shortenedPath(pipeline.resolved(pipeline.databasePath))
    let store: Store?
    do {
        store = try Store.isNew(path) ? nil : try Store(readingFrom: path)
    } catch let error as StoreMismatch {
        throw RunProblem(status: .wrongPipeline, error.description)
    }
    if let store, let name = try store.meta("pipeline"), name != pipeline.name {
        throw RunProblem(status: .wrongPipeline, "\(path) belongs to the pipeline '\(name)', not '\(pipeline.name)'.")
    }
    let reading = pipeline.readingOptions
    let ledger = try store.map { try Ledger($0, readingOptions: reading) } ?? Ledger(readingOptions: reading)
    let planner = Planner(pipeline: pipeline, files: try inputFiles(of: pipeline), ledger: ledger, range: range, now: now)
    var plan = planner.plan()
    if let store {
        let speed = try store.database.first(
            "SELECT sum(rows), sum(days), sum(julianday(ended_utc) - julianday(started_utc)) * 86400.0 FROM run WHERE exit_status IN (0, 65) AND days > 0"
        ) { row in (row.optionalReal(0), row.optionalReal(1), row.optionalReal(2)) }
        if let rows = speed?.0, let days = speed?.1, let seconds = speed?.2, seconds > 0, days > 0 {
            plan.rowsPerSecond = rows / seconds
            plan.rowsPerDay = rows / days
        }
    }
    return plan
}

private struct Planner {
    let pipeline: PipelineFile
    let files: [InputFile]
    let ledger: Ledger
    let range: ClosedRange<CalendarDay>?
    let now: Int64

    func plan() -> RunPlan {
        var plan = RunPlan()
        plan.days = candidates().sorted().map(plan(of:))
        plan.undatedFiles = files.filter { $0.date == nil && !ledger.knows($0) && isReadable($0) }.map(\.path)
        if range == nil { plan.unsettled = files.filter { $0.settles > now }.map { ($0.path, $0.settles) } }
        return plan
    }

    private func isReadable(_ file: InputFile) -> Bool { range != nil || file.settles <= now }

    private func candidates() -> Set<CalendarDay> {
        if let range { return Set((range.lowerBound.number...range.upperBound.number).map(CalendarDay.init(number:))) }
        var days = Set(ledger.processed.keys)
        for file in files {
            if let own = file.ownDays {
                days.formUnion((own.lowerBound.number...own.upperBound.number).map(CalendarDay.init(number:)))
            }
            if ledger.knows(file) { days.formUnion((ledger.lastRead[file.path] ?? [:]).keys) }
        }
        return days
    }

    private func plan(of day: CalendarDay) -> PlannedDay {
        let reaching = files.filter { $0.window.reaches(day, in: pipeline.zone) }
        let (state, reason) = state(of: day, reaching)
        return PlannedDay(
            day: day, start: pipeline.zone.start(of: day), end: pipeline.zone.end(of: day), files: reaching.count, state: state,
            reason: reason, isDated: range != nil)
    }

    private func state(of day: CalendarDay, _ reaching: [InputFile]) -> (String, String) {
        let isProcessed = ledger.processed[day] != nil
        let there = Set(files.map(\.path))
        let readable = Set(files.filter(isReadable).map(\.path))
        var gives: [String: LedgerShare] = [:]
        for file in files where isReadable(file) && ledger.knows(file) { gives[file.path] = ledger.lastRead[file.path]?[day] }
        let decision = ledger.decide(
            day, gives: gives, isReadable: readable.contains, isThere: there.contains, isUndated: range == nil,
            isFinished: isFinished(day),
            options: pipeline.phase1Options)
        let unknown = reaching.filter { !ledger.knows($0) }
        if isProcessed, decision != .current || !unknown.isEmpty, case .missing(let paths) = decision, unknown.isEmpty {
            return ("missing", "gone file \(paths.joined(separator: ", "))")
        }
        if !isProcessed {
            guard range != nil || isFinished(day) else {
                return ("unfinished", "it has not ended, or a file of it has not settled")
            }
            return ("new", reaching.isEmpty ? "no file" : "not made yet")
        }
        if let options = ledger.processed[day], options != pipeline.phase1Options {
            return ("changed", changedOptions(since: options))
        }
        if let file = unknown.first {
            let what =
                ledger.entries[file.path] == nil
                ? (file.ownDays?.contains(day) == true ? "new file" : "late file") : "changed file"
            return ("may change", "\(what) \(file.path)" + (unknown.count > 1 ? " and \(unknown.count - 1) more" : ""))
        }
        switch decision {
        case .current:
            return reaching.contains { $0.settles > now } && range == nil
                ? ("may change", "a file has not settled") : damaged(reaching)
        case .make:
            return range != nil && gives == (ledger.made[day] ?? [:]) ? damaged(reaching) : ("changed", changedReason(day, gives))
        case .mayChange: return ("may change", "a file has not settled")
        case .unfinished: return ("unfinished", "it has not ended")
        case .missing(let paths): return ("missing", "gone file \(paths.joined(separator: ", "))")
        case .shrunk(let paths): return ("shrunk", "fewer rows in \(paths.joined(separator: ", "))")
        }
    }

    private func damaged(_ reaching: [InputFile]) -> (String, String) {
        let broken = reaching.filter { ledger.entries[$0.path]?.state == "damaged" }.map(\.path)
        return ("current", broken.isEmpty ? "" : "damaged last time: \(broken.joined(separator: ", "))")
    }

    /// The options that differ from those a day was made with, as far as the database remembers them.
    private func changedOptions(since hash: String) -> String {
        guard let text = ledger.optionTexts[hash] else { return "made with other options" }
        func named(_ text: String) -> [String: String] {
            let pairs = text.split(separator: "\n").map {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            }
            return Dictionary(pairs.map { (String($0[0]), String($0.last ?? "")) }) { "\($0), \($1)" }
        }
        let (before, now) = (named(text), named(pipeline.phase1Text))
        let names = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
        return names.isEmpty
            ? "made with other options"
            : "changed option \(names.prefix(3).map { "`\($0)`" }.joined(separator: ", "))\(names.count > 3 ? " and \(names.count - 3) more" : "")"
    }

    private func changedReason(_ day: CalendarDay, _ gives: [String: LedgerShare]) -> String {
        let made = ledger.made[day] ?? [:]
        let differing = Set(made.keys).union(gives.keys).filter { made[$0] != gives[$0] }.sorted()
        let renamed = differing.filter { made[$0] == nil && made.values.contains(gives[$0] ?? LedgerShare(rows: -1, hash: 0)) }
        if !renamed.isEmpty { return "renamed file \(renamed.joined(separator: ", "))" }
        return differing.isEmpty ? "changed" : "changed file \(differing.joined(separator: ", "))"
    }

    private func isFinished(_ day: CalendarDay) -> Bool {
        pipeline.zone.end(of: day) <= now && files.allSatisfy { $0.ownDays?.contains(day) != true || $0.settles <= now }
    }
}

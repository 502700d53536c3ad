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
    /// Whether a run over this plan would make it; of one that may change, whether the run reads what decides it.
    public var isToDo: Bool
    /// Whether rows of it are to be expected: it is made already, or a file is dated so.
    public var isExpected: Bool
}

/// A plan: what a run would do and why, told without reading a log.
public struct RunPlan: Sendable {
    /// In order of time.
    public var days: [PlannedDay] = []
    /// Undated files that are new or changed: which days they give rows is known once they are read.
    public var undatedFiles: [String] = []
    /// Files that an undated run leaves alone, with the time until when.
    public var unsettled: [(path: String, until: Int64)] = []
    /// Whether a dated run finds no file at all: it ends with 66 and changes nothing.
    public var hasNoInput = false
    /// What else the run would say of files: sources without one, and places that cannot be read.
    public var notes: [String] = []
    /// Days that no file of a `required` source is of, with its patterns: such a run ends with 66.
    public var requiredLogs: [(day: CalendarDay, patterns: String)] = []
    /// Why places, addresses and map clusters of all devices are made anew; nil where they are not.
    public var findingsAnew: String?
    /// How many cells are pending, by the source that is to be asked for them; sources without any are left out.
    public var asking: [PlannedAsking] = []
    /// Rows that earlier runs read a second; nil where none is on record.
    public var rowsPerSecond: Double?
    /// Rows a day of earlier runs; nil where none is on record.
    public var rowsPerDay: Double?
}

/// Plans a run without reading a log (rules 4.2, 4.3).
///
/// A file whose size or modification time differs may change the days its window reaches; `run` reads it and decides.
/// - Parameters:
///   - range: The days of a dated run; nil for an undated one.
///   - unfinishedTo: Up to this day an undated run makes unfinished days, too; nil for finished ones only.
/// - Throws: `RunProblem` where such a run would be refused.
public func plan(
    _ pipeline: PipelineFile, range: ClosedRange<CalendarDay>?, unfinishedTo: CalendarDay? = nil, now: Int64
) throws -> RunPlan {
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
    let files = try inputFiles(of: pipeline)
    var ledger = try Ledger(store, files, pipeline)
    let formerZone = try store?.zoneToLeave(pipeline, files: files.logs, range: range)
    if formerZone != nil { ledger.forgetDays() }
    let scope = RunScope(range: range, unfinishedTo: unfinishedTo, now: now)
    let index = DayIndex(files.logs, ledger, in: pipeline.zone, scope)
    var plan = DayPlanner(pipeline, files, index, formerZone: formerZone).plan()
    guard let store else { return plan }
    plan.findingsAnew = try store.whyFindingsAreMadeAnew(pipeline)
    plan.asking = try plannedAsking(pipeline, store, now: now)
    (plan.rowsPerSecond, plan.rowsPerDay) = try store.speedOfEarlierRuns()
    return plan
}

extension Store {
    /// Whether the options of places, addresses and map clusters differ from those that these were made with, and which ones.
    fileprivate func whyFindingsAreMadeAnew(_ pipeline: PipelineFile) throws -> String? {
        guard let before = try meta("phase2 text"), !(try processedDays().isEmpty) else { return nil }
        let now = try FindingsOptions(of: pipeline)
        return now.isSame(as: before) ? nil : changedOptions(from: pipeline.compared.normal(before), to: now.text)
    }
}

/// The options that differ between two lists of a name and a value a line, in words.
///
/// - Parameter before: nil where it is not known.
func changedOptions(from before: String?, to now: String) -> String {
    func named(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return Dictionary(pairs.map { (String($0[0]), String($0.last ?? "")) }) { "\($0), \($1)" }
    }
    let (old, new) = (named(before ?? ""), named(now))
    let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    guard before != nil, !names.isEmpty else { return "made with other options" }
    let list = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return "changed option \(list)\(names.count > 3 ? " and \(names.count - 3) more" : "")"
}

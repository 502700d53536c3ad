import Options
import Pipeline
import Store
import Tracks

let statusCommand = Command(
    name: "status", arguments: "DB", counts: 1...1, summary: "Says what ran, what was rejected, and whether the sums add up.",
    options: [
        Command.Option(name: "--rejects", help: "List the rejected rows, also those of files that gave no day."),
        textOrJSONOption, setOption,
    ],
    examples: [
        "trackmill status out/tracks.sqlite", "trackmill status out/tracks.sqlite --rejects",
        "trackmill status pipelines/nightly.yaml --format json",
    ]
) { call in
    let isJSON = try wantsJSON(call)
    let store = try openStore(call)
    let status = try Status(of: store, todaysOptions: try todaysOptions(call), listsRejects: call.has("--rejects"))
    if isJSON {
        try printText(status.json.line + "\n")
    } else {
        try printLines(status.lines(argument: call.arguments[0]))
    }
    return status.exitStatus.rawValue
}

/// `--format` of commands that print lines for people or JSON.
let textOrJSONOption = Command.Option(
    name: "--format", value: "FORMAT", help: "text or json; text unless given. 'trackmill help json' says what json holds.",
    choices: ["text", "json"])

/// Whether a call asks for JSON.
func wantsJSON(_ call: Invocation) throws -> Bool {
    let format = call.value("--format") ?? "text"
    guard ["text", "json"].contains(format) else { throw UsageError("--format is '\(format)'; it may be text or json.") }
    return format == "json"
}

/// What a result file says of its runs, its days and its files, of one moment.
struct Status {
    /// A run of the ledger.
    struct Run {
        /// Whether it came to its end, is at work, or was killed.
        enum State: String, CaseIterable {
            case ended
            case atWork = "at work"
            case didNotEnd = "did not end"
        }

        var id: Int64
        var started: String
        var ended: String?
        var first: String?
        var last: String?
        var days: Int64
        var rows: Int64
        var kept: Int64
        var thinned: Int64
        var rejected: Int64
        var status: Int64?
        var state: State
    }

    /// Counts that must add up.
    struct Sums {
        /// Device-days, or files.
        var items: Int64 = 0
        /// Those of them that add up.
        var right: Int64 = 0
        var rows: Int64 = 0
        var kept: Int64 = 0
        var thinned: Int64 = 0
        var rejected: Int64 = 0
        /// Rows of days that are not made; of files only.
        var waiting: Int64 = 0
    }

    let pipeline: String
    let zone: String
    /// The last five, in the order in which they began.
    let runs: [Run]
    /// Who holds the result file now.
    let holder: RunHolder?
    let days: [CalendarDay]
    /// How many days were made with other options than the pipeline file's; nil where a result file was named.
    let otherOptions: Int64?
    let optionSets: Int64
    let ofDays: Sums
    let ofFiles: Sums
    let damaged: [(file: String, damage: String)]
    let gone: [String]
    let left: [(day: CalendarDay, sentence: String)]
    let spikes: [Store.SpikesOfDay]
    let reasons: [(reason: String, rows: Int64)]
    let addresses: [AddressState: Int64]
    let providers: [(name: String, cells: Int64)]
    let toAsk: [(name: String, cells: Int64)]
    /// nil where they were not asked for.
    let rejects: [Store.RejectedRow]?

    init(of store: Store, todaysOptions: String?, listsRejects: Bool) throws {
        // Asked before and after the moment that the ledger is read at: a run may begin or end between the two.
        let before = Pipeline.holder(ofResults: store.path)
        pipeline = try store.meta("pipeline") ?? ""
        zone = try store.meta("timezone") ?? ""
        let after = Pipeline.holder(ofResults: store.path)
        holder = after ?? before
        runs = try Self.runs(store, [before, after].compactMap(\.?.since))
        days = try store.processedDays().keys.sorted()
        otherOptions = try todaysOptions.map { try store.daysMade(withOtherOptionsThan: $0, from: nil, to: nil).other }
        optionSets = try store.optionSets(from: nil, to: nil)
        ofDays = try Self.sums(
            store,
            "SELECT count(*), sum(rows_in = kept + thinned + rejected), sum(rows_in), sum(kept), sum(thinned), sum(rejected), 0 FROM days"
        )
        ofFiles = try Self.sums(
            store,
            "SELECT count(*), sum(waiting >= 0 AND rows = kept + thinned + rejected + waiting), sum(rows), sum(kept), sum(thinned), sum(rejected), sum(waiting) FROM input_files"
        )
        damaged = try store.reader.rows("SELECT file, damage FROM input_files WHERE damage IS NOT NULL ORDER BY file") {
            ($0.text(0), $0.text(1))
        }
        gone = try store.reader.rows("SELECT file FROM input_files WHERE state IN ('gone', 'renamed') ORDER BY file") {
            $0.text(0)
        }
        left = try store.leftDays()
        spikes = try store.daysOfManySpikes()
        reasons = try store.rejectsByReason()
        addresses = try store.addressStates()
        providers = try store.reader.rows(
            "SELECT provider, count(*) FROM addresses WHERE state = 'done' GROUP BY provider ORDER BY 2 DESC, 1"
        ) { ($0.text(0), $0.integer(1)) }
        toAsk = try store.cellsToAsk().sorted { $0.key < $1.key }.map { ($0.key, Int64($0.value)) }
        rejects = listsRejects ? try store.rejectedRows() : nil
    }

    private static func runs(_ store: Store, _ atWork: [String]) throws -> [Run] {
        try store.reader.rows(
            """
            SELECT run, started_utc, ended_utc, first_day, last_day, days, rows, kept, thinned, rejected, exit_status FROM runs
            ORDER BY run DESC LIMIT 5
            """
        ) { row -> Run in
            let started = row.text(1)
            let state: Run.State = !row.isNull(10) ? .ended : atWork.contains(started) ? .atWork : .didNotEnd
            return Run(
                id: row.integer(0), started: started, ended: row.optionalText(2), first: row.optionalText(3),
                last: row.optionalText(4), days: row.integer(5), rows: row.integer(6), kept: row.integer(7),
                thinned: row.integer(8), rejected: row.integer(9), status: row.optionalInteger(10), state: state)
        }.reversed()
    }

    private static func sums(_ store: Store, _ query: String) throws -> Sums {
        try store.reader.first(query) { row in
            Sums(
                items: row.integer(0), right: row.integer(1), rows: row.integer(2), kept: row.integer(3), thinned: row.integer(4),
                rejected: row.integer(5), waiting: row.integer(6))
        } ?? Sums()
    }

    /// 65 where the last run that ended found damage, or where files are damaged or days were left, as far as the ledger knows; else 0.
    var exitStatus: ExitStatus {
        let last = runs.last { $0.state == .ended }?.status
        let hasDamage = damaged.contains { file in !gone.contains(file.file) }
        return last == Int64(ExitStatus.damagedInput.rawValue) || hasDamage || !left.isEmpty ? .damagedInput : .done
    }
}

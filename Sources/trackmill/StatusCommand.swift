import Options
import Pipeline
import Store
import Tracks

let statusCommand = Command(
    name: "status", arguments: "DB", counts: 1...1, summary: "Says what ran, what was rejected, and whether the sums add up.",
    options: [
        Command.Option(name: "--rejects", help: "List the rejected rows, also those of files that gave no day."), setOption,
    ], examples: ["trackmill status out/tracks.sqlite", "trackmill status out/tracks.sqlite --rejects"]
) { call in
    let store = try openStore(call)
    var lines: [String] = []
    try addRuns(store, &lines)
    try addDays(store, call, &lines)
    try addFiles(store, &lines)
    try addRejects(store, &lines)
    try addSpikes(store, &lines)
    try addAddresses(store, &lines)
    if call.has("--rejects") { try listRejects(store, &lines) }
    try printLines(lines)
    return 0
}

private func addRuns(_ store: Store, _ lines: inout [String]) throws {
    let name = try store.meta("pipeline") ?? ""
    lines.append("pipeline   \(name), \(try store.meta("timezone") ?? "")")
    let runs = try store.reader.rows(
        "SELECT started_utc, first_day, last_day, days, rows, exit_status FROM runs ORDER BY run DESC LIMIT 5"
    ) { row -> String in
        let range = row.optionalText(1).map { "\($0) to \(row.text(2))" } ?? "undated"
        let end = row.isNull(5) ? "did not end" : "exit \(row.integer(5))"
        return "run        \(row.text(0)) \(range): \(row.integer(3)) days, \(grouped(row.integer(4))) rows, \(end)"
    }
    lines += runs.reversed()
}

private func addDays(_ store: Store, _ call: Invocation, _ lines: inout [String]) throws {
    let days = try store.processedDays().keys.sorted()
    lines.append("days       \(grouped(Int64(days.count)))" + (days.isEmpty ? "" : " (\(daysInWords(days)))"))
    if let options = try todaysOptions(call) {
        let other = try store.daysMade(withOtherOptionsThan: options, from: nil, to: nil).other
        if other > 0 {
            lines.append(
                "           \(other) of them made with other options; to make them anew: trackmill run \(shellWord(call.arguments[0]))"
            )
        }
    } else {
        let sets = try store.optionSets(from: nil, to: nil)
        if sets > 1 {
            lines.append(
                "           made with \(sets) different sets of options; how many days with today's, says: trackmill status PIPELINE"
            )
        }
    }
    let sums =
        try store.reader.first(
            "SELECT count(*), sum(rows_in = kept + thinned + rejected), sum(rows_in), sum(kept), sum(thinned), sum(rejected) FROM days"
        ) { row in (0..<6).map(row.integer) } ?? []
    let isRight = sums[0] == sums[1]
    lines.append(
        "sums       \(grouped(sums[0])) device-days: \(grouped(sums[2])) rows in = \(grouped(sums[3])) kept + \(grouped(sums[4])) thinned + \(grouped(sums[5])) rejected; "
            + (isRight ? "each of them adds up" : "\(sums[0] - sums[1]) of them do NOT add up"))
}

private func addFiles(_ store: Store, _ lines: inout [String]) throws {
    let sums =
        try store.reader.first(
            "SELECT count(*), sum(waiting >= 0 AND rows = kept + thinned + rejected + waiting), sum(rows), sum(kept), sum(thinned), sum(rejected), sum(waiting) FROM input_files"
        ) { row in (0..<7).map(row.integer) } ?? []
    let isRight = sums[0] == sums[1]
    lines.append(
        "files      \(grouped(sums[0])): \(grouped(sums[2])) rows = \(grouped(sums[3])) kept + \(grouped(sums[4])) thinned + \(grouped(sums[5])) rejected + \(grouped(sums[6])) waiting; "
            + (isRight ? "each of them adds up" : "\(sums[0] - sums[1]) of them do NOT add up"))
    let damaged = try store.reader.rows("SELECT file, damage FROM input_files WHERE damage IS NOT NULL ORDER BY file") {
        ($0.text(0), $0.text(1))
    }
    lines += damaged.map { "damaged    \($0.0): \($0.1)" }
    let gone = try store.reader.rows("SELECT file FROM input_files WHERE state IN ('gone', 'renamed') ORDER BY file") {
        $0.text(0)
    }
    lines += gone.map { "gone       \($0)" }
}

/// More device-days than this are counted, not named.
private let namedDays = 20

private func addSpikes(_ store: Store, _ lines: inout [String]) throws {
    let days = try store.daysOfManySpikes()
    lines += days.prefix(namedDays).map { day in
        "spikes     \(day.device) on \(day.day): \(grouped(day.spikes)) of \(grouped(day.fixes)) fixes, more than a tenth; is its top speed right?"
    }
    if days.count > namedDays {
        lines.append(
            "spikes     \(grouped(Int64(days.count - namedDays))) device-days more lost more than a tenth of their fixes")
    }
}

private func addRejects(_ store: Store, _ lines: inout [String]) throws {
    let reasons = try store.reader.rows("SELECT reason, sum(count) FROM _reason_count GROUP BY reason ORDER BY 2 DESC, 1") {
        ($0.text(0), $0.integer(1))
    }
    lines += reasons.map { "rejected   \(grouped($0.1)) \($0.0)" }
}

private func addAddresses(_ store: Store, _ lines: inout [String]) throws {
    lines.append("addresses  \(addressWords(try store.addressStates()))")
    let providers = try store.reader.rows(
        "SELECT provider, count(*) FROM addresses WHERE state = 'done' GROUP BY provider ORDER BY 2 DESC, 1"
    ) { "\(grouped($0.integer(1))) \($0.text(0))" }
    if !providers.isEmpty { lines.append("           by \(providers.joined(separator: ", "))") }
    let asked = try store.cellsToAsk().sorted { $0.key < $1.key }.map { "\(grouped($0.value)) \($0.key)" }
    if !asked.isEmpty { lines.append("           to ask: \(asked.joined(separator: ", "))") }
}

/// The stored rejects by file and line. The view holds those of processed days alone (rule 1.5).
private func listRejects(_ store: Store, _ lines: inout [String]) throws {
    lines += try store.reader.rows(
        "SELECT f.path, r.line, r.reason, r.field, r.value, r.text FROM _reject r JOIN _file f ON f.id = r.file ORDER BY f.path, r.line, r.id"
    ) { row -> String in
        let cell = row.optionalText(3).map { ", \($0) '\(row.optionalText(4) ?? "")'" } ?? ""
        return "reject     \(row.text(0)):\(row.integer(1)): \(row.text(2))\(cell): \(row.optionalText(5) ?? "")"
    }
}

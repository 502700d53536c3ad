import Options
import Pipeline
import SQLite
import Store
import Tracks

let sqlCommand = Command(
    name: "sql", arguments: "DB SELECT", counts: 2...2,
    summary: "Prints what one SELECT gives, as a table; nothing can be changed.",
    options: [
        Command.Option(
            name: "--format", value: "FORMAT", help: "box, csv or json; box unless given.", choices: ["box", "csv", "json"]),
        setOption,
    ],
    examples: [
        "trackmill sql out/tracks.sqlite 'select device, count(*) as stays from stays group by device'",
        "trackmill sql pipelines/nightly.yaml 'select * from days' --format csv",
        "trackmill sql out/tracks.sqlite 'select \"column\", unit, meaning from about where view = '\\''stays'\\'",
    ]
) { call in
    let format = call.value("--format") ?? "box"
    guard ["box", "csv", "json"].contains(format) else {
        throw UsageError("--format is '\(format)'; it may be box, csv or json.")
    }
    let store = try openStore(call)
    let table: ResultTable
    do {
        table = try ResultTable(store.select(call.arguments[1]))
    } catch let error as QueryError {
        throw UsageError("\(error)\(try hint(error, store))")
    }
    do {
        // The rows are the connection's, which nothing else holds any more.
        try withExtendedLifetime(store) { try table.write(as: format) }
    } catch let error as QueryError {
        throw UsageError("\(error)")
    }
    return 0
}

/// What was probably meant by the name of a view or column that is not there.
private func hint(_ error: QueryError, _ store: Store) throws -> String {
    for (beginning, column) in [("no such table: ", "view"), ("no such column: ", "\"column\"")] {
        guard let range = error.words.firstRange(of: beginning) else { continue }
        let name = String(error.words[range.upperBound...].split(separator: ".").last ?? "")
        let known = try store.reader.rows("SELECT DISTINCT \(column) FROM about") { $0.text(0) }
        if let meant = suggestion(for: name, among: known) { return " Did you mean '\(meant)'?" }
    }
    return ""
}

import Glibc
import Pipeline
import Reports
import Store
import Tracks

/// Opens the result file that a command reads.
func openStore(_ call: Invocation) throws -> Store {
    let path = try databasePath(call.arguments[0], call)
    guard access(path, F_OK) == 0 else {
        throw RunProblem(status: .noInput, "\(path): there is no such file. Make it with: trackmill run PIPELINE")
    }
    do {
        return try Store(readingFrom: path)
    } catch let error as StoreMismatch {
        throw RunProblem(status: .wrongPipeline, error.description)
    }
}

let digestCommand = Command(
    name: "digest", arguments: "DB", counts: 1...1, summary: "SHA-256 of each view of results and of all.",
    options: [Command.Option(name: "--view", value: "NAME", help: "Only this view."), setOption],
    examples: ["trackmill digest out/tracks.sqlite", "trackmill digest pipelines/nightly.yaml --view stays"]
) { call in
    let store = try openStore(call)
    if let view = call.value("--view") {
        try printText("\(try store.digest(ofView: view).hash)\n")
        return 0
    }
    var whole = SHA256()
    var lines = ""
    for view in Store.resultViews {
        let (hash, rows) = try store.digest(ofView: view)
        whole.update(Array("\(view) \(hash)\n".utf8))
        lines += "\(hash)  \(view) (\(grouped(Int64(rows))) rows)\n"
    }
    try printText(lines + "\(whole.finalized())  all\n")
    return 0
}

private let outputOption = Command.Option(name: "-o", value: "FILE", help: "Where it goes; standard output unless given.")
private let deviceOption = Command.Option(name: "--device", value: "ID", help: "Only this device.")

let exportCommand = Command(
    name: "export", arguments: "DB", counts: 1...1, summary: "Writes a view as CSV or GeoJSON.",
    options: [
        Command.Option(name: "--table", value: "VIEW", help: "Which view; stays unless given."),
        Command.Option(name: "--format", value: "FORMAT", help: "csv (unless given) or geojson."), fromOption, toOption,
        deviceOption,
        Command.Option(name: "--kind", value: "KIND", help: "Only this kind."),
        Command.Option(name: "--zoom", value: "ZOOM", help: "Only this zoom of map_clusters."),
        Command.Option(name: "--cluster", value: "ID", help: "Only this one of map_clusters."),
        Command.Option(name: "--members", help: "Instead of the cluster the stays, places, devices or fixes in it."),
        outputOption, setOption,
    ],
    examples: [
        "trackmill export out/tracks.sqlite --table stays --format csv -o stays.csv",
        "trackmill export out/tracks.sqlite --table trips --from 2025-06-01 --to 2025-06-07",
        "trackmill export out/tracks.sqlite --table map_clusters --zoom 12 --format geojson -o clusters.geojson",
    ]
) { call in
    let store = try openStore(call)
    let format = call.value("--format") ?? "csv"
    guard ["csv", "geojson"].contains(format) else { throw UsageError("--format is '\(format)'; it may be csv or geojson.") }
    let selection = try exportedSelection(call, store)
    let output = try OutputFile(path: call.value("-o"))
    if format == "csv" {
        try CSVReport.write(selection, of: store, to: output)
    } else {
        try GeoJSONReport.write(selection, of: store, to: output)
    }
    try output.finish()
    return 0
}

private func exportedSelection(_ call: Invocation, _ store: Store) throws -> ViewSelection {
    let zone = timeZoneRules(named: try store.meta("timezone") ?? "UTC") ?? .utc
    let (from, to) = try days(call, zone)
    var zoom: Int?
    if let text = call.value("--zoom") {
        guard let number = Int(text), (0...24).contains(number) else {
            throw UsageError("--zoom is '\(text)'; it may be 0 to 24.")
        }
        zoom = number
    }
    let table = call.value("--table") ?? "stays"
    if call.has("--members") {
        guard table == "map_clusters", let cluster = call.value("--cluster") else {
            throw UsageError("--members wants --table map_clusters and --cluster ID.")
        }
        return try ViewSelection.ofMembers(of: cluster, zoom: zoom, in: store)
    }
    var selection = ViewSelection(
        view: table, from: from, to: to, device: call.value("--device"), kind: call.value("--kind"), zoom: zoom)
    selection.cluster = call.value("--cluster")
    return selection
}

let reportCommand = Command(
    name: "report", arguments: "DB", counts: 1...1, summary: "Writes a page of tables and totals.",
    options: [
        fromOption, toOption, deviceOption, Command.Option(name: "--title", value: "TEXT", help: "The heading of the page."),
        outputOption, setOption,
    ],
    examples: ["trackmill report out/tracks.sqlite --from 2025-06-01 --to 2025-06-07 -o week.html"]
) { call in
    let store = try openStore(call)
    let zone = timeZoneRules(named: try store.meta("timezone") ?? "UTC") ?? .utc
    let (from, to) = try days(call, zone)
    let output = try OutputFile(path: call.value("-o"))
    try HTMLReport(title: call.value("--title") ?? "Trackmill report").write(
        of: store, from: from, to: to, device: call.value("--device"), to: output)
    try output.finish()
    return 0
}

import Geodesy
import Glibc
import Pipeline
import Reports
import Store
import Tracks

let exportCommand = Command(
    name: "export", arguments: "DB", counts: 1...1, summary: "Writes a view as CSV or GeoJSON.",
    options: [
        Command.Option(name: "--table", value: "VIEW", help: "Which view; stays unless given."),
        Command.Option(
            name: "--format", value: "FORMAT",
            help: "csv (unless given) or geojson. In csv a text that a spreadsheet would take for a formula gets an ' before it."),
        fromOption, toOption, dayOption, deviceOption,
        Command.Option(name: "--kind", value: "KIND", help: "Only this kind; may be given several times.", isRepeated: true),
        Command.Option(name: "--zoom", value: "ZOOM", help: "Only this zoom of map_clusters."),
        Command.Option(name: "--cluster", value: "ID", help: "Only this one of map_clusters."),
        Command.Option(name: "--members", help: "Instead of the cluster the stays, places, devices or fixes in it."),
        Command.Option(
            name: "--crs", value: "SYSTEM",
            help:
                "Convert positions to \(systemNames); wgs84 unless given. Columns keep their names: in metres latitude holds y, longitude x. GeoJSON names another system in crs_name."
        ),
        Command.Option(
            name: "--page-size", value: "N",
            help: "Files of at most N rows each; with -o stays.csv these are stays-1.csv, stays-2.csv and so on."), outputOption,
        setOption,
    ],
    examples: [
        "trackmill export out/tracks.sqlite --table stays --format csv -o stays.csv",
        "trackmill export out/tracks.sqlite --table trips --from 2025-06-01 --to 2025-06-07",
        "trackmill export out/tracks.sqlite --table map_clusters --zoom 12 --format geojson -o clusters.geojson",
        "trackmill export out/tracks.sqlite --table stays --crs gcj02 --page-size 10000 -o stays.csv",
    ]
) { call in
    let store = try openStore(call)
    let format = call.value("--format") ?? "csv"
    guard ["csv", "geojson"].contains(format) else { throw UsageError("--format is '\(format)'; it may be csv or geojson.") }
    let selection = try exportedSelection(call, store)
    let path = try outputPath(call)
    let spared = try sparedFiles(call, store)
    if let rows = try pageSize(call) {
        guard let path else { throw UsageError("--page-size wants -o FILE, after which the files of rows are named.") }
        let write = format == "csv" ? CSVReport.writePages : GeoJSONReport.writePages
        let pages = try write(selection, store, rows, path, spared)
        warnOfOlderPage(path, pages.count)
        return 0
    }
    let output = try OutputFile(path: path, sparing: spared)
    try (format == "csv" ? CSVReport.write : GeoJSONReport.write)(selection, store, output)
    try output.finish()
    return 0
}

private func pageSize(_ call: Invocation) throws -> Int? {
    guard let text = call.value("--page-size") else { return nil }
    guard let rows = Int(text), rows > 0 else { throw UsageError("--page-size is '\(text)'; it wants a whole number above 0.") }
    return rows
}

/// Says where a file stands beside the last page that looks like the next one.
private func warnOfOlderPage(_ path: String, _ pages: Int) {
    let next = pagePath(path, pages + 1)
    guard access(next, F_OK) == 0 else { return }
    printProblem("trackmill: \(next) was there before; this export ends with \(pagePath(path, pages)).")
}

private func exportedSelection(_ call: Invocation, _ store: Store) throws -> ViewSelection {
    let (from, to) = try days(call, try timeZoneOfDays(store))
    let zoom = try zoom(call)
    var selection = ViewSelection(view: call.value("--table") ?? "stays", zoom: zoom)
    if call.has("--members") {
        guard selection.view == "map_clusters", let cluster = call.value("--cluster") else {
            throw UsageError("--members wants --table map_clusters and --cluster ID.")
        }
        selection = try ViewSelection.ofMembers(of: cluster, zoom: zoom, in: store)
    } else {
        selection.cluster = call.value("--cluster")
    }
    (selection.from, selection.to) = (from, to)
    (selection.devices, selection.kinds) = (call.all("--device"), call.all("--kind"))
    try selection.checkNames(in: store)
    if let name = call.value("--crs") {
        guard let system = CoordinateSystem(name: name) else { throw UsageError("--crs is '\(name)'; it may be \(systemNames).") }
        selection.system = system
    }
    return selection
}

private func zoom(_ call: Invocation) throws -> Int? {
    guard let text = call.value("--zoom") else { return nil }
    guard let number = Int(text), (0...24).contains(number) else { throw UsageError("--zoom is '\(text)'; it may be 0 to 24.") }
    return number
}

import Geodesy
import Glibc
import LogFormats
import Options
import Pipeline
import Reports
import Store
import Tracks

let exportCommand = Command(
    name: "export", arguments: "DB", counts: 1...1,
    summary: "Writes a view as \(formatNames.dropLast().joined(separator: ", ")) or \(formatNames.last ?? "").",
    options: [
        Command.Option(name: "--table", value: "VIEW", help: "Which view, or heat; stays unless given."),
        Command.Option(
            name: "--format", value: "FORMAT",
            help:
                "\(formatNames.joined(separator: ", ")); unless given that which -o ends in, or csv. In csv a text that a spreadsheet would take for a formula gets an ' before it."
        ),
        fromOption, toOption, dayOption, deviceOption,
        Command.Option(name: "--kind", value: "KIND", help: "Only this kind; may be given several times.", isRepeated: true),
        Command.Option(name: "--zoom", value: "ZOOM", help: "Only this zoom of map_clusters."),
        Command.Option(name: "--cluster", value: "ID", help: "Only this one of map_clusters."),
        Command.Option(name: "--members", help: "Instead of the cluster the stays, places, devices or fixes in it."),
        Command.Option(name: "--columns", value: "A,B", help: "Only these columns, in this order."),
        Command.Option(
            name: "--crs", value: "SYSTEM",
            help:
                "Convert positions to \(systemNames); wgs84 unless given. Columns name the system: latitude_gcj02; in metres latitude holds y, longitude x. GeoJSON names it in crs_name."
        ),
        Command.Option(
            name: "--page-size", value: "N",
            help: "Files of at most N rows each; with -o stays.csv these are stays-1.csv, stays-2.csv and so on."),
    ] + heatOptions + formatOptions.map(\.option) + [outputOption, setOption],
    examples: [
        "trackmill export out/tracks.sqlite --table stays --format csv -o stays.csv",
        "trackmill export out/tracks.sqlite --table trips --from 2025-06-01 --to 2025-06-07",
        "trackmill export out/tracks.sqlite --table map_clusters --zoom 12 --format geojson -o clusters.geojson",
        "trackmill export out/tracks.sqlite --table stays --crs gcj02 --page-size 10000 -o stays.csv",
    ]
) { call in
    let store = try openStore(call)
    let path = try outputPath(call)
    var report = try exportedFormat(call, path)
    let scope = try exportedRows(call, store, &report.rows)
    report.rows.pageSize = try pageSize(call)
    if report.rows.pageSize != nil, path == nil {
        throw UsageError("--page-size wants -o FILE, after which the files of rows are named.")
    }
    let outcome = try report.write(scope, of: store, to: ReportTarget(path: path, sparing: try sparedFiles(call, store)))
    if !call.isQuiet { for note in outcome.notes { printProblem("trackmill: \(note)") } }
    if let path, let pages = outcome.pages { warnOfOlderPage(path, pages) }
    return 0
}

/// The options of the table heat, from the declarations that read them in a pipeline file.
private let heatOptions: [Command.Option] = {
    var reader = OptionReader(reference: Heat.table)
    _ = Heat(reading: &reader)
    return reader.declarations.map(option)
}()

private func option(_ declared: OptionDeclaration) -> Command.Option {
    Command.Option(
        name: "--" + declared.name, value: declared.type == "on or off" ? nil : placeholder(declared), help: declared.help)
}

/// Options of a call as the values of a mapping.
private func reader(_ owner: String, _ call: Invocation, _ options: [Command.Option]) -> OptionReader {
    let mark = Mark(line: 0, column: 0)
    let entries = options.filter { call.has($0.name) }.map { option in
        let value = option.value == nil ? "on" : call.value(option.name) ?? ""
        return Node.Entry(key: String(option.name.dropFirst(2)), keyMark: mark, value: Node(.scalar(value), mark: mark))
    }
    return OptionReader(owner: owner, node: Node(.mapping(entries), mark: mark), file: "", mark: mark)
}

private let formatNames = BuiltIn.viewReports.map { $0.name }

/// The options that only some formats have, from the declarations that read them in a pipeline file.
private let formatOptions: [(format: String, option: Command.Option)] = BuiltIn.viewReports.flatMap { type in
    var reader = OptionReader(reference: type.name)
    _ = type.init(ofFormat: &reader)
    return reader.declarations.map { declared in
        var flag = option(declared)
        flag.help = "Of \(type.name). \(declared.help)"
        return (type.name, flag)
    }
}

/// The format that a call asks for, with its own options.
private func exportedFormat(_ call: Invocation, _ path: String?) throws -> any ViewReport {
    if let path, let suffix = packedSuffixes.first(where: path.hasSuffix) {
        throw UsageError("-o is '\(shownText(path))', and exports are not packed: leave '\(suffix)' out, and pack the file.")
    }
    let ofName = path.flatMap { path in BuiltIn.viewReports.first { path.hasSuffix($0.suffix) } }
    let name = call.value("--format") ?? ofName?.name ?? CSVReport.name
    guard let type = BuiltIn.viewReports.first(where: { $0.name == name }) else {
        let page = name == HTMLReport.name ? " A page is written by: trackmill report." : ""
        throw UsageError("--format is '\(name)'; it may be \(formatNames.joined(separator: ", ")).\(page)")
    }
    let options = formatOptions.filter { $0.format == name }.map(\.option)
    for (_, option) in formatOptions where call.has(option.name) && !options.contains(where: { $0.name == option.name }) {
        let formats = formatOptions.filter { $0.option.name == option.name }.map(\.format).joined(separator: ", ")
        throw UsageError("\(option.name) is an option of \(formats); \(name) has none.")
    }
    var reader = reader(name, call, options)
    let report = type.init(ofFormat: &reader)
    guard reader.problems.isEmpty else { throw UsageError(reader.problems.map(\.what).joined(separator: " ")) }
    return report
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

/// Reads which rows a call asks for, and gives their days and devices.
private func exportedRows(_ call: Invocation, _ store: Store, _ rows: inout ViewRowsAsked) throws -> ReportScope {
    let (from, to) = try days(call, try timeZoneOfDays(store))
    let zoom = try zoom(call)
    rows.selection = ViewSelection(view: call.value("--table") ?? "stays", zoom: zoom)
    if call.has("--members") {
        guard rows.selection.view == "map_clusters", let cluster = call.value("--cluster") else {
            throw UsageError("--members wants --table map_clusters and --cluster ID.")
        }
        rows.selection = try ViewSelection.ofMembers(of: cluster, zoom: zoom, in: store)
    } else {
        rows.selection.cluster = call.value("--cluster")
    }
    (rows.selection.devices, rows.selection.kinds) = (call.all("--device"), call.all("--kind"))
    try rows.selection.checkNames(in: store)
    if rows.selection.view == Heat.table {
        var reader = reader(Heat.table, call, heatOptions)
        rows.heat = Heat(reading: &reader)
        guard reader.problems.isEmpty else { throw UsageError(reader.problems.map(\.what).joined(separator: " ")) }
    } else if let option = heatOptions.first(where: { call.has($0.name) }) {
        throw UsageError("\(option.name) is for --table heat; \(rows.selection.view) has no cells.")
    }
    if let list = call.value("--columns") {
        rows.selection.columns = list.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
    }
    if let name = call.value("--crs") {
        guard let system = CoordinateSystem(name: name) else { throw UsageError("--crs is '\(name)'; it may be \(systemNames).") }
        rows.selection.system = system
    }
    return ReportScope(from: from, to: to, devices: rows.selection.devices)
}

private func zoom(_ call: Invocation) throws -> Int? {
    guard let text = call.value("--zoom") else { return nil }
    guard let number = Int(text), (0...24).contains(number) else { throw UsageError("--zoom is '\(text)'; it may be 0 to 24.") }
    return number
}

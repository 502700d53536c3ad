import Options
import Reports
import Store

let reportCommand = Command(
    name: "report", arguments: "DB", counts: 1...1, summary: "Writes a page with a map, tables and totals.",
    options: [
        fromOption, toOption, dayOption, deviceOption,
        Command.Option(name: "--title", value: "TEXT", help: "The heading of the page."),
    ] + mapOptions + [outputOption, setOption],
    examples: [
        "trackmill report out/tracks.sqlite --from 2025-06-01 --to 2025-06-07 -o week.html",
        "trackmill report out/tracks.sqlite --device 6000001 --most 1000000 --history-lines as-played -o device.html",
    ]
) { call in
    let store = try openStore(call)
    let (from, to) = try days(call, try timeZoneOfDays(store))
    try ViewSelection(view: "days", devices: call.all("--device")).checkNames(in: store)
    let map = try mapPageOptions(call)
    let days = [from.map { " --from \($0)" }, to.map { " --to \($0)" }].compactMap(\.self).joined()
    let argument = shellWord(call.arguments[0])
    let context = ReportContext(
        program: "trackmill \(Main.version)", options: try todaysOptions(call),
        mapLibrary: { folder in
            let library = try MapLibrary(in: mapLibraryPlaces(folder))
            if library == nil, !call.isQuiet { printProblem("trackmill: \(MapLibrary.note)") }
            return library
        },
        command: { "trackmill report \(argument)\(days) --device \(shellWord($0)) -o device.html" })
    _ = try HTMLReport(title: call.value("--title") ?? HTMLReport.usualTitle, map: map).write(
        ReportScope(from: from, to: to, devices: call.all("--device"), context: context), of: store,
        to: ReportTarget(path: try outputPath(call), sparing: try sparedFiles(call, store)))
    return 0
}

/// The options of the map, from the declarations that read them in a pipeline file: `history.lines` is `--history-lines`.
private let mapOptions: [Command.Option] = {
    var reader = OptionReader(reference: "report")
    _ = MapPageOptions(reading: &reader)
    let groups = Set(reader.declarations.compactMap { $0.name.split(separator: ".").dropLast().first })
    return reader.declarations.filter { !groups.contains($0.name[...]) }.map { option in
        let standard = option.defaultInWords.map { $0 == "none" ? "" : " \($0) unless given." } ?? ""
        return Command.Option(
            name: "--" + option.name.replacing(".", with: "-"), value: placeholder(option), help: option.help + standard)
    }
}()

/// What stands behind an option in the help.
func placeholder(_ option: OptionDeclaration) -> String {
    if option.type.hasPrefix("one of ") { return String(option.type.dropFirst(7)).replacing(", ", with: "|") }
    return ["on or off": "on|off", "whole number": "N", "text": "TEXT"][option.type] ?? "VALUE"
}

/// Reads the options of the map as a pipeline file's would be read.
private func mapPageOptions(_ call: Invocation) throws -> MapPageOptions {
    let mark = Mark(line: 0, column: 0)
    var entries: [Node.Entry] = []
    for option in mapOptions {
        guard let value = call.value(option.name) else { continue }
        let scalar = Node(.scalar(value), mark: mark)
        let key = String(option.name.dropFirst(2))
        let parts = key.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["history", "tiles"].contains(parts[0]) else {
            entries.append(Node.Entry(key: key, keyMark: mark, value: scalar))
            continue
        }
        let inner = Node.Entry(key: parts[1], keyMark: mark, value: scalar)
        if let place = entries.firstIndex(where: { $0.key == parts[0] }),
            case .mapping(let others) = entries[place].value.content
        {
            entries[place].value = Node(.mapping(others + [inner]), mark: mark)
        } else {
            entries.append(Node.Entry(key: parts[0], keyMark: mark, value: Node(.mapping([inner]), mark: mark)))
        }
    }
    var reader = OptionReader(owner: "report", node: Node(.mapping(entries), mark: mark), file: "", mark: mark)
    let options = MapPageOptions(reading: &reader)
    guard reader.problems.isEmpty else { throw UsageError(reader.problems.map(\.what).joined(separator: " ")) }
    return options
}

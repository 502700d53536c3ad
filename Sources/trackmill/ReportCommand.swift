import Reports
import Store

let reportCommand = Command(
    name: "report", arguments: "DB", counts: 1...1, summary: "Writes a page of tables and totals.",
    options: [
        fromOption, toOption, dayOption, deviceOption,
        Command.Option(name: "--title", value: "TEXT", help: "The heading of the page."),
        outputOption, setOption,
    ],
    examples: ["trackmill report out/tracks.sqlite --from 2025-06-01 --to 2025-06-07 -o week.html"]
) { call in
    let store = try openStore(call)
    let (from, to) = try days(call, try timeZoneOfDays(store))
    try ViewSelection(view: "days", devices: call.all("--device")).checkNames(in: store)
    let output = try OutputFile(path: try outputPath(call), sparing: try sparedFiles(call, store))
    try HTMLReport(title: call.value("--title") ?? "Trackmill report").write(
        of: store, from: from, to: to, devices: call.all("--device"), options: try todaysOptions(call), to: output)
    try output.finish()
    return 0
}

import Options
import Samples
import Tracks

let generateCommand = Command(
    name: "generate", arguments: "", counts: 0...0, summary: "Makes realistic sample logs with known truth.",
    options: [
        Command.Option(name: "--devices", value: "N", help: "Devices; 14 unless given."),
        Command.Option(name: "--days", value: "N", help: "Days; 7 unless given."),
        Command.Option(name: "--seed", value: "N", help: "The same seed gives the same bytes; 1 unless given."),
        Command.Option(name: "--first-day", value: "DAY", help: "2025-06-01 unless given."),
        Command.Option(
            name: "--interval", value: "SECONDS", help: "Between two fixes while moving, about; 10 to 300, 30 unless given."),
        Command.Option(
            name: "-o", value: "DIR", help: "The folder the logs go to; what is true of them goes to its folder truth."),
        Command.Option(name: "--force", help: "Overwrite files that generate did not make, too."),
    ],
    examples: [
        "trackmill generate --devices 14 --days 7 --seed 1 -o sample-data/logs",
        "trackmill generate --devices 2000 --days 7 --seed 1 --interval 40 -o logs",
    ]
) { call in
    guard let folder = call.value("-o") else { throw UsageError("generate wants a folder: -o DIR.") }
    func number(_ option: String, _ standard: Int) throws -> Int {
        guard let text = call.value(option) else { return standard }
        guard let number = Int(text), number >= 0 else { throw UsageError("\(option) is '\(text)'; it wants a whole number.") }
        return number
    }
    var options = SampleOptions()
    options.devices = try number("--devices", options.devices)
    options.days = try number("--days", options.days)
    options.seed = UInt64(try number("--seed", Int(options.seed)))
    options.firstDay = call.value("--first-day") ?? options.firstDay
    options.intervalSeconds = try number("--interval", options.intervalSeconds)
    do { try options.check() } catch let problem as SampleProblem {
        throw UsageError("--\(problem.place.replacing(" ", with: "-")): \(problem.what) \(problem.mend)")
    }
    let summary = try generateSamples(options, into: folder, overwrites: call.has("--force"))
    guard !call.isQuiet else { return 0 }
    try printLines([
        "\(grouped(Int64(summary.rows))) rows in \(summary.files) files, \(grouped(Int64(summary.writtenBytes))) bytes in \(folder)",
        "truth: \(grouped(Int64(summary.stays))) stays, \(grouped(Int64(summary.places))) places, \(grouped(Int64(summary.injected))) injected faults in \(folder)/truth",
    ])
    return 0
}

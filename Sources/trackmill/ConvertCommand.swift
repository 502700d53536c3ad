import CoordinateFilter
import Geodesy
import Glibc
import Pipeline
import SQLite
import Tracks

let convertCommand = Command(
    name: "convert", arguments: "", counts: 0...0,
    summary: "A filter: converts the coordinates of CSV lines or GeoJSON on standard input.",
    options: [
        Command.Option(name: "--from", value: "SYSTEM", help: "What the input holds: \(systemNames)."),
        Command.Option(name: "--to", value: "SYSTEM", help: "What to make of it."),
        Command.Option(
            name: "--columns", value: "LON,LAT",
            help: "The longitude's column and the latitude's, as positions or as names in a header; 1,2 unless given."),
        Command.Option(
            name: "--delimiter", value: "CHARACTER", help: "What stands between cells; a comma unless given; 'tab' is one."),
        Command.Option(
            name: "--format", value: "FORMAT", help: "csv, geojson or auto, which tells them apart by a '{'; auto unless given."),
        Command.Option(
            name: "--china-shift", value: "WHERE",
            help: "Where the shift of Chinese maps applies: outline, box, everywhere or nowhere; outline unless given."),
        Command.Option(
            name: "--regions", value: "NAME=off,…",
            help: "Switches hong-kong, macau, taiwan on or off; all on unless given. May be given several times.",
            isRepeated: true),
        Command.Option(name: "--wrap", help: "Wrap longitudes beyond ±180° instead of refusing them."),
        Command.Option(name: "--jobs", value: "N", help: "Threads that convert CSV; 2 unless given."),
    ],
    examples: [
        "printf '116.404,39.915\\n' | trackmill convert --from bd09 --to wgs84",
        "trackmill convert --from gcj02 --to wgs84 --columns lng,lat < in.csv > out.csv",
        "trackmill convert --from wgs84 --to bd09mc < in.geojson > out.geojson",
    ]
) { call in
    let options = try convertOptions(call)
    do {
        let summary = try convertStream(from: 0, to: 1, options: options) { printProblem("trackmill convert: \($0)") }
        return finish(summary, options)
    } catch {
        throw RunProblem(status: .inputOutput, "convert: \(error)")
    }
}

/// The names of all coordinate systems.
let systemNames = CoordinateSystem.allCases.map(\.name).joined(separator: ", ")

/// Says how many lines could not be converted, where not all were named.
private func finish(_ summary: ConvertSummary, _ options: ConvertOptions) -> Int32 {
    let more = summary.bad - Int64(options.reportedProblems)
    if more > 0 { printProblem("trackmill convert: … and \(grouped(more)) more of \(grouped(summary.read)).") }
    if let stopped = summary.stopped { printProblem("trackmill convert: \(stopped) What follows was not converted.") }
    return (summary.bad > 0 || summary.stopped != nil ? ExitStatus.damagedInput : .done).rawValue
}

private func convertOptions(_ call: Invocation) throws -> ConvertOptions {
    let (source, target) = (try system("--from", call), try system("--to", call))
    let shift = try choice("--china-shift", call, of: ChinaShift.allCases.map { ($0.name, $0) }) ?? .outline
    var options = ConvertOptions(conversion: Conversion(from: source, to: target, shift: shift, regions: try regions(call)))
    options.format = try choice("--format", call, of: ConvertOptions.Format.allCases.map { ($0.rawValue, $0) }) ?? .auto
    options.columns = try columns(call) ?? options.columns
    options.delimiter = try delimiter(call) ?? options.delimiter
    options.wrapsLongitudes = call.has("--wrap")
    guard !(options.wrapsLongitudes && source.isInMeters) else {
        throw UsageError("--wrap is about degrees; \(source.name) is in metres.")
    }
    options.threads = try choice("--jobs", call, of: (1...64).map { ("\($0)", $0) }) ?? 2
    return options
}

private func system(_ option: String, _ call: Invocation) throws -> CoordinateSystem {
    guard let name = call.value(option) else { throw UsageError("convert wants \(option): \(systemNames).") }
    guard let system = CoordinateSystem(name: name) else { throw UsageError("\(option) is '\(name)'; it may be \(systemNames).") }
    return system
}

private func choice<Value>(_ option: String, _ call: Invocation, of known: [(String, Value)]) throws -> Value? {
    guard let name = call.value(option) else { return nil }
    if let value = known.first(where: { $0.0 == name })?.1 { return value }
    let names = known.count > 9 ? "\(known[0].0) to \(known[known.count - 1].0)" : known.map(\.0).joined(separator: ", ")
    throw UsageError("\(option) is '\(name)'; it may be \(names).")
}

private func regions(_ call: Invocation) throws -> ShiftRegions {
    let known: [(String, ShiftRegions)] = [("hong-kong", .hongKong), ("macau", .macau), ("taiwan", .taiwan)]
    var regions = ShiftRegions.all
    for part in call.all("--regions").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
        let words = part.split(separator: "=", omittingEmptySubsequences: false)
        guard words.count == 2, let region = known.first(where: { $0.0 == words[0] })?.1, ["on", "off"].contains(words[1]) else {
            throw UsageError("--regions holds '\(part)'; it may hold hong-kong, macau, taiwan, each =on or =off.")
        }
        if words[1] == "on" { regions.insert(region) } else { regions.remove(region) }
    }
    return regions
}

private func columns(_ call: Invocation) throws -> ConvertOptions.Columns? {
    guard let text = call.value("--columns") else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty, words[0] != words[1] else {
        throw UsageError(
            "--columns is '\(text)'; it wants two different columns, the longitude's and the latitude's, such as 1,2 or lon,lat.")
    }
    guard let longitude = Int(words[0]), let latitude = Int(words[1]) else {
        return .names(longitude: words[0], latitude: words[1])
    }
    guard (1...10_000).contains(longitude), (1...10_000).contains(latitude), longitude != latitude else {
        throw UsageError("--columns is '\(text)'; positions may be 1 to 10000, and different.")
    }
    return .positions(longitude: longitude, latitude: latitude)
}

private func delimiter(_ call: Invocation) throws -> UInt8? {
    guard let text = call.value("--delimiter") else { return nil }
    if text == "tab" || text == "\\t" { return 9 }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 128, !"0123456789+-.eE\"\n\r".utf8.contains(bytes[0]) else {
        throw UsageError(
            "--delimiter is '\(text)'; it may be 'tab' or one ASCII character that is no part of a number and no quote.")
    }
    return bytes[0]
}

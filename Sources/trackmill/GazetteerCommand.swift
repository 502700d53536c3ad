import Geocoding
import Geodesy
import Glibc
import LogFormats
import Pipeline
import Reports
import Tracks

let gazetteerCommand = Command(
    name: "gazetteer", arguments: "import FILE…", counts: 2...10_000,
    summary: "Makes a gazetteer file of GeoNames' tables and of areas in GeoJSON.",
    options: [
        Command.Option(name: "-o", value: "OUT", help: "The gazetteer file; it is replaced when the new one is whole."),
        Command.Option(
            name: "--crs", value: "SYSTEM",
            help: "The system of positions in GeoJSON: \(areaSystemNames); wgs84 unless given. They are converted once."),
        Command.Option(
            name: "--name", value: "FIELD", help: "The member of a feature's properties with its name; 'name' unless given."),
        Command.Option(
            name: "--level", value: "FIELD",
            help: "The member with its level, such as city or 5; 'level' or 'admin_level' unless given."),
        Command.Option(
            name: "--code", value: "FIELD", help: "The member with its code; 'code' or 'adcode' unless given."),
        Command.Option(
            name: "--least-population", value: "N",
            help: "Leave out places of fewer inhabitants; 0 unless given, which GeoNames writes for unknown, too."),
    ],
    examples: [
        "trackmill gazetteer import CN.txt admin1CodesASCII.txt admin2Codes.txt alternateNamesV2.txt countryInfo.txt -o cn.gazetteer",
        "trackmill gazetteer import districts.geojson --crs gcj02 -o districts.gazetteer",
    ]
) { call in
    guard call.arguments[0] == "import" else {
        throw UsageError("gazetteer has no '\(call.arguments[0])'; it has import: trackmill gazetteer import FILE… -o OUT.")
    }
    guard let path = call.value("-o"), !path.isEmpty, path != "-" else {
        throw UsageError("gazetteer import wants a file: -o OUT.")
    }
    let options = try importOptions(call)
    let files = call.arguments.dropFirst()
    for file in files { try checkInput(file) }
    let output = try OutputFile(path: path, sparing: files.map { SparedFile(path: $0, what: "is a file to import") })
    let inputs = files.map { file in ImportInput(name: file) { try opened(file) } }
    do {
        let summary = try importGazetteer(inputs, options: options, workingBeside: path) { try output.write($0) }
        try output.finish()
        return try finish(summary, path, isQuiet: call.isQuiet)
    } catch let error as ImportError {
        throw RunProblem(status: .damagedInput, "\(error) Nothing was written.")
    }
}

private let areaSystemNames = AreaFields.systems.map(\.name).joined(separator: ", ")

private func importOptions(_ call: Invocation) throws -> ImportOptions {
    var options = ImportOptions()
    func field(_ option: String) throws -> String? {
        guard let name = call.value(option) else { return nil }
        guard !name.isEmpty else { throw UsageError("\(option) is empty; it wants the name of a member.") }
        return name
    }
    options.areas.name = try field("--name")
    options.areas.level = try field("--level")
    options.areas.code = try field("--code")
    if let name = call.value("--crs") {
        guard let system = CoordinateSystem(name: name), AreaFields.systems.contains(system) else {
            throw UsageError("--crs is '\(name)'; it may be \(areaSystemNames).")
        }
        options.areas.system = system
    }
    if let text = call.value("--least-population") {
        guard let number = Int64(text), number >= 0 else {
            throw UsageError("--least-population is '\(text)'; it wants a whole number.")
        }
        options.leastPopulation = number
    }
    return options
}

/// A file that cannot be read ends the call before others have been read for minutes.
private func checkInput(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
        throw RunProblem(
            status: .noInput, "\(path): cannot be opened: \(String(cString: strerror(errno))). Mend its path, then run again.")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
        throw RunProblem(status: .noInput, "\(path): this is a folder. Name the files in it.")
    }
}

private func opened(_ path: String) throws -> (UnsafeMutableRawBufferPointer) throws -> Int {
    do {
        let read = try openUnpacked(path: path)
        return { buffer in
            do { return try read(buffer) } catch let error as UnpackingError {
                throw RunProblem(
                    status: error.isOfDisk ? .inputOutput : .damagedInput,
                    "\(path): \(error). Nothing was written.")
            }
        }
    } catch {
        throw RunProblem(status: .noInput, "\(path): cannot be opened: \(error). Mend its path, then run again.")
    }
}

/// Says what came in.
private func finish(_ summary: ImportSummary, _ path: String, isQuiet: Bool) throws -> Int32 {
    for problem in summary.problems { printProblem("trackmill gazetteer: \(problem)") }
    guard !isQuiet else { return 0 }
    var whole: [String] = []
    if summary.places > 0 {
        whole.append("\(grouped(summary.places)) places, \(grouped(summary.chinesePlaces)) with a Chinese name")
    }
    if summary.areas > 0 { whole.append("\(grouped(summary.areas)) areas") }
    try printLines(summary.files + ["\(path): \(whole.joined(separator: "; "))"])
    return 0
}

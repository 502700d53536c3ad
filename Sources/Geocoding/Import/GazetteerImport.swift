import Glibc
import SQLite

/// Makes a gazetteer file of tables of GeoNames and of areas in GeoJSON.
///
/// Memory does not grow with the tables: what is read goes to a file beside the output. The same files, in whatever order, give the
/// same bytes.
/// - Parameters:
///   - inputs: Told apart by their content.
///   - options: How they are read.
///   - path: Beside which it works: two files of that name with an ending of their own, removed as soon as they are open.
///   - write: Takes the bytes of the gazetteer; called when all of it is made.
/// - Throws: `ImportError` or `StoreError`: nothing was written then.
public func importGazetteer(
    _ inputs: [ImportInput], options: ImportOptions, workingBeside path: String, write: ([UInt8]) throws -> Void
) throws -> ImportSummary {
    let staging = try withUnlinked(path + ".staging-\(getpid())") { try ImportStaging(path: $0) }
    var summary = ImportSummary()
    for input in inputs { try stage(input, options, into: staging, &summary) }
    try staging.database.execute("COMMIT")
    let made = path + ".made-\(getpid())"
    // Open before the name goes, so that its bytes can be read to the end.
    let (database, file) = try withUnlinked(made) { made in
        let database = try Database(path: made, isReadOnly: false)
        try database.execute(ImportedFormat.settings)
        try database.execute(ImportedFormat.schema)
        return (database, try PlainFile(path: made))
    }
    try database.transaction {
        var writer = GazetteerWriter(from: staging, into: database)
        try writer.write(leastPopulation: options.leastPopulation, &summary)
    }
    while true {
        let block = try file.read(1 << 20)
        guard !block.isEmpty else { return summary }
        try write(block)
    }
}

/// Opens what works at a path and takes the name away, so that nothing is left behind however the program ends.
private func withUnlinked<Opened>(_ path: String, _ open: (String) throws -> Opened) throws -> Opened {
    unlink(path)
    defer { unlink(path) }
    return try open(path)
}

private func stage(
    _ input: ImportInput, _ options: ImportOptions, into staging: ImportStaging, _ summary: inout ImportSummary
) throws {
    let read = try input.open()
    let head = try readHead(read)
    let kind = try ImportKind(head: head, file: input.name)
    guard kind != .areas else { return try stageAreas(input, head, read, options, into: staging, &summary) }
    var reader = GeoNamesReader(kind: kind, file: input.name, into: staging)
    try ImportLines(head: head, read: read).each { try reader.read($0, number: $1) }
    let words =
        switch kind {
        case .places: "places and divisions"
        case .divisions: "divisions"
        case .names: "Chinese names"
        case .countries, .areas: "countries"
        }
    summary.files.append("\(input.name): \(grouped(reader.taken)) \(words) of \(grouped(reader.lines)) lines")
    summary.problems += reader.problems.all
    summary.badLines += reader.problems.count
    if reader.beyond > 0 {
        summary.problems.append(
            "\(input.name): \(grouped(reader.beyond)) places were left out: they lie on the other side of China's outline, or of Hong Kong's, Macau's or Taiwan's, than their country."
        )
    }
}

/// The first bytes of a file: enough for its first line.
private func readHead(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    while count < head.count {
        let got = try head.withUnsafeMutableBytes { try read(UnsafeMutableRawBufferPointer(rebasing: $0[count...])) }
        guard got > 0 else { break }
        count += got
    }
    return Array(head[..<count])
}

private func stageAreas(
    _ input: ImportInput, _ head: [UInt8], _ read: (UnsafeMutableRawBufferPointer) throws -> Int, _ options: ImportOptions,
    into staging: ImportStaging, _ summary: inout ImportSummary
) throws {
    var bytes = head
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let got = try block.withUnsafeMutableBytes { try read($0) }
        guard got > 0 else { break }
        bytes += block[..<got]
        guard bytes.count <= AreaReader.largestFile else {
            throw ImportError("\(input.name): it has more than \(AreaReader.largestFile) bytes; import it in parts.")
        }
    }
    var count: Int64 = 0
    var reader = AreaReader(bytes, file: input.name, fields: options.areas)
    do {
        try reader.each {
            try staging.add($0)
            count += 1
        }
    } catch let error as SourceFileError { throw ImportError(error.description) }
    summary.files.append("\(input.name): \(grouped(count)) areas")
    if reader.otherFeatures + reader.nameless > 0 {
        summary.problems.append(
            "\(input.name): \(reader.otherFeatures) features without a polygon and \(reader.nameless) without a name were left out."
        )
    }
}

/// A number with a comma between groups of three digits.
func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    let first = digits.count % 3
    var groups = first > 0 ? [String(digits.prefix(first))] : []
    var rest = digits.dropFirst(first)
    while !rest.isEmpty {
        groups.append(String(rest.prefix(3)))
        rest = rest.dropFirst(3)
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}

import CZlib
import Foundation
import Options
import Tracks

@testable import LogFormats

/// A source of numbers that is the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// What a body makes of a text as a cell.
func withCell<Result>(_ text: String, _ body: (Cell) -> Result) -> Result {
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("a buffer of \(buffer.count) bytes has no address") }
        return body(Cell(start, bytes.count - 1))
    }
}

/// Midnight UTC of a day, in milliseconds since 1970.
func utcMidnight(_ text: String) -> Int64 { Int64(CalendarDay(text)?.number ?? 0) * 86_400_000 }

/// Bytes as one gzip member.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 + 16: the largest window, with gzip's header.
    deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let made = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            deflate(&stream, Z_FINISH)
            return output.count - Int(stream.avail_out)
        }
    }
    return Array(output[..<made])
}

func gzipped(_ text: String) -> [UInt8] { gzipped(Array(text.utf8)) }

/// Runs a body with a file in a folder of its own, which is gone afterwards.
func withFile<Result>(_ bytes: [UInt8], named name: String = "log.csv", _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackmill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return try body(file.path)
}

/// As in BuiltIn.swift.
let allFormats: [any LogFormat.Type] = [
    NMEA.self, PLT.self, FIT.self, GPX.self, KML.self, TCX.self, GoogleLocations.self, Overland.self, OwnTracks.self,
    TraccarJSON.self, GeoJSON.self, Movebank.self, GeoLifeTable.self, TraccarCSV.self, TDrive.self,
    OwnTracksCSV.self, GPSLogger.self, NDJSON.self, CSV.self,
]

/// The options of a source: `read` in a pipeline file with these keys, besides files and columns.
func source(
    columns: [String: String] = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"],
    _ options: [String: Node.Content] = [:]
) throws -> SourceOptions {
    let mark = Mark(line: 1, column: 1)
    func entry(_ key: String, _ content: Node.Content) -> Node.Entry {
        Node.Entry(key: key, keyMark: mark, value: Node(content, mark: mark))
    }
    let names = columns.sorted { $0.key < $1.key }.map { entry($0.key, .scalar($0.value)) }
    var entries = [entry("files", .scalar("log.csv"))]
    if !columns.isEmpty { entries.append(entry("columns", .mapping(names))) }
    entries += options.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
    var reader = OptionReader(owner: "read", node: Node(.mapping(entries), mark: mark), file: "p.yaml", mark: mark)
    let options = SourceOptions(reading: &reader, formats: allFormats, mark: mark)
    guard reader.problems.isEmpty else { throw Problems(reader.problems) }
    return options
}

/// The crs option that names a column.
func crsColumn(default system: String? = nil) -> Node.Content {
    let mark = Mark(line: 1, column: 1)
    var entries = [Node.Entry(key: "column", keyMark: mark, value: Node(.scalar("crs"), mark: mark))]
    if let system { entries.append(Node.Entry(key: "default", keyMark: mark, value: Node(.scalar(system), mark: mark))) }
    return .mapping(entries)
}

/// What reading a file gave, unpacked.
struct ReadLog {
    var reading: FileReading
    /// Fixes in the order (day, part, line).
    var fixes = FixBatch()
    /// Their devices.
    var devices: [String] = []
    /// The texts of the kind column.
    var kinds: [String] = []
    /// Rejects that have a day.
    var rejects: [Reject] = []

    /// Reason and line of every reject, those without a day first.
    var faults: [String] { (reading.daylessRejects + rejects).map { "\($0.line) \($0.reason.name)" } }
}

/// Parcels as a reader hands them over.
private final class ParcelBox: @unchecked Sendable {
    // `@unchecked Sendable`: only the test's own thread reads files here.
    var parcels: [RowParcel] = []
}

/// Reads a text as a log dated 2025-06-01 of UTC, unless another window is given.
func read(
    _ text: String, _ options: SourceOptions? = nil, window: FileWindow? = nil, file: UInt32 = 0, device: String? = nil,
    name: String = "log.csv", lastLine: UInt64? = nil, timeZone: TimeZoneRules = .utc, zones: [String: TimeZoneRules] = [:]
) throws -> ReadLog {
    try read(
        bytes: Array(text.utf8), options, window: window, file: file, device: device, name: name, lastLine: lastLine,
        timeZone: timeZone, zones: zones)
}

/// Reads bytes as a log dated 2025-06-01 of UTC, unless another window is given.
func read(
    bytes: [UInt8], _ options: SourceOptions? = nil, window: FileWindow? = nil, file: UInt32 = 0, device: String? = nil,
    name: String = "log.csv", lastLine: UInt64? = nil, timeZone: TimeZoneRules = .utc, zones: [String: TimeZoneRules] = [:],
    readsPlainRows: Bool = true
) throws -> ReadLog {
    let options = try options ?? source()
    let box = ParcelBox()
    let devices = NameTable()
    let kinds = NameTable(reserved: [""])
    let day = CalendarDay("2025-06-01") ?? CalendarDay(number: 0)
    var context = ReadingContext(
        source: options, zone: .utc, timeZone: timeZone, devices: devices, kinds: kinds, file: file,
        window: window ?? FileWindow(dated: day, in: .utc, late: options.late), device: device, wants: { _ in true },
        deliver: { box.parcels += $0 })
    if let lastLine { context.lastLine = lastLine }
    context.readsPlainRows = readsPlainRows
    context.formatZones = zones
    context.zoneNamed = { zones[$0] }
    let reading = try withFile(bytes, named: name) { [context] in try readLog(path: $0, context: context) }
    var log = ReadLog(reading: reading)
    log.fixes.columns = options.fixColumns
    let parcels = box.parcels.sorted { ($0.day.number, $0.partition, $0.sequence) < ($1.day.number, $1.partition, $1.sequence) }
    for parcel in parcels {
        var at = 0
        while at < parcel.rows.count {
            let row = PackedRow(parcel.rows.bytes, at: at)
            at += row.length
            if row.isReject {
                log.rejects.append(row.reject(file: parcel.rows.file).reject)
            } else {
                row.append(to: &log.fixes, file: parcel.rows.file)
                log.devices.append(devices.name(of: row.device))
                log.kinds.append(kinds.name(of: log.fixes.kinds[log.fixes.count - 1]))
            }
        }
    }
    log.rejects.sort { $0.line < $1.line }
    return log
}

import Glibc
import Options
import Tracks

@testable import LogFormats

// What libFuzzer calls, over and over, with bytes that it makes. `scripts/fuzz` builds it with AddressSanitizer and with the formats of
// BuiltIn.swift as `builtInFormats`; TRACKMILL_FUZZ names one of them, or `packed`.

/// Reads some bytes as a log, and traps where rows are lost, made up or out of bounds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    // Looks at the settings with the first call, which has no bytes.
    let target = target
    guard let data, size > 0 else { return 0 }
    target.take(UnsafeRawBufferPointer(start: data, count: size))
    return 0
}

private let target = FuzzTarget(getenv("TRACKMILL_FUZZ").map { String(cString: $0) } ?? "")

/// What is fuzzed.
private struct FuzzTarget: Sendable {
    /// Ways to read a log of the format; which of them is taken, the length of the log says. None: what is fuzzed is unpacking.
    private let sources: [SourceOptions]
    /// A file in memory, which holds the log.
    private let descriptor: Int32
    private let path: String
    /// Encodings that a message may be about, kept open: iconv would load and forget their tables with each log.
    private let encodings: [UInt]

    init(_ name: String) {
        if name == "list" {
            print((builtInFormats.map { $0.name } + ["packed"]).joined(separator: "\n"))
            // An `exit` libFuzzer takes for a fault.
            fflush(nil)
            _exit(0)
        }
        let format = builtInFormats.first { $0.name == name }
        guard format != nil || name == "packed" else { fatalError("There is no format '\(name)'.") }
        sources = format.map { fuzzedSources(of: $0) } ?? []
        guard format == nil || !sources.isEmpty else { fatalError("No options of '\(name)' are known that read a log.") }
        // In memory, and without a name.
        var template = Array("/dev/shm/trackmill-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0, unlink(template) == 0 else { fatalError("There is no file in memory: \(errno).") }
        path = "/proc/self/fd/\(descriptor)"
        encodings = TextEncoding.common.map { UInt(bitPattern: iconv_open("UTF-8", $0)) }
    }

    func take(_ log: UnsafeRawBufferPointer) {
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, log.baseAddress, log.count, 0) == log.count else {
            fatalError("The file in memory cannot be written: \(errno).")
        }
        if sources.isEmpty {
            checkUnpacking()
        } else {
            checkReading(sources[log.count % sources.count])
        }
    }

    // MARK: Formats

    private func checkReading(_ source: SourceOptions) {
        let first = read(source, readsPlainRows: true)
        guard source.formats.contains(where: { type(of: $0).takesColumns }) else { return }
        // Rows that are read in one pass, and as any others.
        let second = read(source, readsPlainRows: false)
        guard first.days == second.days, first.dayless == second.dayless, first.rejected == second.rejected,
            first.damage == second.damage, first.damageOffset == second.damageOffset
        else { fatalError("plain rows: \(first.days) \(first.rejected), others: \(second.days) \(second.rejected)") }
    }

    private func read(_ source: SourceOptions, readsPlainRows: Bool) -> FileReading {
        let window = FileWindow(modified: 1_893_456_000_000, notBefore: CalendarDay(number: 0), in: .utc)
        let counter = RowCounter(window)
        var context = ReadingContext(
            source: source, zone: .utc, timeZone: .utc, devices: NameTable(), kinds: NameTable(reserved: [""]), file: 0,
            window: window, device: source.device, wants: { _ in true }, deliver: { counter.take($0) })
        context.path = "logs/2025-06-01.log"
        context.days = CalendarDay(number: 20_240)...CalendarDay(number: 20_240)
        context.readsPlainRows = readsPlainRows
        guard let reading = try? readLog(path: path, context: context) else { fatalError("The log cannot be opened.") }
        let rowsOfDays = reading.days.values.reduce(0) { $0 + $1.rows }
        let rejected = reading.rejected.values.reduce(0, +)
        guard reading.rows == rowsOfDays + reading.dayless.rows, rowsOfDays == counter.fixes + counter.rejects,
            rejected == counter.rejects + reading.dayless.rows
        else {
            fatalError(
                "\(reading.rows) rows, of days \(rowsOfDays), of none \(reading.dayless.rows), rejected \(rejected); given \(counter.fixes) and \(counter.rejects)"
            )
        }
        return reading
    }

    // MARK: Unpacking

    /// What unpacks gzip fast against zlib; of all kinds, that the same comes whatever is asked for at once.
    private func checkUnpacking() {
        let (first, second) = (unpacked(isFast: true, pieceBytes: 4096), unpacked(isFast: false, pieceBytes: 1000))
        // Of a block that is broken, libbz2, liblzma and libzstd give more or less, and find it sooner or later, by how much is asked for at
        // once.
        let mayDiffer = ["bzip2 block", "xz block", "zstd frame"].contains { piece in
            [first, second].allSatisfy { $0.damage?.hasPrefix("has a broken \(piece)") == true }
        }
        let isSame =
            first.bytes == second.bytes
            || mayDiffer && (first.bytes.starts(with: second.bytes) || second.bytes.starts(with: first.bytes))
        guard isSame, mayDiffer || first.damage == second.damage && first.offset == second.offset else {
            fatalError(
                "\(first.bytes.count) bytes, \(first.damage ?? "whole"); \(second.bytes.count) bytes, \(second.damage ?? "whole")"
            )
        }
    }

    private func unpacked(isFast: Bool, pieceBytes: Int) -> (bytes: [UInt8], damage: String?, offset: Int64?) {
        guard let file = try? LogFile(path: path, mayUnpackFast: isFast) else { fatalError("The log cannot be opened.") }
        file.mostUnpacked = 1 << 20
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: pieceBytes))
        do {
            while true {
                let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                if count == 0 { return (bytes, nil, nil) }
                bytes += buffer[..<count]
            }
        } catch {
            let damage = error as? Damage
            return (bytes, damage?.what, damage?.offset)
        }
    }
}

/// Counts what a reader hands over, and looks at each fix.
private final class RowCounter: @unchecked Sendable {
    // `@unchecked Sendable`: only the fuzzer's one thread reads.
    private(set) var fixes: Int64 = 0
    private(set) var rejects: Int64 = 0
    private let window: FileWindow

    init(_ window: FileWindow) { self.window = window }

    func take(_ parcels: [RowParcel]) {
        for parcel in parcels {
            var at = 0
            while at < parcel.rows.count {
                let row = PackedRow(parcel.rows.bytes, at: at)
                at += row.length
                guard !row.isReject else {
                    rejects += 1
                    continue
                }
                fixes += 1
                let isInside =
                    abs(row.latitude) <= 90 && abs(row.longitude) <= 180 && row.time >= window.low && row.time < window.high
                guard isInside else { fatalError("a fix at \(row.latitude), \(row.longitude), \(row.time)") }
            }
        }
    }
}

// MARK: Options

/// The ways in which a format is read: those of these options that it takes without a problem.
private func fuzzedSources(of format: any LogFormat.Type) -> [SourceOptions] {
    let columns = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"]
    var all = columns
    for key in ["speed", "course", "accuracy", "altitude", "hdop", "satellites", "kind"] { all[key] = key }
    let parted = ["device": "id", "date": "d", "clock": "t", "latitude": "lat", "longitude": "lon"]
    let positions = ["device": "1", "time": "2", "latitude": "3", "longitude": "4"]
    let given: [([String: String], [String: Node.Content])] = [
        ([:], ["device": .scalar("a")]), ([:], [:]), (columns, [:]), (all, ["speed-unit": .scalar("km/h")]),
        (all, ["extra": texts("note", "id"), "null-island": .scalar("keep")]), (parted, [:]),
        (positions, ["header": .scalar("off")]),
        (columns, ["decimal": .scalar("comma"), "comment": .scalar("#")]), (columns, ["coordinates": .scalar("dms")]),
        (columns, ["coordinates": .scalar("ddmm"), "latitude-hemisphere": .scalar("ns"), "longitude-hemisphere": .scalar("ew")]),
        (columns, ["coordinates": .scalar("e7"), "delimiter": .scalar("pipe")]),
        (columns, ["time-format": texts("dd/MM/yyyy hh:mm:ss a", "d MMM yy H:mm", "milliseconds")]),
        (columns, ["encoding": .scalar("gb18030")]), (columns, ["encoding": .scalar("utf-16")]),
        (columns, ["time-of-repeated-hour": .scalar("by-order"), "week-rollover": .scalar("repair")]),
        ([:], ["device-from-name": .scalar("on")]),
    ]
    return given.compactMap { source(of: format, columns: $0, $1) }
}

private let mark = Mark(line: 1, column: 1)

private func texts(_ texts: String...) -> Node.Content { .sequence(texts.map { Node(.scalar($0), mark: mark) }) }

/// A source as a pipeline file would say it; nil where the format does not take these options.
private func source(of format: any LogFormat.Type, columns: [String: String], _ options: [String: Node.Content]) -> SourceOptions?
{
    func entry(_ key: String, _ content: Node.Content) -> Node.Entry {
        Node.Entry(key: key, keyMark: mark, value: Node(content, mark: mark))
    }
    var entries = [entry("files", .scalar("logs/{date}.log")), entry("format", .scalar(format.name))]
    if !columns.isEmpty {
        entries.append(entry("columns", .mapping(columns.sorted { $0.key < $1.key }.map { entry($0.key, .scalar($0.value)) })))
    }
    entries += options.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
    var reader = OptionReader(owner: "read", node: Node(.mapping(entries), mark: mark), file: "fuzz", mark: mark)
    let source = SourceOptions(reading: &reader, formats: [format], mark: mark)
    return reader.problems.isEmpty ? source : nil
}

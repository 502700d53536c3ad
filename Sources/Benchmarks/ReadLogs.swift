import Glibc
import LogFormats
import Options
import Tracks

/// Reading a log by itself, to rows that wait for their day: plain, which is parsing only, and gzip.
let readLogs = Benchmark(name: "formats", title: "Reading logs: rows as trackers write them, one core") { settings in
    var table = ResultTable(["format", "file", "rows", "ns a row", "M rows a processor second"])
    let temporary = TemporaryFolder()
    defer { temporary.remove() }
    let rows = min(settings.rows, 1_000_000)
    for (format, write) in [("csv", writeLog), ("ndjson", writeObjects)] {
        let path = temporary.path + "/log." + format
        write(path, rows)
        guard system("gzip -k '\(path)'") == 0 else { return table }
        for (name, file) in [("plain", path), ("gzip", path + ".gz")] {
            let options = source(format)
            let seconds = leastSeconds { consume(read(file, options)) }
            let speed = Double(rows) / seconds / 1e6
            table.add([format, name, "\(rows)", figure(1000 / speed), figure(speed)])
        }
    }
    return table
}

private let midnight: Int64 = 1_767_225_600_000

/// The time of a row, of so many in a day.
private func time(of row: Int, in rows: Int) -> Substring {
    isoText(milliseconds: midnight + Int64(row) * 86_400_000 / Int64(rows)).prefix(19)
}

/// Five members: device, time, position and speed.
private func writeObjects(to path: String, rows: Int) {
    guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
    defer { fclose(file) }
    var random = RandomNumbers(seed: 7)
    func number(_ below: Double, _ width: Int) -> String { padded(Int(random.next() * below), width) }
    for row in 0..<rows {
        let device = Int(random.next() * 2000)
        let place = "\"lat\":\(22 + device % 19).\(number(1e6, 6)),\"lon\":\(104 + device % 18).\(number(1e6, 6))"
        let head = "{\"device_id\":\"VH-\(padded(device, 6))\",\"timestamp\":\"\(time(of: row, in: rows))Z\""
        fputs("\(head),\(place),\"speed\":\(1 + Int(random.next() * 88)).\(number(10, 1))}\n", file)
    }
}

/// Nine columns: device, time, position, speed, course, accuracy, kind and coordinate system.
private func writeLog(to path: String, rows: Int) {
    guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
    defer { fclose(file) }
    var random = RandomNumbers(seed: 7)
    func number(_ below: Double, _ width: Int) -> String { padded(Int(random.next() * below), width) }
    fputs("device_id,timestamp,lat,lon,speed,heading,accuracy,type,crs\n", file)
    let kinds = ["vehicle", "bike", "pet", "device"]
    for row in 0..<rows {
        let time = time(of: row, in: rows)
        let device = Int(random.next() * 2000)
        let place = "\(22 + device % 19).\(number(1e6, 6)),\(104 + device % 18).\(number(1e6, 6))"
        let numbers = "\(number(90, 1)).\(number(10, 1)),\(number(360, 1)),\(number(30, 1)).\(number(10, 1))"
        let system = ["wgs84", "gcj02", "bd09"][device % 3]
        fputs("VH-\(padded(device, 6)),\(time)Z,\(place),\(numbers),\(kinds[device % 4]),\(system)\n", file)
    }
}

private func read(_ path: String, _ source: SourceOptions) -> Int64 {
    let devices = NameTable()
    let context = ReadingContext(
        source: source, zone: .utc, timeZone: .utc, devices: devices, kinds: NameTable(reserved: [""]), file: 0,
        window: FileWindow(dated: CalendarDay("2026-01-01") ?? CalendarDay(number: 0), in: .utc, late: 0), device: nil,
        wants: { _ in true }, deliver: { consume($0.count) })
    do {
        let reading = try readLog(path: path, context: context)
        precondition(reading.damage == nil && reading.rejected.isEmpty, "\(path): \(reading.damage ?? "has rejects")")
        return reading.rows
    } catch {
        preconditionFailure("\(path): \(error)")
    }
}

/// As a pipeline file would say it.
private func source(_ format: String) -> SourceOptions {
    let mark = Mark(line: 1, column: 1)
    func entry(_ key: String, _ content: Node.Content) -> Node.Entry {
        Node.Entry(key: key, keyMark: mark, value: Node(content, mark: mark))
    }
    var columns = [
        ("device", "device_id"), ("time", "timestamp"), ("latitude", "lat"), ("longitude", "lon"), ("speed", "speed"),
    ]
    if format == "csv" { columns += [("course", "heading"), ("accuracy", "accuracy"), ("kind", "type")] }
    var entries = [
        entry("files", .scalar("log.*")), entry("columns", .mapping(columns.map { entry($0, .scalar($1)) })),
        entry("speed-unit", .scalar("km/h")), entry("format", .scalar(format)),
    ]
    if format == "csv" { entries.append(entry("crs", .mapping([entry("column", .scalar("crs"))]))) }
    var reader = OptionReader(owner: "read", node: Node(.mapping(entries), mark: mark), file: "bench", mark: mark)
    return SourceOptions(reading: &reader, formats: [NDJSON.self, CSV.self], mark: mark)
}

import Options
import Testing
import Tracks

@testable import LogFormats

/// The one-pass reader against the general one, on random logs with faults.
@Suite struct PlainRowsTests {
    /// A log with the options of its source.
    private struct RandomLog {
        var text: [UInt8] = []
        var columns: [String: String] = [:]
        var options: [String: Node.Content] = [:]
        var device: String?
        var timeZone = TimeZoneRules.utc
        private let delimiter: String
        private let timeFormat: String

        init(seed: UInt64) {
            var random = SeededRandom(seed: seed)
            func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
            delimiter = pick([",", ",", ",", ";", "\t", "|", " ", "."])
            timeFormat = pick(["auto", "auto", "auto", "seconds", "milliseconds", "dd/MM/yyyy HH:mm:ss"])
            options["delimiter"] = .scalar(delimiter == "\t" ? "tab" : delimiter == " " ? "space" : delimiter)
            options["time-format"] = .scalar(timeFormat)
            options["null-island"] = .scalar(pick(["keep", "reject"]))
            options["speed-unit"] = .scalar(pick(["km/h", "m/s", "kn"]))
            options["week-rollover"] = .scalar(pick(["off", "repair"]))
            options["crs"] = pick([.scalar("gcj02"), crsColumn(default: "wgs84"), crsColumn()])
            // An hour of the day comes twice, or the offset changes some days before.
            let change = utcMidnight("2025-06-01") + pick([36_000_000, -4 * 86_400_000])
            timeZone = pick([
                .utc, TimeZoneRules(name: "East", changes: [Int64.min], offsets: [28_800_000]),
                TimeZoneRules(name: "Changing", changes: [Int64.min, change], offsets: [7_200_000, 3_600_000]),
            ])
            var names = ["time": "t", "latitude": "lat", "longitude": "lon"]
            for key in ["altitude", "speed", "course", "accuracy", "hdop", "satellites", "kind"] where Bool.random(using: &random)
            {
                names[key] = key
            }
            if Int.random(in: 0..<4, using: &random) == 0 { device = "fixed" } else { names["device"] = "id" }
            if device != nil { options["device"] = .scalar("fixed") }
            columns = names
            makeText(&random)
        }

        private mutating func makeText(_ random: inout SeededRandom) {
            var order = (columns.map { ($0.key, $0.value) } + [("crs", "crs"), ("other", "note")]).shuffled(using: &random)
            let lineEnd = ["\n", "\n", "\r\n", "\r"][Int.random(in: 0..<4, using: &random)]
            var text = order.map(\.1).joined(separator: delimiter) + lineEnd
            var time = utcMidnight("2025-06-01") + 30_000_000
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                time += Int64.random(in: 0...900_000, using: &random)
                text += order.map { cell($0.0, time, &random) }.joined(separator: delimiter) + lineEnd
                if Int.random(in: 0..<40, using: &random) == 0 {
                    order.shuffle(using: &random)
                    text += order.map(\.1).joined(separator: delimiter) + lineEnd
                }
            }
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...6, using: &random) where bytes.count > 200 {
                let place = Int.random(in: 120..<bytes.count, using: &random)
                let byte = Array("\",;\t |\n\r0aZ-:.\u{0}".utf8).randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                }
            }
            self.text = bytes
        }

        private func cell(_ key: String, _ time: Int64, _ random: inout SeededRandom) -> String {
            func pick(_ values: [String]) -> String { values[Int.random(in: 0..<values.count, using: &random)] }
            // Mostly what is usual.
            let isOdd = Int.random(in: 0..<12, using: &random) == 0
            let number = Int.random(in: 0..<1_000_000, using: &random)
            switch key {
            case "device":
                if isOdd {
                    return pick([
                        "", " v1", "\"v1\"", "v\u{E9}", "v\u{1}", "a device with a long name", "exactly16letters",
                        "\"\"\"q\"\"\"", "\"q\"",
                    ])
                }
                return pick(["v1", "v2", "VH-0001", "VH-00012", "fifteen letters", "12345678-1234-1234"])
            case "time": return timeText(time, isOdd, &random)
            case "kind": return pick(isOdd ? ["", "\u{7F}", "\"car\"", "bd09mc"] : ["car", "bicycle", ""])
            case "crs": return pick(isOdd ? ["", "unknown", "bd09mc", "webmercator", "GCJ-02"] : ["wgs84", "gcj02", "bd09"])
            case "latitude", "longitude":
                if isOdd {
                    return pick([
                        "", "0", "0.0", "-0", "91", "181.5", "1e2", ".5", "5.", "+3.25", "x", "\"39.9\"", " 39.9", "12345678.9",
                        "39.1234567890123456789",
                    ])
                }
                return (key == "latitude" ? "39.\(number)" : "-116.\(number)")
            default:
                if isOdd {
                    return pick([
                        "x", "-1", "360", "359.99999999", "400", "1e400", "NaN", "00012.50", "3.123456789", "\"7\"", " 7 ", "7,5",
                        "+2",
                    ])
                }
                return pick(["", "0", "0.0", "\(number % 360)", "\(number % 90).\(number % 10)", "12.3456789"])
            }
        }

        private func timeText(_ time: Int64, _ isOdd: Bool, _ random: inout SeededRandom) -> String {
            let iso = isoText(milliseconds: time)
            let day = iso.prefix(10)
            let clock = iso.dropFirst(11).prefix(8)
            func pick(_ values: [String]) -> String { values[Int.random(in: 0..<values.count, using: &random)] }
            if isOdd {
                return pick([
                    "", "x", "2025-02-30T08:00:00Z", "\(day)", "\(day)T24:00:00Z", "\(day)T08:60:00", "\(day)t08:00:00z",
                    "\(day)T08", "0000-00-00T00:00:00Z", "1999-01-01T08:00:00Z",
                    "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}08:00:00Z",
                ])
            }
            switch timeFormat {
            case "seconds": return pick(["\(time / 1000)", "\(time / 1000).25"])
            case "milliseconds": return "\(time)"
            case "auto":
                return pick([
                    iso, "\(day)T\(clock)Z", "\(day)T\(clock)Z", "\(day) \(clock)", "\(day)T\(clock)+08:00", "\(day)T\(clock).5Z",
                    "\(day)T\(clock).123456",
                    "\(time / 1000)", "\(day) \(clock) UTC",
                ])
            default:
                let parts = day.split(separator: "-")
                return "\(parts[2])/\(parts[1])/\(parts[0]) \(clock)"
            }
        }
    }

    private func described(_ log: ReadLog) -> [String] {
        let reading = log.reading
        var lines = [
            "\(reading.rows) \(reading.firstFix ?? -1) \(reading.lastFix ?? -1) \(reading.repaired) \(reading.damage ?? "")"
        ]
        lines += reading.days.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rows) \($0.value.hash)" }
        lines += reading.rejected.map { "\($0.key.name) \($0.value)" }.sorted() + reading.complaints + reading.notes
        lines += (reading.daylessRejects + log.rejects).map { "\($0.line) \($0.reason.name) \($0.field) \($0.value) \($0.text)" }
        let fixes = log.fixes
        for i in 0..<fixes.count {
            let position = "\(fixes.readLatitudes[i]) \(fixes.readLongitudes[i]) \(fixes.systems[i])"
            lines.append("\(fixes.lines[i]) \(log.devices[i]) \(log.kinds[i]) \(fixes.times[i]) \(position)")
        }
        for column in [fixes.altitudes, fixes.speeds, fixes.courses, fixes.accuracies, fixes.hdops, fixes.satellites] {
            lines.append("\(column)")
        }
        return lines
    }

    @Test(arguments: 0..<600) func `a log reads the same in one pass and in two`(seed: UInt64) throws {
        let log = RandomLog(seed: seed)
        let options = try source(columns: log.columns, log.options)
        let window = FileWindow(dated: CalendarDay("2025-06-01") ?? CalendarDay(number: 0), in: .utc, late: 86_400_000)
        let found = try [true, false].map {
            described(
                try read(
                    bytes: log.text, options, window: seed % 3 == 0 ? nil : window, device: log.device, timeZone: log.timeZone,
                    readsPlainRows: $0))
        }
        #expect(found[0] == found[1])
    }

    @Test func `rows as trackers write them are plain`() throws {
        let header = ["id", "t", "lat", "lon", "speed", "note"].map { Array($0.utf8) }
        let names = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "speed": "speed"]
        let options = try source(columns: names)
        let day = CalendarDay("2025-06-01") ?? CalendarDay(number: 0)
        var context = ReadingContext(
            source: options, zone: .utc, timeZone: .utc, devices: NameTable(), kinds: NameTable(reserved: [""]), file: 0,
            window: FileWindow(dated: day, in: .utc, late: 0), device: nil, wants: { _ in true }, deliver: { _ in })
        let csv = try #require(options.formats.last as? CSV)
        (context.cells, context.fixColumns) = (csv.cells, csv.fixColumns)
        let cut = CSVHeader(header, for: csv.cells, systemColumn: nil)
        let columns = try #require(PlainColumns(cut, count: 6, delimiter: 44, namesDevice: true))
        var assembler = RowAssembler(context)
        withCell("VH-000141") { _ = assembler.devices.number(of: $0) }
        let lines = [
            "VH-000141,2025-06-01T00:00:02Z,22.532379,114.190106,49.9,",
            "VH-000141,2025-06-01 00:00:02,-22.5,-114,,\"no cell of it: a quote further back\"".replacing("\"", with: "'"),
            "VH-000141,2025-06-01T23:59:59.999Z,22.53237912,114.19010612,0,x\r",
            "VH-000141,2025-06-01T10:00:00+08:00,22.5,114,1e1,x", "VH-000141,1748764800,22.532379,114.190106,49.9,é",
        ]
        for line in lines { #expect(try plainRows(line + "\n", columns, &assembler) == 1, "\(line)") }
        let others = [
            "VH-000142,2025-06-01T00:00:02Z,22.532379,114.190106,49.9,",
            "VH-000141,2025-06-01T00:00:02Z,22.532379,114.190106,49.9",
            "\"VH-000141\",2025-06-01T00:00:02Z,22.532379,114.190106,49.9,", "VH-000141,2025-06-01T00:00:02Z,0,0,49.9,",
            "VH-000141,2025-06-02T00:30:00Z,22.5,114.2,49.9,", "VH-000141,2025-06-01T00:00:02Z,22.5,114.2,49.9,x,y",
            "VH-000141,2025-06-01T00:00:02Z,22.5,114.2,fast,", "VH-000141,2025-06-01T00:00:02Z,22.5,114.2,49.9,\"",
        ]
        for line in others { #expect(try plainRows(line + "\n", columns, &assembler) == 0, "\(line)") }
        #expect(try plainRows("VH-000141,2025-06-01T00:00:02Z,22.5,114.2,1,", columns, &assembler) == 0, "no line end")
    }

    /// How many rows of a text are plain.
    private func plainRows(_ text: String, _ columns: PlainColumns, _ assembler: inout RowAssembler) throws -> Int {
        let bytes = Array(text.utf8) + [10] + [UInt8](repeating: 0, count: PlainText.margin)
        return try bytes.withUnsafeBufferPointer { buffer in
            let plain = PlainText(start: try #require(buffer.baseAddress), end: text.utf8.count, base: 0, delimiter: 44)
            var (at, line) = (0, UInt64(2))
            assembler.takePlainRows(
                plain, from: &at, line: &line, lastLine: 1000, columns: columns.columns, parcelBytes: 1 << 20)
            return Int(line - 2)
        }
    }
}

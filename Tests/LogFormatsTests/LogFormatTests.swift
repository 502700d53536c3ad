import Options
import Testing
import Tracks

@testable import LogFormats

/// A format of the tests: lines of milliseconds, latitude and longitude behind a first line of its own.
private struct Plain: LogFormat {
    static let name = "plain"
    static let summary = "Lines of milliseconds, latitude and longitude."
    static let suffixes = [".pln"]
    static let timezone = "Asia/Shanghai"
    let isLoud: Bool

    init(reading reader: inout OptionReader, of source: SourceOptions) {
        isLoud = reader.flag("loud", default: false, help: "Whether it is.")
    }

    func recognizes(_ beginning: LogBeginning) -> Bool { beginning.text.hasPrefix("#plain") }

    var fixColumns: FixColumns { .altitude }

    func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        let beginning = log.peek()
        throw Damage(what: "was read as plain, zone \(rows.context.timeZone.name), \(beginning.lines.count) lines")
    }
}

/// How the format of a log is found.
@Suite struct LogFormatTests {
    private let mark = Mark(line: 1, column: 1)

    private func options(_ given: [String: Node.Content]) throws(Problems) -> SourceOptions {
        let entries = given.merging(["files": .scalar("log.csv")]) { a, _ in a }.sorted { $0.key < $1.key }.map {
            Node.Entry(key: $0.key, keyMark: mark, value: Node($0.value, mark: mark))
        }
        var reader = OptionReader(owner: "read", node: Node(.mapping(entries), mark: mark), file: "p.yaml", mark: mark)
        let options = SourceOptions(reading: &reader, formats: [Plain.self, CSV.self], mark: mark)
        guard reader.problems.isEmpty else { throw Problems(reader.problems) }
        return options
    }

    private func columns() -> Node.Content {
        .mapping(
            [("device", "id"), ("time", "t"), ("latitude", "lat"), ("longitude", "lon")].map {
                Node.Entry(key: $0.0, keyMark: mark, value: Node(.scalar($0.1), mark: mark))
            })
    }

    private func words(_ given: [String: Node.Content], log: String, named name: String = "log.txt") throws -> String? {
        try read(log, options(given), name: name).reading.damage
    }

    @Test func `a log is told by its content, then by its name`() throws {
        #expect(try words([:], log: "#plain\n1,2,3\n", named: "log.csv") == "was read as plain, zone UTC, 3 lines")
        #expect(try words([:], log: "1,2,3\n", named: "LOG.PLN") == "was read as plain, zone UTC, 2 lines")
        #expect(try words(["format": .scalar("plain")], log: "1,2,3", named: "a.csv") == "was read as plain, zone UTC, 1 lines")
    }

    @Test func `a log of no format is refused with what it looks like`() throws {
        let zip = try words([:], log: "PK\u{3}\u{4}\u{0}")
        #expect(
            zip
                == "looks like a zip archive (also kmz and xlsx are); unpack it, then read what is in it; nothing of it was read. "
                + "'format' of the source may be plain or csv")
        let flight = try words([:], log: "AXXX001\r\nHFDTE150624\r\nB1101355206343N00006198WA0058700558\r\n")
        #expect(flight?.hasPrefix("looks like an IGC flight log, which is not read; convert it: gpsbabel -i igc") == true)
        let text = try words([:], log: "Dear diary,\ntoday\n")
        #expect(
            text?.hasPrefix("is text in no format that is known, and its source has no 'columns'; it begins 'Dear diary,'")
                == true)
        #expect(try words([:], log: "") == nil)
    }

    @Test func `a source with columns is read by formats that have columns`() throws {
        let log = try read("#plain\nx", options(["columns": columns()]))
        #expect(log.reading.damage?.hasPrefix("has no column 'id', 'lat', 'lon', 't'; nothing of it was read.") == true)
        let rows = try read("id,t,lat,lon\na,2025-06-01T00:00:00Z,1,2\n", options(["columns": columns()]))
        #expect(rows.fixes.count == 1 && rows.reading.damage == nil)
    }

    @Test func `a csv without columns is refused with its header`() throws {
        #expect(
            try words([:], log: "id,t,lat,lon\n", named: "log.csv.gz")
                == "is no gzip file, though its name ends in .gz; nothing of it was read. Rename it or fetch it again")
        #expect(
            try words([:], log: "id,t,lat,lon\n", named: "log.csv")
                == "is text with a header that no format knows, 'id,t,lat,lon', and its source has no 'columns'; nothing of it was read"
        )
    }

    @Test func `options are those of the format`() throws {
        func messages(_ given: [String: Node.Content]) -> [String] {
            do {
                _ = try options(given)
                return []
            } catch { return error.list.map(\.what) }
        }
        #expect(messages(["format": .scalar("plain"), "loud": .scalar("on")]) == [])
        #expect(messages(["loud": .scalar("on"), "delimiter": .scalar("tab")]) == [])
        #expect(
            messages(["format": .scalar("plain"), "delimiter": .scalar("tab")])
                == ["'delimiter' is an option of csv, and 'format' is plain."])
        #expect(
            messages(["columns": columns(), "loud": .scalar("on")]) == ["'loud' is an option of plain, which takes no 'columns'."]
        )
        #expect(messages(["format": .scalar("csv")]).first?.hasPrefix("read wants 'columns': mapping of device, time,") == true)
        #expect(messages(["format": .scalar("plain"), "loud": .scalar("so")]) == ["'loud' is 'so'; it may be on or off."])
        #expect(messages(["loud": .scalar("so")]) == ["'loud' is 'so'; it may be on or off."])
        let crs = ["format": Node.Content.scalar("plain"), "crs": crsColumn()]
        #expect(messages(crs) == ["'crs' names a column, and plain has none; it wants the name of a system."])
    }

    @Test func `a format may bring its zone, which the source's goes before`() throws {
        #expect(try options(["format": .scalar("plain")]).timezone == "Asia/Shanghai")
        #expect(try options(["format": .scalar("plain"), "timezone": .scalar("UTC")]).timezone == "UTC")
        #expect(try options([:]).timezone == "UTC")
    }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 10_000]) func `a log that was looked at is read whole`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (content, name) in [(bytes, "a.bin"), (gzipped(bytes), "a.bin.gz")] {
            try withFile(content, named: name) { path in
                let (looked, other) = (try LogFile(path: path), try LogFile(path: path))
                let beginning = looked.peek()
                #expect(beginning.bytes == Array(bytes.prefix(4096)) && beginning.isWhole == (count < 4096))
                #expect(beginning.name == "a.bin")
                #expect(try all(of: looked) == bytes && all(of: other) == bytes)
                #expect(looked.checksum == other.checksum && looked.bytes == Int64(count) && other.bytes == Int64(count))
            }
        }
    }

    private func all(of log: LogFile) throws -> [UInt8] {
        var found: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 3000)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try log.read(into: $0) }
            if count == 0 { return found }
            found += buffer[..<count]
        }
    }

    @Test func `the beginning of a text is decoded`() {
        let text = "<gpx>\r\n<trk>\n"
        let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let swapped = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let plain = Array(text.utf8)
        for bytes in [plain, [0xEF, 0xBB, 0xBF] + plain, wide, [0xFF, 0xFE] + wide, swapped, [0xFE, 0xFF] + swapped] {
            let whole = LogBeginning(bytes: bytes, path: "/logs/A.GPX.gz", isWhole: true)
            #expect(whole.text == text && whole.name == "a.gpx" && whole.lines == ["<gpx>", "<trk>", ""])
            #expect(LogBeginning(bytes: bytes, path: "", isWhole: false).lines == ["<gpx>", "<trk>"])
        }
    }
}

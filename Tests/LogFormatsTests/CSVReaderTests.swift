import Testing
import Tracks

@testable import LogFormats

@Suite struct CSVReaderTests {
    private let header = "id,t,lat,lon\n"

    private func row(_ number: Int, _ device: String = "D1") -> String { "\(device),\(1_748_764_800 + number),39.9,116.4\n" }

    @Test func `an empty file is a whole file without rows`() throws {
        for name in ["log.csv", "log.csv.gz"] {
            let log = try read("", name: name)
            #expect(log.reading.rows == 0 && log.reading.damage == nil && log.reading.bytes == 0)
        }
    }

    @Test func `a header alone has no rows`() throws {
        let log = try read(header)
        #expect(log.reading.rows == 0 && log.reading.damage == nil && log.reading.days.isEmpty)
    }

    @Test func `one row is one fix`() throws {
        let log = try read(header + "D1,2025-06-01T08:00:00Z,39.9042,-116.4074")
        #expect(log.devices == ["D1"] && log.fixes.times == [1_748_764_800_000])
        #expect(log.fixes.readLatitudes == [39.9042] && log.fixes.readLongitudes == [-116.4074])
        #expect(log.fixes.lines == [2] && log.reading.rows == 1)
        #expect(log.reading.firstFix == 1_748_764_800_000 && log.reading.lastFix == 1_748_764_800_000)
    }

    @Test func `devices keep their own rows`() throws {
        let log = try read(header + row(0, "A") + row(0, "B") + row(1, "A") + row(1, "B"))
        let rows = zip(log.devices, log.fixes.lines).map { "\($0) \($1)" }
        #expect(rows.sorted() == ["A 2", "A 4", "B 3", "B 5"])
    }

    @Test func `rows lie in the day of the zone, and each day is told apart`() throws {
        let window = FileWindow(dated: CalendarDay("2025-06-01") ?? CalendarDay(number: 0), in: .utc, late: 86_400_000)
        let log = try read(
            header + "D1,2025-05-31T23:59:59.999Z,1,1\nD1,2025-06-01T00:00:00Z,1,1\nD1,2025-06-02T00:09:59Z,1,1\n", window: window
        )
        let counts = log.reading.days.map { "\($0.key) \($0.value.rows)" }.sorted()
        #expect(counts == ["2025-05-31 1", "2025-06-01 1", "2025-06-02 1"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `every line end gives the same rows and lines`(end: String) throws {
        let text = (header + row(0) + "\n" + row(1)).replacing("\n", with: end)
        let log = try read(text)
        #expect(log.fixes.lines == [2, 4])
        #expect(log.reading.rows == 2 && log.faults == [])
    }

    @Test func `a byte order mark is no part of the header`() throws {
        #expect(try read("\u{FEFF}" + header + row(0)).reading.rows == 1)
        #expect(try read("\u{FEFF}\"id\",t,lat,lon\n" + row(0)).devices == ["D1"])
    }

    @Test func `the text of a reject is its row as it stands, also where empty cells or spaces are at its ends`() throws {
        let options = try source(["delimiter": .scalar("\t")])
        let log = try read("id\tt\tlat\tlon\tnote\n\t1748764800\t1\t2\t\n A\t1\t2\t \r\n", options)
        #expect(log.faults == ["2 no-device", "3 wrong-column-count"])
        #expect(log.reading.daylessRejects.map(\.text) == ["\t1748764800\t1\t2\t", " A\t1\t2\t "])
    }

    @Test func `cells may stand in quotes, with spaces about them`() throws {
        let log = try read("\"id\" , t ,lat,lon\n\"D \"\"1\"\"\", 1748764800 ,\" 39.9 \",116.4\n", source())
        #expect(log.devices == ["D \"1\""])
        #expect(log.fixes.readLatitudes == [39.9])
    }

    @Test func `a record that runs over lines counts them all`() throws {
        let log = try read("id,t,lat,lon,note\nD1,1748764800,39.9,116.4,\"D\n1\"\nD1,1748764801,39.9,116.4,\n")
        #expect(log.fixes.lines == [2, 4])
    }

    @Test func `an unclosed quote is one bad line and not the rest of the file`() throws {
        let log = try read(header + row(0) + "\"D1,1748764801,39.9,116.4\n" + row(2) + row(3))
        #expect(log.faults == ["3 not-a-row"])
        #expect(log.reading.daylessRejects.first?.text == "\"D1,1748764801,39.9,116.4")
        #expect(log.fixes.lines == [2, 4, 5])
        #expect(log.reading.rows == 4)
    }

    @Test func `an unclosed quote in a large file is one bad line too`() throws {
        var text = header + "\"D1,1748764801,39.9,116.4\n"
        for number in 0..<5000 { text += row(number) }
        let log = try read(text)
        #expect(log.faults == ["2 not-a-row"])
        #expect(log.fixes.count == 5000)
    }

    /// Rows of 25 bytes, then a line of so many, then a row; the reader's window is 1 MiB.
    private func logWithLongLine(after rowsBefore: Int, bytes: Int) throws -> ReadLog {
        var text = header
        for number in 0..<rowsBefore { text += row(number) }
        return try read(text + "D1,1748764800,39.9,116.4" + String(repeating: " ", count: bytes) + "\n" + row(1))
    }

    @Test(arguments: [(0, 200_000), (36_000, 200_000), (41_000, 200_000), (0, 3_000_000)])
    func `a very long line is one line wherever it stands`(rowsBefore: Int, bytes: Int) throws {
        let log = try logWithLongLine(after: rowsBefore, bytes: bytes)
        #expect(log.reading.rows == Int64(rowsBefore) + 2)
        #expect(log.fixes.lines.last == UInt32(rowsBefore + 3))
    }

    /// `help rejects`: not-a-row is also what is longer than a record may be, which is 65,536 bytes.
    @Test(arguments: [0, 36_000, 41_000])
    func `a line longer than a record may be is rejected wherever it stands`(rowsBefore: Int) throws {
        #expect(try logWithLongLine(after: rowsBefore, bytes: 200_000).faults == ["\(rowsBefore + 2) not-a-row"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `NC-04 rows behind a record longer than the window are read`(end: String) throws {
        for bytes in [1_048_000, 1_048_551, 1_048_552, 1_048_553, 1_100_000, 2_200_000] {
            var text = header + row(0) + "D1,1748764801,39.9,116.4" + String(repeating: " ", count: bytes) + "\n"
            for number in 2..<102 { text += row(number) }
            let log = try read(text.replacing("\n", with: end))
            #expect(log.fixes.count == 101 && log.faults == ["3 not-a-row"])
            #expect(log.fixes.lines.last == 103)
        }
    }

    @Test func `lines beyond the last that can be told are damage, and those before are kept`() throws {
        let text = header + row(0) + row(1) + row(2)
        let cut = try read(text, lastLine: 3)
        #expect(cut.fixes.count == 2 && cut.reading.damage == "has more than 3 lines")
        #expect(try read(text, lastLine: 4).reading.damage == nil)
        #expect(try read("\n\n\n" + text, lastLine: 4).reading.damage == "has more than 4 lines")
    }

    @Test func `columns may stand in any order, further ones are left alone`() throws {
        let log = try read("lon,note,lat,t,id\n116.4,hello,39.9,1748764800,D1\n")
        #expect(log.devices == ["D1"] && log.fixes.readLongitudes == [116.4])
    }

    @Test func `a header that lacks a mapped column is damage, and nothing is read`() throws {
        let log = try read("id,time,lat,lon\n" + row(0))
        #expect(log.reading.damage == "has no column 't'; nothing of it was read. Its columns are 'id', 'time', 'lat', 'lon'")
        #expect(log.reading.rows == 0)
    }

    @Test func `every mapped column that lacks is named, in order`() throws {
        let log = try read("id,t\n", source(["extra": .sequence([]), "crs": crsColumn()]))
        #expect(log.reading.damage == "has no column 'crs', 'lat', 'lon'; nothing of it was read. Its columns are 'id', 't'")
    }

    @Test func `date and clock in two columns are one time`() throws {
        let options = try source(columns: ["device": "id", "date": "d", "clock": "c", "latitude": "lat", "longitude": "lon"])
        let log = try read("id,d,c,lat,lon\nD1,2025-06-01,08:00:00,1,1\nD1,2025-06-01,,1,1\nD1,2025-06-01,x,1,1\n", options)
        #expect(log.fixes.times == [1_748_764_800_000])
        #expect(log.faults == ["3 no-time", "4 bad-time"])
        #expect(log.reading.daylessRejects.last?.value == "2025-06-01 x")
    }

    @Test(arguments: [("km/h", "90", 25.0), ("m/s", "25", 25), ("mph", "10", 4.4704), ("kn", "3600", 1852)])
    func `speeds come in metres per second`(unit: String, text: String, expected: Double) throws {
        let options = try source(
            columns: ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "speed": "v"],
            ["speed-unit": .scalar(unit)])
        let log = try read("id,t,lat,lon,v\nD1,1748764800,1,1,\(text)\n", options)
        #expect(abs(log.fixes.speeds[0] - expected) < 1e-12)
    }

    @Test func `a course is in the half-open circle or none; an unreadable number is none`() throws {
        let options = try source(columns: [
            "device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "course": "c", "accuracy": "a",
        ])
        let rows = ["0", "359.9", "360", "-1", "361", "north", ""].map { "D1,1748764800,1,1,\($0),\($0)\n" }.joined()
        let log = try read("id,t,lat,lon,c,a\n" + rows, options)
        // Rule 2.9: 360 never.
        #expect(log.fixes.courses.map { $0.isNaN ? -9 : $0 } == [0, 359.9, 0, -9, -9, -9, -9])
        #expect(log.fixes.accuracies.map { $0.isNaN ? -9 : $0 } == [0, 359.9, 360, -1, 361, -9, -9])
        #expect(log.faults == [])
    }

    @Test func `a device may be given for all rows`() throws {
        let options = try source(columns: ["time": "t", "latitude": "lat", "longitude": "lon"], ["device": .scalar("car")])
        #expect(try read("t,lat,lon\n1748764800,1,1\n", options, device: "car").devices == ["car"])
    }

    @Test func `kinds keep their texts`() throws {
        let options = try source(columns: ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "kind": "k"])
        #expect(try read("id,t,lat,lon,k\nD1,1748764800,1,1, pet \nD1,1748764801,1,1,\n", options).kinds == ["pet", ""])
    }

    @Test func `a file that is not there says so`() throws {
        let context = ReadingContext(
            source: try source(), zone: .utc, timeZone: .utc, devices: NameTable(), kinds: NameTable(), file: 0,
            window: FileWindow(modified: 0, notBefore: CalendarDay(number: 0), in: .utc), device: nil, wants: { _ in true },
            deliver: { _ in })
        let error = #expect(throws: FileError.self) { try readLog(path: "/nowhere/log.csv", context: context) }
        #expect(error?.description == "No such file or directory")
    }
}

import Geodesy
import Options
import Testing
import Tracks

@testable import LogFormats

/// Rule 1.7, one by one: each row below has the fault it is named by and every fault that comes later in the order.
@Suite struct RowAssemblerTests {
    private let header = "id,t,lat,lon,crs\n"
    private let inside = "2025-06-01T08:00:00Z"
    private let early = "2025-05-31T23:59:59.999Z"

    private func readRow(_ row: String) throws -> ReadLog { try read(header + row + "\n", source(["crs": crsColumn()])) }

    @Test func `another number of columns comes before all that is in them`() throws {
        #expect(try readRow(",,,").faults == ["2 wrong-column-count"])
        #expect(try readRow(",,,,,").faults == ["2 wrong-column-count"])
    }

    @Test func `no device comes before no time`() throws {
        #expect(try readRow(",,,,").faults == ["2 no-device"])
        #expect(try readRow("  ,x,91,x,nowhere").faults == ["2 no-device"])
    }

    @Test func `no time comes before no position`() throws {
        #expect(try readRow("D1,,,,").faults == ["2 no-time"])
    }

    @Test func `a bad time comes before no position`() throws {
        #expect(try readRow("D1,yesterday,,,").faults == ["2 bad-time"])
    }

    @Test func `no position comes before a bad number`() throws {
        #expect(try readRow("D1,\(inside),,x,nowhere").faults == ["2 no-position"])
        #expect(try readRow("D1,\(early),x,,nowhere").faults == ["2 no-position"])
    }

    @Test func `a bad number comes before one out of range`() throws {
        #expect(try readRow("D1,\(inside),91,east,nowhere").faults == ["2 bad-number"])
        #expect(try readRow("D1,\(early),91,nan,nowhere").faults == ["2 bad-number"])
    }

    @Test func `out of range comes before an unknown system`() throws {
        #expect(try readRow("D1,\(inside),0,180.0000001,nowhere").faults == ["2 out-of-range"])
        #expect(try readRow("D1,\(early),0,-180.0000001,nowhere").faults == ["2 out-of-range"])
    }

    @Test func `null island comes before an unknown system`() throws {
        #expect(try readRow("D1,\(inside),0,0,nowhere").faults == ["2 null-island"])
        #expect(try readRow("D1,\(early),-0.0,0.000,nowhere").faults == ["2 null-island"])
    }

    @Test func `an unknown or empty system comes before a time outside the window`() throws {
        #expect(try readRow("D1,\(early),1,1,nowhere").faults == ["2 unknown-crs"])
        #expect(try readRow("D1,\(early),1,1,").faults == ["2 unknown-crs"])
    }

    @Test func `the time is told last`() throws {
        #expect(try readRow("D1,\(early),1,1,wgs84").faults == ["2 too-late"])
        #expect(try readRow("D1,2025-06-02T00:10:00Z,1,1,wgs84").faults == ["2 ahead-of-file"])
        let window = FileWindow(modified: utcMidnight("2025-06-01"), notBefore: CalendarDay(number: 7305), in: .utc)
        let rows = "D1,1989-12-31T23:59:59Z,1,1,wgs84\nD1,2025-06-01T00:10:00Z,1,1,wgs84\n"
        #expect(try read(header + rows, source(["crs": crsColumn()]), window: window).faults == ["2 past", "3 future"])
    }

    @Test func `a row on the border of the ranges is a fix`() throws {
        let rows = "D1,\(inside),90,180,wgs84\nD1,\(inside),-90,-180,WGS-84\nD1,\(inside),0,0.0000001,gcj02\n"
        let log = try read(header + rows, source(["crs": crsColumn()]))
        #expect(log.faults == [])
        #expect(log.fixes.systems == [0, 0, 1])
    }

    @Test func `empty cells of the system take the default`() throws {
        let log = try read(header + "D1,\(inside),1,1,\nD1,\(inside),1,1,bd09\n", source(["crs": crsColumn(default: "gcj02")]))
        #expect(log.fixes.systems == [CoordinateSystem.gcj02.rawValue, CoordinateSystem.bd09.rawValue])
    }

    @Test func `null island may be kept`() throws {
        let log = try read("id,t,lat,lon\nD1,\(inside),0,0\n", source(["null-island": .scalar("keep")]))
        #expect(log.faults == [] && log.fixes.count == 1)
    }

    @Test func `a row whose device and time are known belongs to its day, any other to its file`() throws {
        let rows = ["D1,\(inside),,1", "D1,\(early),,1", ",\(inside),1,1", "D1,,1,1", "D1,\(inside),x,1"].map { $0 + ",wgs84\n" }
            .joined()
        let log = try read(header + rows, source(["crs": crsColumn()]))
        #expect(log.rejects.map { "\($0.line) \($0.reason.name)" } == ["2 no-position", "6 bad-number"])
        #expect(
            log.reading.daylessRejects.map { "\($0.line) \($0.reason.name)" } == ["3 no-position", "4 no-device", "5 no-time"])
        #expect(log.reading.days.values.map(\.rows) == [2] && log.reading.dayless.rows == 3)
        #expect(log.reading.daylessReasons == [.noPosition: 1, .noDevice: 1, .noTime: 1])
        #expect(log.reading.rejected == [.noPosition: 2, .noDevice: 1, .noTime: 1, .badNumber: 1])
    }

    @Test func `a reject says the field at fault, what stood there and the row`() throws {
        let rows = ["D1,\(inside),39;9,1,wgs84", "D1,\(inside),1,200,wgs84", "D1,\(inside),1,,wgs84", "D1,\(inside),1,1,mars-1"]
            .joined(separator: "\n")
        let log = try read(header + rows, source(["crs": crsColumn()]))
        #expect(log.rejects.map(\.field) == ["latitude", "longitude", "longitude", "crs"])
        #expect(log.rejects.map(\.value) == ["39;9", "200", "", "mars-1"])
        #expect(log.rejects[0].text == "D1,\(inside),39;9,1,wgs84")
        #expect(try readRow("D1,noon,1,1,wgs84").reading.daylessRejects.map { [$0.field, $0.value] } == [["time", "noon"]])
    }

    @Test func `a reject in metres says the coordinate that is out of range`() throws {
        let log = try read("id,t,lat,lon\nD1,\(inside),4000000,30000000\n", source(["crs": .scalar("webmercator")]))
        #expect(log.rejects.map(\.reason) == [.outOfRange])
        #expect(log.rejects.map { [$0.field, $0.value] } == [["longitude", "30000000"]])
    }

    @Test func `the map's square in metres has its border inside`() throws {
        // Half the side of Web Mercator: π · 6378137 m = 20037508.342789244.
        let rows = "D1,\(inside),20037508.342789,20037508.342789\nD1,\(inside),20037508.35,0\n"
        let log = try read("id,t,lat,lon\n" + rows, source(["crs": .scalar("webmercator")]))
        #expect(log.fixes.count == 1 && log.faults == ["3 out-of-range"])
    }

    @Test func `only the first rejects are kept, counts are exact`() throws {
        let bad = (0..<5).map { _ in "D1,\(inside),x,1\n" }.joined() + (0..<5).map { _ in ",\(inside),1,1\n" }.joined()
        let log = try read("id,t,lat,lon\n" + bad, source(["rejects-kept": .scalar("3")]))
        #expect(log.reading.rejected == [.badNumber: 5, .noDevice: 5])
        #expect(log.reading.daylessRejects.map(\.line) == [7, 8, 9])
        #expect(log.rejects.filter { $0.text != "" }.map(\.line) == [2, 3, 4])
    }

    @Test func `two devices in turn do not mix`() throws {
        let rows = "A,\(inside),1,1,wgs84\nB,\(inside),x,1,gcj02\nA,\(inside),2,2,wgs84\nB,\(inside),3,3,gcj02\n"
        let log = try read(header + rows, source(["crs": crsColumn()]))
        let found = zip(log.devices, zip(log.fixes.readLatitudes, log.fixes.systems)).map { "\($0) \($1.0) \($1.1)" }.sorted()
        #expect(found == ["A 1.0 0", "A 2.0 0", "B 3.0 1"])
    }

    // MARK: Extra columns

    private func extras(_ columns: [String], _ row: String) throws -> [String] {
        let list = columns.map { Node(.scalar($0), mark: Mark(line: 1, column: 1)) }
        let log = try read(
            "id,t,lat,lon,\(columns.joined(separator: ","))\nD1,\(inside),1,1,\(row)\n", source(["extra": .sequence(list)]))
        return log.fixes.extras.map { $0 < 0 ? "" : log.fixes.extraTexts[Int($0)] }
    }

    @Test func `further columns become a JSON object in the order of the option`() throws {
        #expect(try extras(["battery", "alarm"], "87.5,low") == ["{\"battery\":87.5,\"alarm\":\"low\"}"])
        #expect(try extras(["battery", "alarm"], ",low") == ["{\"alarm\":\"low\"}"])
        #expect(try extras(["battery", "alarm"], ",") == [""])
    }

    @Test(arguments: [
        ("0", "0"), ("-1.50", "-1.50"), ("007", "\"007\""), ("1e5", "\"1e5\""), (".5", "\".5\""), ("5.", "\"5.\""),
        ("+5", "\"+5\""), ("true", "\"true\""),
        ("12345678901234567", "12345678901234567"), ("123456789012345678", "\"123456789012345678\""), ("东", "\"东\""),
        ("a\\b", "\"a\\\\b\""),
        ("\"say \"\"hi\"\"\"", "\"say \\\"hi\\\"\""), ("\"a\tb\"", "\"a\\tb\""), ("\"a\u{1}b\"", "\"a\\u0001b\""),
        ("\"a\nb\"", "\"a\\nb\""),
    ])
    func `numbers stay numbers where JSON has them, all else is text`(cell: String, json: String) throws {
        #expect(try extras(["x"], cell) == ["{\"x\":\(json)}"])
    }
}

import Testing
import Tracks

@testable import LogFormats

/// A file of which no row, or less than half, can be used says so, and what would mend it.
@Suite struct UnusableFileTests {
    private func rows(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map { text($0) + "\n" }.joined() }

    @Test(arguments: [
        ("01/06/2025 10:10", "'time-format: dd/MM/yyyy HH:mm' of the source would read it."),
        ("06/01/2025 10:10:00", "'time-format: MM/dd/yyyy HH:mm:ss' of the source would read it."),
        ("1748764800000", "'time-format: milliseconds' of the source would read it."),
        ("June 1st", "See 'time-format' of the source."),
    ])
    func `NC-08 times in another form are told with the form that reads them`(time: String, mend: String) throws {
        let log = try read("id,t,lat,lon\n" + rows(30) { _ in "A,\(time),31,121" })
        #expect(
            log.reading.damage
                == "none of its 30 rows can be used: 30 are bad-time, the first in line 2, 'A,\(time),31,121'. \(mend)")
        #expect(log.reading.isUnusable && log.reading.rows == 30)
    }

    @Test(arguments: [
        ("A,1748764800,31,121,", "Its lines end in the delimiter ',', its header has no name there: add one to the header."),
        (
            "A,1748764800,31,5,121,4",
            "See whether ',' is its 'delimiter', or whether its numbers have decimal commas, and whether its header names all columns."
        ),
        (
            "A,1748764800,121,31",
            "Latitude and longitude look swapped: 'columns: {latitude: lon, longitude: lat}' of the source would read them."
        ),
        (
            "A,1748764800,4850000,12950000",
            "Its positions are metres: 'crs: webmercator', or 'crs: bd09mc' of Baidu's, of the source would read them."
        ),
        ("A,1748764800,0,0", "'null-island: keep' of the source keeps rows at 0,0."),
        (
            "A,1748000000,31,121",
            "The file may hold times from 2025-06-01 00:00:00 on, before 2025-06-02 00:10:00; see 'late', 'files-dated-in', 'timezone' and 'time-format' of the source."
        ),
    ])
    func `what the rows have in common is told with what mends it`(row: String, mend: String) throws {
        let log = try read("id,t,lat,lon\n" + rows(3) { _ in row })
        #expect(log.reading.damage?.hasSuffix(" \(mend)") == true, "\(log.reading.damage ?? "")")
    }

    @Test func `decimal commas are told`() throws {
        let options = try source(["delimiter": .scalar(";")])
        let log = try read("id;t;lat;lon\nA;1748764800;31,5;121,4\n", options)
        #expect(
            log.reading.damage
                == "its only row cannot be used: bad-number in line 2, 'A;1748764800;31,5;121,4'. Its numbers have decimal commas: 'decimal: comma' of the source reads them."
        )
    }

    @Test(arguments: [(";", "semicolon"), ("\t", "tab"), ("|", "pipe")])
    func `a header that another delimiter would cut says so`(delimiter: String, name: String) throws {
        let text = "id,t,lat,lon\nA,1,2,3\n".replacing(",", with: delimiter)
        let damage = try read(text, source(["delimiter": .scalar("comma")])).reading.damage
        #expect(damage?.hasSuffix("; 'delimiter: \(name)' of the source would find them") == true, "\(damage ?? "")")
        #expect(try read("id;t;lat\n").reading.damage?.contains("delimiter") == false)
    }

    @Test func `a repeated header is no row that cannot be used`() throws {
        let log = try read("id,t,lat,lon\nid,t,lat,lon\n")
        #expect(log.reading.damage == nil && log.reading.complaints == [] && log.faults == ["2 repeated-header"])
    }

    @Test func `one row that can be used makes it a file with many rejects`() throws {
        func log(_ good: Int, _ bad: Int) throws -> ReadLog {
            try read("id,t,lat,lon\n" + rows(bad) { _ in "A,x,31,121" } + rows(good) { "A,\(1_748_764_800 + $0),31,121" })
        }
        #expect(try log(10, 10).reading.complaints == [])
        let most = try log(10, 11)
        #expect(most.reading.damage == nil && !most.reading.isUnusable)
        #expect(
            most.reading.complaints == [
                "11 of its 21 rows are rejected: 11 are bad-time, the first in line 2, 'A,x,31,121'. See 'time-format' of the source."
            ])
    }

    @Test func `rejects of which none may be stored are told, too`() throws {
        let log = try read("id,t,lat,lon\nA,x,31,121\n", source(["rejects-kept": .scalar("0")]))
        #expect(log.reading.damage?.contains("'A,x,31,121'") == true)
    }

    @Test(arguments: ["speed", "course", "accuracy"]) func `numbers of which most are none are told`(key: String) throws {
        let options = try source(columns: ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", key: "x"])
        func complaints(_ cells: [String]) throws -> [String] {
            try read("id,t,lat,lon,x\n" + rows(cells.count) { "A,\(1_748_764_800 + $0),31,121,\(cells[$0])" }, options).reading
                .complaints
        }
        #expect(
            try complaints(["", "1", "1 km", "2 km", "", "", ""]) == [
                "2 of its 3 cells of '\(key)' are no numbers and became NULL, the first in line 4: '1 km'. Numbers have digits, a sign, a point and an exponent."
            ])
        #expect(try complaints(["1", "2", "x", "y"]) == [])
        #expect(try complaints(["", "", "-1", "400"]) == [])
    }

    // MARK: NC-20

    /// At 01:00 UTC of 2025-06-01 the clock steps back from 03:00 to 02:00.
    private let stepping = TimeZoneRules(
        name: "Here/There", changes: [Int64.min, 1_748_739_600_000], offsets: [7_200_000, 3_600_000])

    private func notes(_ times: [String]) throws -> [String] {
        try read("id,t,lat,lon\n" + times.map { "A,\($0),31,121\n" }.joined(), timeZone: stepping).reading.notes
    }

    @Test func `NC-20 times of an hour that comes twice are told where they say no offset`() throws {
        #expect(
            try notes(["2025-06-01 01:59:59", "2025-06-01 03:00:00", "2025-06-01 02:00:00", "2025-06-01 02:59:59"]) == [
                "2 of its times, the first 2025-06-01 02:00:00 in line 4, say no offset and lie in an hour that comes twice in Here/There; each was taken as the first of the two."
            ])
    }

    @Test func `NC-20 times that say their offset, and other hours, are none of these`() throws {
        #expect(try notes(["2025-06-01T02:30:00+02:00", "2025-06-01T00:30:00Z", "1748737800", "2025-06-01 04:30:00"]) == [])
    }
}

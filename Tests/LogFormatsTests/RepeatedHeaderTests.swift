import Testing

@testable import LogFormats

/// Rule 1.7: a row whose cells are the header's names maps the columns anew.
@Suite struct RepeatedHeaderTests {
    private let start = 1_748_764_800

    @Test func `NC-10 a second header with the columns in another order maps them anew`() throws {
        let log = try read("id,t,lat,lon\nA,\(start),48.8,2.3\nid,t,lon,lat\nA,\(start + 60),2.31,48.81\n")
        #expect(log.fixes.readLatitudes == [48.8, 48.81] && log.fixes.readLongitudes == [2.3, 2.31])
        #expect(log.faults == ["3 repeated-header"] && log.reading.rows == 3)
    }

    @Test(arguments: ["id,t,lat,lon", "\"id\", t ,\"lat\",lon", "\u{FEFF}lat,id,t,lon", "\u{FEFF}\"id\",t,lat,lon"])
    func `a header repeated with quotes, spaces or a byte order mark is one`(text: String) throws {
        let log = try read("id,t,lat,lon\nA,\(start),48.8,2.3\n\(text)\n")
        #expect(log.faults == ["3 repeated-header"] && log.reading.damage == nil)
    }

    @Test func `extra columns are mapped anew, too`() throws {
        let options = try source(["extra": .scalar("alarm")])
        let log = try read("id,t,lat,lon,alarm\nA,\(start),1,2,sos\nid,t,alarm,lat,lon\nA,\(start + 1),low,1,2\n", options)
        #expect(log.fixes.extraTexts == [#"{"alarm":"sos"}"#, #"{"alarm":"low"}"#])
    }

    @Test func `names of which one lacks, or another stands there, are no header`() throws {
        let log = try read("id,t,lat,lon\nid,t,lat,lat\nid,t,lat\nid,t,lat,lon,note\n")
        #expect(log.faults == ["2 bad-time", "3 wrong-column-count", "4 wrong-column-count"])
    }

    @Test func `names that look like numbers make no header of other rows`() throws {
        let options = try source(columns: ["device": "0", "time": "1", "latitude": "2", "longitude": "3"])
        let log = try read("0,1,2,3\nA,\(start),2,3\n3,2,1,0\n2,1,\(start),A\n", options)
        #expect(log.faults == ["3 repeated-header"])
        #expect(log.fixes.readLatitudes == [2, 1])
    }

    @Test func `a column mapped twice keeps the doubled quotes of its cells, and the text of its reject`() throws {
        let options = try source(columns: ["device": "id", "kind": "id", "time": "t", "latitude": "lat", "longitude": "lon"])
        let log = try read("id,t,lat,lon\n\"a\"\"b\",\(start),1,2\n\"a\"\"b\",never,1,2\n", options)
        #expect(log.devices == ["a\"b"] && log.kinds == ["a\"b"])
        #expect(log.reading.daylessRejects.map(\.text) == ["\"a\"\"b\",never,1,2"])
    }

    @Test func `a reject of a row with doubled quotes has the row as it stands`() throws {
        let log = try read("id,t,lat,lon\n\"\"\"a\"\" b\",\(start),\"9\"\"1\",2\n")
        #expect(log.rejects.map(\.text) == ["\"\"\"a\"\" b\",\(start),\"9\"\"1\",2"])
        #expect(log.rejects.first?.value == "9\"1")
    }
}

import Testing

@testable import LogSurvey

@Suite struct JSONTableTests {
    private func table(_ text: String) throws -> JSONTable { try #require(JSONTable(Array(text.utf8))) }

    @Test func `an object a line`() throws {
        let found = try table("{\"id\":\"a\",\"at\":{\"lat\":52.5,\"lon\":13.4},\"t\":1748764800}\n{\"id\":\"b\",\"t\":5}\n")
        #expect(found.rowsPath == nil)
        #expect(found.table.names == ["id", "at.lat", "at.lon", "t"] && found.table.labels == ["id", "lat", "lon", "t"])
        #expect(found.table.rows == [["a", "52.5", "13.4", "1748764800"], ["b", "", "", "5"]])
    }

    @Test func `an array, and one that is cut`() throws {
        #expect(try table("[{\"a\":1,\"b\":2},\n{\"a\":3,\"b\":4}]").table.rows == [["1", "2"], ["3", "4"]])
        #expect(try table("[{\"a\":1,\"b\":2}, {\"a\":3,\"b\"").table.rows == [["1", "2"]])
    }

    @Test func `an array in an object`() throws {
        let found = try table("{\"count\": 2, \"list\": [1, 2], \"rows\": [{\"a\": 1, \"b\": 2}]}")
        #expect(found.rowsPath == "rows" && found.table.names == ["a", "b"])
    }

    @Test func `coordinates are longitude and latitude`() throws {
        let found = try table("{\"geometry\":{\"coordinates\":[13.4,52.5,30]},\"t\":1}")
        #expect(found.table.names == ["geometry.coordinates.0", "geometry.coordinates.1", "geometry.coordinates.2", "t"])
        #expect(found.table.labels == ["longitude", "latitude", "altitude", "t"])
    }

    @Test(arguments: ["", "1\n2\n", "[1,2,3]", "a,b\n1,2\n", "{", "[[1,2]]"]) func `other texts are none`(text: String) {
        #expect(JSONTable(Array(text.utf8)) == nil)
    }
}

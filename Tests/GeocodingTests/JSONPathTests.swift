import JSON
import Testing

@testable import Geocoding

@Suite struct JSONPathTests {
    private func value(_ path: String, in text: String) throws -> JSONValue? {
        try #require(JSONPath(path)).value(in: JSONValue(reading: Array(text.utf8)))
    }

    @Test func `leads to members and elements`() throws {
        let text = #"{"features":[{"properties":{"city":"甲市"}},7],"query":{"point.lat":40.7,"a]b":1},"":2}"#
        #expect(try value("features[0].properties.city", in: text) == .string("甲市"))
        #expect(try value("features[1]", in: text) == .number(7))
        #expect(try value("query[\"point.lat\"]", in: text) == .number(40.7))
        #expect(try value("query[\"a]b\"]", in: text) == .number(1))
        #expect(try value("[\"features\"][1]", in: text) == .number(7))
        #expect(try value("[1][0]", in: "[0,[5]]") == .number(5))
        #expect(try value("城市.名", in: #"{"城市":{"名":"x"}}"#) == .string("x"))
    }

    @Test(arguments: ["features[2]", "features.properties", "query[0]", "nothing", "nothing.at.all", "features[0].city.x"])
    func `leads nowhere where the text is of another shape`(path: String) throws {
        #expect(try value(path, in: #"{"features":[{"city":"x"},7],"query":{}}"#) == nil)
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[1", "a[\"b]", "a[\"\"]", "a]", "a[0]b",
        "[99999999999999999999]", "a[１]",
    ])
    func `what is no path is refused`(text: String) {
        #expect(JSONPath(text) == nil)
    }
}

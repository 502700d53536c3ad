import Geodesy
import Testing

@testable import CoordinateFilter

@Suite struct ConvertGeoJSONTests {
    @Test(arguments: [
        #"{"type":"Point","coordinates":[1.50,2.50]}"#, #"{"type":"MultiPoint","coordinates":[[1.50,2.50],[3.0,4.0]]}"#,
        #"{"type":"Polygon","coordinates":[[[1.50,2.50],[3.0,4.0],[5.0,6.0],[1.50,2.50]],[]]}"#,
        #"{"type":"MultiPolygon","coordinates":[[[[1.50,2.50],[3.0,4.0],[5.0,6.0],[1.50,2.50]]]]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1.50,2.50]}]}"#,
        #"{"geometry":{"coordinates":[1.50,2.50],"type":"Point"},"type":"Feature","properties":null}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1.50,2.50]}}]}"#,
    ]) func `positions of every geometry are converted`(text: String) throws {
        let wanted = text.replacing("1.50", with: "1.5").replacing("2.50", with: "2.5").replacing(".0", with: "")
        let found = try convert(text, options())
        #expect(found.text == wanted)
        #expect(found.problems == [])
        #expect(found.summary.bad == 0)
    }

    @Test func `extra members and a third number are kept`() throws {
        let text = """
            { "type" : "Feature", "id": 1.50, "note": "é \\" { [1.50, 2]",
              "properties": {"coordinates": [1.50, 2.50], "geometry": {"coordinates": [1.50]}, "bbox": [1.50]},
              "geometry": {"type": "Point", "coordinates": [ 1.50 , 2.50, 7.50 , 8.0 ]} }

            """
        let found = try convert(text, options())
        #expect(found.text == text.replacing("[ 1.50 , 2.50, 7", with: "[ 1.5,2.5, 7"))
        #expect(found.summary.read == 1)
    }

    @Test func `a bbox is converted by its corners`() throws {
        #expect(
            try convert(#"{"bbox":[-10.0, -5.0, 10.0, 5.0],"type":"Feature"}"#, options()).text
                == #"{"bbox":[-10,-5,10,5],"type":"Feature"}"#)
        #expect(try convert(#"{"bbox":[1.0,2.0,3.0,4.0,5.0,6.0]}"#, options()).text == #"{"bbox":[1,2,3.0,4,5,6.0]}"#)
        let found = try convert(#"{"bbox":[1,2,3]}"#, options())
        #expect(found.text == #"{"bbox":null}"#)
        #expect(found.problems == ["line 1, position 0: a bbox wants 4 or 6 numbers."])
    }

    @Test func `the shift is that of a line`() throws {
        let line = try convert("116.404,39.915\n", options(.bd09, .wgs84)).text.dropLast()
        let found = try convert(#"{"type":"Point","coordinates":[116.404,39.915]}"#, options(.bd09, .wgs84))
        #expect(found.text == "{\"type\":\"Point\",\"coordinates\":[\(line)]}")
    }

    @Test(arguments: [
        (
            "[39.9,116.4]",
            "the latitude '116.4' lies beyond ±90°; the columns look swapped: --columns gives the longitude's first."
        ),
        ("[NaN,1]", "the longitude 'NaN' is no number."), ("[1,null]", "the latitude 'null' is no number."),
        ("[1,\"2\"]", "a position wants two numbers."), ("[\"1\",[2]]", "a position wants two numbers."),
    ]) func `a bad position becomes nulls and is said`(position: String, problem: String) throws {
        let found = try convert("{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],\n\(position),[3,4]]}", options(.wgs84, .gcj02))
        #expect(found.text == "{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],\n[null,null],[3,4]]}")
        #expect(found.problems == ["line 2, position 2: " + problem])
        #expect(found.summary.bad == 1)
    }

    @Test func `a position of one number is a bad one`() throws {
        let found = try convert(#"{"coordinates":[1]}"#, options())
        #expect(found.text == #"{"coordinates":[null]}"#)
        #expect(found.problems == ["line 1, position 1: a position wants two numbers."])
    }

    @Test(arguments: [
        (#"{"coordinates":[1,2]"#, "line 1: the text ends within an array or object."),
        (#"{"coordinates":[1,2}"#, "line 1: ',' or ']' is wanted here."),
        (#"{"a":NaN}"#, "line 1: 'NaN' is no JSON value."), (#"{"a" 1}"#, "line 1: ':' is wanted behind a member's name."),
        (#"{a:1}"#, "line 1: a member's name in quotes is wanted here."),
        ("{\"a\":\"b", "line 1: the text ends within a string."),
    ]) func `what is no JSON ends the stream`(text: String, problem: String) throws {
        #expect(try convert(text, options()).summary.stopped == problem)
    }

    @Test func `nesting is bounded`() throws {
        let found = try convert("{\"coordinates\":" + String(repeating: "[", count: 100_000), options())
        #expect(found.summary.stopped == "line 1: it is nested more than 200 deep.")
    }

    @Test func `several texts follow each other`() throws {
        let text = "{\"type\":\"Point\",\"coordinates\":[1,2]}\n"
        let found = try convert(text + "\u{1E}" + text, options { $0.format = .geojson })
        #expect(found.text == text + "\u{1E}" + text)
        #expect(found.summary.read == 2)
    }

    @Test(arguments: 0..<60) func `random bytes never crash and never give a NaN`(seed: Int) throws {
        var random = SeededBytes(seed: UInt64(seed))
        let words = [
            "{", "}", "[", "]", ",", ":", "\"coordinates\"", "\"geometry\"", "\"features\"", "\"bbox\"", "116.4", "-1e5", "NaN",
            "null", "\"", " ", "\n",
        ]
        var text = "{\"coordinates\":["
        for _ in 0..<2000 { text += words[Int(random.next() % UInt64(words.count))] }
        // Whole beginnings, so that the fuzz gets deep.
        for _ in 0..<50 {
            let depth = Int(random.next() % 5)
            let whole =
                "{\"features\":[{\"geometry\":{\"coordinates\":" + String(repeating: "[", count: depth)
                + words[Int(random.next() % 17)]
            let found = try convert(whole + words[Int(random.next() % 17)] + text, options(.bd09, .wgs84))
            let outside = found.text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
                $0.offset % 2 == 0
            }
            #expect(!outside.contains { $0.element.lowercased().contains("nan") })
        }
    }
}

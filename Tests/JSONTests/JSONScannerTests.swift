import JSON
import Testing

@Suite struct JSONScannerTests {
    private let features = """
        {"type": "FeatureCollection", "crs": {"features": [1]}, "features": [
          {"name": "a", "at": [120.5, 31.3]}, {"name": "b"}, "no feature"
        ], "bbox": [1, 2]}
        """

    @Test func `goes through the features of a collection one by one`() throws {
        var scanner = JSONScanner(Array(features.utf8))
        var found: [JSONValue] = []
        try scanner.enterObject()
        while let name = try scanner.nextName() {
            guard name == "features" else {
                try scanner.skip()
                continue
            }
            try scanner.enterArray()
            while try scanner.nextElement() { found.append(try scanner.value()) }
        }
        try scanner.finish()
        let first = JSONValue.object([("name", .string("a")), ("at", .array([.number(120.5), .number(31.3)]))])
        #expect(found == [first, .object([("name", .string("b"))]), .string("no feature")])
    }

    @Test func `a skipped value stands in the bytes returned`() throws {
        let bytes = Array(" [ {\"a\" : [1,2]} , -1.5e3,\"\\\"\" ] ".utf8)
        var scanner = JSONScanner(bytes)
        try scanner.enterArray()
        var texts: [String] = []
        while try scanner.nextElement() { texts.append(String(decoding: bytes[try scanner.skip()], as: UTF8.self)) }
        #expect(texts == ["{\"a\" : [1,2]}", "-1.5e3", "\"\\\"\""])
        try scanner.finish()
    }

    @Test func `numbers and strings can be read one by one`() throws {
        var scanner = JSONScanner(Array("[120.5, \"x\\u0041\", true]".utf8))
        try scanner.enterArray()
        #expect(try scanner.nextElement())
        #expect(try scanner.kind() == .number)
        #expect(try scanner.number() == 120.5)
        #expect(try scanner.nextElement())
        #expect(try scanner.string() == "xA")
        #expect(try scanner.nextElement())
        #expect(try scanner.kind() == .bool)
        #expect(throws: JSONError(at: 19, "a number should begin here")) { try scanner.number() }
        #expect(try scanner.value() == .bool(true))
        #expect(try !scanner.nextElement())
    }

    @Test func `a step that does not fit is an error, no trap`() throws {
        #expect(throws: JSONError(at: 0, "an array should begin here")) {
            var scanner = JSONScanner(Array("{}".utf8))
            try scanner.enterArray()
        }
        #expect(throws: JSONError(at: 0, "an object should begin here")) {
            var scanner = JSONScanner([])
            try scanner.enterObject()
        }
        #expect(throws: JSONError(at: 0, "no array was stepped into here")) {
            var scanner = JSONScanner(Array("[]".utf8))
            _ = try scanner.nextElement()
        }
        #expect(throws: JSONError(at: 1, "no object was stepped into here")) {
            var scanner = JSONScanner(Array("[]".utf8))
            try scanner.enterArray()
            _ = try scanner.nextName()
        }
        #expect(throws: JSONError(at: 1, "a comma or ']' should stand here")) {
            var scanner = JSONScanner(Array("[1]".utf8))
            try scanner.enterArray()
            _ = try scanner.nextElement()
            _ = try scanner.nextElement()
        }
        #expect(throws: JSONError(at: 2, "an array or object was left before its end")) {
            var scanner = JSONScanner(Array("[1]".utf8))
            try scanner.enterArray()
            _ = try scanner.nextElement()
            try scanner.skip()
            try scanner.finish()
        }
    }
}

import JSON
import Testing

/// What RFC 8259 allows (y), forbids (n) and leaves open (i).
@Suite struct JSONReadingTests {
    private func value(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(reading: Array(text.utf8)) }

    private func error(_ bytes: [UInt8]) -> JSONError? {
        do {
            _ = try JSONValue(reading: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func error(_ text: String) -> JSONError? { error(Array(text.utf8)) }

    // MARK: Values

    private static let valid: [(String, JSONValue)] = [
        ("null", .null), ("true", .bool(true)), ("false", .bool(false)), (" \t\r\n1 \n", .number(1)), ("\"\"", .string("")),
        ("[]", .array([])), ("{}", .object([])), ("[ ]", .array([])), ("{ }", .object([])), ("[\n]", .array([])),
        ("[null, 1, \"1\", {}]", .array([.null, .number(1), .string("1"), .object([])])),
        ("[[]   ]", .array([.array([])])), ("{\"a\":[]}", .object([("a", .array([]))])),
        ("{\"\":0}", .object([("", .number(0))])), ("{\"a\":1,\"a\":2}", .object([("a", .number(1)), ("a", .number(2))])),
        ("{\"a\" : {\"b\" :\t{}}}", .object([("a", .object([("b", .object([]))]))])),
        ("\u{FEFF}{}", .object([])),
    ]

    @Test(arguments: valid)
    func `valid texts are read`(text: String, expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "truE", "tru", "undefined", "NaN", "Infinity", "-Infinity", "+1", "01", "-01", "-",
        "--1",
        "1.", ".5", "-.5", "1e", "1e+", "1E-", "1.e5", "0x1", "1_000", "1 2", "1,", "1a", "0e", "2.e-3", "1ea", "1.5.", "1+2",
        "\u{FF11}",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]", "[}", "[1}", "[\"a\",\n4\n,1,", "[] []", "[]]",
        "[][",
        "{", "}", "{]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\"::1}", "{a:1}",
        "{1:1}",
        "{'a':1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\",\"b\"}", "{\"a\":1}}", "{\"a\":1}#", "{}//", "/**/{}",
        "{\"a\":/*c*/1}", "{{}}",
        "\"", "\"a", "'a'", "\"\\\"", "\"\\x00\"", "\"\\a\"", "\"\\u\"", "\"\\u12\"", "\"\\u123", "\"\\u12G4\"", "\"\\U1234\"",
        "\"\\u 123\"",
        "\"\\", "\"\\u", "\"\t\"", "\"\n\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\" \"b\"", "\u{A0}1", "\u{B}1", "\u{C}[]", "[1]\u{0}",
        "*", "<html>",
        "\u{FEFF}", "\u{FEFF}\u{FEFF}{}", "[\u{FEFF}1]", "\\n", "[\\u0031]", "[1]x", "a\u{E5}", "[\u{2060}]",
    ])
    func `texts that RFC 8259 forbids are refused`(text: String) {
        #expect(error(text) != nil)
    }

    @Test func `an error says where and what`() {
        #expect(error("{\"a\": [1, 2,]}")?.description == "byte 12: nothing stands between a comma and the end")
        #expect(error("")?.description == "byte 0: the text ends where a value should begin")
        #expect(error("[1 2]")?.description == "byte 3: a comma or ']' should stand here")
        #expect(error("{\"a\":1 2}")?.description == "byte 7: a comma or '}' should stand here")
        #expect(error("{a:1}")?.description == "byte 1: a name in quotes should stand here")
        #expect(error("{\"a\" 1}")?.description == "byte 5: a colon should stand here")
        #expect(error("[tru]")?.description == "byte 1: this is no true")
        #expect(error("[\"abc]")?.description == "byte 1: a string has no end")
        #expect(error("[\"a\u{1}\"]")?.description == "byte 3: a control character stands in a string")
        #expect(error("[\"\\q\"]")?.description == "byte 2: there is no such escape")
        #expect(error("[\"\\u12\"]")?.description == "byte 2: four hexadecimal digits should follow \\u")
        #expect(error("[01]")?.description == "byte 1: a number begins with a zero too many")
        #expect(error("[1.]")?.description == "byte 3: a digit should stand here")
        #expect(error("[1e400]")?.description == "byte 1: a number is beyond the largest double")
        #expect(error("[] x")?.description == "byte 3: something follows the end of the text")
        #expect(error("<html>")?.description == "byte 0: no value begins here")
    }

    // MARK: Strings

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u4E2d\u0000""#, "A\u{E9}\u{4E2D}\u{0}"),
        (#""\uD83D\uDE00""#, "\u{1F600}"), (#""\ud834\udd1e""#, "\u{1D11E}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        (#""望江路88号""#, "望江路88号"), ("\"\u{7F}\u{2028}\u{10FFFF}\u{FFFE}\"", "\u{7F}\u{2028}\u{10FFFF}\u{FFFE}"),
        (#""\\u0041""#, "\\u0041"), (#""a\u0301""#, "a\u{301}"), (#""/""#, "/"),
    ])
    func `escapes are resolved`(text: String, expected: String) throws {
        let found = try value(text).text
        #expect(found.map { Array($0.utf8) } == Array(expected.utf8))
    }

    /// RFC 8259, section 8.2, leaves open what comes of half a pair.
    @Test(arguments: [
        (#""\uD800""#, "\u{FFFD}"), (#""\uDC00""#, "\u{FFFD}"), (#""\uD800\uD800\uDC00""#, "\u{FFFD}\u{10000}"),
        (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"), (#""a\uD83Db""#, "a\u{FFFD}b"), (#""\uD83D\n\uDE00""#, "\u{FFFD}\n\u{FFFD}"),
        (#""\uD83D\u0041""#, "\u{FFFD}A"), (#""\uD888\u1234""#, "\u{FFFD}\u{1234}"),
    ])
    func `half a surrogate pair becomes U+FFFD`(text: String, expected: String) throws {
        #expect(try value(text).text == expected)
    }

    /// The Unicode Standard, table 3-7: too long, halves of pairs, beyond U+10FFFF, cut, alone.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
            [0xE4, 0xB8],
            [0xE4, 0xB8, 0x20], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused, in values and names`(bytes: [UInt8]) {
        #expect(error([34] + bytes + [34])?.description == "byte 1: a string is not UTF-8")
        #expect(error(Array("{\"".utf8) + bytes + Array("\":1}".utf8)) != nil)
        #expect(error([34] + bytes) != nil)
    }

    @Test func `every letter comes back`() throws {
        let scalars = (0x20...0x10FFFF).lazy.compactMap(Unicode.Scalar.init(_:)).filter { $0 != "\"" && $0 != "\\" }
        let text = String(String.UnicodeScalarView(scalars))
        #expect(try value("\"" + text + "\"").text.map { $0.utf8.elementsEqual(text.utf8) } == true)
    }

    @Test func `a text in UTF-16 is refused`() {
        #expect(error([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]) != nil)
        #expect(error([0, 0x5B, 0, 0x5D]) != nil)
    }

    // MARK: Numbers

    /// The bits are Python's: struct.pack(">d", float(text)).hex().
    @Test(
        arguments: [
            ("0", 0x0000_0000_0000_0000), ("-0", 0x8000_0000_0000_0000), ("-0.0", 0x8000_0000_0000_0000), ("0e999999999999", 0),
            ("123.456", 0x405E_DD2F_1A9F_BE77), ("1E22", 0x4480_F0CF_064D_D592), ("1e23", 0x44B5_2D02_C7E1_4AF6),
            ("0.1", 0x3FB9_9999_9999_999A), ("9007199254740993", 0x4340_0000_0000_0000),
            ("9007199254740992.99999", 0x4340_0000_0000_0000), ("5e-324", 1), ("2e-324", 0), ("1e-999999999999", 0),
            ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF), ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
            ("116.397128000000000000000000000001", 0x405D_196A_8B8F_14DB), ("18446744073709551616", 0x43F0_0000_0000_0000),
            ("100000000000000000000e-20", 0x3FF0_0000_0000_0000), ("1e-05", 0x3EE4_F8B5_88E3_68F1),
        ] as [(String, UInt64)])
    func `a number is the nearest double`(text: String, bits: UInt64) throws {
        #expect(try value(text).double?.bitPattern == bits)
    }

    @Test func `numbers are those of the standard library, whichever way they are read`() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<20_000 {
            let digits = (0...random.below(25)).map { _ in "\(random.below(10))" }.joined()
            let whole = "\(random.below(3) == 0 ? 0 : 1 + random.below(Int.max - 1))".prefix(1 + random.below(18))
            let exponent = random.below(2) == 0 ? "" : "e\(random.below(80) - 40)"
            let text = "\(random.below(2) == 0 ? "-" : "")\(whole)\(random.below(3) == 0 ? "" : ".\(digits)")\(exponent)"
            #expect(try value(text).double?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    @Test(arguments: ["1e309", "-1e309", "1.8e308", "1e999999999999999999999", "123123e100000"])
    func `a number beyond the largest double is refused`(text: String) {
        #expect(error(text)?.what == "a number is beyond the largest double")
    }

    @Test func `a number without a fraction is an integer`() throws {
        #expect(try value("10003").integer == 10003)
        #expect(try value("-1").integer == -1)
        #expect(try value("1e3").integer == 1000)
        #expect(try value("1.5").integer == nil)
        #expect(try value("1e300").integer == nil)
        #expect(try value("\"1\"").integer == nil)
    }

    // MARK: Depth and length

    @Test func `128 arrays in one another are read, 129 refused`() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(error(nested(128)) == nil)
        #expect(error(nested(129))?.description == "byte 128: arrays and objects nest more than 128 deep")
        let names = String(repeating: "{\"a\":", count: 100_000)
        #expect(error(names)?.what == "arrays and objects nest more than 128 deep")
        #expect(error(String(repeating: "[", count: 1_000_000)) != nil)
    }

    /// A square of the time would take minutes here.
    @Test(.timeLimit(.minutes(1)))
    func `long texts take time in proportion`() throws {
        let escapes = String(repeating: "\\u4e2d", count: 300_000)
        #expect(try value("\"\(escapes)\"").text?.unicodeScalars.count == 300_000)
        let halves = String(repeating: "\\ud800", count: 300_000)
        #expect(try value("\"\(halves)\"").text?.unicodeScalars.count == 300_000)
        #expect(try value("[" + String(repeating: "0,", count: 300_000) + "0]").elements?.count == 300_001)
        #expect(try value("0." + String(repeating: "1", count: 1_000_000)).double == 1.0 / 9)
        #expect(try value(String(repeating: " ", count: 1_000_000) + "1").double == 1)
    }
}

import Testing

@testable import CoordinateFilter

/// Rule 1.7 in `convert`: a line whose quotes cannot be trusted is one that could not be converted.
@Suite struct ConvertQuoteTests {
    private let misquoted =
        "a quote in it is not closed before what looks like another line, or has text behind it; put quotes round the whole cell, and double those inside."

    @Test func `NC-01 a quote that never closes is one bad line, and the lines behind it are converted`() throws {
        let text = "1.0,2.0,\"open\n" + String(repeating: "3.0,4.0,x\n", count: 200_000)
        let found = try convert(text, options { $0.threads = 2 })
        #expect(found.text == "\n" + String(repeating: "3,4,x\n", count: 200_000))
        #expect(found.summary.bad == 1 && found.problems == ["line 1: \(misquoted)"])
    }

    @Test func `NC-02 lines between two lost quotes are converted`() throws {
        let found = try convert("1.0,2.0,ok\n1.0,2.0,\"cut\n3.0,4.0,x\n1.0,2.0,\"cut\n5.0,6.0,x\n", options())
        #expect(found.text == "1,2,ok\n\n3,4,x\n\n5,6,x\n")
        #expect(found.problems == ["line 2: \(misquoted)", "line 4: \(misquoted)"])
    }

    @Test func `a cell over lines that holds a line like the first is none`() throws {
        let found = try convert("1.0,2.0,a\n1.0,2.0,\"x\n3.0,4.0,b\ny\"\n", options())
        #expect(found.text == "1,2,a\n\n3,4,b\n\n")
        #expect(found.summary.bad == 2)
    }

    @Test func `a cell over lines with text behind it is none, one without is kept`() throws {
        let found = try convert("1.0,2.0,\"a\nb\"\n1.0,2.0,\"a\"b\n", options())
        #expect(found.text == "1,2,\"a\nb\"\n\n" && found.problems == ["line 3: \(misquoted)"])
    }

    @Test func `a header with a quote that is not closed converts nothing`() throws {
        let found = try convert("lon,lat,\"note\n1,2,x\n", options { $0.columns = .names(longitude: "lon", latitude: "lat") })
        #expect(found.summary.stopped == "line 1: the header is no record: a quote in it is not closed, or has text behind it.")
    }

    @Test(arguments: [1, 997, 65_536]) func `lost quotes are the same lines whatever reads give`(chunk: Int) throws {
        var random = SeededBytes(seed: 3)
        let notes = ["ok", "\"fine\"", "\"", "a\"b", "\"\"", "\"cut", "\"a\nb\""]
        var text = "1.0,2.0,first\n"
        for _ in 0..<(chunk == 1 ? 2_000 : 60_000) { text += "3.0,4.0,\(notes[Int(random.next() % 7)])\n" }
        let wanted = try convert(text, options())
        let found = try convert(text, options { $0.threads = 2 }, chunk: chunk)
        #expect(found.text == wanted.text && found.summary == wanted.summary)
        #expect(wanted.summary.bad > 500)
    }
}

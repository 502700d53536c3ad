import Store
import Testing
import Tracks

@testable import Reports

@Suite struct HTMLReportTests {
    @Test(arguments: [
        ("a", "a"), ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("&amp;", "&amp;amp;"), ("\"x\"", "&quot;x&quot;"),
        ("it's", "it&#39;s"), ("东\n", "东\n"),
    ])
    func `escapes what HTML would read as its own`(text: String, escapedText: String) {
        #expect(escaped(text) == escapedText)
    }

    @Test(arguments: ["<", "&", "\"", "'", ">"])
    func `escapes a sign that a combining mark follows`(sign: String) {
        // The two are one character to Swift; a browser sees the sign.
        #expect(escaped(sign + "\u{338}").unicodeScalars.elementsEqual((escaped(sign) + "\u{338}").unicodeScalars))
    }

    // U+FFFD stands for what cannot be shown (Unicode, 23.8). HTML allows no control characters but white space.
    @Test(arguments: ["\u{1B}", "\u{0}", "\u{7F}", "\u{9B}"])
    func `control characters do not come into a page`(sign: String) {
        #expect(escaped("a\(sign)[31mb") == "a\u{FFFD}[31mb")
    }

    @Test func `white space stays`() { #expect(escaped("a\tb\nc\rd") == "a\tb\nc\rd") }

    /// The first page over a range, where 2025-06-02 was made with the options `b` and the others with none.
    private func page(from: String?, to: String?, options: String?) throws -> String {
        try withSmallStore { store, folder in
            let day = try #require(CalendarDay("2025-06-02"))
            try store.markProcessed(day, start: 0, end: 0, options: "b", optionText: "")
            try HTMLReport(title: "R").write(
                of: store, from: from.flatMap { CalendarDay($0) }, to: to.flatMap { CalendarDay($0) }, devices: [],
                options: options,
                to: OutputFile(path: folder + "/r.html"), finishing: true)
            return try content(of: folder + "/r.html")
        }
    }

    // Rule 4.4.
    @Test func `a page says how many of its days were made with other options`() throws {
        func sentence(_ days: String) -> String {
            "<p>Made with other options than today's: \(days) days. A run without dates makes them anew.</p>"
        }
        #expect(try page(from: nil, to: nil, options: "b").contains(sentence("2 of 3")))
        #expect(try page(from: nil, to: nil, options: "").contains(sentence("1 of 3")))
        #expect(try page(from: "2025-06-02", to: "2025-06-03", options: "b").contains(sentence("1 of 2")))
        #expect(try !page(from: "2025-06-02", to: "2025-06-02", options: "b").contains("other options"))
    }

    @Test func `without a pipeline a page says how many sets of options its days were made with`() throws {
        #expect(
            try page(from: nil, to: nil, options: nil).contains("<p>These days were made with 2 different sets of options.</p>"))
        #expect(try !page(from: "2025-06-03", to: "2025-06-03", options: nil).contains("sets of options"))
    }

    @Test func `a page says its range, escapes its title and loads nothing`() throws {
        try withSmallStore { store, folder in
            let day = CalendarDay("2025-06-01")
            try HTMLReport(title: "Fleet <1>").write(
                of: store, from: day, to: day, devices: [], to: OutputFile(path: folder + "/r.html"), finishing: true)
            let page = try content(of: folder + "/r.html")
            #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</script>\n</body></html>\n"))
            #expect(page.contains("<h1>Fleet &lt;1&gt;</h1><p class=\"range\">2025-06-01</p>"))
            #expect(page.contains("<td>D&lt;1&gt;,&quot;x&quot;</td>"))
            #expect(!page.contains("src=") && !page.contains("@import") && !page.contains("url(http"))
        }
    }

    @Test func `a page over a range and a device names both`() throws {
        try withSmallStore { store, folder in
            let report = HTMLReport(title: "R")
            let (from, to) = (CalendarDay("2025-06-01"), CalendarDay("2025-06-03"))
            try report.write(
                of: store, from: from, to: to, devices: ["D&1"], to: OutputFile(path: folder + "/r.html"), finishing: true)
            #expect(
                try content(of: folder + "/r.html").contains("<p class=\"range\">2025-06-01 to 2025-06-03, device D&amp;1</p>"))
        }
    }

    @Test func `tables without rows say so`() throws {
        try withSmallStore { store, folder in
            try HTMLReport(title: "R").write(
                of: store, from: nil, to: nil, devices: ["nobody"], to: OutputFile(path: folder + "/r.html"), finishing: true)
            let page = try content(of: folder + "/r.html")
            #expect(page.split(separator: "<p data-word>None.</p>", omittingEmptySubsequences: false).count == 7)
            #expect(page.contains("<p class=\"range\">all days, device nobody</p>"))
            #expect(page.contains("<p data-word>There are no fixes in these days.</p>"))
        }
    }
}

extension HTMLReport {
    /// Writes a page and puts it in its place.
    fileprivate func write(
        of store: Store, from: CalendarDay?, to: CalendarDay?, devices: [String], options: String? = nil, to output: OutputFile,
        finishing: Bool
    ) throws {
        try write(
            of: store, from: from, to: to, devices: devices, context: ReportContext(options: options), library: nil,
            to: output)
        if finishing { try output.finish() }
    }
}

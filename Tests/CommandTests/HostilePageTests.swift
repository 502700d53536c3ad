import Foundation
import Testing

/// Issue 14, Shows 2: whatever a log or a pipeline file says is text in a page.
@Suite struct HostilePageTests {
    private static let texts = [
        "<script>alert(1)</script>", "</script><script>alert(2)</script>", "]]>", "\"'`", "a\u{202E}b\u{2066}c", "😀👩‍👩‍👧",
        "<!--", "&lt;b&gt;", "<img src=x onerror=alert(3)>", String(repeating: "x<y>", count: 2500),
    ]

    private func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    private func made() throws -> SmallPipeline {
        let kinds = Self.texts.dropLast().map { "  ? \(quotedYAML($0))\n  : {}" }.joined(separator: "\n")
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: [
                "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips", "pick-history",
                "find-places: {min-stays: 1, names-from: names.csv}", "cluster-for-map",
            ],
            top: ["kinds:\n" + kinds, "devices: devices.csv"])
        try small.folder.write(
            "name,latitude,longitude,radius\n" + quoted(Self.texts[0]) + ",39.9,116.4,200\n", to: "names.csv")
        try small.folder.write(
            "device,name,group\n" + Self.texts.map { "\(quoted($0)),\(quoted($0 + " name")),g\n" }.joined(), to: "devices.csv")
        try small.log(
            "2025-06-01", header: "device,time,lat,lon,kind",
            (0..<10).flatMap { i in Self.texts.map { "\(quoted($0)),\(time(i * 60)),39.9,116.4,\(quoted($0))" } })
        try small.runWell()
        return small
    }

    /// A YAML scalar in double quotes; its escapes are those of JSON.
    private func quotedYAML(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    @Test func `hostile ids, kinds and names are text, and the data holds them as they are`() throws {
        let small = try made()
        let outcome = try Program.run(["report", "out.sqlite", "--title", Self.texts[1]], in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let page = try PageContent(outcome.output)
        #expect(try page.devices() == Self.texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(try page.kinds() == Self.texts.dropLast() + ["other"])
        #expect(try page.texts("name", of: "places").contains(Self.texts[0]))
        #expect(page.data["title"] as? String == Self.texts[1])
        #expect(!page.text.contains("alert(1)</script>") && !page.text.contains("<img") && !page.text.contains("<!--"))
        // Two packed blocks, the script and the loader; with the map's library there would be two more.
        let scripts = page.text.components(separatedBy: "<script").count - 1
        #expect([3, 5].contains(scripts), "\(scripts)")
        #expect(page.text.components(separatedBy: "</script").count - 1 == scripts)
    }

    @Test func `a page with hostile texts is well-formed HTML`() throws {
        let small = try made()
        try #require(try Program.run(["report", "out.sqlite", "-o", "page.html"], in: small.folder).status == 0)
        // Python's parser, no code of this project: every element that is opened is closed, and no element is there that Swift does not write.
        let script = """
            import html.parser, sys
            class P(html.parser.HTMLParser):
                def __init__(self):
                    super().__init__(); self.open = []; self.bad = []; self.names = set()
                def handle_starttag(self, tag, attributes):
                    self.names.add(tag)
                    if any(name.startswith("on") for name, _ in attributes): self.bad.append(attributes)
                    if tag not in ("meta",): self.open.append(tag)
                def handle_startendtag(self, tag, attributes): self.names.add(tag)
                def handle_endtag(self, tag):
                    if not self.open or self.open.pop() != tag: self.bad.append(tag)
            p = P(); p.feed(open("page.html", encoding="utf-8").read()); p.close()
            print(p.bad, p.open, sorted(p.names))
            """
        try small.folder.write(script, to: "parse.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "parse.py"]
        process.currentDirectoryURL = URL(filePath: small.folder.path)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus != 127, "python3 is not there")
        let names =
            "'a', 'b', 'body', 'circle', 'code', 'details', 'div', 'footer', 'h1', 'h2', 'head', 'header', 'html', 'main', 'meta', 'p', 'path', 'pre', 'script', 'section', 'span', 'style', 'summary', 'svg', 'table', 'tbody', 'td', 'text', 'th', 'thead', 'title', 'tr'"
        let allowed = Set(names.replacing("'", with: "").split(separator: ", "))
        #expect(output.hasPrefix("[] [] ["), "\(output)")
        let found = output.dropFirst("[] [] [".count).dropLast(2).replacing("'", with: "").split(separator: ", ")
        #expect(Set(found).subtracting(allowed) == [], "\(output)")
    }

    @Test func `a report of each device gives each a file of its own, in the folder`() throws {
        let small = try made()
        let pipeline = try small.folder.text(of: "pipeline.yaml")
        try small.folder.write(
            pipeline + "reports:\n  - csv: {table: days, to: \"out/{device}.csv\"}\n", to: "pipeline.yaml")
        let run = try small.run("--from", "2025-06-01", "--to", "2025-06-01")
        try #require(run.status == 0, "\(run.errors)")
        let names = try small.folder.names(in: "out")
        #expect(names.count == Self.texts.count)
        #expect(names.contains("%3Cscript%3Ealert%281%29%3C%2Fscript%3E.csv"))
        #expect(names.allSatisfy { $0.utf8.count < 200 })
    }
}

import Foundation
import Testing

/// Commands that read results: export, report, digest, status, help; and generate.
@Suite struct ExportTests {
    /// Two devices whose ids are troublesome: a tag of HTML, and commas with quotes. Each stays 11 minutes and moves on.
    private func troublesome() throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: [
                "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips", "pick-history: {points: 4}",
                "find-places: {min-stays: 1}",
            ])
        var rows: [String] = []
        for (device, kind) in [("\"<script>alert(\"\"x\"\")</script>\"", "pet"), ("\"a, \"\"b\"\"\"", "vehicle")] {
            for i in 0..<20 {
                rows.append("\(device),\(time(i * 60)),\(39.9 + (i < 12 ? 0 : Double(i - 11) * 0.001)),116.4,\(kind)")
            }
        }
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", rows)
        try small.log(
            "2025-06-02", header: "device,time,lat,lon,kind", ["c,2025-06-02T00:00:00Z,0,0,", "c,2025-06-02T00:01:00Z,1,1,"])
        try small.runWell("2025-06-01", to: "2025-06-02")
        return small
    }

    private func call(_ small: SmallPipeline, _ arguments: String...) throws -> Outcome {
        let outcome = try Program.run(arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }

    // RFC 4180.
    @Test func `an export has the view's columns, its rows, and quotes where cells need them`() throws {
        let small = try troublesome()
        let found = try call(small, "export", "out.sqlite", "--table", "stays", "--format", "csv")
        let view = try Table("SELECT * FROM stays", in: small.result())
        #expect(found.outputLines.first == view.columns.joined(separator: ","))
        #expect(found.outputLines.count == 3)
        #expect(found.errors == "")
        #expect(
            found.outputLines[1].contains(
                ",2025-06-01,\"<script>alert(\"\"x\"\")</script>\",pet,1748736000000,1748736660000,1748736720000,"))
        #expect(found.outputLines[2].contains(",2025-06-01,\"a, \"\"b\"\"\",vehicle,1748736000000,"))
        _ = try call(small, "export", "out.sqlite", "-o", "stays.csv")
        #expect(try small.folder.text(of: "stays.csv") == found.output)
    }

    @Test func `an export can be of days, a device or a kind`() throws {
        let small = try troublesome()
        func rows(_ arguments: String...) throws -> Int {
            let outcome = try Program.run(["export", "out.sqlite", "--table", "fixes"] + arguments, in: small.folder)
            return outcome.outputLines.count - 1
        }
        #expect(try rows() == 41)
        #expect(try rows("--day", "2025-06-01") == 40)
        #expect(try rows("--from", "2025-06-01", "--to", "2025-06-02") == 41)
        #expect(try rows("--from", "2025-06-03") == 0)
        #expect(try rows("--device", "a, \"b\"") == 20)
        #expect(try rows("--kind", "pet") == 20)
        #expect(try rows("--kind", "pet", "--device", "c") == 0)
    }

    @Test(arguments: [
        "fixes", "history", "trips", "gaps", "stays", "places", "map_clusters", "devices", "addresses", "days", "rejects", "runs",
        "input_files",
        "day_ledger", "kinds", "about",
    ])
    func `each view of DESIGN can be exported`(view: String) throws {
        let small = try troublesome()
        let found = try call(small, "export", "out.sqlite", "--table", view)
        #expect(try found.outputLines.count - 1 == number(small.result().text("SELECT count(*) FROM \(view)")).exactInteger)
    }

    @Test func `about gives each column of each view a meaning, and no other`() throws {
        let small = try troublesome()
        let database = try small.result()
        let views = try database.lines("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")
        #expect(try database.lines("SELECT DISTINCT view FROM about ORDER BY 1") == views)
        for view in views {
            let columns = try database.lines("SELECT name FROM pragma_table_info('\(view)') ORDER BY cid")
            #expect(try database.lines("SELECT \"column\" FROM about WHERE view = '\(view)'") == columns, "\(view)")
        }
        #expect(try database.lines("SELECT view, \"column\" FROM about WHERE trim(coalesce(meaning, '')) = ''") == [])
    }

    /// A device whose id is a formula, one whose id is a phone number, and one with a control character in it, which reading rejects.
    @Test func `an export lets no device id become a formula, reading none a control character`() throws {
        let small = try SmallPipeline()
        let devices = ["=1+1", "+8613800138000", "-x", "e\u{1B}[2J"]
        try small.log("2025-06-01", devices.map { "\($0),\(time(60)),39.9,116.4" })
        try small.runWell()
        let rows = try call(small, "export", "out.sqlite", "--table", "days").outputLines.map {
            String($0.split(separator: ",", omittingEmptySubsequences: false)[1])
        }
        #expect(rows == ["device", "+8613800138000", "'-x", "'=1+1"])
        let page = try call(small, "report", "out.sqlite").output
        #expect(page.contains("<td>e\u{FFFD}[2J</td>") && !page.contains("\u{1B}"))
        #expect(try small.lines("SELECT reason, hex(value) FROM rejects") == ["bad-text,651B5B324A"])
        #expect(page.contains("<td>=1+1</td>"))
    }

    @Test func `a page shows whose places there are and what people call them`() throws {
        let small = try SmallPipeline(stages: [
            "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "find-places: {of: fleet, names-from: names.csv}",
        ])
        try small.folder.write("name,latitude,longitude,radius\nYard <1>,39.9,116.4,200\n", to: "names.csv")
        try small.log("2025-06-01", (0..<10).flatMap { i in ["a", "b"].map { "\($0),\(time(i * 60)),39.9,116.4" } })
        try small.runWell()
        let page = try call(small, "report", "out.sqlite").output
        #expect(
            page.contains(
                ["Device", "Kind", "Devices", "Name", "Role", "Visits"].map { "<th data-word>\($0)</th>" }.joined()))
        #expect(
            page.contains(
                "<tr><td></td><td></td><td class=n>2</td><td>Yard &lt;1&gt;</td><td>regular</td><td class=n>2</td>"))
    }

    // Rule 4.4.
    @Test func `a report says how many days were made with other options`() throws {
        let small = try troublesome()
        func sentence(_ days: String) -> String {
            "<p>Made with other options than today's: \(days) days. A run without dates makes them anew.</p>"
        }
        #expect(try !call(small, "report", "pipeline.yaml").output.contains("other options"))
        let radius = ["--set", "find-stays.radius='80 m'"]
        let page = try Program.run(["report", "pipeline.yaml"] + radius, in: small.folder).output
        #expect(page.contains(sentence("2 of 2")))
        let run = try Program.run(["run", "pipeline.yaml", "--day", "2025-06-01"] + radius, in: small.folder)
        try #require(run.status == 0, "\(run.errors)")
        #expect(try call(small, "report", "pipeline.yaml").output.contains(sentence("1 of 2")))
        #expect(
            try call(small, "report", "out.sqlite").output.contains(
                "<p>These days were made with 2 different sets of options.</p>"))
        #expect(
            try call(small, "status", "out.sqlite").output.contains(
                "made with 2 different sets of options; how many days with today's, says: trackmill status PIPELINE"))
    }

    @Test func `a report lets no device id become HTML`() throws {
        let small = try troublesome()
        let page = try call(small, "report", "out.sqlite", "--title", "<b>Week</b> & more").output
        #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"))
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("<h1>&lt;b&gt;Week&lt;/b&gt; &amp; more</h1>"))
        // No address, nobody to name for it.
        #expect(!page.contains("Place names: GeoNames"))
        _ = try call(small, "report", "pipeline.yaml", "--day", "2025-06-02", "-o", "day.html")
        #expect(try !small.folder.text(of: "day.html").contains("<script>alert"))
    }

    // DESIGN lists the views; e3b0c442… is SHA-256 of no bytes (FIPS 180-4).
    @Test func `a digest has a hash of each view and one of all`() throws {
        let small = try troublesome()
        let lines = try call(small, "digest", "out.sqlite").outputLines
        let names = lines.map { $0.split(separator: " ")[1] }
        #expect(
            names == [
                "fixes", "history", "trips", "gaps", "stays", "places", "map_clusters", "devices", "addresses", "days", "rejects",
                "all",
            ])
        #expect(lines.allSatisfy { $0.prefix { $0.isHexDigit }.count == 64 })
        #expect(lines[3] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  gaps (0 rows)")
        #expect(try call(small, "digest", "out.sqlite", "--view", "stays").output == String(lines[4].prefix(64)) + "\n")
        #expect(try call(small, "digest", "pipeline.yaml").outputLines == lines)
    }

    @Test func `status says what ran, the sums and the rejects`() throws {
        let small = try troublesome()
        let found = try call(small, "status", "out.sqlite").output
        #expect(found.contains("small, UTC"))
        #expect(found.contains("2025-06-01 to 2025-06-02: 2 days, 42 rows, exit 0"))
        #expect(found.contains("42 rows in = 41 kept + 0 thinned + 1 rejected; each of them adds up"))
        #expect(found.contains("42 rows = 41 kept + 0 thinned + 1 rejected + 0 waiting; each of them adds up"))
        #expect(found.contains("rejected   1 null-island"))
        #expect(try !call(small, "status", "pipeline.yaml").output.contains("other options"))
        let changed = try Program.run(["status", "pipeline.yaml", "--set", "find-stays.radius='80 m'"], in: small.folder)
        #expect(changed.output.contains("2 of them made with other options"))
    }
}

extension Double {
    /// The whole number it is.
    var exactInteger: Int? { Int(exactly: self) }
}

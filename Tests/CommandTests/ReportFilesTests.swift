import Foundation
import SQLite
import Testing

/// Issue 14: which reports a run writes, and with which options.
@Suite struct ReportFilesTests {
    private func pipeline(_ reports: [String], kinds: String = "{pet: {color: \"#112233\"}}") throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}"],
            top: ["kinds: \(kinds)", "reports:"] + reports.map { "  - \($0)" })
        for day in 1...6 {
            let name = "2025-06-0\(day)"
            try small.log(
                name, header: "device,time,lat,lon,kind",
                (0..<10).flatMap { i in ["a", "../b/c"].map { "\($0),\(name)T08:0\(i):00Z,39.9,116.4,pet" } })
        }
        return small
    }

    private func change(_ small: SmallPipeline, _ from: String, _ to: String) throws {
        let text = try small.folder.text(of: "pipeline.yaml")
        try #require(text.contains(from))
        try small.folder.write(text.replacing(from, with: to), to: "pipeline.yaml")
    }

    /// When each file of a folder was written, by name.
    private func moments(_ small: SmallPipeline, _ folder: String) throws -> [String: Date] {
        let names = try small.folder.names(in: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: small.folder(folder + "/" + name))
                return (name, try #require(attributes[.modificationDate] as? Date))
            })
    }

    // MARK: Kinds

    @Test func `a run writes the kinds; one without colour or glyph gets them`() throws {
        let small = try pipeline([], kinds: "{pet: {color: \"#112233\", glyph: Pt, priority: low}, bicycle: {}}")
        #expect(try small.run().status == 0)
        #expect(
            try small.lines("SELECT number, name, color, glyph, priority FROM kinds ORDER BY number") == [
                "0,pet,#112233,Pt,250", "1,bicycle,#1F78B4,B,750",
            ])
    }

    @Test func `a changed colour makes no day anew, and every report`() throws {
        let small = try pipeline(["csv: {table: days, to: \"out/{date}.csv\"}"])
        #expect(try small.run().status == 0)
        let before = try moments(small, "out")
        #expect(before.count == 6)
        let unchanged = try small.run()
        #expect(unchanged.status == 0 && unchanged.outputLines.first == "days      none: nothing is new or changed")
        #expect(try moments(small, "out") == before)
        try change(small, "#112233", "#445566")
        let run = try small.run()
        #expect(run.status == 0 && run.outputLines.first == "days      none: nothing is new or changed")
        let after = try moments(small, "out")
        #expect(after.count == 6 && after.allSatisfy { before[$0.key].map { $0 < $0 } != true && before[$0.key] != $0.value })
        #expect(try small.lines("SELECT color FROM kinds") == ["#445566"])
    }

    // MARK: One by one

    @Test func `reports that are written are not written again by the run after one that was stopped`() throws {
        // The third day's file cannot be written: it is a folder by then.
        let small = try pipeline(["csv: {table: days, to: \"out/{date}.csv\"}"])
        try small.folder.write("", to: "out/2025-06-03.csv/x")
        #expect(try small.run().status == 73)
        #expect(try small.folder.names(in: "out") == ["2025-06-01.csv", "2025-06-02.csv", "2025-06-03.csv"])
        let before = try moments(small, "out")
        try FileManager.default.removeItem(atPath: small.folder("out/2025-06-03.csv"))
        #expect(try small.run().status == 0)
        let after = try moments(small, "out")
        #expect(after.count == 6)
        #expect(after["2025-06-01.csv"] == before["2025-06-01.csv"] && after["2025-06-02.csv"] == before["2025-06-02.csv"])
        #expect(try small.lines("SELECT (SELECT count(*) FROM _day_to_report), (SELECT count(*) FROM _report_done)") == ["0,0"])
    }

    @Test func `a day that changes after a stop has its report written again`() throws {
        let small = try pipeline(["csv: {table: days, to: \"out/{date}.csv\"}"])
        try small.folder.write("", to: "out/2025-06-03.csv/x")
        #expect(try small.run().status == 73)
        let before = try moments(small, "out")
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", ["a,2025-06-01T08:00:00Z,39.9,116.4,pet"])
        // It writes the report of the first day, and meets the folder again.
        #expect(try small.run("--from", "2025-06-01", "--to", "2025-06-01").status == 73)
        try FileManager.default.removeItem(atPath: small.folder("out/2025-06-03.csv"))
        #expect(try small.run().status == 0)
        let after = try moments(small, "out")
        #expect(after["2025-06-01.csv"] != before["2025-06-01.csv"] && after["2025-06-02.csv"] == before["2025-06-02.csv"])
        #expect(try small.folder.text(of: "out/2025-06-01.csv").split(separator: "\n").count == 2)
    }

    // MARK: Devices

    @Test func `one page a device, whose name leads nowhere else`() throws {
        let small = try pipeline(["html: {to: \"out/{device}.html\"}"])
        let run = try small.run()
        #expect(run.status == 0, "\(run.errors)")
        #expect(try small.folder.names(in: "out") == ["%2E.%2Fb%2Fc.html", "a.html"])
        let page = try PageContent(small.folder.text(of: "out/%2E.%2Fb%2Fc.html"))
        #expect(try page.devices() == ["../b/c"])
        #expect(page.data["onlyDevices"] as? [String] == ["../b/c"])
    }

    @Test func `what has no devices cannot be written for each`() throws {
        let small = try pipeline(["csv: {table: addresses, to: \"out/{device}.csv\"}"])
        let check = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(check.status == 78)
        #expect(
            check.errors.contains("'to' is out/{device}.csv, but addresses has no devices; leave {device} out."),
            "\(check.errors)")
    }

    // MARK: Options

    @Test func `options of the map are checked, each with its place`() throws {
        let small = try pipeline([
            "html: {to: out/a.html, compas: hidden, scale: sometimes, history: {lines: played, longst: 1 day}, tiles: {url: ftp://x/{z}}, most: 1}"
        ])
        let text = try small.folder.text(of: "pipeline.yaml").replacing("url: ftp://x/{z}", with: "url: \"ftp://x/{z}\"")
        try small.folder.write(text, to: "pipeline.yaml")
        let check = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(check.status == 78)
        for sentence in [
            "html has no option 'compas'. Did you mean 'compass'?",
            "'scale' is 'sometimes'; it may be adaptive, visible, hidden.",
            "'lines' is 'played'; it may be none, all, as-played. Did you mean 'as-played'?",
            "history has no option 'longst'. Did you mean 'longest'?", "tiles wants 'attribution': a text.",
            "'url' is 'ftp://x/{z}'; it may be such as https://tiles.example.org/{z}/{x}/{y}.png.",
            "'most' is 1; it may be a whole number from 2 to 5000000.",
        ] { #expect(check.errors.contains(sentence), "\(sentence)\n\(check.errors)") }
    }

    @Test func `options of the pipeline file and flags give the same page`() throws {
        let small = try pipeline([
            """
            html: {to: out/a.html, title: T, compass: hidden, compass-corner: top-left, scale: adaptive, scale-align: trailing, scale-corner: bottom-right, tilt: off, \
            history: {show: first, lines: as-played, longest: 2 h}, language: zh, tiles: {url: "https://t.example/{z}/{x}/{y}.png", attribution: "© <T>", crs: gcj02}}
            """
        ])
        #expect(try small.run().status == 0)
        let run = try PageContent(small.folder.text(of: "out/a.html"))
        let flags = [
            "--title", "T", "--compass", "hidden", "--compass-corner", "top-left", "--scale", "adaptive", "--scale-align",
            "trailing",
            "--scale-corner", "bottom-right", "--tilt", "off", "--history-show", "first", "--history-lines", "as-played",
            "--history-longest", "2 h", "--language", "zh", "--tiles-url", "https://t.example/{z}/{x}/{y}.png",
            "--tiles-attribution", "© <T>", "--tiles-crs", "gcj02",
        ]
        let outcome = try Program.run(["report", "out.sqlite"] + flags, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let page = try PageContent(outcome.output)
        let options = try page.section("options")
        #expect(NSDictionary(dictionary: options) == NSDictionary(dictionary: try run.section("options")))
        #expect(options["compass"] as? String == "hidden" && options["scaleAlign"] as? String == "trailing")
        #expect(options["compassCorner"] as? String == "top-left" && options["scaleCorner"] as? String == "bottom-right")
        #expect(options["tilt"] as? Bool == false && options["scale"] as? String == "adaptive")
        let history = try #require(options["history"] as? [String: Any])
        #expect(history["show"] as? String == "first" && history["lines"] as? String == "as-played")
        #expect(history["longestMs"] as? Int == 7_200_000)
        for text in [page.text, run.text] {
            #expect(text.contains("<html lang=\"zh\" data-language=\"zh\" data-map="))
            #expect(
                text.contains("img-src data: blob: https://t.example; ")
                    && text.contains("connect-src blob: data: https://t.example; "))
            #expect(text.contains("© &lt;T&gt;."))
        }
        #expect(try !Program.run(["report", "out.sqlite"], in: small.folder).output.contains("t.example"))
    }

    @Test func `a wrong flag of a map is told as the option is`() throws {
        let small = try pipeline([])
        #expect(try small.run().status == 0)
        let outcome = try Program.run(["report", "out.sqlite", "--compass", "no"], in: small.folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: 'compass' is 'no'; it may be adaptive, visible, hidden.\n")
    }

    @Test func `a basemap of one's own stands in the page, and one that is none is refused`() throws {
        let small = try pipeline([])
        #expect(try small.run().status == 0)
        try small.folder.write("{\"type\":\"FeatureCollection\",\"features\":[]}", to: "own.geojson")
        let page = try PageContent(Program.run(["report", "out.sqlite", "--basemap", "own.geojson"], in: small.folder).output)
        #expect(try (page.section("basemap")["own"] as? [String: Any])?["type"] as? String == "FeatureCollection")
        try small.folder.write("[1]", to: "own.geojson")
        let refused = try Program.run(["report", "out.sqlite", "--basemap", "own.geojson"], in: small.folder)
        #expect(refused.status == 64)
        #expect(
            refused.errors.hasSuffix(
                "trackmill: 'basemap' is own.geojson, which is no GeoJSON of features. Give it a FeatureCollection in WGS-84.\n"))
    }

    // MARK: The library

    @Test func `a library that is another release is refused, and one that is named must be there`() throws {
        let small = try pipeline([])
        #expect(try small.run().status == 0)
        try small.folder.write("x", to: "library/maplibre-gl.js")
        try small.folder.write("x", to: "library/maplibre-gl.css")
        // printf x | sha256sum
        let hash = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
        for (arguments, environment) in [(["--map-library", "library"], [:]), ([], ["TRACKMILL_MAP_LIBRARY": "library"])] {
            let outcome = try Program.run(["report", "out.sqlite"] + arguments, in: small.folder, environment: environment)
            #expect(outcome.status == 64)
            #expect(
                outcome.errors
                    == "trackmill: library/maplibre-gl.js is not that of MapLibre GL JS 5.24.0: its SHA-256 is \(hash), not 45a9b07a9189ce56054c620a947ccf41e291e58c95e9b61533b740aaa65ee5cb. To fetch it anew: make vendor-map\n"
            )
        }
        let missing = try Program.run(["report", "out.sqlite", "--map-library", "nowhere"], in: small.folder)
        #expect(missing.status == 64)
        #expect(
            missing.errors
                == "trackmill: 'map-library' is nowhere, which does not hold maplibre-gl.js and maplibre-gl.css. To fetch them: make vendor-map\n"
        )
    }

    // MARK: Days left

    @Test func `a page names the damaged files and the days that were left`() throws {
        let small = try pipeline([])
        #expect(try small.run().status == 0)
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-02.csv"))
        try small.log("2025-06-04", ["a,b"], suffix: ".csv")
        _ = try small.run("--from", "2025-06-02", "--to", "2025-06-02")
        let page = try PageContent(
            Program.run(["report", "out.sqlite", "--from", "2025-06-01", "--to", "2025-06-03"], in: small.folder).output)
        let left = try #require(try page.section("summary")["left"] as? [[String]])
        #expect(left.count == 1 && left[0][0] == "2025-06-02")
        #expect(
            left[0][1].hasPrefix("2025-06-02 was left as it is: logs/2025-06-02.csv made it and is gone. Bring it back, or: "))
        #expect(page.text.contains("<p class=\"warning\" data-day=\"2025-06-02\">2025-06-02 was left as it is: "))
        let other = try PageContent(Program.run(["report", "out.sqlite", "--day", "2025-06-01"], in: small.folder).output)
        #expect(try (other.section("summary")["left"] as? [Any])?.isEmpty == true)
    }
}

import Foundation
import Testing

/// `export --crs` and `export --page-size`, through the real program.
@Suite struct ConvertedExportTests {
    /// A device that rests at Tiananmen and goes 2 km north. 39.907255, 116.3913859 is 39.915, 116.404 in BD-09 (docs/coordinates.md).
    private func pipeline() throws -> SmallPipeline {
        let small = try SmallPipeline(
            stages: [
                "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips", "find-places: {min-stays: 1}",
                "cluster-for-map: {of: stays, zooms: 8..12}",
            ])
        let rows = (0..<40).map { "a,\(time($0 * 60)),\(39.907255 + Double(max(0, $0 - 19)) * 0.001),116.3913859" }
        try small.log("2025-06-01", rows)
        try small.runWell()
        return small
    }

    private func export(_ small: SmallPipeline, _ arguments: String...) throws -> String {
        let outcome = try Program.run(["export", "out.sqlite"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        return outcome.output
    }

    /// Columns of positions say the system that they were converted to.
    private func named(_ column: String, _ system: String) -> String { system == "wgs84" ? column : "\(column)_\(system)" }

    // BD-09: what published converters give for this place. Web Mercator: R · λ and R · asinh(tan φ) with R = 6378137 m, by Python.
    @Test(arguments: [
        ("bd09", 39.915, 116.404, 2e-6), ("webmercator", 4_852_473.9676, 12_956_629.8111, 0.01),
        ("wgs84", 39.907255, 116.3913859, 1e-9),
        ("EPSG:3857", 4_852_473.9676, 12_956_629.8111, 0.01),
    ])
    func `positions of a CSV are converted`(system: String, latitude: Double, longitude: Double, tolerance: Double) throws {
        let fixes = Table(csv: try export(try pipeline(), "--table", "fixes", "--crs", system))
        let name = system.hasPrefix("EPSG") ? "webmercator" : system
        #expect(abs(try fixes.numbers(named("latitude", name))[0] - latitude) < tolerance)
        #expect(abs(try fixes.numbers(named("longitude", name))[0] - longitude) < tolerance)
    }

    @Test func `ends and boxes of trips are converted like any place`() throws {
        let small = try pipeline()
        let trips = Table(csv: try export(small, "--table", "trips", "--crs", "gcj02"))
        let fixes = Table(csv: try export(small, "--table", "fixes", "--crs", "gcj02"))
        let (first, last) = (try fixes.numbers("latitude_gcj02")[19], try fixes.numbers("latitude_gcj02")[39])
        #expect(try trips.numbers("start_latitude_gcj02") == [first] && trips.numbers("end_latitude_gcj02") == [last])
        #expect(try trips.numbers("south_gcj02") == [first] && trips.numbers("north_gcj02") == [last])
        #expect(try trips.numbers("west_gcj02") == [trips.numbers("start_longitude_gcj02")[0]])
        // The shift about Beijing is some 500 m.
        #expect(abs(first - 39.907255) > 0.001 && abs(first - 39.907255) < 0.01)
        let plain = Table(csv: try export(small, "--table", "trips"))
        #expect(try trips.texts("distance_m") == plain.texts("distance_m"))
    }

    @Test func `GeoJSON in another system says so`() throws {
        let small = try pipeline()
        let plain = try export(small, "--format", "geojson")
        #expect(plain.hasPrefix("{\"type\":\"FeatureCollection\",\"features\":["))
        #expect(try export(small, "--format", "geojson", "--crs", "wgs84") == plain)
        let metres = try export(small, "--format", "geojson", "--crs", "bd09mc")
        #expect(metres.hasPrefix("{\"type\":\"FeatureCollection\",\"crs_name\":\"bd09mc\",\"features\":["))
        let parsed = try JSONSerialization.jsonObject(with: Data(metres.utf8)) as? [String: Any]
        let feature = try #require((parsed?["features"] as? [[String: Any]])?.first)
        let position = try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
        let table = Table(csv: try export(small, "--crs", "bd09mc", "--device", "a"))
        // GeoJSON has 7 decimals.
        #expect(abs(try table.numbers("longitude_bd09mc")[0] - position[0]) < 1e-7)
        #expect(abs(try table.numbers("latitude_bd09mc")[0] - position[1]) < 1e-7)
        #expect(position[0] > 12_900_000 && position[1] > 4_800_000)
    }

    @Test func `a trip's line is converted`() throws {
        let small = try pipeline()
        func line(_ system: String) throws -> [[Double]] {
            let text = try export(small, "--table", "trips", "--format", "geojson", "--crs", system)
            let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let feature = try #require((parsed?["features"] as? [[String: Any]])?.first)
            return try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [[Double]])
        }
        let (degrees, metres) = (try line("wgs84"), try line("webmercator"))
        #expect(degrees.count == metres.count && degrees.count > 2)
        for (degree, metre) in zip(degrees, metres) { #expect(abs(metre[0] - degree[0] * 20_037_508.342789244 / 180) < 1e-6) }
    }

    @Test(arguments: [
        (["--crs", "nad27"], "--crs is 'nad27'; it may be wgs84, gcj02, bd09, bd09mc, webmercator."),
        (["--table", "kinds", "--crs", "gcj02"], "kinds has no positions that could be converted to gcj02."),
        (["--page-size", "0", "-o", "a.csv"], "--page-size is '0'; it wants a whole number above 0."),
        (["--page-size", "ten", "-o", "a.csv"], "--page-size is 'ten'; it wants a whole number above 0."),
        (["--page-size", "10"], "--page-size wants -o FILE, after which the files of rows are named."),
        (["--page-size", "10", "-o", "-"], "--page-size wants -o FILE, after which the files of rows are named."),
        (
            ["--page-size", "10", "-o", "fifo"],
            "fifo: is no file, after which others could be named; nothing was written. Choose another path."
        ),
        (["-o", ""], "-o wants the name of a file, or '-' for standard output."),
        (["-o", "a.gpx.gz"], "-o is 'a.gpx.gz', and exports are not packed: leave '.gz' out, and pack the file."),
        (["-o", "out.sqlite"], "out.sqlite: is the result file itself; nothing was written. Choose another path."),
        (
            ["-o", "out.sqlite-wal"],
            "out.sqlite-wal: belongs to the result file out.sqlite; nothing was written. Choose another path."
        ),
        (
            ["-o", "./out.sqlite.lock"],
            "./out.sqlite.lock: belongs to the result file out.sqlite; nothing was written. Choose another path."
        ),
        (["--page-size", "1", "-o", "p.csv"], "p-1.csv: is the result file itself; nothing was written. Choose another path."),
    ])
    func `what cannot be is refused`(arguments: [String], sentence: String) throws {
        let small = try pipeline()
        try FileManager.default.createSymbolicLink(atPath: small.folder("p-1.csv"), withDestinationPath: "out.sqlite")
        try #require(mkfifo(small.folder("fifo"), 0o600) == 0)
        let outcome = try Program.run(["export", "out.sqlite"] + arguments, in: small.folder)
        #expect(outcome.status == 64 && outcome.output == "" && outcome.errors == "trackmill: \(sentence)\n")
        // A reader leaves SQLite's own files behind.
        let names = try small.folder.names().filter { $0 != "out.sqlite-wal" && $0 != "out.sqlite-shm" }
        #expect(names == ["fifo", "logs", "out.sqlite", "out.sqlite.lock", "p-1.csv", "pipeline.yaml"])
        #expect(try small.result().text("SELECT count(*) FROM stays") == "1")
    }

    @Test func `the pipeline file and its result file are spared`() throws {
        let small = try pipeline()
        for command in ["export", "report"] {
            let outcome = try Program.run([command, "pipeline.yaml", "-o", "pipeline.yaml"], in: small.folder)
            #expect(outcome.status == 64)
            #expect(
                outcome.errors == "trackmill: pipeline.yaml: is the pipeline file; nothing was written. Choose another path.\n")
            #expect(try Program.run([command, "pipeline.yaml", "-o", "out.sqlite"], in: small.folder).status == 64)
        }
        #expect(try small.folder.text(of: "pipeline.yaml").hasPrefix("name: small"))
    }

    @Test(arguments: [("out.sqlite", "is the result file itself"), ("pipeline.yaml", "is the pipeline file")])
    func `a report of a run never falls on its result file or pipeline file`(name: String, what: String) throws {
        let small = try pipeline()
        let call = ["run", "pipeline.yaml", "--day", "2025-06-01", "--set"]
        let checked = try Program.run(call + ["reports=[{csv: {to: \(name)}}]"], in: small.folder)
        let sentence =
            "--set: 'to' is \(name), \(what.replacing("is ", with: "").replacing(" itself", with: "")); write the report elsewhere.\n"
        #expect(checked.status == 78 && checked.errors == sentence)
        // Where a link leads is seen when it is written.
        try FileManager.default.createSymbolicLink(atPath: small.folder("link.csv"), withDestinationPath: name)
        let outcome = try Program.run(call + ["reports=[{csv: {to: link.csv}}]"], in: small.folder)
        #expect(outcome.status == 73 && outcome.errors.contains("link.csv: \(what); nothing was written. Choose another path.\n"))
        #expect(try small.result().text("SELECT count(*) FROM stays") == "1")
        #expect(try small.folder.text(of: "pipeline.yaml").hasPrefix("name: small"))
    }

    @Test func `-o - is standard output`() throws {
        let small = try pipeline()
        #expect(try export(small, "-o", "-") == export(small))
        #expect(!small.folder.has("-"))
    }

    @Test(arguments: ["csv", "geojson"])
    func `pages are whole files of so many rows`(format: String) throws {
        let small = try pipeline()
        let whole = try export(small, "--table", "fixes", "--format", format)
        #expect(
            try export(small, "--table", "fixes", "--format", format, "--page-size", "15", "-o", "f.\(format)") == "")
        let pages = try (1...3).map { try small.folder.text(of: "f-\($0).\(format)") }
        #expect(try small.folder.names().filter { $0.hasPrefix("f") } == (1...3).map { "f-\($0).\(format)" })
        if format == "csv" {
            let lines = pages.map { $0.split(separator: "\n") }
            #expect(lines.map(\.count) == [16, 16, 11])
            #expect(lines.flatMap { $0.dropFirst() } == Array(whole.split(separator: "\n").dropFirst()))
        } else {
            let features = try pages.map { page in
                let parsed = try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any]
                return try #require(parsed?["features"] as? [[String: Any]]).count
            }
            #expect(features == [15, 15, 10])
        }
    }

    @Test func `a page of an earlier export that stands behind the last is told`() throws {
        let small = try pipeline()
        _ = try export(small, "--table", "fixes", "--page-size", "15", "-o", "f.csv")
        let outcome = try Program.run(
            ["export", "out.sqlite", "--table", "fixes", "--page-size", "20", "-o", "f.csv"], in: small.folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "trackmill: f-3.csv was there before; this export ends with f-2.csv.\n")
    }
}

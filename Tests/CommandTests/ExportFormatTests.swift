import Foundation
import Testing

/// Issue 17: formats of exports, through the real program. Tests/exports reads them with other programs.
@Suite struct ExportFormatTests {
    /// Three devices that rest together and leave one after the other, at 5 m/s.
    private func pipeline(reports: [String] = []) throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, speed: speed, kind: kind",
            stages: [
                "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips", "pick-history: {points: 3}",
                "find-places: {min-stays: 1}",
            ],
            top: reports.isEmpty ? [] : ["reports:"] + reports.map { "  - " + $0 })
        var rows: [String] = []
        for (number, device) in ["a", "../b", "c"].enumerated() {
            for i in 0..<40 {
                let north = Double(max(0, i - 19 - number)) * 0.0027
                rows.append("\(device),\(time(i * 60)),\(39.9 + north),116.4,\(north > 0 ? 5 : 0),van")
            }
        }
        try small.log("2025-06-01", header: "device,time,lat,lon,speed,kind", rows)
        try small.runWell()
        return small
    }

    private func export(_ small: SmallPipeline, _ arguments: String...) throws -> String {
        let outcome = try Program.run(["export", "out.sqlite"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    // One unit a column, and the unit in its name.
    @Test func `TJ-111 a speed has one unit in every format, and its name says it`() throws {
        let small = try pipeline()
        let csv = Table(csv: try export(small, "--table", "trips", "--columns", "device,max_speed_mps"))
        #expect(csv.columns == ["device", "max_speed_mps"])
        #expect(try csv.numbers("max_speed_mps") == [5, 5, 5])
        let lines = try export(small, "--table", "trips", "--columns", "max_speed_mps", "--format", "ndjson")
        #expect(lines == String(repeating: "{\"max_speed_mps\":5}\n", count: 3))
        #expect(try export(small, "--table", "trips", "--format", "geojson").contains("\"max_speed_mps\":5,"))
        #expect(try export(small, "--table", "fixes", "--format", "gpx").contains("<gpxtpx:speed>5</gpxtpx:speed>"))
        let page = try Program.run(["report", "out.sqlite"], in: small.folder).output
        #expect(page.contains("18 km/h") && !page.contains("5 m/s"))
    }

    @Test func `the name of the file says the format where nothing else does`() throws {
        let small = try pipeline()
        _ = try export(small, "--table", "stays", "-o", "s.geojson")
        #expect(try small.folder.text(of: "s.geojson") == export(small, "--table", "stays", "--format", "geojson"))
        _ = try export(small, "--table", "stays", "--format", "csv", "-o", "t.json")
        #expect(try small.folder.text(of: "t.json").hasPrefix("stay,day,device"))
    }

    @Test func `columns come in the order that is asked for`() throws {
        let small = try pipeline()
        #expect(
            try export(small, "--table", "days", "--columns", "kept, device") == "kept,device\n40,../b\n40,a\n40,c\n")
        #expect(
            try export(small, "--table", "stays", "--columns", "device", "--format", "geojson", "--device", "a").contains(
                "\"coordinates\":[116.4,39.9]},\"properties\":{\"device\":\"a\"}}"))
        let half = Table(csv: try export(small, "--table", "fixes", "--columns", "latitude", "--crs", "gcj02"))
        #expect(half.columns == ["latitude_gcj02"])
        #expect(
            try half.texts("latitude_gcj02")
                == Table(csv: export(small, "--table", "fixes", "--crs", "gcj02")).texts("latitude_gcj02"))
    }

    @Test(arguments: [
        (["--format", "xls"], "--format is 'xls'; it may be csv, ndjson, json, geojson, gpx, kml, gpkg, parquet."),
        (
            ["--format", "html"],
            "--format is 'html'; it may be csv, ndjson, json, geojson, gpx, kml, gpkg, parquet. A page is written by: trackmill report."
        ),
        (["--columns", "kinds"], "stays has no column 'kinds'. Did you mean 'kind'?"),
        (["--columns", "device,device"], "the column 'device' is asked for twice; name it once."),
        (["--format", "geojson", "--bom"], "--bom is an option of csv; geojson has none."),
        (
            ["--delimiter", "x"],
            "'delimiter' is 'x'; it may be comma, semicolon, tab, pipe, or one sign that is no letter, digit, quote, '.', '+' or '-'."
        ),
        (
            ["--decimal", "comma", "--delimiter", "comma"],
            "'delimiter' and 'decimal' are both a comma; choose another delimiter, such as ';'."
        ),
        (
            ["--format", "gpx", "--crs", "gcj02"],
            "gpx is in WGS-84 by its definition; leave the system out, or write csv or geojson."
        ),
        (
            ["--format", "kml", "--crs", "bd09"],
            "kml is in WGS-84 by its definition; leave the system out, or write csv or geojson."
        ),
        (
            ["--format", "gpkg", "--crs", "gcj02", "-o", "x"],
            "gpkg says which system its positions are in, and has no code for others; leave the system out, or write csv or geojson."
        ),
        (
            ["--format", "parquet", "--crs", "gcj02"],
            "parquet says that its positions are longitude and latitude, and has no code for others; leave the system out, or write csv or geojson."
        ),
        (
            ["--format", "gpx", "--page-size", "5", "-o", "x"],
            "gpx keeps a track whole in one file; leave the size of pages out, or write csv, ndjson, json or geojson."
        ),
        (
            ["--format", "kml", "--columns", "device"],
            "kml has elements of its own, no columns; leave the columns out, or write csv, ndjson or parquet."
        ),
        (
            ["--table", "gaps", "--format", "gpx"],
            "gaps cannot be gpx: its rows are no tracks or places. Write it as csv, or one of fixes, history, trips, stays, places, devices."
        ),
        (
            ["--format", "gpkg"],
            "standard output: is no file, and a GeoPackage is made in one; nothing was written. Choose another path."
        ),
        (["--table", "places", "--day", "2025-06-01", "--format", "parquet"], "places cannot be narrowed by day."),
        (["--table", "history", "--kind", "van", "--format", "kml"], "history cannot be narrowed by kind."),
        (["--cells", "geohash:6"], "--cells is for --table heat; stays has no cells."),
        (["--table", "heat", "--least-devices", "1"], "'least-devices' is 1; it may be a whole number from 2 to 1000000."),
        (["--table", "heat", "--device", "a"], "heat cannot be narrowed by device: it would say where one is."),
        (["--table", "heat", "--crs", "gcj02"], "heat has cells of WGS-84 degrees, which have no position in gcj02."),
    ])
    func `what cannot be is refused in a sentence`(arguments: [String], sentence: String) throws {
        let small = try pipeline()
        let outcome = try Program.run(["export", "out.sqlite"] + arguments, in: small.folder)
        #expect(outcome.status == 64 && outcome.output == "" && outcome.errors == "trackmill: \(sentence)\n")
    }

    // Three devices rest in one cell; of the ways north each fix is in a cell that fewer have.
    @Test func `heat has no cell of few devices, and says how many it left out`() throws {
        let small = try pipeline()
        let outcome = try Program.run(
            ["export", "out.sqlite", "--table", "heat", "--cells", "geohash:7", "--least-devices", "3", "--of", "stays"],
            in: small.folder)
        let table = Table(csv: outcome.output)
        #expect(table.columns == ["cell", "latitude", "longitude", "devices", "stays", "total_s"])
        // 39.9, 116.4 is wx4fb… (geohash.org).
        #expect(try table.texts("cell").allSatisfy { $0.hasPrefix("wx4") } && table.rows.count == 1)
        #expect(try table.numbers("devices") == [3] && table.numbers("stays") == [3])
        #expect(outcome.errors.contains("0 of 1 cells have fewer than 3 devices; they are left out, with 0 of 3 stays."))
        let none = try Program.run(["export", "out.sqlite", "--table", "heat"], in: small.folder)
        #expect(none.output == "cell,latitude,longitude,devices,fixes\n" && none.errors.hasSuffix("with 120 of 120 fixes.\n"))
        let hours = try export(small, "--table", "heat", "--hours", "--least-devices", "3", "--columns", "hour,devices")
        #expect(hours.hasPrefix("hour,devices\n0,3\n"))
    }

    @Test func `pages of JSON have an index`() throws {
        let small = try pipeline()
        _ = try export(small, "--table", "history", "--format", "json", "--page-size", "4", "-o", "h.json")
        #expect(
            try small.folder.text(of: "h-index.json")
                == "{\"total\":9,\"pages\":3,\"page_size\":4,\"from\":\"2025-06-01\",\"to\":\"2025-06-01\"}\n")
        _ = try export(
            small, "--table", "history", "--format", "json", "--page-size", "4", "-o", "h.json", "--from", "2025-05-01", "--to",
            "2025-05-02")
        #expect(
            try small.folder.text(of: "h-index.json")
                == "{\"total\":0,\"pages\":1,\"page_size\":4,\"from\":\"2025-05-01\",\"to\":\"2025-05-02\"}\n")
        #expect(try small.folder.text(of: "h-1.json") == "[\n]\n")
    }

    @Test func `a run writes every format, one a device where it is asked to, and none leaves its folder`() throws {
        let small = try pipeline(reports: [
            "ndjson: {table: places, to: \"out/{device}.ndjson\"}",
            "json: {table: history, page-size: 5, to: \"out/h-{device}.json\"}",
            "gpx: {table: fixes, to: \"out/{date}-{device}.gpx\"}", "kml: {table: trips, to: out/t.kml}",
            "gpkg: {table: stays, to: \"out/{device}.gpkg\"}",
            "parquet: {table: fixes, columns: [device, time_ms], to: out/f.parquet}",
            "csv: {table: rejects, to: \"out/r-{device}.csv\", delimiter: semicolon, bom: on}",
            "csv: {table: heat, least-devices: 3, to: \"out/heat-{date}.csv\"}",
            "geojson: {table: stays, kind: van, crs: gcj02, to: out/s.geojson}",
        ])
        let names = try FileManager.default.contentsOfDirectory(atPath: small.folder("out")).sorted()
        #expect(
            names == [
                "%2E.%2Fb.gpkg", "%2E.%2Fb.ndjson", "2025-06-01-%2E.%2Fb.gpx", "2025-06-01-a.gpx", "2025-06-01-c.gpx", "a.gpkg",
                "a.ndjson",
                "c.gpkg", "c.ndjson", "f.parquet", "h-%2E.%2Fb-1.json", "h-%2E.%2Fb-index.json", "h-a-1.json", "h-a-index.json",
                "h-c-1.json", "h-c-index.json", "heat-2025-06-01.csv", "r-%2E.%2Fb.csv", "r-a.csv", "r-c.csv", "s.geojson",
                "t.kml",
            ])
        #expect(
            try small.folder.names().filter { !["out", "logs", "pipeline.yaml"].contains($0) && !$0.hasPrefix("out.sqlite") }
                == [])
        let rejects = try #require(FileManager.default.contents(atPath: small.folder("out/r-a.csv")))
        #expect(Array(rejects.prefix(8)) == [0xEF, 0xBB, 0xBF] + Array("file;".utf8))
        #expect(try small.folder.text(of: "out/a.ndjson").split(separator: "\n").allSatisfy { $0.contains("\"device\":\"a\"") })
        #expect(try small.folder.text(of: "out/s.geojson").contains("\"crs_name\":\"gcj02\""))
    }

    @Test(arguments: [
        ("csv: {table: heat, to: \"h-{device}.csv\"}", "'to' is h-{device}.csv, but heat is of all devices; leave {device} out."),
        ("csv: {cells: geohash:6, to: h.csv}", "'cells' is for the table heat; stays has no cells."),
        ("gpx: {table: gaps, to: g.gpx}", "'table' is 'gaps'; it may be fixes, history, trips, stays, places, devices."),
        ("gpx: {table: stays, crs: gcj02, to: g.gpx}", "gpx has no option 'crs'."),
        ("kml: {table: history, kind: van, to: g.kml}", "'kind' is for views with kinds; history has no kinds."),
    ])
    func `check says what a format does not take`(report: String, sentence: String) throws {
        let small = try SmallPipeline(top: ["reports:", "  - " + report])
        let outcome = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(
            outcome.status == 78 && (outcome.output + outcome.errors).contains(sentence), "\(outcome.output + outcome.errors)")
    }
}

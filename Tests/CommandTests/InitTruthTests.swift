import Foundation
import Testing

private let sharedLogs = SharedReference.path("data")

/// Real logs (`../shared/data`): the pipeline that `init` writes for each, run as it is, gives the fixes that `truth.csv` says.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: sharedLogs + "/truth.csv"),
        "The real logs are not at \(sharedLogs); set TRACKMILL_SHARED to their folder."))
struct InitTruthTests {
    /// A file of each format, and what its log cannot tell, as the manifest's notes say it.
    static let cases: [(file: String, format: String, settings: [String])] = [
        ("csv/bus_liverpool_route14.csv", "csv", []), ("csv/opentracks_csv_export.csv", "csv", []),
        ("csv/trackintel_google_trajectory.csv", "csv", []), ("csv/trackintel_gpsies_trajectory.csv", "csv", []),
        ("csv/gpsbabel_iblue747.csv", "csv", []), ("csv/gpsbabel_v900_advanced_mode.csv", "csv", []),
        ("csv/dawarich_nsew_suffixes.csv", "csv", []), ("csv/dawarich_semicolon_eu.csv", "csv", []),
        ("csv/dawarich_unix_timestamps.csv", "csv", []), ("geolife/geolife_trajectory.csv", "csv", []),
        ("cn/transbigdata_traj2_shenzhen.csv", "csv", ["read[1].timezone=UTC"]),
        ("cn/mapv_wangfujin_bd09mc.csv", "csv", []), ("derived/geolife_20081028102805_bd09.csv.gz", "csv", []),
        ("derived/geolife_20081028002304_gcj02.csv.gz", "csv", []), ("derived/geolife_20081028102805_wgs84.csv.gz", "csv", []),
        ("derived/tdrive_layout_1.txt", "t-drive", ["read[1].timezone=UTC"]), ("csv/dawarich_gpslogger.csv", "gpslogger", []),
        ("csv/movebank_fisher_leroy.csv.gz", "movebank", []), ("csv/movebank_pet_cats_uk.csv.gz", "movebank", []),
        ("geolife/geolife_sample.txt.gz", "geolife-table", []), ("geolife/000_20081024020959.plt", "plt", []),
        ("geolife/003_20081024020227_crlf.plt", "plt", []), ("gpx/gpxpy_korita-zbevnica.gpx", "gpx", []),
        ("gpx/trackeR_20170708_run.gpx.gz", "gpx", []), ("nmea/signalk_gps.log.gz", "nmea", []),
        ("nmea/pynmeagps_pygpsdata-nmea2.log", "nmea", []), ("json/gpsbabel_semantic_2013_MAY.json", "google", []),
        // Two of its three entries name no device, as a run says.
        ("json/dawarich_google_records.json", "google", ["read[1].device=phone"]),
        ("json/dawarich_overland_geodata.json", "overland", []),
        ("owntracks/recorder_demo-iphone.rec", "owntracks", []), ("owntracks/dawarich_2024-03.rec", "owntracks", []),
    ]

    @Test(arguments: cases) func `meets the truth`(_ given: (file: String, format: String, settings: [String])) throws {
        let truth = try Self.truth(of: given.file)
        let folder = try TemporaryFolder()
        let name = "logs/" + (given.file.split(separator: "/").last.map(String.init) ?? "")
        try folder.copy(sharedLogs + "/" + given.file, to: name)
        let made = try Program.run(["init", name, "-o", "p.yaml"], in: folder)
        try #require(made.status == 0, "\(made.errors)")
        let text = try folder.text(of: "p.yaml")
        #expect(text.contains("\n    format: \(given.format)\n"), "\(text)")
        let checked = try Program.run(["check", "p.yaml"], in: folder)
        #expect(checked.status == 0 && checked.output == "p.yaml: good\n", "\(checked.errors)")
        let run = try Program.run(["run", "p.yaml", "--quiet"] + given.settings.flatMap { ["--set", $0] }, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let result = try openResult(folder("out/p.sqlite"))
        // Fixes that reading accepted: those that stages took away, too.
        let kept = Int(try result.text("select coalesce(sum(kept + thinned), 0) from days")) ?? -1
        let taken =
            Int(
                try result.text(
                    "select count(*) from rejects where reason in ('duplicate', 'duplicate-time', 'spike', 'inaccurate', 'too-few-satellites', 'near-zero')"
                )) ?? -1
        #expect("\(kept + taken)" == truth["fixes_with_time"], "\(run.errors) \(text)")
        for (column, wanted) in [("first_ms", "first_utc"), ("last_ms", "last_utc")] {
            let time = try isoMilliseconds(Self.milliseconds(truth[wanted] ?? ""))
            #expect(try result.text("select \(column) from input_files") == "\(time)")
        }
        // Positions are converted; all but a few kilometres stay where they were.
        let limits = try ["min_lat", "max_lat", "min_lon", "max_lon"].map { try number(truth[$0] ?? "") }
        guard abs(limits[0]) <= 90 else { return }
        let outside =
            "latitude < \(limits[0] - 0.02) or latitude > \(limits[1] + 0.02) or longitude < \(limits[2] - 0.02) or longitude > \(limits[3] + 0.02)"
        #expect(try result.text("select count(*) from fixes where \(outside)") == "0")
    }

    /// What is no log, or has no times, is refused by name.
    @Test(arguments: [
        ("cn/mapv_drive_bd09.txt", "is text in no format that is known"),
        ("bikes/xamarin_tandm_bikes.csv", "no column of it holds times"),
    ])
    func `refuses what is no log`(_ given: (file: String, words: String)) throws {
        let folder = try TemporaryFolder()
        try folder.copy(sharedLogs + "/" + given.file, to: "log")
        let made = try Program.run(["init", "log", "-o", "p.yaml"], in: folder)
        #expect(made.status == 65 && made.errors.contains(given.words) && !folder.has("p.yaml"), "\(made.errors)")
    }

    private static func truth(of file: String) throws -> [String: String] {
        let text = try String(contentsOfFile: sharedLogs + "/truth.csv", encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        // None of the columns up to the counts holds a comma.
        let columns = try #require(lines.first).prefix(14)
        let row = try #require(lines.first { $0[0] == file }, "truth.csv has no \(file).")
        return Dictionary(zip(columns.map { $0 }, row), uniquingKeysWith: { a, _ in a })
    }

    /// A time with a fraction of three digits, or with none.
    private static func milliseconds(_ time: String) -> String {
        guard let point = time.lastIndex(of: ".") else { return time }
        let digits = time[time.index(after: point)...].dropLast()
        return String(time[..<point]) + "." + String((digits + "00").prefix(3)) + "Z"
    }
}

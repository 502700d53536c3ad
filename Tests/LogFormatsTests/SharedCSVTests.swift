import Options
import Testing
import Tracks

@testable import LogFormats

/// Every file of delimited text in `../shared/data/MANIFEST.tsv`, read with a source as a user could write it, gives what `truth.csv` says of it.
@Suite(.enabled(if: SharedLogs.folder != nil, "../shared is not there")) struct SharedCSVTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var columns: [String: String] = [:]
        var options: [String: String] = [:]
        var testDescription: String { "\(file) \(options["format"] ?? "auto")" }
    }

    private static let tracks = [
        "device": "user_id", "time": "tracked_at", "latitude": "latitude", "longitude": "longitude", "altitude": "elevation",
        "accuracy": "accuracy",
    ]
    private static let derived = ["device": "device_id", "time": "time", "latitude": "lat", "longitude": "lon"]
    private static let day = "derived/geolife_20081028"

    /// Device, format, system and zone as the manifest's notes say; `auto` and the preset where there is one.
    static let cases: [Case] = [
        Case(file: "geolife/geolife_sample.txt.gz"),
        Case(file: "geolife/geolife_sample.txt.gz", options: ["format": "geolife-table"]),
        Case(file: "geolife/geolife_trajectory.csv", columns: tracks),
        Case(
            file: "cn/mapv_wangfujin_bd09mc.csv", columns: ["time": "time", "latitude": "lat", "longitude": "lng"],
            options: ["device": "grid", "crs": "bd09mc", "time-format": "yyyyMMddHHmmss", "extra": "count"]),
        Case(
            file: "cn/transbigdata_traj2_shenzhen.csv",
            columns: ["device": "id", "time": "time", "latitude": "lat", "longitude": "lon", "speed": "speed"],
            options: ["speed-unit": "km/h"]),
        Case(
            file: "csv/opentracks_csv_export.csv",
            columns: [
                "time": "#time", "latitude": "latitude", "longitude": "longitude", "altitude": "altitude",
                "accuracy": "accuracy_horizontal", "speed": "speed",
            ], options: ["device": "phone"]),
        Case(file: "csv/movebank_fisher_leroy.csv.gz"),
        Case(file: "csv/movebank_fisher_leroy.csv.gz", options: ["format": "movebank"]),
        Case(
            file: "csv/bus_liverpool_route14.csv",
            columns: [
                "device": "vehicle_id", "time": "timestamp", "latitude": "latitude", "longitude": "longitude",
                "course": "bearing",
            ]),
        Case(file: "csv/trackintel_google_trajectory.csv", columns: tracks),
        Case(file: "csv/trackintel_gpsies_trajectory.csv", columns: tracks),
        Case(
            file: "csv/gpsbabel_iblue747.csv",
            columns: [
                "date": "DATE", "clock": "TIME", "latitude": "LATITUDE", "longitude": "LONGITUDE", "altitude": "HEIGHT",
                "speed": "SPEED", "latitude-hemisphere": "N/S", "longitude-hemisphere": "E/W",
            ], options: ["device": "i747", "time-format": "yyyy/MM/dd HH:mm:ss", "speed-unit": "km/h"]),
        Case(
            file: "csv/gpsbabel_v900_advanced_mode.csv",
            columns: [
                "date": "DATE", "clock": "TIME", "latitude": "LATITUDE N/S", "longitude": "LONGITUDE E/W", "course": "HEADING",
            ], options: ["device": "v900", "time-format": "yyMMdd HHmmss"]),
        Case(
            file: "csv/dawarich_nsew_suffixes.csv",
            columns: ["time": "timestamp", "latitude": "LATITUDE N/S", "longitude": "LONGITUDE E/W", "altitude": "HEIGHT"],
            options: ["device": "a"]),
        Case(
            file: "csv/dawarich_semicolon_eu.csv",
            columns: ["time": "time", "latitude": "lat", "longitude": "lon", "altitude": "elevation", "speed": "speed"],
            options: ["device": "a", "decimal": "comma"]),
        Case(
            file: "csv/dawarich_unix_timestamps.csv",
            columns: ["device": "deviceid", "time": "timestamp", "latitude": "lat", "longitude": "lon", "accuracy": "accuracy"]),
        Case(file: "csv/dawarich_gpslogger.csv", options: ["device": "a"]),
        Case(file: "csv/dawarich_gpslogger.csv", options: ["device": "a", "format": "gpslogger"]),
        Case(file: "csv/movebank_pet_cats_uk.csv.gz"),
        Case(file: "csv/movebank_pet_cats_uk.csv.gz", options: ["format": "movebank"]),
        Case(
            file: "bikes/xamarin_tandm_bikes.csv",
            columns: ["time": "type", "latitude": "lat", "longitude": "lon"], options: ["device": "a"]),
        Case(file: "\(day)102805_wgs84.csv.gz", columns: derived), Case(file: "\(day)002304_wgs84.csv.gz", columns: derived),
        Case(file: "\(day)102805_gcj02.csv.gz", columns: derived, options: ["crs": "gcj02"]),
        Case(file: "\(day)002304_gcj02.csv.gz", columns: derived, options: ["crs": "gcj02"]),
        Case(file: "\(day)102805_bd09.csv.gz", columns: derived, options: ["crs": "bd09"]),
        Case(file: "\(day)002304_bd09.csv.gz", columns: derived, options: ["crs": "bd09"]),
        // Its times are GeoLife's, of UTC, in T-Drive's layout, whose own are Beijing's.
        Case(file: "derived/tdrive_layout_1.txt", options: ["timezone": "UTC"]),
        Case(file: "derived/tdrive_layout_1.txt", options: ["timezone": "UTC", "format": "t-drive"]),
    ]

    @Test(arguments: cases) func `gives what is known of it`(_ given: Case) throws {
        let truth = try #require(SharedLogs.truths[given.file])
        let options = try source(columns: given.columns, given.options.mapValues { .scalar($0) })
        let log = try SharedLogs.read(given.file, options, device: options.device)
        let rejected = log.reading.rejected
        #expect(log.fixes.count == truth.fixesWithTime, "\(rejected) \(log.reading.damage ?? "")")
        // Rows without a time and those whose cell of the time holds something else.
        #expect(Int(rejected[.badTime] ?? 0) == truth.fixes - truth.fixesWithTime)
        #expect(Int(rejected[.noPosition] ?? 0) == truth.noPosition)
        let others = rejected.filter { ![.noPosition, .badTime].contains($0.key) }.values.reduce(0, +)
        #expect(Int(others) == truth.malformed)
        #expect(log.reading.firstFix == truth.first && log.reading.lastFix == truth.last)
        guard truth.fixesWithTime > 0 else { return }
        let (latitudes, longitudes) = (log.fixes.readLatitudes, log.fixes.readLongitudes)
        let box = [latitudes.min(), longitudes.min(), latitudes.max(), longitudes.max()].map { $0 ?? .nan }
        for (found, wanted) in zip(box, truth.box) { #expect(abs(found - wanted) < 5e-8, "\(box) \(truth.box)") }
    }

    /// `cn/mapv_drive_bd09.txt`: flat lines of lon,lat,lon,lat without times are no log.
    @Test func `a file of flat lines is refused by name`() throws {
        let log = try SharedLogs.read("cn/mapv_drive_bd09.txt", source(columns: [:]))
        #expect(log.reading.rows == 0)
        #expect(
            log.reading.damage?.hasPrefix("is text in no format that is known, and its source has no 'columns'; it begins '116.4")
                == true)
    }

    /// T-Drive's times are Beijing's, eight hours ahead of UTC.
    @Test(arguments: ["auto", "t-drive"]) func `times of T-Drive are Beijing's`(format: String) throws {
        let beijing = TimeZoneRules(name: "Asia/Shanghai", changes: [Int64.min], offsets: [8 * 3_600_000])
        let log = try SharedLogs.read(
            "derived/tdrive_layout_1.txt", source(columns: [:], ["format": .scalar(format)]), zones: ["Asia/Shanghai": beijing])
        #expect(log.reading.firstFix == isoTime("2008-10-23T09:58:54Z", zone: .utc) && log.devices.allSatisfy { $0 == "1" })
    }
}

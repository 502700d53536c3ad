import Geodesy
import Options
import Testing
import Tracks

@testable import LogFormats

@Suite struct SourceOptionsTests {
    private func messages(
        _ options: [String: Node.Content],
        columns: [String: String] = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"]
    ) -> [String] {
        do {
            _ = try source(columns: columns, options)
            return []
        } catch let problems as Problems {
            return problems.list.map(\.what)
        } catch {
            return ["\(error)"]
        }
    }

    private func cells(_ options: SourceOptions) -> CellOptions { options.formats.last?.cells ?? CellOptions() }

    @Test func `has the defaults of the design`() throws {
        let options = try source()
        #expect(options.late == 0 && options.settle == 600_000 && options.rejectsKept == 10_000)
        #expect(options.notBefore == CalendarDay("1990-01-01"))
        #expect(options.system == .wgs84 && options.systemColumn == nil && !options.mayNeedConversion)
        #expect(
            options.timezone == "UTC" && cells(options).speedUnit == "m/s" && cells(options).delimiter == nil
                && cells(options).timeFormat == .automatic)
        #expect(!options.repairsWeekRollover && !options.keepsNullIsland && !options.isRequired)
        #expect(options.fixColumns == [])
    }

    @Test func `reads what is given`() throws {
        let options = try source([
            "late": .scalar("2 days"), "settle": .scalar("0 s"), "not-before": .scalar("2001-02-03"), "crs": .scalar("gcj02"),
            "delimiter": .scalar("tab"),
            "required": .scalar("on"), "time-format": .scalar("milliseconds"),
        ])
        #expect(options.late == 172_800_000 && options.settle == 0 && options.notBefore == CalendarDay("2001-02-03"))
        #expect(options.system == .gcj02 && options.mayNeedConversion && cells(options).delimiter == 9 && options.isRequired)
        #expect(cells(options).timeFormat == .sinceEpoch(perSecond: 1000))
    }

    @Test func `says which columns lack`() {
        #expect(
            messages([:], columns: ["device": "id", "latitude": "lat"]) == [
                "'columns' lacks longitude, time (or date and clock)."
            ])
        #expect(
            messages([:], columns: ["date": "d", "latitude": "lat", "longitude": "lon"]) == [
                "'columns' lacks time (or date and clock), device."
            ])
    }

    @Test func `two keys cannot name one column`() {
        let given = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lat"]
        let found = messages([:], columns: given)
        #expect(
            found == ["'columns.longitude' is 'lat', as 'columns.latitude' is; each wants a column of its own."]
                || found == ["'columns.latitude' is 'lat', as 'columns.longitude' is; each wants a column of its own."])
        let kind = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "speed": "v", "kind": "v"]
        #expect(messages([:], columns: kind) == [])
        #expect(messages(["extra": .sequence([text("a"), text("b"), text("a")])]) == ["'extra' has 'a' twice; once is enough."])
    }

    @Test func `a time is told in one way`() {
        let both = ["device": "id", "time": "t", "date": "d", "clock": "c", "latitude": "lat", "longitude": "lon"]
        #expect(messages([:], columns: both) == ["'columns' has time and date; it wants time, or date and clock."])
    }

    private func text(_ text: String) -> Node { Node(.scalar(text), mark: Mark(line: 1, column: 1)) }

    @Test(arguments: [
        ("dd/MM/yyyy hh:mm", "h without a, or a without h; h is an hour of 12 and a says AM or PM"),
        ("dd/MM/yyyy HH:mm a", "h without a, or a without h; h is an hour of 12 and a says AM or PM"),
        (
            "yyy-MM-dd",
            "'yyy'; it may be made of yyyy, yy, MMM, MM, M, dd, d, HH, H, hh, h, a, mm, m, ss, s, S, T and what is no letter"
        ),
        ("yyyy-MM-ddTHH:mm:ssZ", "'Z'; leave it out, an offset behind the pattern is read without it"),
        ("yyyy-MM-ddTHH:mm:ss XXX", "'XXX'; leave it out, an offset behind the pattern is read without it"),
        (
            "yyyy-MM-dd HH:MM",
            "'MM' after another part of that letter; each part may stand once, MM is the month and mm the minute"
        ),
    ])
    func `a pattern of times has letters that mean something`(pattern: String, fault: String) {
        #expect(messages(["time-format": .scalar(pattern)]) == ["'time-format' has \(fault)."])
    }

    @Test(arguments: ["dd/MM/yyyy HH:mm:ss", "yyyy-MM-ddTHH:mm:ss.SSS", "d.M.yy H:m:s,S", "yyyyMMdd", "yy年MM月dd日"])
    func `patterns of times that are read`(pattern: String) {
        #expect(messages(["time-format": .scalar(pattern)]) == [])
    }

    @Test func `says what is wrong with its values`() {
        #expect(
            messages(["device": .scalar("x")], columns: ["divice": "id", "time": "t", "latitude": "a", "longitude": "o"]) == [
                "'columns' has no key 'divice'. Did you mean 'device'?"
            ])
        #expect(
            messages(["crs": .scalar("mars2000")]) == [
                "'crs' is 'mars2000'; it may be wgs84, gcj02, bd09, bd09mc, webmercator, or {column: …, default: …}."
            ])
        #expect(messages(["delimiter": .scalar("ab")]) == ["'delimiter' is 'ab'; it may be one ASCII character, or tab."])
        #expect(
            messages(["not-before": .scalar("1850-01-01")])
                == ["'not-before' is '1850-01-01'; it may be a day from 1881-01-01 to 2059-09-18, such as 1990-01-01."])
        #expect(
            messages(["time-format": .scalar("unix")])
                == [
                    "'time-format' is 'unix'; it may be auto, seconds, milliseconds, microseconds (or 'seconds since 2000-01-01'), or a pattern such as dd/MM/yyyy HH:mm:ss."
                ])
        #expect(
            messages(["format": .scalar("igc")]) == [
                "'format' is 'igc'; it may be auto, nmea, plt, fit, gpx, kml, tcx, google, overland, owntracks, traccar-json, geojson, movebank, geolife-table, traccar-csv, t-drive, owntracks-csv, gpslogger, ndjson, csv."
            ])
    }
}

import LogFormats
import Testing

@testable import LogSurvey

/// How several logs become sources.
@Suite struct SourceGroupTests {
    private func day(_ day: String, hour: Int = 8, name: String = "a") -> [UInt8] {
        Array(("id,time,lat,lon\n" + rows(30) { "\(name),\(day)T\(two(hour)):\(two($0)):00Z,52.\($0 + 10),13.4" }).utf8)
    }

    private func gpx(_ day: String) -> [UInt8] {
        Array(
            ("<gpx><trk><trkseg>"
                + rows(30) { "<trkpt lat=\"52.\($0 + 10)\" lon=\"13.4\"><time>\(day)T08:\(two($0)):00Z</time></trkpt>" }
                + "</trkseg></trk></gpx>").utf8)
    }

    @Test func `days of one folder are one source`() throws {
        let found = try survey([("gps-20250601.csv", day("2025-06-01")), ("gps-20250602.csv", day("2025-06-02"))])
        #expect(found.lines.filter { $0.hasPrefix("files:") } == ["files: \"gps-{date:yyyyMMdd}.csv\""])
        #expect(found.lines.contains("files-dated-in: UTC") && found.lines.contains("late: 2 days"))
        #expect(!found.lines.contains { $0.hasPrefix("settle") })
        #expect(found.seen.contains { $0.hasSuffix("its times fit the day in its name, of UTC") })
    }

    @Test func `a day that the times do not fit is none`() throws {
        let found = try survey([("export-2025-07-01.csv", day("2025-06-01"))])
        #expect(found.lines.contains("files: export-2025-07-01.csv"))
        #expect(found.lines.contains("settle: 0 s"))
        #expect(
            found.seen.contains { $0.contains("its times do not fit the day 2025-07-01 in its name, so it may hold any day") })
    }

    @Test func `logs that are written otherwise are sources of their own`() throws {
        let other = Array(
            ("imei;time;latitude;longitude\n" + rows(30) { "7;2025-06-01T08:\(two($0)):00Z;52.\($0 + 10);13.4" }).utf8)
        let found = try survey([("a/2025-06-01.csv", day("2025-06-01")), ("b/2025-06-01.csv", other)])
        #expect(found.lines.filter { $0.hasPrefix("files:") } == ["files: \"a/{date}.csv\"", "files: \"b/{date}.csv\""])
    }

    @Test func `the part in which names differ is the device where no row names one`() throws {
        let found = try survey([("bus-1-2025-06-01.gpx", gpx("2025-06-01")), ("bus-2-2025-06-01.gpx", gpx("2025-06-01"))])
        #expect(found.lines.contains("files: \"bus-{device}-{date}.gpx\""))
        #expect(found.asks("whether this part of the path is the device"))
        #expect(!found.lines.contains { $0.hasPrefix("device:") })
    }

    @Test func `a log without a device is named after its file`() throws {
        let found = try survey([("walk 2025-06-01.gpx", gpx("2025-06-01"))])
        #expect(found.lines.contains("device: walk") && found.lines.contains("format: gpx"))
        #expect(found.asks("the id of the device"))
    }

    @Test func `many undated logs become one pattern, few are named`() throws {
        let few = try survey([("a.csv", day("2025-06-01")), ("b.csv", day("2025-06-02"))])
        #expect(few.lines.contains("files: [a.csv, b.csv]"))
        let many = try survey(["a", "b", "c", "d"].map { ("log-\($0).csv", day("2025-06-01")) })
        #expect(many.lines.contains("files: \"log-*.csv\""))
    }

    @Test func `logs that cannot be read are named with the reason`() throws {
        let found = try survey([
            ("a.csv", day("2025-06-01")), ("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 500)),
            ("empty.csv", []),
        ])
        #expect(found.text != nil && found.unread.count == 2)
        #expect(found.unread[0].contains("photo.jpg: looks like an image, which is no log"))
        #expect(found.unread[1].hasSuffix("empty.csv: is empty; nothing tells what its rows will be."))
        let missing = LogSurvey(of: ["/nowhere/a.csv"], SurveyOptions(formats: formats))
        #expect(missing.unread == ["/nowhere/a.csv: cannot be opened: No such file or directory."] && missing.isAbsent)
    }

    @Test func `devices that report seldom get a longer gap`() throws {
        let text = "id,time,lat,lon\n" + rows(40) { "a,\(1_748_764_800 + $0 * 1800),52.\($0 + 10),13.4" }
        #expect(try survey(text).lines.contains("find-stays: {radius: 150 m, at-least: 20 min, gap: 90 min, excursion: 10 min}"))
    }

    @Test func `only the beginning of a long log is read`() throws {
        // 12 MB: more than the 8 MB that are looked at.
        let row = "a,2025-06-01T08:00:00Z,52.5,13.4,\(String(repeating: "x", count: 960))\n"
        let text = "id,time,lat,lon,note\n" + String(repeating: row, count: 12_000)
        let found = try survey(text)
        let line = try #require(found.seen.first { $0.contains(" fixes of 1 device in its first 8 MB") })
        // Behind the 21 bytes of the header a row has 994; the last one is cut and no reject.
        #expect(line.contains(": 8,439 fixes") && !found.seen.contains { $0.contains("rejected: ") }, "\(found.seen)")
    }
}

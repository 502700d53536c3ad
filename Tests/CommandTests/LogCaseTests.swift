import Foundation
import Testing

/// Cases of other projects about reading, from `cases.jsonl` (the id names the case; its source is a bug report there). Where a case
/// and RULES or DESIGN use different words or statuses, those of RULES and DESIGN hold.
@Suite struct LogCaseTests {
    private let columns = "device: device, time: time, latitude: lat, longitude: lon"

    // MARK: Parsing

    @Test func `TJ-046 semicolons in a quoted cell do not change the delimiter`() throws {
        let small = try SmallPipeline(read: ["extra: [note]"])
        try small.log(
            "2025-06-01", header: "\"device\",\"time\",\"lat\",\"lon\",\"note\"", ["a,\(time(0)),31.2,121.4,\"a; b; c\""])
        try small.runWell()
        #expect(try small.lines("SELECT latitude, longitude, extra FROM fixes") == ["31.2,121.4,{\"note\":\"a; b; c\"}"])
    }

    @Test func `TJ-047 the header is skipped once`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4", "a,\(time(1)),31.2,121.4"])
        try small.runWell()
        #expect(try small.lines("SELECT rows, kept, rejected FROM input_files") == ["2,2,0"])
        // A header that stands in the middle is a row that says nothing: a reject that is counted.
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4", "device,time,lat,lon", "a,\(time(1)),31.2,121.4"])
        try small.runWell()
        #expect(try small.lines("SELECT line, reason, text FROM rejects") == ["3,repeated-header,device,time,lat,lon"])
    }

    @Test func `TJ-049 a number with points between its thousands is bad-number`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.46166,116.4", "a,\(time(1)),3.946.166.666.660,116.4"])
        try small.runWell()
        #expect(try small.lines("SELECT line, reason, field, value FROM rejects") == ["3,bad-number,latitude,3.946.166.666.660"])
        #expect(try small.lines("SELECT latitude FROM fixes") == ["39.46166"])
    }

    @Test func `TJ-051 the last cell keeps no carriage return`() throws {
        let small = try SmallPipeline(columns: columns + ", kind: type")
        try small.folder.write("device,time,lat,lon,type\r\na,\(time(0)),31.2,121.4,vehicle\r\n", to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(try small.lines("SELECT kind = 'vehicle', count(*) FROM fixes") == ["1,1"])
    }

    @Test func `TJ-052 a last line without its end is read`() throws {
        let small = try SmallPipeline()
        try small.folder.write(
            "device,time,lat,lon\na,\(time(0)),31.2,121.4\na,\(time(9)),31.3,121.45", to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(try small.lines("SELECT latitude, longitude FROM fixes") == ["31.2,121.4", "31.3,121.45"])
    }

    // MARK: gzip

    @Test func `TJ-056 every member of a gzip file is read`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz")
        // The second begins in the middle of a row.
        let parts = ["device,time,lat,lon\na,\(time(0)),31.2,121.4\na,\(time(1)),31", ".2,121.4\na,\(time(2)),31.2,121.4\n"]
        try small.folder.write(parts.flatMap { gzip(Array($0.utf8)) }, to: "logs/2025-06-01.csv.gz")
        try small.runWell()
        #expect(try small.lines("SELECT time_ms - 1748736000000 FROM fixes") == ["0", "1000", "2000"])
    }

    // Expected: what zlib itself unpacks of the bytes that are left.
    @Test func `TJ-057 a gzip file that is cut off gives the rows before the cut`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz")
        var text = "device,time,lat,lon\n"
        for i in 0..<20_000 {
            text += "d\(i % 7),\(time(i)),\(30 + Double(i &* 7919 % 9973) / 1e4),\(110 + Double(i &* 104_729 % 9973) / 1e4)\n"
        }
        let packed = gzip(Array(text.utf8))
        let cut = Array(packed.prefix(packed.count * 6 / 10))
        try small.folder.write(cut, to: "logs/2025-06-01.csv.gz")
        try small.folder.write("device,time,lat,lon\na,2025-06-02T12:00:00Z,39.9,116.4\n", to: "logs/2025-06-02.csv.gz")
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("logs/2025-06-01.csv.gz: ends inside a gzip block"), "\(outcome.errors)")
        #expect(outcome.errors.contains("\(cut.count)"), "\(outcome.errors)")
        let whole = gunzip(cut).count { $0 == 10 } - 1
        #expect(whole > 10_000)
        #expect(try small.lines("SELECT day, sum(kept) FROM days GROUP BY day") == ["2025-06-01,\(whole)", "2025-06-02,1"])
        // What is left of the row that was cut is a reject, not a fix.
        #expect(try small.lines("SELECT line, reason FROM rejects") == ["\(whole + 2),not-a-row"])
    }

    // MARK: Files

    @Test func `TJ-059 a day whose pattern matches no file has no rows and is no error`() throws {
        let small = try SmallPipeline(files: "logs/{date}/*.csv.gz")
        try small.folder.write("device,time,lat,lon\na,\(time(0)),31.2,121.4\n", to: "logs/2025-06-01/a.csv.gz")
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == ["no log for 2025-06-02: nothing matches logs/{date}/*.csv.gz."])
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,1"])
    }

    // MARK: Times

    @Test func `TJ-031 times with and without a fraction are 17 ms apart`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,2025-06-01T18:20:45.983+02:00,31.2,121.4", "a,2025-06-01T18:20:46+02:00,31.2,121.4"])
        try small.runWell()
        #expect(
            try small.lines("SELECT max(time_ms) - min(time_ms), min(time_utc), max(time_utc) FROM fixes") == [
                "17,2025-06-01T16:20:45.983Z,2025-06-01T16:20:46.000Z"
            ])
    }

    @Test(arguments: [
        "2026-13-45T99:99:99Z", "2025-02-29T00:00:00Z", "2025-06-01T24:00:00Z", "yesterday", "2025-06-01T00:00:00+99:00", "NaN",
    ])
    func `TJ-032 a time that is none is bad-time`(text: String) throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(text),31.2,121.4", "a,\(time(0)),31.2,121.4"])
        try small.runWell()
        #expect(try small.lines("SELECT line, day, device, reason, value FROM rejects") == ["2,,,bad-time,\(text)"])
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["1"])
    }

    @Test func `TJ-036 two rows of one second divide nothing by zero`() throws {
        let small = try SmallPipeline(
            stages: [
                "drop-spikes: {speed: 70 m/s}", "find-stays: {radius: 100 m, at-least: 1 min}", "split-trips",
                "pick-history: {by: mean}",
            ])
        try small.log(
            "2025-06-01",
            ["a,\(time(0)),31.2,121.4", "a,\(time(0)),31.20003,121.4", "a,\(time(100)),31.2,121.4", "b,\(time(0)),31.2,121.4"])
        try small.runWell()
        #expect(try small.lines("SELECT line, reason FROM rejects") == ["3,duplicate-time"])
        for view in ["fixes", "history", "trips", "stays", "days", "devices"] {
            let found = try Program.run(["export", "out.sqlite", "--table", view], in: small.folder)
            #expect(found.outputLines.count > 1 || view == "trips", "\(view)")
            let cells = found.output.lowercased().split { $0 == "," || $0.isNewline }
            #expect(!cells.contains { ["nan", "-nan", "inf", "-inf"].contains($0) }, "\(view)")
        }
    }

    // RULES 2.1: the millisecond that a time lies in.
    @Test func `TJ-037 a time finer than a millisecond is rounded down once`() throws {
        let small = try SmallPipeline()
        let seconds = ["31.250000477", "31.2509999", "31.251", "31.2519999999999"]
        try small.log("2025-06-01", seconds.map { "a,2025-06-01T00:00:\($0)Z,31.2,121.4" })
        try small.runWell()
        #expect(try small.lines("SELECT time_ms - 1748736000000 FROM fixes") == ["31250", "31251"])
        #expect(try small.lines("SELECT rows FROM input_files") == ["4"])
        #expect(try small.lines("SELECT line, reason FROM rejects ORDER BY line") == ["3,duplicate", "5,duplicate"])
    }

    @Test func `TJ-021 a fix of the future is rejected`() throws {
        let dated = try SmallPipeline()
        try dated.log("2025-06-01", ["a,2031-01-01T00:00:00Z,31.2,121.4", "a,\(time(0)),31.2,121.4"])
        try dated.runWell()
        #expect(try dated.lines("SELECT line, reason FROM rejects") == ["2,ahead-of-file"])
        let undated = try SmallPipeline(files: "logs/*.csv")
        try undated.log("units", ["a,\(time(0)),31.2,121.4", "a,2031-01-01T00:00:00Z,31.2,121.4"])
        try undated.folder.setModification(of: "logs/units.csv", to: "2025-06-02T00:00:00Z")
        try undated.runWell()
        #expect(try undated.lines("SELECT line, reason FROM rejects") == ["3,future"])
        #expect(try undated.lines("SELECT count(*) FROM fixes") == ["1"])
    }
}

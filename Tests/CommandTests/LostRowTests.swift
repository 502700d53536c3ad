import Foundation
import Testing

/// Issue 11, "Rows that vanish": what a run says of files whose rows it could not use.
@Suite struct LostRowTests {
    private func bad(_ count: Int) -> [String] { (10..<10 + count).map { "A,01/06/2025 10:\($0),31,121" } }

    @Test func `NC-08 a file of which no row can be used is damaged, also with --quiet`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", bad(30))
        try small.log("2025-06-02", ["A,2025-06-02T00:00:00Z,31,121"])
        let outcome = try small.run("--quiet")
        #expect(outcome.status == 65)
        #expect(
            outcome.errorLines == [
                "logs/2025-06-01.csv: none of its 30 rows can be used: 30 are bad-time, the first in line 2, 'A,01/06/2025 10:10,31,121'. 'time-format: dd/MM/yyyy HH:mm' of the source would read it. Then: trackmill run pipeline.yaml"
            ])
        #expect(
            try small.lines("SELECT file, state, rows, rejected FROM input_files ORDER BY 1") == [
                "logs/2025-06-01.csv,damaged,30,30", "logs/2025-06-02.csv,whole,1,0",
            ])
    }

    @Test func `status lists the rejects of a log of which no day could be made`() throws {
        let small = try SmallPipeline(files: "logs/log.csv", read: ["settle: 0 s"])
        try small.log("log", bad(2))
        #expect(try small.run().status == 65)
        #expect(try small.lines("SELECT count(*) FROM rejects") == ["0"])
        let lines = try Program.run(["status", "out.sqlite", "--rejects"], in: small.folder).outputLines
        #expect(
            lines.filter { $0.hasPrefix("reject ") } == [
                "reject     logs/log.csv:2: bad-time, time '01/06/2025 10:10': A,01/06/2025 10:10,31,121",
                "reject     logs/log.csv:3: bad-time, time '01/06/2025 10:11': A,01/06/2025 10:11,31,121",
            ])
        #expect(try !Program.run(["status", "out.sqlite"], in: small.folder).output.contains("reject  "))
    }

    @Test func `a file of which less than half can be used is told, also with --quiet, and the run is done`() throws {
        let small = try SmallPipeline(columns: "device: device, time: time, latitude: lat, longitude: lon, speed: note")
        try small.log("2025-06-01", header: "device,time,lat,lon,note", bad(3).map { $0 + ",1" } + ["A,\(time(0)),31,121,fast"])
        let outcome = try small.run("--quiet")
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.hasPrefix("logs/2025-06-01.csv: 3 of its 4 rows are rejected: 3 are bad-time") == true)
        #expect(outcome.errorLines.last?.hasPrefix("logs/2025-06-01.csv: 1 of its 1 cells of 'speed' are no numbers") == true)
    }

    @Test func `a GBK log keeps its two devices, and explain shows their rows`() throws {
        let small = try SmallPipeline(read: ["encoding: gbk"])
        let rows: [UInt8] = [0xD5, 0xC5, 0xC8, 0xFD] + Array(",\(time(0)),31,121\n".utf8) + [0xC0, 0xEE, 0xCB, 0xC4]
        try small.folder.write(
            Array("device,time,lat,lon\n".utf8) + rows + Array(",\(time(0)),31,121\n".utf8), to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(try small.lines("SELECT device FROM fixes ORDER BY 1") == ["张三", "李四"])
        let outcome = try Program.run(
            ["explain", "pipeline.yaml", "--device", "李四", "--time", time(0)], in: small.folder)
        #expect(outcome.output.contains("李四,\(time(0)),31,121"), "\(outcome.output)\(outcome.errors)")
    }

    @Test func `NC-19 an alarm of a time that another row has, too, is kept through thinning`() throws {
        let small = try SmallPipeline(
            read: ["extra: [alarm]"], stages: ["thin: {every: 1 min, watch: [alarm]}", "simplify: {tolerance: 10 m}"])
        try small.log(
            "2025-06-01", header: "device,time,lat,lon,alarm",
            [
                "A,\(time(0)),31,121,", "A,\(time(10)),31,121,", "A,\(time(10)),31,121,sos", "A,\(time(20)),31,121,",
                "A,\(time(300)),31,121,",
            ])
        try small.runWell()
        #expect(
            try small.lines("SELECT (time_ms / 1000) % 86400 FROM fixes ORDER BY 1") == ["0", "10", "20", "300"])
        #expect(try small.lines("SELECT line, reason FROM rejects") == ["3,duplicate-time"])
        #expect(try small.lines("SELECT extra FROM fixes WHERE extra IS NOT NULL") == [#"{"alarm":"sos"}"#])
    }

    @Test func `NC-20 a run names the hour that comes twice`() throws {
        let small = try SmallPipeline(read: ["timezone: Europe/Berlin"])
        try small.log("2025-10-26", ["A,2025-10-26 02:30:00,31,121", "A,2025-10-26 02:40:00+01:00,31,121"])
        let outcome = try small.run("--from", "2025-10-26")
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines == [
                "logs/2025-10-26.csv: 1 of its times, the first 2025-10-26 02:30:00 in line 2, say no offset and lie in an hour that comes twice in Europe/Berlin; each was taken as the first of the two."
            ])
    }
}

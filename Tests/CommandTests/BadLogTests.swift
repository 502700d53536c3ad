import Foundation
import Testing

/// "Bad input" of issue 3: logs that are missing or damaged. Exit statuses are those of DESIGN.md (sysexits).
@Suite struct BadLogTests {
    private let row = "a,\(time(0)),39.9,116.4"

    @Test func `a day without a log is said and is no error`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", [row])
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == ["no log for 2025-06-02: nothing matches logs/{date}.csv."])
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,1"])
    }

    @Test func `a day without a log of a required source is 66`() throws {
        let small = try SmallPipeline(read: ["required: true"])
        try small.log("2025-06-01", [row])
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("no log for 2025-06-02"), "\(outcome.errors)")
        #expect(outcome.errors.contains("required"), "\(outcome.errors)")
        #expect(try small.run("--day", "2025-06-01").status == 0)
    }

    @Test func `a dated run without any file is 66 and makes nothing`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", [row])
        let before = try small.folder.names()
        let outcome = try small.run("--from", "2025-07-01", "--to", "2025-07-02")
        #expect(outcome.status == 66)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("2025-07-01 to 2025-07-02"), "\(outcome.errors)")
        #expect(outcome.errors.contains("logs/{date}.csv"), "\(outcome.errors)")
        #expect(try small.folder.names() == before)
    }

    // DESIGN: an undated run with nothing new exits 0.
    @Test func `a run without dates and with nothing new is 0`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", [row])
        #expect(try small.run().status == 0)
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("nothing is new or changed"))
    }

    // DESIGN: 0 bytes are a whole file without rows.
    @Test(arguments: [".csv", ".csv.gz"])
    func `an empty file is a whole file without rows`(suffix: String) throws {
        let small = try SmallPipeline(files: "logs/{date}\(suffix)")
        try small.log("2025-06-01", [row], suffix: suffix)
        try small.folder.write([UInt8](), to: "logs/2025-06-02\(suffix)")
        try small.runWell("2025-06-01", to: "2025-06-02")
        #expect(
            try small.lines("SELECT file, rows FROM input_files ORDER BY file") == [
                "logs/2025-06-01\(suffix),1", "logs/2025-06-02\(suffix),0",
            ])
    }

    @Test func `text under the name of a gzip file is 65, and the other files go on`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz")
        try small.log("2025-06-01", [row], suffix: ".csv.gz")
        try small.folder.write(
            Array("device,time,lat,lon\na,2025-06-02T00:00:00Z,39.9,116.4\n".utf8), to: "logs/2025-06-02.csv.gz")
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errorLines.first?.hasPrefix("logs/2025-06-02.csv.gz: is no gzip file") ?? false, "\(outcome.errors)")
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,1"])
    }

    @Test func `a header that lacks a mapped column is 65 and names the columns there are`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", header: "device,time,latitude,lon", [row])
        try small.log("2025-06-02", ["a,2025-06-02T00:00:00Z,39.9,116.4"])
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errorLines.first?.hasPrefix("logs/2025-06-01.csv: has no column 'lat'") ?? false, "\(outcome.errors)")
        for column in ["device", "time", "latitude", "lon"] { #expect(outcome.errors.contains("'\(column)'"), "\(column)") }
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-02,1"])
    }

    // DESIGN: other bytes behind the gzip data are damage; what stands before them is kept.
    @Test func `other bytes behind the gzip data are 65, and the rows before them are kept`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz")
        let packed = gzip(Array("device,time,lat,lon\n\(row)\n".utf8))
        try small.folder.write(packed + Array("rubbish".utf8), to: "logs/2025-06-01.csv.gz")
        let outcome = try small.run("--day", "2025-06-01")
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.first?.hasPrefix("logs/2025-06-01.csv.gz: ") ?? false, "\(outcome.errors)")
        #expect(outcome.errors.contains("byte \(packed.count)"), "\(outcome.errors)")
        #expect(try small.lines("SELECT kept FROM days") == ["1"])
    }

    @Test func `a damaged file is named by status until it is whole again`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.gz")
        let packed = gzip(Array("device,time,lat,lon\n\(row)\n".utf8))
        try small.folder.write(Array(packed.dropLast(12)), to: "logs/2025-06-01.csv.gz")
        #expect(try small.run("--day", "2025-06-01").status == 65)
        #expect(try Program.run(["status", "out.sqlite"], in: small.folder).output.contains("damaged    logs/2025-06-01.csv.gz"))
        try small.folder.write(packed, to: "logs/2025-06-01.csv.gz")
        #expect(try small.run("--day", "2025-06-01").status == 0)
        #expect(try !Program.run(["status", "out.sqlite"], in: small.folder).output.contains("damaged"))
        #expect(try small.lines("SELECT kept FROM days") == ["1"])
    }

    // Rule 1.3: an undated run names each file that it left alone and until when.
    @Test func `a file that may still grow is left alone and named`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 1 day"])
        try small.folder.write("device,time,lat,lon\n\(row)\n", to: "logs/a.csv")
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.first?.hasPrefix("logs/a.csv was left alone until ") ?? false, "\(outcome.errors)")
        #expect(outcome.errors.contains("run with --from/--to to read it now"), "\(outcome.errors)")
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["0"])
        #expect(try small.run("--day", "2025-06-01").status == 0)
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["1"])
    }

    // Rule 4.3: files that are gone keep their days; a dated run leaves the day, names it and exits 66.
    @Test func `a day whose file is gone stays as it is`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", [row])
        try small.log("2025-06-02", ["a,2025-06-02T00:00:00Z,39.9,116.4"])
        try small.runWell("2025-06-01", to: "2025-06-02")
        let before = try digest(of: "out.sqlite", in: small.folder)
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-02.csv"))
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("2025-06-02 was left as it is: logs/2025-06-02.csv"), "\(outcome.errors)")
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
        #expect(try small.run().status == 0)
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
    }

    // Rule 4.3: a day would have fewer rows than it was made from.
    @Test func `a file that shrank is 65 without dates and taken with dates`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", [row, "a,\(time(60)),39.9,116.4"])
        #expect(try small.run().status == 0)
        try small.log("2025-06-01", [row])
        let outcome = try small.run()
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("logs/2025-06-01.csv gave more rows before"), "\(outcome.errors)")
        #expect(try small.lines("SELECT kept FROM days") == ["2"])
        try small.runWell()
        #expect(try small.lines("SELECT kept FROM days") == ["1"])
    }
}

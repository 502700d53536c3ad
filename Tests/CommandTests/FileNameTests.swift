import Foundation
import Testing

/// Rule 1.1: which names are logs, and which name of several.
@Suite struct FileNameTests {
    private static let whole = (0..<600).map { "A,\(1_768_212_000 + $0 * 10),\(31 + Double($0) * 0.001),121\n" }.joined()
    private static let log = "device,time,lat,lon\n" + whole

    private func small(_ files: String = "logs/{date}.csv*", read: [String] = []) throws -> SmallPipeline {
        try SmallPipeline(files: files, read: read)
    }

    private func half(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(bytes.count / 2)) }

    private func remove(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.removeItem(atPath: small.folder(name))
    }

    @Test(arguments: [".part", ".tmp", ".partial", ".filepart", ".crdownload", ".swp", "~"])
    func `NC-12: an upload at work is no log, whatever it is called`(ending: String) throws {
        let small = try small()
        let packed = gzip(Array(Self.log.utf8))
        try small.folder.write(half(packed), to: "logs/2026-01-12.csv.gz\(ending)")
        let first = try small.run()
        #expect(first.status == 66)
        try remove("logs/2026-01-12.csv.gz\(ending)", of: small)
        try small.folder.write(packed, to: "logs/2026-01-12.csv.gz")
        #expect(try small.run().status == 0)
        #expect(try small.run("--quiet").errorLines == [])
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["600"])
    }

    @Test func `a pattern that spells it out takes it`() throws {
        let small = try small("logs/{date}.csv.part")
        try small.folder.write(Self.log, to: "logs/2026-01-12.csv.part")
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["600"])
    }

    @Test func `NC-13: a run that meets gzip at work reads the plain file, and later the packed one`() throws {
        let small = try small()
        let packed = gzip(Array(Self.log.utf8))
        try small.folder.write(Self.log, to: "logs/2026-01-12.csv")
        try small.folder.write(half(packed), to: "logs/2026-01-12.csv.gz")
        let first = try small.run()
        #expect(first.status == 0)
        #expect(
            first.errorLines == [
                "logs/2026-01-12.csv.gz was left alone: logs/2026-01-12.csv beside it is the log."
            ])
        let wanted = try digest(of: "out.sqlite", in: small.folder)
        try remove("logs/2026-01-12.csv", of: small)
        try small.folder.write(packed, to: "logs/2026-01-12.csv.gz")
        #expect(try small.run().status == 0)
        #expect(try small.run("--quiet").errorLines == [])
        #expect(try digest(of: "out.sqlite", in: small.folder) == wanted)
        #expect(try small.run("--set", "stages=[thin: {every: 1 min}]").status == 0)
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["101"])
    }

    @Test func `NC-14: of gzip -k the plain file is the log; without it the packed one makes the day anew`() throws {
        let small = try small()
        try small.folder.write(Self.log, to: "logs/2026-01-12.csv")
        try small.folder.write(Self.log, to: "logs/2026-01-12.csv.gz")
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["600,0"])
        try remove("logs/2026-01-12.csv", of: small)
        #expect(try small.run().status == 0)
        #expect(try small.run("--set", "stages=[thin: {every: 1 min}]").status == 0)
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["101"])
        #expect(try small.lines("SELECT file, state FROM input_files") == ["logs/2026-01-12.csv.gz,whole"])
    }

    @Test func `NC-15: a link to the newest log is that log under another name`() throws {
        let small = try small("logs/*.csv", read: ["settle: 0 s"])
        try small.log("d12", ["A,2026-01-12T10:00:00Z,31,121", "A,2026-01-12T10:01:00Z,31,121"])
        try FileManager.default.createSymbolicLink(atPath: small.folder("logs/latest.csv"), withDestinationPath: "d12.csv")
        let first = try small.run()
        #expect(first.status == 0)
        #expect(first.errorLines == ["logs/latest.csv was left alone: it is logs/d12.csv under another name."])
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["2,0"])
        try small.log("d13", ["A,2026-01-13T10:00:00Z,31,121"])
        try remove("logs/latest.csv", of: small)
        try FileManager.default.createSymbolicLink(atPath: small.folder("logs/latest.csv"), withDestinationPath: "d13.csv")
        for _ in 1...2 {
            let next = try small.run("--quiet")
            #expect(next.status == 0)
            #expect(next.errorLines == [])
        }
        #expect(try small.lines("SELECT day, kept, rejected FROM days") == ["2026-01-12,2,0", "2026-01-13,1,0"])
    }

    @Test func `a hard link is read once, and a name that sorts first may wander`() throws {
        let small = try small("logs/*.csv", read: ["settle: 0 s"])
        try small.log("d12", ["A,2026-01-12T10:00:00Z,31,121", "x,never,31,121"])
        try FileManager.default.linkItem(atPath: small.folder("logs/d12.csv"), toPath: small.folder("logs/current.csv"))
        #expect(try small.run().status == 0)
        let wanted = try small.lines("SELECT day, kept, rejected FROM days")
        #expect(wanted == ["2026-01-12,1,0"])
        try small.log("d13", ["A,2026-01-13T10:00:00Z,31,121"])
        try remove("logs/current.csv", of: small)
        try FileManager.default.linkItem(atPath: small.folder("logs/d13.csv"), toPath: small.folder("logs/current.csv"))
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT day, kept, rejected FROM days") == wanted + ["2026-01-13,1,0"])
        #expect(try small.lines("SELECT file, reason FROM rejects") == ["logs/d12.csv,bad-time"])
    }

    @Test func `two spellings of one accent are two logs`() throws {
        let small = try small("logs/*.csv", read: ["settle: 0 s"])
        try small.log("caf\u{E9}", ["A,2026-01-12T10:00:00Z,31,121"])
        try small.log("cafe\u{301}", ["B,2026-01-12T10:00:00Z,31,121"])
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT count(*) FROM input_files") == ["2"])
        #expect(try small.lines("SELECT device FROM fixes") == ["A", "B"])
    }

    @Test func `a log that is renamed from one spelling of an accent to another leaves what a new database holds`() throws {
        let small = try small("logs/*.csv", read: ["settle: 0 s"])
        try small.log("caf\u{E9}", ["A,2026-01-12T10:00:00Z,31,121", "A,never,31,121"])
        #expect(try small.run().status == 0)
        try FileManager.default.moveItem(atPath: small.folder("logs/caf\u{E9}.csv"), toPath: small.folder("logs/cafe\u{301}.csv"))
        #expect(try small.run().status == 0)
        #expect(try small.run("--set", "write.sqlite=new.sqlite").status == 0)
        #expect(try digest(of: "out.sqlite", in: small.folder) == digest(of: "new.sqlite", in: small.folder))
    }

    @Test func `a kind that changes its spelling of an accent is another kind`() throws {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind", read: ["settle: 0 s"],
            stages: ["find-stays: {radius: 150 m, at-least: 20 min, gap: 30 min}", "split-trips"])
        let header = "device,time,lat,lon,kind"
        func rows(_ kind: String) -> [String] {
            [
                "A,2026-01-12T10:00:00Z,31,121,\(kind)", "A,2026-01-12T10:25:00Z,31,121,\(kind)",
                "A,2026-01-12T10:40:00Z,31.5,121,\(kind)",
            ]
        }
        try small.log("2026-01-12", header: header, rows("v\u{E9}lo"))
        #expect(try small.run().status == 0)
        try small.log("2026-01-12", header: header, rows("ve\u{301}lo"))
        #expect(try small.run().status == 0)
        #expect(try small.run("--set", "write.sqlite=new.sqlite").status == 0)
        #expect(try digest(of: "out.sqlite", in: small.folder) == digest(of: "new.sqlite", in: small.folder))
    }
}

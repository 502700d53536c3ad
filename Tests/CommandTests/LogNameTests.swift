import Foundation
import Testing

/// Nothing is dropped in silence: files whose names look like those of logs and that cannot be read as such.
@Suite struct LogNameTests {
    private func small() throws -> SmallPipeline {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        return small
    }

    @Test func `a file whose name tells no day is named`() throws {
        let small = try small()
        try small.log("2025-02-30", ["a,\(time(0)),31.2,121.4"])
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == ["logs/2025-02-30.csv was left alone: its name tells no day. Rename it, then run again."])
    }

    // GBK: 北.csv.
    @Test func `a file whose name is no UTF-8 is named and ends the run with 65`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 0 s"])
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        let name = Array(small.folder("logs/").utf8) + [0xB1, 0xB1] + Array(".csv".utf8) + [0]
        let file = try #require(name.withUnsafeBytes { fopen($0.baseAddress?.assumingMemoryBound(to: CChar.self), "w") })
        fclose(file)
        let outcome = try small.run()
        #expect(outcome.status == 65)
        #expect(
            outcome.errorLines == ["logs/\u{FFFD}\u{FFFD}.csv was left alone: its name is no UTF-8. Rename it, then run again."])
        #expect(try small.lines("SELECT kept FROM days") == ["1"])
    }

    @Test(.timeLimit(.minutes(2))) func `a folder, a link to nothing and a pipe are named and not waited for`() throws {
        let small = try small()
        try FileManager.default.createDirectory(atPath: small.folder("logs/2025-06-02.csv"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: small.folder("logs/2025-06-03.csv"), withDestinationPath: "/nowhere/a.csv")
        #expect(mkfifo(small.folder("logs/2025-06-04.csv"), 0o600) == 0)
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines == [
                "logs/2025-06-02.csv was left alone: it is a folder. Logs in it are read where 'files' goes on behind it, such as with /*.",
                "logs/2025-06-03.csv was left alone: it is a link to what is not there. Mend or remove the link, then run again.",
                "logs/2025-06-04.csv was left alone: it is no file but a pipe or a device, which is not waited for. Write what comes from it to a file.",
            ])
        #expect(try small.lines("SELECT file FROM input_files") == ["logs/2025-06-01.csv"])
    }

    @Test func `a link to nothing is named also where the pattern is its name`() throws {
        let small = try SmallPipeline(files: "logs/a.csv")
        try small.folder.write("", to: "logs/b.csv")
        try FileManager.default.createSymbolicLink(atPath: small.folder("logs/a.csv"), withDestinationPath: "/nowhere/a.csv")
        let outcome = try small.run()
        #expect(outcome.errors.contains("logs/a.csv was left alone: it is a link to what is not there."), "\(outcome.errors)")
    }

    /// Rule 1.1: of names that differ by a suffix of compression only, the one without it is the log.
    @Test(arguments: [".gz", ".zst", ".bz2", ".xz"]) func `a packed file beside the plain one is left alone`(suffix: String)
        throws
    {
        let small = try SmallPipeline(files: "logs/{date}.csv*")
        try small.log("2025-06-01", ["a,\(time(0)),31.2,121.4"])
        try small.folder.write(Array("no log".utf8), to: "logs/2025-06-01.csv\(suffix)")
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines == [
                "logs/2025-06-01.csv\(suffix) was left alone: logs/2025-06-01.csv beside it is the log."
            ])
        #expect(try small.lines("SELECT kept, rejected FROM days") == ["1,0"])
    }

    /// Frames of one raw block (RFC 8878, 3.1.1): descriptor 0, a window of 1 KB, then 3 bytes of block header: last, raw, size.
    @Test func `a log of zstd is read, and input_files says at which byte it broke`() throws {
        let small = try SmallPipeline(files: "logs/{date}.csv.zst")
        let text = Array("device,time,lat,lon\na,\(time(0)),31.2,121.4\n".utf8)
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0, UInt8(text.count & 31) << 3 | 1, UInt8(text.count >> 5), 0] + text
        try small.folder.write(frame, to: "logs/2025-06-01.csv.zst")
        try small.folder.write(frame + [1, 2, 3], to: "logs/2025-06-02.csv.zst")
        let outcome = try small.run()
        #expect(outcome.status == 65)
        #expect(
            try small.lines("SELECT file, state, damage_offset FROM input_files ORDER BY file") == [
                "logs/2025-06-01.csv.zst,whole,", "logs/2025-06-02.csv.zst,damaged,\(frame.count)",
            ])
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["1"])
    }
}

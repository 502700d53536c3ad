import Foundation
import SQLite
import Store
import Testing

/// Rule 4.3, by hand: files that are gone, renamed, compressed, copied or shorter, and what deletes their rows.
@Suite struct GoneFileTests {
    private static let advice =
        "2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone. Bring it back, or: trackmill run pipeline.yaml --day 2025-06-01 --remove-missing"

    private func remove(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.removeItem(atPath: small.folder(name))
    }

    private func move(_ name: String, to other: String, of small: SmallPipeline) throws {
        try FileManager.default.moveItem(atPath: small.folder(name), toPath: small.folder(other))
    }

    // MARK: Gone

    @Test func `a gone file keeps its day and its entry`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try remove("logs/2025-06-01.csv", of: small)
        for sentence in [Self.advice, "1 day keeps what logs/2025-06-01.csv gave before it was gone."] {
            let outcome = try small.run()
            #expect(outcome.status == 0)
            #expect(outcome.errorLines == [sentence])
        }
        #expect(
            try small.lines("SELECT file, rows, kept, waiting, state FROM input_files ORDER BY file") == [
                "logs/2025-06-01.csv,4,4,0,gone", "logs/2025-06-02.csv,4,4,0,whole",
            ])
        #expect(try small.digest() == wanted)
    }

    @Test func `a dated run leaves the day of a gone file, names it and makes the others`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try remove("logs/2025-06-01.csv", of: small)
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(outcome.status == 66)
        #expect(outcome.errorLines.first == Self.advice)
        #expect(outcome.outputLines.first == "days      1 (2025-06-02), 1 device-days")
        #expect(try small.digest() == wanted)
    }

    @Test func `late rows of a day whose file is gone wait`() throws {
        let small = try SmallPipeline(read: ["late: 1 d"], stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runUndated()
        try remove("logs/2025-06-01.csv", of: small)
        try small.log("2025-06-02", SmallPipeline.rows(2) + ["b,2025-06-01T20:00:00Z,31.2,121.4"])
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == [Self.advice])
        #expect(
            try small.lines("SELECT file, rows, kept, waiting FROM input_files ORDER BY file") == [
                "logs/2025-06-01.csv,4,4,0", "logs/2025-06-02.csv,5,4,1",
            ])
        let plan = try Program.run(["plan", "pipeline.yaml"], in: small.folder)
        #expect(plan.outputLines.contains { $0.hasSuffix("missing     gone file logs/2025-06-01.csv") })
        // When it is back, its day is made with the late row.
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runUndated()
        #expect(
            try small.lines("SELECT day, device, kept FROM days WHERE day = '2025-06-01'") == [
                "2025-06-01,a,4", "2025-06-01,b,1",
            ])
        #expect(try small.lines("SELECT sum(waiting) FROM input_files") == ["0"])
    }

    @Test func `a day of two files is left when one of them is gone and an option changed`() throws {
        let small = try SmallPipeline(files: "logs/{date}*.csv", stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.log("2025-06-01", ["b,2025-06-01T20:00:00Z,31.2,121.4"], suffix: "-b.csv")
        try small.runUndated()
        let wanted = try small.digest()
        try remove("logs/2025-06-01-b.csv", of: small)
        let outcome = try small.run("--set", "find-stays.radius='60 m'")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("2025-06-01 was left as it is: logs/2025-06-01-b.csv made it and is gone."))
        #expect(try small.digest() == wanted)
    }

    // Rule 4.2: made by the rows a file gave. A device that is no longer in a file that is there is no longer in that day.
    @Test func `a device that a file holds no more leaves the day`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["b,2025-06-01T20:00:00Z,31.2,121.4"])
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["a,2025-06-01T20:00:00Z,31.2,121.4"])
        try small.runUndated()
        #expect(try small.lines("SELECT device, kept FROM days") == ["a,5"])
        #expect(try small.lines("SELECT device FROM devices") == ["a"])
    }

    // MARK: Renamed, compressed, copied

    private func expectRenamed(to name: String) throws {
        let small = try SmallPipeline.ofDays(2, files: "logs/{date}*.csv*")
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["a,never,31.2,121.4", "a,2025-06-01T09:00:00Z,95,121.4"])
        try small.runUndated()
        let text = try small.folder.text(of: "logs/2025-06-01.csv")
        try remove("logs/2025-06-01.csv", of: small)
        try small.folder.write(text, to: name)
        #expect(try small.run().outputLines.first == "days      1 (2025-06-01), 1 device-days")
        #expect(
            try small.lines("SELECT file, rows, kept, rejected, waiting, state FROM input_files ORDER BY file") == [
                "\(name),6,4,2,0,whole", "logs/2025-06-02.csv,4,4,0,0,whole",
            ])
        // The reject with a day and the one without stand under the new name, once each.
        #expect(try small.lines("SELECT file, line, reason FROM rejects") == ["\(name),6,bad-time", "\(name),7,out-of-range"])
        let fresh = try SmallPipeline.ofDays(2, files: "logs/{date}*.csv*")
        try remove("logs/2025-06-01.csv", of: fresh)
        try fresh.folder.write(text, to: name)
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
        #expect(try small.run().outputLines.first == "days      none: nothing is new or changed")
    }

    @Test func `a renamed file makes its day under the new name`() throws { try expectRenamed(to: "logs/2025-06-01-x.csv") }

    @Test func `a compressed file makes its day under the new name`() throws { try expectRenamed(to: "logs/2025-06-01.csv.gz") }

    @Test func `a renamed file in a dated run`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        try small.runUndated()
        try move("logs/2025-06-01.csv", to: "logs/2025-06-01-x.csv", of: small)
        try small.runWell()
        #expect(try small.lines("SELECT file, kept FROM input_files") == ["logs/2025-06-01-x.csv,4"])
        #expect(try small.lines("SELECT kept FROM days") == ["4"])
    }

    // Rule 2.3: the file that comes first by its bytes is kept, and - comes before the point.
    @Test func `a copy gives duplicates and takes nothing away`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        try small.runUndated()
        try small.folder.copy(small.folder("logs/2025-06-01.csv"), to: "logs/2025-06-01-copy.csv")
        try small.runUndated()
        #expect(try small.lines("SELECT rows_in, kept, rejected FROM days") == ["8,4,4"])
        #expect(
            try small.lines("SELECT file, kept, rejected FROM input_files ORDER BY file") == [
                "logs/2025-06-01-copy.csv,4,0", "logs/2025-06-01.csv,0,4",
            ])
        #expect(try small.lines("SELECT DISTINCT reason FROM rejects") == ["duplicate"])
    }

    // Rule 4.3: only a file which did not make the day before can stand for one that is gone.
    @Test func `a copy that made the day does not stand for the original`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        try small.folder.copy(small.folder("logs/2025-06-01.csv"), to: "logs/2025-06-01-copy.csv")
        try small.runUndated()
        let wanted = try small.digest()
        try remove("logs/2025-06-01.csv", of: small)
        let undated = try small.run()
        #expect(undated.status == 0)
        #expect(undated.errorLines == [Self.advice])
        #expect(try small.run("--day", "2025-06-01").status == 66)
        #expect(try small.digest() == wanted)
        let removing = try small.run("--from", "2025-06-01", "--to", "2025-06-01", "--remove-missing")
        #expect(removing.status == 0)
        #expect(try small.lines("SELECT rows_in, kept, rejected FROM days") == ["4,4,0"])
        #expect(try small.lines("SELECT file FROM input_files") == ["logs/2025-06-01-copy.csv"])
    }

    // MARK: Shrunk

    @Test func `a file that shrank leaves its day until a dated run takes what is there`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try small.log("2025-06-01", Array(SmallPipeline.rows(1).dropLast()))
        for _ in 1...2 {
            let outcome = try small.run()
            #expect(outcome.status == 65)
            #expect(
                outcome.errorLines == [
                    "2025-06-01 was left as it is: logs/2025-06-01.csv gave more rows before. To take what is there now: trackmill run pipeline.yaml --day 2025-06-01"
                ])
            #expect(try small.digest() == wanted)
        }
        #expect(try small.lines("SELECT rows, kept, waiting FROM input_files WHERE file = 'logs/2025-06-01.csv'") == ["3,0,3"])
        try small.runWell()
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,3", "2025-06-02,4"])
        #expect(try small.run().status == 0)
    }

    @Test func `a file with other rows and as many is no shrunk one`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast() + ["a,2025-06-01T09:00:00Z,31.2,121.4"])
        try small.runUndated()
        #expect(try small.lines("SELECT max(time_utc) FROM fixes") == ["2025-06-01T09:00:00.000Z"])
    }

    @Test func `an emptied file is a shrunk one`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        try small.folder.write("", to: "logs/2025-06-01.csv")
        #expect(try small.run().status == 65)
        #expect(try small.lines("SELECT kept FROM days") == ["4"])
        try small.runWell()
        #expect(try small.lines("SELECT kept FROM days") == [])
    }

    // MARK: --remove-missing

    @Test func `remove-missing deletes the rows of a gone file, in its range only`() throws {
        let small = try SmallPipeline.ofDays(3)
        try small.runUndated()
        try remove("logs/2025-06-01.csv", of: small)
        try remove("logs/2025-06-03.csv", of: small)
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-02", "--remove-missing")
        #expect(outcome.status == 0)
        #expect(try small.lines("SELECT day FROM days") == ["2025-06-02", "2025-06-03"])
        #expect(
            try small.lines("SELECT file, state FROM input_files ORDER BY file") == [
                "logs/2025-06-02.csv,whole", "logs/2025-06-03.csv,gone",
            ])
        #expect(try small.lines("SELECT DISTINCT day FROM stays ORDER BY day") == ["2025-06-02", "2025-06-03"])
    }

    // It is the sentence that run itself says of such a day.
    @Test func `the command that run names for a gone file does what it says`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.log("2025-06-03", SmallPipeline.rows(3))
        try small.runUndated()
        try remove("logs/2025-06-01.csv", of: small)
        #expect(try small.run().errorLines == [Self.advice])
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-01", "--remove-missing")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try small.lines("SELECT day FROM days") == ["2025-06-03"])
        #expect(try small.lines("SELECT file FROM input_files WHERE state = 'gone'") == [])
    }

    // Rule 4.3: an empty or unmounted folder changes nothing.
    @Test func `remove-missing takes nothing away while no log at all is there`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let wanted = try small.digest()
        try remove("logs/2025-06-01.csv", of: small)
        let outcome = try small.run("--from", "2025-06-01", "--to", "2025-06-01", "--remove-missing")
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasSuffix("Nothing was changed.\n"), "\(outcome.errors)")
        #expect(try small.digest() == wanted)
    }

    @Test func `remove-missing wants dates`() throws {
        let small = try SmallPipeline.ofDays(1)
        let outcome = try small.run("--remove-missing")
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: --remove-missing wants --day, or --from and --to.\n")
    }

    // MARK: What became of a gone file is told by the ledger

    /// A log of rejects without a day, and its name.
    private static let dayless = ["a,never,31.2,121.4", "b,sometimes,31.2,121.4"]

    @Test func `a run that ends before it settles renamed files leaves that to the next one`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        try small.log("2025-06-01", SmallPipeline.rows(1) + Self.dayless)
        try small.runUndated()
        try move("logs/2025-06-01.csv", to: "logs/2025-06-01-x.csv", of: small)
        try Database(path: small.folder("out.sqlite"), isReadOnly: false)
            .execute("CREATE TRIGGER stop BEFORE DELETE ON _file BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        #expect(try small.run().status == 74)
        try Database(path: small.folder("out.sqlite"), isReadOnly: false).execute("DROP TRIGGER stop")
        try small.runUndated()
        #expect(
            try small.lines("SELECT file, line, reason FROM rejects ORDER BY line") == [
                "logs/2025-06-01-x.csv,6,bad-time", "logs/2025-06-01-x.csv,7,bad-time",
            ])
        #expect(try small.run("--set", "write.sqlite=new.sqlite").status == 0)
        #expect(try small.digest() == CommandTests.digest(of: "new.sqlite", in: small.folder))
    }

    @Test func `a gone copy keeps its rejects without a day when the original is read again unchanged`() throws {
        let small = try SmallPipeline.ofDays(1, files: "logs/{date}*.csv")
        for name in ["2025-06-01", "2025-06-01-copy"] { try small.log(name, SmallPipeline.rows(1) + Self.dayless) }
        try small.runUndated()
        let wanted = try small.lines("SELECT file, line FROM rejects WHERE day IS NULL ORDER BY file, line")
        #expect(wanted.count == 4)
        try remove("logs/2025-06-01-copy.csv", of: small)
        _ = try small.run()
        _ = try small.run("--day", "2025-06-01")
        #expect(try small.lines("SELECT file, line FROM rejects WHERE day IS NULL ORDER BY file, line") == wanted)
    }

    @Test func `what a file gave comes anew in two runs under two names, and then its entry goes`() throws {
        let small = try SmallPipeline(files: "logs/*.csv", read: ["settle: 0 s"], stages: SmallPipeline.tracks)
        try small.log("all", ["a,2025-06-01T08:00:00Z,31.2,121.4", "a,2025-06-02T08:00:00Z,31.2,121.4"])
        try small.runUndated()
        try remove("logs/all.csv", of: small)
        try small.log("one", ["a,2025-06-01T08:00:00Z,31.2,121.4"])
        #expect(try small.run().status == 0)
        #expect(
            try small.lines("SELECT file, state FROM input_files ORDER BY file") == ["logs/all.csv,gone", "logs/one.csv,whole"])
        // The second row stood in line 3: only there it is the same row.
        try small.folder.write("device,time,lat,lon\n\na,2025-06-02T08:00:00Z,31.2,121.4\n", to: "logs/two.csv")
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,1", "2025-06-02,1"])
    }
}

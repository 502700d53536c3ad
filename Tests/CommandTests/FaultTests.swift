import Foundation
import Glibc
import SQLite
import Store
import Testing

/// Issue 7, Shows 3: faults of the disk, of the result file and of the log folder. Each ends with the status that DESIGN gives it and
/// with a sentence, and no row is lost: the run after the fault is mended leaves what an undisturbed one leaves.
@Suite struct FaultTests {
    // MARK: The result file

    @Test func `an output below a regular file cannot be made`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("a file", to: "plain")
        let outcome = try small.run("--set", "write.sqlite=plain/out.sqlite")
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("plain/out.sqlite") && outcome.errors.contains("Not a directory"))
        #expect(try small.folder.text(of: "plain") == "a file")
    }

    @Test func `garbage in the place of the result file is not overwritten`() throws {
        let small = try SmallPipeline.ofDays(1)
        let garbage = String(repeating: "no database at all. ", count: 500)
        try small.folder.write(garbage, to: "out.sqlite")
        for arguments in [["run", "pipeline.yaml"], ["run", "pipeline.yaml", "--day", "2025-06-01"]] {
            let outcome = try Program.run(arguments, in: small.folder)
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("out.sqlite: file is not a database"))
        }
        #expect(try small.folder.text(of: "out.sqlite") == garbage)
        #expect(try small.folder.names().filter { $0.hasPrefix("out.sqlite-") } == [])
    }

    @Test func `a file of one line in the place of the result file is not overwritten`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("hello\n", to: "out.sqlite")
        #expect(try small.run().status == 73)
        #expect(try small.folder.text(of: "out.sqlite") == "hello\n")
    }

    private func anotherProgramsFile() throws -> (small: SmallPipeline, bytes: Data) {
        let small = try SmallPipeline.ofDays(1)
        try Database(path: small.folder("out.sqlite"), isReadOnly: false).execute(
            "CREATE TABLE guest (name TEXT); INSERT INTO guest VALUES ('Ada')")
        return (small, try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))))
    }

    @Test func `another program's database is left as it is`() throws {
        let (small, bytes) = try anotherProgramsFile()
        let outcome = try small.run()
        #expect(outcome.status == 78)
        #expect(outcome.errors == "trackmill: out.sqlite is no result file of trackmill; it was left as it is.\n")
        #expect(try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))) == bytes)
        #expect(try small.folder.names().filter { $0.hasPrefix("out.sqlite-") } == [])
    }

    // docs/operations.md, exit status 78: the result file belongs to another pipeline or program.
    @Test func `plan says of another program's database what run says`() throws {
        let (small, bytes) = try anotherProgramsFile()
        let outcome = try Program.run(["plan", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 78)
        #expect(outcome.errors == "trackmill: out.sqlite is no result file of trackmill; it was left as it is.\n")
        #expect(try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))) == bytes)
    }

    @Test func `plan calls every day new where the result file has no bytes`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.folder.write("", to: "out.sqlite")
        let outcome = try Program.run(["plan", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 0)
        #expect(outcome.outputLines.last == "2 of 3 days to do, 1 may change")
    }

    @Test func `a result file with destroyed pages ends a run that needs them and keeps its bytes`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        var bytes = try Data(contentsOf: URL(filePath: small.folder("out.sqlite")))
        // Page 1 says whose file it is; from page 2 on there is nothing that makes sense.
        bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 4096))
        try bytes.write(to: URL(filePath: small.folder("out.sqlite")))
        let outcome = try small.run("--day", "2025-06-01")
        #expect(outcome.status == 74 || outcome.status == 73)
        #expect(outcome.errors.contains("out.sqlite: database disk image is malformed"))
        #expect(try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))) == bytes)
    }

    // MARK: The disk

    /// Runs the second of two days where there is no room for it, then with room.
    private func fillDisk(_ small: SmallPipeline, database: String, makeFull: () throws -> Outcome, makeRoom: () throws -> Void)
        throws
    {
        let undisturbed = try SmallPipeline.ofDays(2)
        try undisturbed.runUndated()
        let full = try makeFull()
        #expect(full.status == 74)
        #expect(full.errors.contains("out.sqlite: "))
        #expect(!full.errors.contains("could not be undone"), "\(full.errors)")
        #expect(try openResult(small.folder(database)).lines("SELECT day, kept FROM days") == ["2025-06-01,4"])
        try makeRoom()
        #expect(try small.run("--set", "write.sqlite=\(database)").status == 0)
        #expect(try CommandTests.digest(of: database, in: small.folder) == undisturbed.digest())
        #expect(try Database(path: small.folder(database), isReadOnly: false).text("PRAGMA integrity_check") == "ok")
    }

    @Test(.enabled(if: SmallDisk.works, SmallDisk.reason))
    func `a full disk loses no row and the next run goes on`() throws {
        let small = try SmallPipeline.ofDays(2)
        let disk = try SmallDisk(small.folder("disk"), size: 8 << 20)
        let output = "write.sqlite=disk/out.sqlite"
        #expect(try small.run("--day", "2025-06-01", "--set", output).status == 0)
        try fillDisk(
            small, database: "disk/out.sqlite",
            makeFull: {
                // The index of the log takes 32 KiB; for the log itself a few pages are left.
                let used = try Data(contentsOf: URL(filePath: small.folder("disk/out.sqlite"))).count
                try disk.resize(to: used + (32 << 10) + (24 << 10))
                return try small.run("--set", output)
            }, makeRoom: { try disk.resize(to: 8 << 20) })
    }

    @Test func `a limit on the size of files loses no row and the next run goes on`() throws {
        let small = try SmallPipeline.ofDays(2)
        #expect(try small.run("--day", "2025-06-01").status == 0)
        try fillDisk(
            small, database: "out.sqlite",
            makeFull: {
                // sh counts blocks of 512 bytes: 40 KiB, more than the index of the log and less than a day's log.
                let script = "trap '' XFSZ; ulimit -f 80; exec '\(try #require(Program.path))' run pipeline.yaml"
                return try BackgroundRun("/bin/sh", ["-c", script], in: small.folder).end()
            }, makeRoom: {})
    }

    // MARK: The log folder

    @Test(arguments: [true, false])
    func `a log folder that is emptied or gone deletes nothing`(isEmptied: Bool) throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try FileManager.default.moveItem(atPath: small.folder("logs"), toPath: small.folder("elsewhere"))
        if isEmptied { try FileManager.default.createDirectory(atPath: small.folder("logs"), withIntermediateDirectories: true) }
        let undated = try small.run()
        #expect(undated.status == 66)
        #expect(undated.errorLines == ["no log is there: nothing matches logs/{date}.csv in the folder '.'."])
        let dated = try small.run("--from", "2025-06-01", "--to", "2025-06-02")
        #expect(dated.status == 66)
        #expect(dated.errors.contains("no log file for 2025-06-01 to 2025-06-02"))
        #expect(try small.digest() == wanted)
        if isEmptied { try FileManager.default.removeItem(atPath: small.folder("logs")) }
        try FileManager.default.moveItem(atPath: small.folder("elsewhere"), toPath: small.folder("logs"))
        let back = try small.run()
        #expect(back.status == 0)
        #expect(back.outputLines.first == "days      none: nothing is new or changed")
        #expect(try small.lines("SELECT DISTINCT state FROM input_files") == ["whole"])
        #expect(try small.digest() == wanted)
    }

    @Test func `a log that grows between two runs gives what it holds in the end`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["b,2025-06-01T20:00:00Z,31.3,121.5"])
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(outcome.outputLines.first == "days      1 (2025-06-01), 2 device-days")
        let fresh = try SmallPipeline.ofDays(2)
        try fresh.log("2025-06-01", SmallPipeline.rows(1) + ["b,2025-06-01T20:00:00Z,31.3,121.5"])
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
    }

    @Test func `a log that disappears between two runs keeps its day while others are made`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-01.csv"))
        try small.log("2025-06-03", SmallPipeline.rows(3))
        let outcome = try small.run()
        #expect(outcome.status == 0)
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4", "2025-06-03,4"])
        #expect(try small.lines("SELECT file FROM input_files WHERE state = 'gone'") == ["logs/2025-06-01.csv"])
        let dated = try small.run("--from", "2025-06-01", "--to", "2025-06-03")
        #expect(dated.status == 66)
        #expect(
            dated.errors.contains(
                "2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone. Bring it back, or: trackmill run pipeline.yaml --day 2025-06-01 --remove-missing\n"
            ))
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4", "2025-06-03,4"])
    }

    // MARK: While a run is at work

    /// Starts a run over two days of which the first is made, does something when it has looked at the logs, and waits for its end.
    private func disturb(_ small: SmallPipeline, _ body: () throws -> Void) throws -> Outcome {
        try small.runWell()
        // The run waits for this transaction; it has looked at the logs before.
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder)
        try run.waitForLock()
        try body()
        try other.execute("COMMIT")
        return try run.end()
    }

    // Rule 1.3: such a file counts as gone for this run.
    @Test func `a log that changes while a run is at work is named and read by the next run`() throws {
        let small = try SmallPipeline.ofDays(2)
        let rows = SmallPipeline.rows(2) + ["b,2025-06-02T20:00:00Z,31.3,121.5"]
        let outcome = try disturb(small) { try small.log("2025-06-02", rows) }
        #expect(outcome.status == 0)
        let words = "logs/2025-06-02.csv changed or vanished while it was read; it counts as gone for this run."
        #expect(outcome.errorLines.contains(words), "\(outcome.errors)")
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4"])
        try small.runUndated()
        let fresh = try SmallPipeline.ofDays(2)
        try fresh.log("2025-06-02", rows)
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
    }

    @Test func `a log that vanishes while a run is at work is named`() throws {
        let small = try SmallPipeline.ofDays(2)
        let outcome = try disturb(small) { try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-02.csv")) }
        #expect(outcome.status == 0)
        let words = "logs/2025-06-02.csv changed or vanished while it was read; it counts as gone for this run."
        #expect(outcome.errorLines.contains(words), "\(outcome.errors)")
        try small.log("2025-06-02", SmallPipeline.rows(2))
        try small.runUndated()
        let fresh = try SmallPipeline.ofDays(2)
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
    }

    @Test func `a result file that is deleted while a run is at work ends it with a sentence`() throws {
        let small = try SmallPipeline.ofDays(2)
        let outcome = try disturb(small) {
            for name in try small.folder.names() where name.hasPrefix("out.sqlite") && name != "out.sqlite.lock" {
                try FileManager.default.removeItem(atPath: small.folder(name))
            }
        }
        // Where the results are not at their place, the run has failed.
        #expect(outcome.status == 74 || small.folder.has("out.sqlite"), "\(outcome.status): \(outcome.output)")
        try small.runUndated()
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4"])
    }

    // MARK: Others who use the result file

    @Test func `a second run names the holder of the lock and ends`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        // The first run waits for this transaction, and holds its lock meanwhile.
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let first = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder)
        try first.waitForLock()
        let second = try small.run()
        #expect(second.status == 75)
        #expect(second.errors.hasPrefix("trackmill: out.sqlite is held by another run (pid \(first.id), since "))
        #expect(second.errors.hasSuffix("). Wait for it to end, or end it, then run again.\n"))
        try other.execute("COMMIT")
        #expect(try first.end().status == 0)
        #expect(try small.run().status == 0)
    }

    @Test func `the lock of a killed run is no obstacle`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let wanted = try small.digest()
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let first = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder)
        try first.waitForLock()
        first.send(SIGKILL)
        #expect(try first.end().status == 128 + SIGKILL)
        try other.execute("COMMIT")
        #expect(try small.folder.text(of: "out.sqlite.lock").hasPrefix("pid \(first.id), since "))
        #expect(try small.run("--day", "2025-06-01").status == 0)
        #expect(try small.digest() == wanted)
        #expect(try small.folder.text(of: "out.sqlite.lock") == "holds results\n")
    }

    // Issue 7: a report or a shell that is open for hours blocks nothing and is not blocked.
    @Test func `a reader that holds a transaction for the whole run does not hold it up`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let reader = try small.result()
        try reader.execute("BEGIN")
        #expect(try reader.text("SELECT count(*) FROM fixes") == "4")
        try small.log("2025-06-02", SmallPipeline.rows(2))
        let start = ContinuousClock.now
        #expect(try small.run().status == 0)
        // Without a reader it takes a fraction of a second; SQLite's wait for locks is 30 s.
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(try reader.text("SELECT count(*) FROM fixes") == "4")
        try reader.execute("COMMIT")
        #expect(try reader.text("SELECT count(*) FROM fixes") == "8")
    }

    // MARK: Reports

    @Test func `a report that cannot be written is written by the next run`() throws {
        let small = try SmallPipeline.ofDays(
            2, top: ["reports: [{html: {to: \"reports/{date}.html\"}}, {csv: {table: days, to: reports/days.csv}}]"])
        try small.folder.write("a file", to: "reports")
        let first = try small.run()
        #expect(first.status == 73)
        #expect(first.errors.contains("reports/2025-06-01.html: cannot be written: Not a directory."))
        #expect(try small.lines("SELECT day, kept FROM days") == ["2025-06-01,4", "2025-06-02,4"])
        try FileManager.default.removeItem(atPath: small.folder("reports"))
        let second = try small.run()
        #expect(second.status == 0)
        #expect(second.outputLines.first == "days      none: nothing is new or changed")
        #expect(try small.folder.names(in: "reports") == ["2025-06-01.html", "2025-06-02.html", "days.csv"])
        #expect(Table(csv: try small.folder.text(of: "reports/days.csv")).rows.count == 2)
        // Once is enough.
        try FileManager.default.removeItem(atPath: small.folder("reports/2025-06-01.html"))
        #expect(try small.run().status == 0)
        #expect(!small.folder.has("reports/2025-06-01.html"))
    }

    @Test func `the ledger holds the status that a run with a failed report ended with`() throws {
        let small = try SmallPipeline.ofDays(1, top: ["reports: [{html: {to: \"reports/{date}.html\"}}]"])
        try small.folder.write("a file", to: "reports")
        let status = try small.run().status
        #expect(try small.lines("SELECT exit_status FROM runs") == ["\(status)"])
    }

    // MARK: Sentences

    enum Fault: CaseIterable { case below, garbage, malformed, sizeLimit, report }

    // Issue 7, Shows 3: each fault ends with a sentence that says how to mend it.
    @Test(arguments: Fault.allCases)
    func `the sentence says how to mend`(fault: Fault) throws {
        let small = try SmallPipeline.ofDays(2)
        let errors: String
        switch fault {
        case .below:
            try small.folder.write("a file", to: "plain")
            errors = try small.run("--set", "write.sqlite=plain/out.sqlite").errors
        case .garbage:
            try small.folder.write(String(repeating: "no database at all. ", count: 500), to: "out.sqlite")
            errors = try small.run().errors
        case .malformed:
            try small.runUndated()
            var bytes = try Data(contentsOf: URL(filePath: small.folder("out.sqlite")))
            bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 4096))
            try bytes.write(to: URL(filePath: small.folder("out.sqlite")))
            errors = try small.run("--day", "2025-06-01").errors
        case .sizeLimit:
            #expect(try small.run("--day", "2025-06-01").status == 0)
            let script = "trap '' XFSZ; ulimit -f 80; exec '\(try #require(Program.path))' run pipeline.yaml"
            errors = try BackgroundRun("/bin/sh", ["-c", script], in: small.folder).end().errors
        case .report:
            try small.folder.write("a file", to: "reports")
            errors = try small.run("--set", "reports=[{html: {to: reports/page.html}}]").errors
        }
        // What is to be done stands in words like these; which, is up to the program.
        let remedies = [
            "run again", "make room", "restore", "move it", "remove ", "mend ", "choose another", "write to another",
            "another path",
        ]
        #expect(remedies.contains { errors.lowercased().contains($0) }, "\(errors)")
    }
}

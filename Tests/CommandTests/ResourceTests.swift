import Foundation
import Glibc
import Testing

/// Memory, descriptors, disks and standard output that have an end: a sentence that names the limit or the folder, and what mends it.
@Suite struct ResourceTests {
    /// 1,500 days of one device in one file without a date, so that all of them are open until it is read: 48 MB of rows with long notes,
    /// of which half wait on disk with the least memory.
    private func manyDays() throws -> SmallPipeline {
        let small = try SmallPipeline(files: "logs/all.csv", read: ["settle: 0 s", "extra: [note]"])
        var text = "device,time,lat,lon,note\n"
        let note = String(repeating: "n", count: 2000)
        // 2020-01-01T00:00:00Z.
        let start = 1_577_836_800
        for day in 0..<1500 {
            for row in 0..<16 { text += "a,\(start + day * 86_400 + row * 1000),31.\(100 + row),121.4,\(note)\n" }
        }
        try small.folder.write(text, to: "logs/all.csv")
        return small
    }

    private func shell(_ script: String, in folder: TemporaryFolder) throws -> Outcome {
        try BackgroundRun("/bin/sh", ["-c", script.replacing("trackmill", with: "'\(try #require(Program.path))'")], in: folder)
            .end()
    }

    // One file a day was open beyond --memory: with `ulimit -n 1024` 1,500 days failed for good.
    @Test func `rows of 1,500 days wait in one file`() throws {
        let small = try manyDays()
        let plenty = try small.run("--set", "write.sqlite=plenty.sqlite")
        #expect(plenty.status == 0, "\(plenty.errors)")
        let outcome = try shell("ulimit -n 32; exec trackmill run pipeline.yaml --memory '64 MB'", in: small.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("days      1,500 (2020-01-01 to 2024-02-08), 1,500 device-days\n"))
        #expect(try small.digest() == digest(of: "plenty.sqlite", in: small.folder))
        #expect(try small.folder.names().filter { $0.hasPrefix("trackmill-") } == [])
    }

    @Test(.enabled(if: SmallDisk.works, SmallDisk.reason))
    func `a full disk of rows that wait is told with its folder`() throws {
        let small = try manyDays()
        let disk = try SmallDisk(small.folder("disk"), size: 1 << 20)
        let outcome = try small.run("--memory", "64 MB", "--set", "write.sqlite=disk/out.sqlite")
        withExtendedLifetime(disk) {}
        #expect(outcome.status == 74)
        #expect(
            outcome.errorLines == [
                "trackmill: disk: the temporary file for rows that wait cannot be written: No space left on device. Make room on the disk of disk, then run again. More --memory keeps more rows out of it."
            ])
    }

    @Test func `less memory than a run can work with is 78 and says how much it wants`() throws {
        let small = try SmallPipeline.ofDays(1)
        let outcome = try small.run("--memory", "10 MB")
        #expect(outcome.status == 78)
        #expect(outcome.errorLines == ["trackmill: --memory is 10 MB; the least that a run can work with is 64 MB."])
        #expect(try small.run("--memory", "64 MB").status == 0)
    }

    @Test func `an address space that cannot hold --memory is 71 before anything is done`() throws {
        let small = try SmallPipeline.ofDays(1)
        // 512 MB and what the program needs are more than 500 MB, whatever that is.
        let outcome = try shell("ulimit -v 488281; exec trackmill run pipeline.yaml --jobs 1", in: small.folder)
        #expect(outcome.status == 71, "\(outcome.errors)")
        let line = try #require(outcome.errorLines.first)
        #expect(line.hasPrefix("trackmill: --memory is 512 MB, for which the process wants an address space of "), "\(line)")
        #expect(
            line.hasSuffix("MB; its limit is 499 MB (ulimit -v). Raise it, or give less --memory: at least 64 MB."), "\(line)")
        #expect(outcome.errorLines.count == 1)
        #expect(try !small.folder.names().contains("out.sqlite"))
    }

    @Test(arguments: 4...12)
    func `a run without descriptors ends with 71 and names the limit`(limit: Int) throws {
        let small = try SmallPipeline.ofDays(2)
        let outcome = try shell("ulimit -n \(limit); exec trackmill run pipeline.yaml --jobs 1", in: small.folder)
        #expect(outcome.status == 71 || outcome.status == 0, "\(outcome.errors)")
        let words = "The limit of open files is \(limit) (ulimit -n); raise it, then run again."
        if outcome.status == 71 { #expect(outcome.errors.contains(words), "\(outcome.errors)") }
        #expect(outcome.status == 71 || limit > 4)
        #expect(outcome.status == 0 || limit < 10, "\(outcome.errors)")
        try small.runUndated()
        #expect(try small.lines("SELECT sum(kept) FROM days") == ["8"])
    }

    // MARK: Standard output

    private let commands = [
        "run pipeline.yaml", "check pipeline.yaml", "plan pipeline.yaml", "plan pipeline.yaml --format json", "status out.sqlite",
        "export out.sqlite", "report out.sqlite", "digest out.sqlite", "help",
        "explain pipeline.yaml --device a --time 2025-06-01T08:00:00Z",
    ]

    private func expectFailure(_ redirection: String, _ words: String) throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let wanted = try small.digest()
        for command in commands {
            let outcome = try shell("exec trackmill \(command) \(redirection)", in: small.folder)
            #expect(outcome.status == 74, "\(command)")
            // A page also says that the map library lacks, where it does.
            let errors = outcome.errorLines.filter { !$0.contains("make vendor-map") }
            #expect(errors == ["trackmill: standard output cannot be written: \(words)"], "\(command)")
        }
        #expect(try small.folder.text(of: "out.sqlite.lock") == "holds results\n")
        #expect(try small.digest() == wanted)
    }

    @Test func `a full standard output is told`() throws {
        try expectFailure("> /dev/full", "No space left on device. Make room on the disk that it goes to, or send it elsewhere.")
    }

    // What is opened first would take its place: the lock was written into.
    @Test func `a closed standard output is told`() throws {
        try expectFailure(">&-", "it is closed. Leave it open, or send it to /dev/null.")
        let small = try SmallPipeline.ofDays(1)
        let quiet = try shell("exec trackmill run pipeline.yaml --quiet <&- >&- 2>&-", in: small.folder)
        #expect(quiet.status == 0 && small.folder.has("out.sqlite"))
    }

    @Test func `a standard output that nobody reads any more is told where the signal is ignored`() throws {
        let small = try manyDays()
        try small.runUndated()
        let script =
            "(trap '' PIPE; trackmill export out.sqlite --table fixes 2> errors; echo $? > status) | true; cat errors status"
        let outcome = try shell(script, in: small.folder)
        #expect(
            outcome.output
                == "trackmill: standard output cannot be written: what read it has ended. Read it to its end, or write to a file with -o where the command takes one.\n74\n"
        )
    }

    @Test func `convert tells a full and a closed standard output`() throws {
        let folder = try TemporaryFolder()
        let call = "echo 116.4,39.9 | trackmill convert --from bd09 --to wgs84"
        let full = try shell("\(call) > /dev/full", in: folder)
        #expect(full.status == 74)
        #expect(
            full.errors
                == "trackmill: convert: the output cannot be written: No space left on device; make room on the disk that it goes to, or send it elsewhere.\n"
        )
        let closed = try shell("\(call) >&-", in: folder)
        #expect(closed.status == 74)
        #expect(
            closed.errors
                == "trackmill: convert: the output cannot be written: it is closed; send it to a file or a program.\n")
    }
}

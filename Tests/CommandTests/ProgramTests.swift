import Foundation
import Testing

@testable import Store

/// What the commands say to arguments that cannot be.
@Suite struct ProgramTests {
    @Test func `opens no file that is none of ours`() {
        #expect(throws: (any Error).self) { try Store(readingFrom: "/dev/null") }
    }

    @Test(arguments: ["status", "export", "report", "digest"])
    func `a folder is no result file`(command: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("results"), withIntermediateDirectories: true)
        let outcome = try Program.run([command, "results"], in: folder)
        #expect(outcome.status == 66 && outcome.output == "")
        #expect(
            outcome.errors
                == "trackmill: results: this is a folder. Name the result file in it, such as tracks.sqlite, or a pipeline file.\n"
        )
    }

    @Test func `a FIFO is no result file, and is not waited for`() throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder("fifo"), 0o600) == 0)
        let outcome = try Program.run(["status", "fifo"], in: folder)
        #expect(outcome.status == 66)
        #expect(outcome.errors == "trackmill: fifo: this is no regular file. Name a result file or a pipeline file.\n")
    }

    @Test func `a file that is not there, or that stands behind a file, is told`() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "file")
        let none = try Program.run(["status", "none.sqlite"], in: folder)
        #expect(none.status == 66)
        #expect(none.errors == "trackmill: none.sqlite: there is no such file. Make it with: trackmill run PIPELINE\n")
        let behind = try Program.run(["status", "file/out.sqlite"], in: folder)
        #expect(behind.status == 66)
        #expect(
            behind.errors == "trackmill: file/out.sqlite: cannot be opened: Not a directory. Mend its path, then run again.\n")
    }

    // sysexits: EX_USAGE is 64.
    @Test(arguments: [
        (["--devices", "0"], "--devices: 0 is out of bounds. It may be 1 to 100000."),
        (["--days", "0"], "--days: 0 is out of bounds. It may be 1 to 3660."),
        (["--interval", "5"], "--interval: 5 is out of bounds. It may be 10 to 300."),
        (
            ["--first-day", "2025-06-31"],
            "--first-day: '2025-06-31' is no day of the years 1970 to 9999. Write it as 2025-06-01."
        ),
        (["--devices", "-1"], "--devices is '-1'; it wants a whole number."),
    ])
    func `generate tells an option out of bounds as wrong usage`(arguments: [String], sentence: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(["generate", "-o", "logs"] + arguments, in: folder)
        #expect(outcome.status == 64 && outcome.errors == "trackmill: \(sentence)\n")
        #expect(try folder.names() == [])
    }

    @Test func `generate into a folder that cannot be made ends with 73`() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "logs")
        #expect(try Program.run(["generate", "-o", "logs"], in: folder).status == 73)
    }
}

import Foundation
import Testing

/// `generate` writes over files that it made itself, and no others.
@Suite struct GenerateCommandTests {
    private func generate(_ folder: TemporaryFolder, _ arguments: String...) throws -> Outcome {
        try Program.run(["generate", "--devices", "1", "--days", "2", "-o", "logs"] + arguments, in: folder)
    }

    private func expectRefusal(_ outcome: Outcome, of path: String, more: String = "") {
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == "trackmill: logs/\(path): It is there\(more), and not as generate made it; nothing was written. Choose another folder with -o, or add --force to overwrite it.\n"
        )
    }

    @Test func `its own files are made again, and in the end are those of a new folder`() throws {
        let folder = try TemporaryFolder()
        #expect(try generate(folder).status == 0)
        let first = try folder.text(of: "logs/truth/files.csv")
        #expect(
            first.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
                "file", "2025-06-01.csv.gz", "2025-06-02.csv.gz", "truth/2025-06-01.csv.gz", "truth/2025-06-02.csv.gz",
                "truth/days.csv", "truth/injected.csv", "truth/places.csv", "truth/stays.csv",
            ])
        #expect(try generate(folder, "--seed", "2").status == 0)
        #expect(try folder.text(of: "logs/truth/files.csv") != first)
        #expect(try generate(folder).status == 0)
        #expect(try folder.text(of: "logs/truth/files.csv") == first)
        #expect(try folder.names(in: "logs") == ["2025-06-01.csv.gz", "2025-06-02.csv.gz", "truth"])
    }

    @Test(arguments: ["2025-06-02.csv.gz", "truth/stays.csv", "truth/files.csv"])
    func `another's file is left as it is, and with --force it is not`(path: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("device,time\n", to: "logs/mine.csv")
        try folder.write(Array("precious\n".utf8), to: "logs/\(path)")
        expectRefusal(try generate(folder), of: path)
        #expect(try folder.text(of: "logs/\(path)") == "precious\n")
        #expect(!folder.has("logs/2025-06-01.csv.gz"))
        #expect(try generate(folder, "--force").status == 0)
        #expect(try Data(contentsOf: URL(filePath: folder("logs/\(path)"))) != Data("precious\n".utf8))
        #expect(try folder.text(of: "logs/mine.csv") == "device,time\n")
        #expect(try generate(folder).status == 0)
    }

    @Test func `a file of its own that was changed since is another's`() throws {
        let folder = try TemporaryFolder()
        #expect(try generate(folder).status == 0)
        for path in ["logs/2025-06-01.csv.gz", "logs/truth/places.csv"] {
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder(path))))
            bytes[bytes.count - 1] ^= 1
            try folder.write(bytes, to: path)
        }
        expectRefusal(try generate(folder), of: "2025-06-01.csv.gz", more: " (and 1 more)")
    }

    @Test func `a link in a file's place is another's`() throws {
        let folder = try TemporaryFolder()
        #expect(try generate(folder).status == 0)
        try FileManager.default.moveItem(atPath: folder("logs/2025-06-01.csv.gz"), toPath: folder("kept.gz"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("logs/2025-06-01.csv.gz"), withDestinationPath: folder("kept.gz"))
        expectRefusal(try generate(folder), of: "2025-06-01.csv.gz")
    }
}

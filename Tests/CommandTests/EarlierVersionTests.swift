import Foundation
import Store
import Testing

/// A result file of an earlier version of the tables: `sample-data/cases/version-1`.
@Suite struct EarlierVersionTests {
    private func folderWithVersionOne() throws -> TemporaryFolder {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "sample-data/cases/version-1")
        let folder = try TemporaryFolder()
        for name in ["logs", "pipeline.yaml"] { try folder.copy(source.appending(path: name).path, to: name) }
        try Database(path: folder("tracks.sqlite"), isReadOnly: false)
            .execute(String(contentsOf: source.appending(path: "tracks.sql"), encoding: .utf8))
        return folder
    }

    @Test func `a run brings it up to date, makes no day anew and leaves what a new file would hold`() throws {
        let folder = try folderWithVersionOne()
        let before = try Program.run(["digest", "tracks.sqlite"], in: folder)
        #expect(before.status == 0)
        let run = try Program.run(["run", "pipeline.yaml"], in: folder)
        #expect(run.status == 0)
        // Of a checkout the logs' times of modification differ: they are read, and found to give what they gave.
        #expect(run.errorLines == [] && run.output.contains("none: nothing is new or changed"), "\(run)")
        let after = try Program.run(["digest", "tracks.sqlite"], in: folder)
        // Usual times are now of arrivals and departures that were seen; all else is what it was.
        let differing = zip(before.outputLines, after.outputLines).filter { $0 != $1 }.map { $1.split(separator: " ")[1] }
        #expect(differing == ["places", "all"])
        let new = try Program.run(["run", "pipeline.yaml", "--set", "write.sqlite=new.sqlite"], in: folder)
        #expect(new.status == 0)
        #expect(try Program.run(["digest", "new.sqlite"], in: folder).output == after.output)
        let usual = "SELECT usual_arrival_local, usual_departure_local FROM places ORDER BY first_ms"
        #expect(try openResult(folder("tracks.sqlite")).lines(usual) == ["01:10,21:00", "21:10,01:00"])
    }

    @Test func `plan, status, explain and export read it as it is`() throws {
        let folder = try folderWithVersionOne()
        let calls = [
            ["plan", "pipeline.yaml"], ["status", "tracks.sqlite"],
            ["export", "tracks.sqlite", "--table", "stays", "--format", "csv"],
            ["explain", "pipeline.yaml", "--device", "pet-1", "--time", "2025-06-01T21:10:00Z"],
        ]
        for call in calls {
            let outcome = try Program.run(call, in: folder)
            #expect(outcome.status == 0, "\(call[0]): \(outcome.errors)")
        }
        let version = try Database(path: folder("tracks.sqlite"), isReadOnly: true).first("PRAGMA user_version") { $0.integer(0) }
        #expect(version == 1)
    }

    @Test func `the checksum of a log is what gzip and zlib say`() throws {
        let folder = try folderWithVersionOne()
        _ = try Program.run(["run", "pipeline.yaml"], in: folder)
        let found = try Database(path: folder("tracks.sqlite"), isReadOnly: true).rows("SELECT crc32 FROM input_files") {
            $0.text(0)
        }
        // python3 -c 'import zlib; print("%08x" % zlib.crc32(open(FILE, "rb").read()))'
        #expect(found == ["7fc8cf40", "ee8ed0dc"])
    }
}

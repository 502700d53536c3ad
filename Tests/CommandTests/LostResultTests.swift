import Foundation
import Testing

/// Issue 7, Shows 3: a result file that lost bytes is refused with a sentence, before anything is written to it.
@Suite struct LostResultTests {
    private func bytes(_ small: SmallPipeline) throws -> Data { try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))) }

    /// Runs over days whose result file is cut, and expects that it stays as it is.
    private func runAfterCut(to count: (Int) -> Int) throws -> (outcome: Outcome, size: Int, left: Int) {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let whole = try bytes(small)
        let cut = whole.prefix(count(whole.count))
        try cut.write(to: URL(filePath: small.folder("out.sqlite")))
        let outcome = try small.run("--day", "2025-06-01")
        #expect(try bytes(small) == cut)
        // With the backup in its place all goes on.
        try whole.write(to: URL(filePath: small.folder("out.sqlite")))
        try small.runUndated()
        return (outcome, whole.count, cut.count)
    }

    // Inside the last page, where SQLite itself takes it for whole, and by pages.
    @Test(arguments: [1, 100, 1000, 2000, 4096, 40_000])
    func `a result file without its last bytes`(lost: Int) throws {
        let (outcome, size, left) = try runAfterCut { $0 - lost }
        #expect(outcome.status == 78)
        #expect(
            outcome.errors
                == "trackmill: out.sqlite is no whole database: it has \(left) bytes, at least \(size) are wanted; it was left as it is. Restore it, or remove it to let the logs make it anew, then run again.\n"
        )
    }

    @Test(arguments: [100, 300, 511])
    func `a result file of which a part of the first page is left`(left: Int) throws {
        let (outcome, _, _) = try runAfterCut { _ in left }
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("trackmill: out.sqlite is no whole database: it has \(left) bytes, at least "))
    }

    @Test(arguments: [1, 6, 99, 511])
    func `a file of a few bytes is no database`(count: Int) throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write([UInt8](repeating: 0, count: count), to: "out.sqlite")
        let outcome = try small.run()
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == "trackmill: out.sqlite: file is not a database: it has \(count) bytes. It was left as it is; move it away, then run again.\n"
        )
        #expect(try bytes(small).count == count)
    }

    @Test func `a result file of no bytes that held results`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try small.folder.write("", to: "out.sqlite")
        for _ in 1...2 {
            let outcome = try small.run()
            #expect(outcome.status == 78)
            #expect(
                outcome.errors
                    == "trackmill: out.sqlite has no bytes, but it held results. Restore it from a backup, or remove out.sqlite.lock to make all of it anew, then run again.\n"
            )
            #expect(try bytes(small).isEmpty)
        }
        // What it says helps.
        try FileManager.default.removeItem(atPath: small.folder("out.sqlite.lock"))
        try small.runUndated()
        #expect(try small.digest() == wanted)
    }

    // docs/operations.md: to make everything anew, delete the result file and run.
    @Test func `a result file that is deleted is made anew`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try FileManager.default.removeItem(atPath: small.folder("out.sqlite"))
        try small.runUndated()
        #expect(try small.digest() == wanted)
    }

    @Test func `a file of no bytes beside no lock, or one that held nothing, is begun`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("", to: "out.sqlite")
        try small.runUndated()
        let other = try SmallPipeline.ofDays(1)
        try other.folder.write("", to: "out.sqlite")
        // As a run that was killed before its first table leaves it.
        try other.folder.write("pid 1, since 2026-01-01T00:00:00.000Z\n", to: "out.sqlite.lock")
        try other.runUndated()
        #expect(try small.digest() == other.digest())
    }
}

import Foundation
import Glibc
import SQLite
import Store
import Testing

/// The lock of a result file, by whatever name it is called.
@Suite struct LockTests {
    /// Holds up a run of `out.sqlite`, and runs by another path meanwhile.
    private func expectMeeting(_ small: SmallPipeline, by path: String) throws {
        try small.runUndated()
        let other = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
        try other.execute("BEGIN IMMEDIATE")
        let first = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder)
        try first.waitForLock()
        let second = try small.run("--set", "write.sqlite=\(path)")
        #expect(second.status == 75)
        #expect(second.errors.hasPrefix("trackmill: \(path) is held by another run (pid \(first.id), since "), "\(second.errors)")
        #expect(second.errors.hasSuffix("Z). Wait for it to end, or end it, then run again.\n"))
        try other.execute("COMMIT")
        #expect(try first.end().status == 0)
        #expect(try small.run("--set", "write.sqlite=\(path)").status == 0)
    }

    @Test func `two runs of one result file meet through a link to the file`() throws {
        let small = try SmallPipeline.ofDays(1)
        try FileManager.default.createSymbolicLink(
            atPath: small.folder("link.sqlite"), withDestinationPath: small.folder("out.sqlite"))
        try expectMeeting(small, by: "link.sqlite")
        #expect(!small.folder.has("link.sqlite.lock"))
    }

    @Test func `two runs of one result file meet through a link to its folder`() throws {
        let small = try SmallPipeline.ofDays(1)
        try FileManager.default.createSymbolicLink(atPath: small.folder("link"), withDestinationPath: small.folder.path)
        try expectMeeting(small, by: "link/out.sqlite")
    }

    @Test func `a link whose file is not there yet has the lock of the file`() throws {
        let small = try SmallPipeline.ofDays(1)
        try FileManager.default.createDirectory(atPath: small.folder("results"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: small.folder("link.sqlite"), withDestinationPath: "results/out.sqlite")
        #expect(try small.run("--set", "write.sqlite=link.sqlite").status == 0)
        #expect(try small.folder.names(in: "results") == ["out.sqlite", "out.sqlite.lock"])
        #expect(!small.folder.has("link.sqlite.lock"))
    }

    // docs/operations.md: who may not write in the folder reads all the same, plan too.
    @Test(.enabled(if: OtherUser.works, OtherUser.reason))
    func `who may not write in the folder can plan and explain`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        try small.makeReadOnly()
        #expect(!small.folder.has("out.sqlite-wal"))
        let plan = try OtherUser.run(["plan", "pipeline.yaml"], in: small.folder)
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.outputLines.last == "0 of 2 days to do")
        let time = "2025-06-01T08:00:00Z"
        let explain = try OtherUser.run(["explain", "pipeline.yaml", "--device", "a", "--time", time], in: small.folder)
        #expect(explain.status == 0, "\(explain.errors)")
    }

    @Test(.enabled(if: OtherUser.works, OtherUser.reason))
    func `a run in a folder that may only be read ends with a sentence and changes nothing`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        let wanted = try small.digest()
        try FileManager.default.removeItem(atPath: small.folder("out.sqlite.lock"))
        try small.makeReadOnly()
        let outcome = try OtherUser.run(["run", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == ("trackmill: out.sqlite.lock: the lock cannot be made: Permission denied. Choose another path for the results.\n")
        )
        #expect(try small.digest() == wanted)
    }
}

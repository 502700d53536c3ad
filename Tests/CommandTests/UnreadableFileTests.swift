import Foundation
import Testing

/// Rule 4.3: folders and files that cannot be read are not gone; patterns that match nothing are named.
@Suite struct UnreadableFileTests {
    private func forbid(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: small.folder(name))
    }

    private func allow(_ name: String, of small: SmallPipeline) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: small.folder(name))
    }

    /// Two days, made by the other user who is to run on.
    private func made(files: String = "logs/{date}.csv") throws -> SmallPipeline {
        let small = try SmallPipeline(files: files, read: ["late: 1 d"], stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.log("2025-06-02", SmallPipeline.rows(2))
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: small.folder.path)
        let outcome = try OtherUser.run(["run", "pipeline.yaml"], in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return small
    }

    @Test(.enabled(if: OtherUser.works, OtherUser.reason))
    func `a folder without permission is a problem every night, and its days stay`() throws {
        let small = try made()
        let wanted = try small.digest()
        try forbid("logs", of: small)
        defer { try? allow("logs", of: small) }
        for arguments in [["--quiet"], ["--from", "2025-06-01", "--to", "2025-06-02", "--remove-missing", "--quiet"]] {
            let outcome = try OtherUser.run(["run", "pipeline.yaml"] + arguments, in: small.folder)
            #expect(outcome.status == 65)
            #expect(
                outcome.errorLines == [
                    "logs cannot be read: Permission denied. Its days are left as they are. Mend that, then: trackmill run pipeline.yaml",
                    "2025-06-01 to 2025-06-02 were left as they are: logs/2025-06-01.csv, logs/2025-06-02.csv cannot be read.",
                ])
        }
        #expect(try small.digest() == wanted)
        let plan = try OtherUser.run(["plan", "pipeline.yaml"], in: small.folder)
        #expect(plan.output.contains("may change  cannot be read: logs/2025-06-01.csv"))
        #expect(plan.output.contains("logs cannot be read: Permission denied."))
    }

    @Test(.enabled(if: OtherUser.works, OtherUser.reason))
    func `a log without permission is a problem; its day waits, the others are made`() throws {
        let small = try made()
        let wanted = try small.digest()
        try small.log("2025-06-03", SmallPipeline.rows(3))
        try small.log("2025-06-04", SmallPipeline.rows(4))
        try forbid("logs/2025-06-03.csv", of: small)
        let outcome = try OtherUser.run(["run", "pipeline.yaml", "--quiet"], in: small.folder)
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.contains { $0.hasPrefix("logs/2025-06-03.csv cannot be read: Permission denied.") })
        #expect(try small.lines("SELECT day FROM days") == ["2025-06-01", "2025-06-02", "2025-06-04"])
        try allow("logs/2025-06-03.csv", of: small)
        #expect(try OtherUser.run(["run", "pipeline.yaml", "--quiet"], in: small.folder).status == 0)
        #expect(try small.lines("SELECT day FROM days").count == 4)
        #expect(try small.digest() != wanted)
    }

    @Test(.enabled(if: OtherUser.works, OtherUser.reason))
    func `a log in a folder of another that cannot be entered is not gone`() throws {
        let small = try SmallPipeline(files: "logs/*/{date}.csv", stages: SmallPipeline.tracks)
        try small.folder.write(
            "device,time,lat,lon\n" + SmallPipeline.rows(1).joined(separator: "\n") + "\n", to: "logs/a/2025-06-01.csv")
        try small.folder.write(
            "device,time,lat,lon\n" + SmallPipeline.rows(2).joined(separator: "\n") + "\n", to: "logs/b/2025-06-02.csv")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: small.folder.path)
        #expect(try OtherUser.run(["run", "pipeline.yaml"], in: small.folder).status == 0)
        let wanted = try small.digest()
        try forbid("logs/b", of: small)
        defer { try? allow("logs/b", of: small) }
        let outcome = try OtherUser.run(
            ["run", "pipeline.yaml", "--from", "2025-06-01", "--to", "2025-06-02", "--remove-missing"], in: small.folder)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("logs/b cannot be read: Permission denied"))
        #expect(try small.digest() == wanted)
        #expect(
            try small.lines("SELECT file, state FROM input_files ORDER BY file") == [
                "logs/a/2025-06-01.csv,whole", "logs/b/2025-06-02.csv,whole",
            ])
    }

    @Test func `a run that finds no log at all ends with 66 and names pattern and folder`() throws {
        let small = try SmallPipeline(files: "lgos/{date}.csv")
        let outcome = try small.run("--quiet")
        #expect(outcome.status == 66)
        #expect(
            outcome.errorLines == [
                "trackmill: no log file: nothing matches lgos/{date}.csv in the folder '.'. Nothing was changed."
            ])
        #expect(!small.folder.has("out.sqlite"))
    }

    @Test func `a folder that is empty one night is told, and changes nothing`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try FileManager.default.moveItem(atPath: small.folder("logs"), toPath: small.folder("elsewhere"))
        let outcome = try small.run("--quiet")
        #expect(outcome.status == 66)
        #expect(
            outcome.errorLines == [
                "no log is there: nothing matches logs/{date}.csv in the folder '.'."
            ])
        #expect(try small.digest() == wanted)
    }

    @Test func `a source of several that matches nothing is named by run, plan and check`() throws {
        let small = try SmallPipeline.ofDays(1)
        let other = "{files: \"vans/{date}.csv\", columns: {device: device, time: time, latitude: lat, longitude: lon}}"
        let read =
            "read=[{files: \"logs/{date}.csv\", columns: {device: device, time: time, latitude: lat, longitude: lon}}, \(other)]"
        let sentence = "no log is there: nothing matches vans/{date}.csv in the folder '.'."
        let run = try small.run("--quiet", "--set", read)
        #expect(run.status == 0)
        #expect(run.errorLines == [sentence])
        #expect(try Program.run(["plan", "pipeline.yaml", "--set", read], in: small.folder).output.contains(sentence))
        let check = try Program.run(["check", "pipeline.yaml", "--set", read], in: small.folder)
        #expect(check.status == 0)
        #expect(check.errors.contains(sentence))
    }

    @Test func `a day left because a log is gone is a problem with the command that mends it`() throws {
        let small = try SmallPipeline(read: ["late: 1 d"], stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1))
        try small.runUndated()
        try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-01.csv"))
        try small.log("2025-06-02", SmallPipeline.rows(2) + ["b,2025-06-01T20:00:00Z,31.2,121.4"])
        let outcome = try small.run("--quiet")
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines == [
                "2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone. Bring it back, or: trackmill run pipeline.yaml --day 2025-06-01 --remove-missing"
            ])
    }

    @Test func `logs that were rotated away and change nothing are one note`() throws {
        let small = try SmallPipeline.ofDays(4)
        try small.runUndated()
        for day in 1...3 { try FileManager.default.removeItem(atPath: small.folder("logs/2025-06-0\(day).csv")) }
        #expect(
            try small.run("--quiet").errorLines == [
                "2025-06-01 to 2025-06-03 were left as they are: logs/2025-06-01.csv, logs/2025-06-02.csv, logs/2025-06-03.csv made them and are gone. Bring them back, or: trackmill run pipeline.yaml --from 2025-06-01 --to 2025-06-03 --remove-missing"
            ])
        #expect(try small.run("--quiet").errorLines == [])
        #expect(
            try small.run().errorLines == [
                "3 days keep what logs/2025-06-01.csv, logs/2025-06-02.csv, logs/2025-06-03.csv gave before they were gone."
            ])
        let other = try small.run("--quiet", "--set", "stages=[thin: {every: 1 min}]")
        #expect(other.status == 0)
        #expect(other.errorLines.count == 1)
        #expect(other.errors.contains("2025-06-01 to 2025-06-03 were left as they are: "))
        #expect(other.errors.contains("trackmill run pipeline.yaml --from 2025-06-01 --to 2025-06-03 --remove-missing"))
    }
}

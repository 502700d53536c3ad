import Foundation
import Glibc
import SQLite
import Store
import Testing

/// Rule 4.1 where a run is killed at random moments, phase 2 included: what the next run leaves is what an undisturbed one leaves.
///
/// 25 moments over small logs, a fifth of them SIGTERM; `TRACKMILL_KILLS` asks for more (`make soak`: 250).
@Suite(.serialized) struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["TRACKMILL_KILLS"].flatMap(Int.init) ?? 25

    /// Logs of three devices and four days, what an undisturbed run makes of them, and the milliseconds it takes.
    private static let undisturbed = Swift.Result { () throws -> (logs: TemporaryFolder, digest: String, duration: Double) in
        let logs = try TemporaryFolder()
        let made = try Program.run(["generate", "--devices", "3", "--days", "4", "--seed", "5", "-o", "logs"], in: logs)
        try #require(made.status == 0, "\(made.errors)")
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        let outcome = try Program.run(call(in: folder, logs) + days, in: folder)
        let duration = (ContinuousClock.now - start) / .milliseconds(1)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return (logs, try digest(of: "week.sqlite", in: folder), duration)
    }

    private static let days = ["--from", "2025-06-01", "--to", "2025-06-04"]

    private static func call(in folder: TemporaryFolder, _ logs: TemporaryFolder) -> [String] {
        SampleWeek.call(in: folder) + ["--set", "read.files=\"\(logs("logs"))/{date}.csv.gz\""]
    }

    @Test(arguments: 0..<kills)
    func `killed at any moment and started again`(number: Int) throws {
        let (logs, wanted, duration) = try Self.undisturbed.get()
        let folder = try TemporaryFolder()
        let call = Self.call(in: folder, logs)
        // A moment that differs from test to test; the golden ratio spreads them evenly over the run.
        let share = (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        let signal = number % 5 == 4 ? SIGTERM : SIGKILL
        let run = try BackgroundRun.trackmill(call + Self.days, in: folder)
        usleep(UInt32(share * duration * 1000))
        run.send(signal)
        let status = try run.end().status
        // 143 in the run or, before it watches for signals, by the system; 0 where it was done already.
        #expect(status == 128 + signal || status == 0)
        if folder.has("week.sqlite") {
            let database = try Database(path: folder("week.sqlite"), isReadOnly: false)
            #expect(try database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        }
        if number % 3 == 1 {
            let other = try Program.run(call + ["--from", "2025-06-03", "--to", "2025-06-04"], in: folder)
            #expect(other.status == 0, "\(other.errors)")
        }
        let again = try Program.run(call + Self.days, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try digest(of: "week.sqlite", in: folder) == wanted)
    }

    /// All logs get other names: their rejects without a day stand under the old names until a run has settled that.
    @Test(arguments: 0..<max(1, kills / 3))
    func `killed at any moment after logs were renamed, and started again`(number: Int) throws {
        let (made, _, duration) = try Self.undisturbed.get()
        let folder = try TemporaryFolder()
        try folder.copy(made("logs"), to: "logs")
        let call = SampleWeek.call(in: folder) + ["--set", "read.files=\"\(folder("logs"))/{date}*.csv.gz\""]
        #expect(try Program.run(call + Self.days, in: folder).status == 0)
        for day in 1...4 {
            let name = "logs/2025-06-0\(day)"
            try FileManager.default.moveItem(atPath: folder("\(name).csv.gz"), toPath: folder("\(name)-x.csv.gz"))
        }
        let share = (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        let run = try BackgroundRun.trackmill(call, in: folder)
        usleep(UInt32(share * duration * 1000))
        run.send(SIGKILL)
        _ = try run.end()
        let again = try Program.run(call, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        let wanted = try Program.run(call + ["--set", "write.sqlite=\"\(folder("new.sqlite"))\""], in: folder)
        #expect(wanted.status == 0, "\(wanted.errors)")
        #expect(try digest(of: "week.sqlite", in: folder) == digest(of: "new.sqlite", in: folder))
    }
}

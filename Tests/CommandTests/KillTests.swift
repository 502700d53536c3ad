import Foundation
import Glibc
import Store
import Testing

/// Rule 4.1 where a run is killed at random moments, phase 2 included: what the next run leaves is what an undisturbed one leaves.
///
/// 20 moments; `TRACKMILL_KILLS` asks for more (`make soak`: 200).
@Suite(.serialized) struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["TRACKMILL_KILLS"].flatMap(Int.init) ?? 20
    private static let week = ["--from", SampleWeek.firstDay, "--to", "2025-06-07"]

    /// Milliseconds that an undisturbed run takes.
    private static let duration = Swift.Result { () throws -> Double in
        let start = Date()
        try SampleWeek.run(in: TemporaryFolder(), week)
        return Date().timeIntervalSince(start) * 1000
    }

    @Test(arguments: 0..<kills)
    func `killed at any moment and started again`(number: Int) throws {
        let folder = try TemporaryFolder()
        // A moment that differs from test to test; the golden ratio spreads them evenly over the run.
        let share = (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        let signal = number % 4 == 3 ? SIGTERM : SIGKILL
        let status = try interrupt(SampleWeek.call(in: folder) + Self.week, after: share * Self.duration.get(), with: signal)
        if signal == SIGTERM { #expect(status == 143 || status == 0) }
        if folder.has("week.sqlite") {
            let answer = try Database(path: folder("week.sqlite"), isReadOnly: false).first("PRAGMA integrity_check") {
                $0.text(0)
            }
            #expect(answer == "ok")
        }
        if number % 3 == 1 { try SampleWeek.run(in: folder, ["--from", "2025-06-05", "--to", "2025-06-06"]) }
        try SampleWeek.run(in: folder, Self.week)
        #expect(try digest(of: "week.sqlite", in: folder) == SampleWeek.result.get().digest)
    }

    /// The status of a run that gets a signal after some milliseconds.
    private func interrupt(_ arguments: [String], after milliseconds: Double, with signal: Int32) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Program.path))
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(milliseconds * 1000))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }
}

import Foundation
import Glibc
import Testing

/// A disk that is as small as a test wants it. A class: it is unmounted with the last reference to it.
final class SmallDisk {
    private let path: String

    /// Why tests are skipped where none can be mounted; scripts/test tells such skips by their first words.
    static let reason: Comment = "Wants root, and a tmpfs that it may mount."

    /// Whether one can be mounted here.
    static let works: Bool = {
        do {
            let folder = try TemporaryFolder()
            let disk = try SmallDisk(folder("disk"), size: 1 << 20)
            return withExtendedLifetime(disk) { true }
        } catch {
            return false
        }
    }()

    init(_ path: String, size: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(size)") == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func resize(to size: Int) throws {
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(size)") == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}

extension SmallPipeline {
    /// The stages that these tests use.
    static let tracks = ["drop-spikes: {speed: 70 m/s}", "find-stays: {radius: 100 m, at-least: 1 min}", "split-trips"]

    /// Four fixes of one device, a minute apart, on a day of June 2025.
    static func rows(_ day: Int) -> [String] { (0..<4).map { "a,2025-06-0\(day)T08:0\($0):00Z,31.2,121.4" } }

    /// Logs of so many days from 2025-06-01 on.
    static func ofDays(_ days: Int, files: String = "logs/{date}.csv", top: [String] = []) throws -> SmallPipeline {
        let small = try SmallPipeline(files: files, stages: tracks, top: top)
        for day in 1...days { try small.log("2025-06-0\(day)", rows(day)) }
        return small
    }

    /// Runs without dates and expects that nothing goes wrong.
    func runUndated(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try run()
        try #require(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    }

    /// The digest of its result file.
    func digest() throws -> String { try CommandTests.digest(of: "out.sqlite", in: folder) }
}

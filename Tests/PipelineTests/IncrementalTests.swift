import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Issue 7, Shows 4: what a late file makes a run do, and no more.
@Suite struct IncrementalTests {
    private static let devices = ["a", "b", "c"]

    /// What a run told.
    private final class Told: Sendable {
        private let lock = Lock()
        nonisolated(unsafe) private var lines: [String] = []

        func tell(_ event: RunEvent) {
            let line: String? =
                switch event {
                case .read(let file, let rows, _, _, _): "read \(file) \(rows)"
                case .wrote(let day, let deviceDays, _, _): "wrote \(day) \(deviceDays)"
                case .computing(_, let devices): "computed \(devices)"
                case .began, .asking, .told: nil
                }
            lock.with { if let line { lines.append(line) } }
        }

        var all: [String] { lock.with { lines } }
    }

    private func log(_ folder: String, _ day: Int, more: [String] = []) throws {
        let rows = Self.devices.flatMap { device in
            (0..<6).map { "\(device),2025-06-0\(day)T1\($0):00:00Z,39.9,116.4" }
        }
        let text = (["device,time,lat,lon"] + rows + more).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/logs/2025-06-0\(day).csv"))
    }

    private func run(_ folder: String) throws -> [String] {
        let text = """
            name: incremental
            timezone: UTC
            read:
              files: "logs/{date}.csv"
              columns: {device: device, time: time, latitude: lat, longitude: lon}
              late: 24 h
            stages: [{find-stays: {radius: 100 m, at-least: 30 min, gap: 3 h}}, {find-places: {radius: 100 m}}]
            write: {sqlite: out.sqlite}

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/p.yaml"))
        let catalog = Catalog(stages: [FindStays.self, FindPlaces.self], reports: [])
        let pipeline = try readPipelineFile(folder + "/p.yaml", catalog: catalog, environment: [:])
        let told = Told()
        var options = RunOptions(now: 1_790_000_000_000, version: "test")
        options.jobs = 1
        options.report = { told.tell($0) }
        _ = try Pipeline.run(pipeline, options)
        return told.all
    }

    @Test func `a late row makes its day and its device anew, and no more`() throws {
        let folder = NSTemporaryDirectory() + "trackmill-incremental-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/logs", withIntermediateDirectories: true)
        for day in 1...6 { try log(folder, day) }
        #expect(try run(folder).filter { $0.hasPrefix("wrote") }.count == 6)
        #expect(try run(folder) == [])
        try log(folder, 4, more: ["b,2025-06-03T16:00:00Z,39.9,116.4"])
        let files = ["read logs/2025-06-04.csv 19", "read logs/2025-06-03.csv 18"]
        #expect(try run(folder) == files + ["wrote 2025-06-03 3", "computed 1"])
        #expect(try run(folder) == [])
        try log(folder, 7)
        // Each device's last stay is open no more.
        #expect(try run(folder) == ["read logs/2025-06-07.csv 18", "wrote 2025-06-07 3", "computed 3"])
    }
}

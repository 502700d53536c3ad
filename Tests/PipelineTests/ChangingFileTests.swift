import Foundation
import Stages
import Store
import Testing
import Tracks

@testable import Pipeline

/// Files that change, vanish or cannot be read while a run goes on (rules 1.3, 4.3), and options of reading that change (4.2).
@Suite struct ChangingFileTests {
    private let folder: Folder
    private static let now: Int64 = 1_790_000_000_000

    init() throws { folder = try Folder() }

    /// A fresh folder that is removed with the last reference to it.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "trackmill-changing-\(UUID().uuidString)"
        init() throws { try FileManager.default.createDirectory(atPath: path + "/logs", withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }
    }

    private func log(_ name: String, _ day: String, device: String = "a", rows: Int = 4, header: String = "device,time,lat,lon")
        throws
    {
        let lines = (0..<rows).map { "\(device),\(day)T0\($0):00:00Z,39.9,116.4\n" }
        try folder.write("logs/\(name)", header + "\n" + lines.joined())
    }

    /// - Parameter after: What happens once the first file is read.
    @discardableResult
    private func run(
        _ days: ClosedRange<Int>? = nil, zone: String = "UTC", read: String = "", columns: String = "latitude: lat",
        removesMissing: Bool = false, after: @escaping @Sendable () throws -> Void = {}
    ) throws -> RunSummary {
        let text = """
            name: changing
            timezone: \(zone)
            read:
              files: "logs/{date}*.csv"
              columns: {device: device, time: time, longitude: lon, \(columns)}
              \(read)
            stages: [{find-stays: {radius: 100 m, at-least: 30 min, gap: 3 h}}]
            write: {sqlite: out.sqlite}

            """
        try folder.write("p.yaml", text)
        let pipeline = try readPipelineFile(
            folder.path + "/p.yaml", catalog: Catalog(stages: [FindStays.self], reports: []), environment: [:])
        var options = RunOptions(now: Self.now, version: "test")
        options.jobs = 1
        options.removesMissing = removesMissing
        let first = CalendarDay("2025-06-01") ?? CalendarDay(number: 0)
        if let days {
            options.from = first.advanced(by: days.lowerBound - 1)
            options.to = first.advanced(by: days.upperBound - 1)
        }
        let isFirst = Lock()
        nonisolated(unsafe) var hasHappened = false
        options.report = { event in
            guard case .read = event else { return }
            isFirst.with {
                guard !hasHappened else { return }
                hasHappened = true
                do { try after() } catch { Issue.record(error) }
            }
        }
        return try Pipeline.run(pipeline, options)
    }

    private func kept() throws -> [String] {
        try Store(readingFrom: folder.path + "/out.sqlite").reader.rows(
            "SELECT day, device, kept FROM days WHERE kept > 0 ORDER BY day, device"
        ) { "\($0.text(0)) \($0.text(1)) \($0.integer(2))" }
    }

    private func states() throws -> [String] {
        try Store(readingFrom: folder.path + "/out.sqlite").reader.rows("SELECT file, state FROM input_files ORDER BY file") {
            "\($0.text(0)) \($0.text(1))"
        }
    }

    // MARK: Files

    @Test func `a dated run leaves a day whose file grows while it is read, and says so`() throws {
        for day in 1...2 { try log("2025-06-0\(day).csv", "2025-06-0\(day)") }
        try run(1...2)
        let before = try kept()
        let folder = folder
        let summary = try run(1...2) {
            try folder.write("logs/2025-06-02.csv", "device,time,lat,lon\na,2025-06-02T00:00:00Z,39.9,116.4\n")
        }
        #expect(summary.status == .noInput)
        #expect(try kept() == before)
        #expect(
            summary.missing.map(\.text) == [
                "2025-06-02 was left as it is: logs/2025-06-02.csv made it and is gone. Bring it back, or: trackmill run \(folder.path)/p.yaml --day 2025-06-02 --remove-missing"
            ])
        #expect(
            summary.notes.map(\.text) == [
                "logs/2025-06-02.csv changed or vanished while it was read; it counts as gone for this run."
            ])
        #expect(try states() == ["logs/2025-06-01.csv whole", "logs/2025-06-02.csv growing"])
        #expect(try run().madeDays == [])
        try log("2025-06-02.csv", "2025-06-02", rows: 6)
        #expect(try run().status == .done)
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-02 a 6"])
    }

    @Test func `remove-missing takes no day away whose file only grows`() throws {
        for day in 1...2 { try log("2025-06-0\(day).csv", "2025-06-0\(day)") }
        try run(1...2)
        let before = try kept()
        let folder = folder
        let summary = try run(1...2, removesMissing: true) { try folder.write("logs/2025-06-02.csv", "device,time,lat,lon\n") }
        #expect(summary.status == .noInput)
        #expect(try kept() == before)
    }

    @Test func `an undated run leaves a day when an unchanged file of it vanishes before it is read`() throws {
        try log("2025-06-01-a.csv", "2025-06-01", device: "a")
        try log("2025-06-01-b.csv", "2025-06-01", device: "b")
        try run()
        try log("2025-06-01-b.csv", "2025-06-01", device: "b", rows: 6)
        let folder = folder
        let summary = try run { try folder.remove("logs/2025-06-01-a.csv") }
        #expect(summary.madeDays == [])
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-01 b 4"])
        try log("2025-06-01-a.csv", "2025-06-01", device: "a")
        #expect(try run().status == .done)
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-01 b 6"])
    }

    @Test func `a file that cannot be opened keeps its day and is tried again`() throws {
        for day in 1...2 { try log("2025-06-0\(day).csv", "2025-06-0\(day)") }
        try run()
        try folder.remove("logs/2025-06-02.csv")
        // What root cannot read either: nothing lies at address 0.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/logs/2025-06-02.csv", withDestinationPath: "/proc/self/mem")
        let summary = try run(1...2)
        #expect(summary.status == .damagedInput)
        #expect(
            summary.damaged.map(\.text) == [
                "logs/2025-06-02.csv cannot be read: Input/output error. Its days are left as they are. Mend that, then: trackmill run \(folder.path)/p.yaml"
            ])
        #expect(summary.complaints.map(\.text) == ["2025-06-02 was left as it is: logs/2025-06-02.csv cannot be read."])
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-02 a 4"])
        try folder.remove("logs/2025-06-02.csv")
        try log("2025-06-02.csv", "2025-06-02", rows: 5)
        #expect(try run().status == .done)
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-02 a 5"])
    }

    // MARK: Options of reading

    /// Each was wrong in the first run, and all rows were rejected or read as something else.
    @Test(arguments: [
        ("", "latitude: breite", "latitude: lat", ""), ("delimiter: ';'", "latitude: lat", "latitude: lat", ""),
        ("time-format: seconds", "latitude: lat", "latitude: lat", ""),
    ]) func `a mended option of reading brings the rows in`(read: String, wrong: String, columns: String, mended: String) throws {
        for day in 1...2 { try log("2025-06-0\(day).csv", "2025-06-0\(day)") }
        try run(read: read, columns: wrong)
        #expect(try kept() == [])
        #expect(try run(read: mended, columns: columns).status == .done)
        #expect(try kept() == ["2025-06-01 a 4", "2025-06-02 a 4"])
        #expect(try run(read: mended, columns: columns).madeDays == [])
    }

    @Test(arguments: ["timezone: UTC", "timezone: Asia/Shanghai"])
    func `another zone of times moves rows to other days at once`(read: String) throws {
        // Without an offset: 00:00 to 03:00 of one zone or the other.
        for day in 1...3 {
            let lines = (0..<4).map { "a,2025-06-0\(day) 0\($0):00:00,39.9,116.4\n" }
            try folder.write("logs/2025-06-0\(day).csv", "device,time,lat,lon\n" + lines.joined())
        }
        let late = "\n  late: 1 days"
        let other = read == "timezone: UTC" ? "timezone: Asia/Shanghai" : "timezone: UTC"
        try run(read: read + late)
        // A day that lost all its rows to its neighbour has shrunk (4.3): only a dated run takes it.
        let shrunk = read == "timezone: UTC" ? 3 : 0
        let summary = try run(read: other + late)
        #expect(summary.status == .damagedInput)
        #expect(summary.shrunk.map { String($0.text.prefix(10)) } == [shrunk == 3 ? "2025-06-03" : "2025-05-31"])
        try run(shrunk...shrunk, read: other + late)
        let changed = try kept()
        try folder.remove("out.sqlite")
        try run(read: other + late)
        let wanted = try kept()
        #expect(changed == wanted)
        let sums = try Store(readingFrom: folder.path + "/out.sqlite").reader.rows(
            "SELECT file FROM input_files WHERE rows != kept + thinned + rejected + waiting"
        ) { $0.text(0) }
        #expect(sums == [])
    }

    // MARK: The zone

    private func digests() throws -> [String] {
        let store = try Store(readingFrom: folder.path + "/out.sqlite")
        return try Store.resultViews.map { "\($0) \(try store.digest(ofView: $0).hash)" }
    }

    @Test func `another zone makes all days anew`() throws {
        for day in 1...3 { try log("2025-06-0\(day).csv", "2025-06-0\(day)", rows: 9) }
        let late = "late: 1 days"
        try run(read: late)
        try run(zone: "Asia/Tokyo", read: late)
        let changed = try digests()
        try folder.remove("out.sqlite")
        try run(zone: "Asia/Tokyo", read: late)
        #expect(try digests() == changed)
    }

    @Test func `another zone is refused where days would overlap`() throws {
        for day in 1...3 { try log("2025-06-0\(day).csv", "2025-06-0\(day)") }
        try run()
        let before = try digests()
        func message(_ days: ClosedRange<Int>?) -> String? {
            do {
                try run(days, zone: "Asia/Tokyo")
                return nil
            } catch let problem as RunProblem where problem.status == .wrongPipeline {
                return problem.description
            } catch {
                return "\(error)"
            }
        }
        let path = folder.path + "/out.sqlite holds days of UTC, which overlap days of Asia/Tokyo: all must be made anew, and "
        #expect(message(2...2) == path + "this run is of 2025-06-02 only. Run without dates, or write to another file.")
        try folder.remove("logs/2025-06-03.csv")
        #expect(message(nil) == path + "logs/2025-06-03.csv is gone. Bring it back, or write to another file.")
        #expect(try digests() == before)
    }
}

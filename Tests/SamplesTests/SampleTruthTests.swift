import Foundation
import Geodesy
import Samples
import Testing

@Suite struct SampleTruthTests {
    private typealias Row = JudgedLogs.Row

    private let logs: SampleLogs
    private let injected: [[String: String]]
    private let rows: [String: [Row]]

    init() throws {
        let judged = try JudgedLogs.few.get()
        (logs, injected, rows) = (judged.logs, judged.injected, judged.rows)
    }

    private func injected(_ what: String) -> [(file: String, line: Int, row: Row, entry: [String: String])] {
        injected.filter { $0["what"] == what }.compactMap { entry in
            guard let file = entry["file"], let line = entry["line"].flatMap({ Int($0) }), let row = rows[file]?[line - 1] else {
                return nil
            }
            return (file, line, row, entry)
        }
    }

    @Test func `every kind of oddity occurs and every line exists`() {
        let kinds = [
            "spike", "burst", "cold-start", "stale", "midnight-spike", "inaccurate", "null-island", "malformed",
            "exact-duplicate",
            "conflicting-duplicate", "late", "out-of-order",
        ]
        #expect(Set(injected.compactMap { $0["what"] }) == Set(kinds))
        #expect(kinds.reduce(0) { $0 + injected($1).count } == logs.summary.injected)
        #expect(logs.summary.goodFixes == logs.summary.rows - injected.count { $0["reason"] != "" })
    }

    @Test func `null islands stand at 0,0 and inaccurate fixes beyond 100 m`() {
        for (_, _, row, _) in injected("null-island") { #expect(Double(row.cells[2]) == 0 && Double(row.cells[3]) == 0) }
        for (_, _, row, _) in injected("inaccurate") { #expect((Int(row.cells[6]) ?? 0) > 100) }
    }

    @Test func `an exact duplicate equals a row before it`() {
        for (file, line, row, _) in injected("exact-duplicate") {
            let before = rows[file]?[max(1, line - 3)..<line - 1].map(\.cells) ?? []
            #expect(before.contains(row.cells), "\(file):\(line)")
        }
    }

    @Test func `a conflicting duplicate has the time of a better row elsewhere`() {
        for (file, line, row, _) in injected("conflicting-duplicate") {
            let twins = (rows[file] ?? []).filter {
                $0.device == row.device && $0.cells.count == 9 && $0.cells[1] == row.cells[1]
            }
            #expect(twins.count == 2, "\(file):\(line)")
            let other = twins.first { $0.cells != row.cells }
            #expect((Int(other?.cells[6] ?? "") ?? 999) < (Int(row.cells[6]) ?? 0), "\(file):\(line)")
            #expect(other?.cells[2] != row.cells[2] || other?.cells[3] != row.cells[3])
        }
    }

    @Test func `a late row is of one of the two days before its file`() throws {
        for (file, line, row, _) in injected("late") {
            let start = try #require(SampleLogs.time("\(file.prefix(10))T00:00:00+08:00"))
            let time = try #require(row.time, "\(file):\(line)")
            #expect((start - 172_800_000..<start).contains(time), "\(file):\(line)")
        }
    }

    @Test func `an out-of-order row follows a later one of its device`() throws {
        for (file, line, row, _) in injected("out-of-order") {
            let time = try #require(row.time)
            let before = (rows[file] ?? [])[1..<line - 1].reversed().prefix(12)
            #expect(before.contains { $0.device == row.device && ($0.time ?? 0) > time }, "\(file):\(line)")
        }
    }

    @Test func `malformed lines are what their reason says`() throws {
        let reasons = Set(injected("malformed").compactMap { $0.entry["reason"] })
        let wanted: Set = [
            "wrong-column-count", "no-device", "no-time", "bad-time", "no-position", "bad-number", "out-of-range", "unknown-crs",
            "too-late", "ahead-of-file",
        ]
        #expect(reasons == wanted)
        for (file, line, row, entry) in injected("malformed") {
            let reason = try #require(entry["reason"])
            #expect(try isMalformed(row, reason, file), "\(file):\(line) \(reason) \(row.cells)")
        }
    }

    private func isMalformed(_ row: Row, _ reason: String, _ file: String) throws -> Bool {
        if reason == "wrong-column-count" { return row.cells.count != 9 }
        let start = try #require(SampleLogs.time("\(file.prefix(10))T00:00:00+08:00"))
        let numbers = [Double(row.cells[2]), Double(row.cells[3])]
        return switch reason {
        case "no-device": row.device.isEmpty
        case "no-time": row.cells[1].isEmpty
        case "bad-time": row.time == nil
        case "no-position": row.cells[2].isEmpty || row.cells[3].isEmpty
        case "bad-number": numbers.contains(nil) && !row.cells[2].isEmpty && !row.cells[3].isEmpty
        case "out-of-range": abs(numbers[0] ?? 0) > 90 || abs(numbers[1] ?? 0) > 180
        case "unknown-crs": CoordinateSystem(name: row.cells[8]) == nil
        case "too-late": (row.time ?? start) < start - 172_800_000
        case "ahead-of-file": (row.time ?? start) >= start + 86_400_000 + 600_000
        default: false
        }
    }

    @Test func `each line has its truth, the same as in the list of oddities`() {
        for (file, lines) in logs.lines {
            let truths = (logs.truthOfLines[file] ?? []).map { SampleLogs.cells($0) }
            #expect(truths.count == lines.count)
            #expect(truths[0] == ["what", "good", "error_m"])
            let odd = Dictionary(
                uniqueKeysWithValues: injected.filter { $0["file"] == file }.map {
                    ($0["line"] ?? "", [$0["what"] ?? "", $0["reason"] == "" ? "1" : "0"])
                })
            for (i, truth) in truths.enumerated().dropFirst() {
                #expect(Array(truth[..<2]) == odd["\(i + 1)", default: ["good", "1"]], "\(file):\(i + 1)")
            }
        }
    }

    @Test func `days say how far each device went`() {
        let days = logs.truth("days")
        #expect(days.count == 15 * 5)
        let meters = Dictionary(grouping: days, by: { $0["device"] ?? "" }).mapValues { rows in
            rows.compactMap { Double($0["moved_m"] ?? "") }.reduce(0, +)
        }
        #expect(meters.allSatisfy { $0.value > ($0.key.hasPrefix("pet") ? 5_000 : 15_000) }, "\(meters)")
        #expect(meters.allSatisfy { $0.value < 1_000_000 }, "\(meters)")
    }

    @Test func `places of a device lie apart, the one nearby within a walk, and count their stays`() throws {
        let stays = logs.truth("stays")
        for (device, places) in Dictionary(grouping: logs.truth("places"), by: { $0["device"] ?? "" }) {
            let positions = places.compactMap(JudgedLogs.center)
            try #require(positions.count == places.count)
            for (i, a) in positions.enumerated() {
                let least = i == positions.count - 1 ? 195.0 : 590
                for b in positions[..<i] { #expect(haversineMeters(a, b) > least) }
            }
            #expect(["lunch", "meadow"].contains(places.last?["place"]))
            #expect(haversineMeters(positions[1], positions[positions.count - 1]) < 910)
            for place in places {
                #expect(place["visits"] == "\(stays.count { $0["device"] == device && $0["place"] == place["place"] })")
            }
        }
    }
}

import Foundation
import Geodesy
import Samples
import Testing

@Suite struct SampleTruthTests {
    /// A row of a log, read as far as it goes.
    private struct Row {
        let cells: [String]
        var device: String { cells[0] }
        var time: Int64? { cells.count > 1 ? SampleLogs.time(cells[1]) : nil }

        /// WGS-84, through the gate that knows China's outline.
        var place: Coordinate? {
            guard cells.count == 9, let latitude = Double(cells[2]), let longitude = Double(cells[3]) else { return nil }
            guard let system = CoordinateSystem(name: cells[8].isEmpty ? "wgs84" : cells[8]) else { return nil }
            return Conversion(from: system, to: .wgs84).converted(Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    private let logs: SampleLogs
    private let injected: [[String: String]]
    private let rows: [String: [Row]]

    init() throws {
        logs = try SampleLogs.few.get()
        injected = logs.truth("injected")
        rows = logs.lines.mapValues { lines in lines.map { Row(cells: SampleLogs.cells($0)) } }
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
            "spike", "inaccurate", "null-island", "malformed", "exact-duplicate", "conflicting-duplicate", "late", "out-of-order",
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

    @Test func `a spike lies beyond what its kind can do since the fix before, or until the third after`() throws {
        let good = goodFixes()
        for (file, line, row, _) in injected("spike") {
            let time = try #require(row.time)
            let place = try #require(row.place)
            let start = try #require(SampleLogs.time("\(file.prefix(10))T00:00:00+08:00"))
            let ofDay = (good[row.device] ?? []).filter { (start..<start + 86_400_000).contains($0.time) }.sorted {
                $0.time < $1.time
            }
            let before = ofDay.last { $0.time < time }
            for other in before.map({ [$0] }) ?? Array(ofDay.prefix(3)) {
                let there = try #require(other.row.place)
                let seconds = Double(abs(other.time - time)) / 1_000
                #expect(haversineMeters(place, there) > topSpeed(row.device) * seconds + 30, "\(file):\(line)")
            }
        }
    }

    private func goodFixes() -> [String: [(time: Int64, row: Row)]] {
        let odd = Set(injected.filter { $0["reason"] != "" }.map { "\($0["file"] ?? ""):\($0["line"] ?? "")" })
        let good = rows.flatMap { file, rows in
            rows.enumerated().dropFirst().filter { !odd.contains("\(file):\($0.offset + 1)") }.map(\.element)
        }
        return Dictionary(grouping: good, by: \.device).mapValues { rows in rows.compactMap { row in row.time.map { ($0, row) } }
        }
    }

    private func topSpeed(_ device: String) -> Double {
        ["vehicle": 70, "bicycle": 25, "pet": 15, "unicycle": 10, "tricycle": 10][String(device.prefix { $0 != "-" })] ?? 0
    }

    @Test func `good fixes during a true stay lie near it, in all systems`() throws {
        let good = goodFixes()
        for stay in logs.truth("stays") {
            let arrived = try #require(SampleLogs.time(stay["arrived_utc"] ?? ""))
            let left = try #require(SampleLogs.time(stay["left_utc"] ?? ""))
            let center = Coordinate(
                latitude: Double(stay["latitude"] ?? "") ?? 0, longitude: Double(stay["longitude"] ?? "") ?? 0)
            let inside = (good[stay["device"] ?? ""] ?? []).filter { (arrived...left).contains($0.time) }
            #expect(inside.count >= 2)
            let far = inside.filter { haversineMeters(center, $0.row.place ?? Coordinate(latitude: 0, longitude: 0)) >= 100 }
            #expect(far.isEmpty)
        }
    }

    @Test func `places of a device lie 600 m apart and count their stays`() throws {
        let stays = logs.truth("stays")
        for (device, places) in Dictionary(grouping: logs.truth("places"), by: { $0["device"] ?? "" }) {
            let positions = places.map {
                Coordinate(latitude: Double($0["latitude"] ?? "") ?? 0, longitude: Double($0["longitude"] ?? "") ?? 0)
            }
            for (i, a) in positions.enumerated() {
                for b in positions[..<i] { #expect(haversineMeters(a, b) > 590) }
            }
            for place in places {
                #expect(place["visits"] == "\(stays.count { $0["device"] == device && $0["place"] == place["place"] })")
            }
        }
    }
}

/// Haversine on the sphere of rule 2.2, written out here so that the test rests on nothing of the project.
private func haversineMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let north = sin((b.latitude - a.latitude) * radians / 2)
    let east = sin((b.longitude - a.longitude) * radians / 2)
    let square = north * north + cos(a.latitude * radians) * cos(b.latitude * radians) * east * east
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
}

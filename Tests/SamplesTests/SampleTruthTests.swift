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
    /// Rows of good fixes by device.
    private var good: [String: [(time: Int64, row: Row)]] = [:]

    init() throws {
        logs = try SampleLogs.few.get()
        injected = logs.truth("injected")
        rows = logs.lines.mapValues { lines in lines.map { Row(cells: SampleLogs.cells($0)) } }
        good = goodFixes()
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

    /// Each line of a log with what is true of it.
    private func judgedRows() -> [(row: Row, what: String, isGood: Bool, errorMeters: Double?)] {
        rows.flatMap { file, rows in
            zip(rows, logs.truthOfLines[file] ?? []).dropFirst().map { row, text in
                let cells = SampleLogs.cells(text)
                return (row, cells[0], cells[1] == "1", Double(cells[2]))
            }
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

    @Test func `wrong positions lie as far off as is said of them`() {
        let least = ["spike": 120.0, "burst": 90, "cold-start": 90, "stale": 150, "midnight-spike": 2_000]
        let wrong = judgedRows().filter { least[$0.what] != nil }
        #expect(wrong.allSatisfy { !$0.isGood && ($0.errorMeters ?? 0) >= least[$0.what, default: 0] })
        // A heavy tail: by the rule of the distribution 42 % are at most twice the least off, and 4 % beyond 30 km or cut there.
        let spikes = wrong.filter { $0.what == "spike" }.compactMap(\.errorMeters)
        #expect(spikes.count > 50)
        #expect((0.2...0.5).contains(Double(spikes.count { $0 <= 240 }) / Double(spikes.count)))
        #expect(spikes.contains { $0 > 10_000 })
    }

    @Test func `about one fix in a hundred is wrong, indoors too`() {
        let judged = judgedRows()
        let wrong = judged.filter { ["spike", "burst", "cold-start", "stale"].contains($0.what) }
        #expect((0.008...0.03).contains(Double(wrong.count) / Double(judged.count)))
        let stays = Dictionary(grouping: logs.truth("stays"), by: { $0["device"] ?? "" }).mapValues { stays in
            stays.compactMap { stay -> Range<Int64>? in
                guard let from = SampleLogs.time(stay["arrived_utc"] ?? ""), let to = SampleLogs.time(stay["left_utc"] ?? "")
                else {
                    return nil
                }
                return from..<to
            }
        }
        let indoors = wrong.count { fix in
            stays[fix.row.device, default: []].contains { $0.contains(fix.row.time ?? 0) }
        }
        #expect(indoors > wrong.count / 3)
    }

    @Test func `errors indoors are as large as those of the shared noise, or larger`() {
        // ../shared/noise/generate.py: deviations of 8, 20, 35 or 50 m each way; the mean square of both ways together is 2,094 m².
        let indoors = judgedRows().filter { $0.what == "good" && $0.row.cells[5].isEmpty }
        let squares = Dictionary(grouping: indoors, by: \.row.device).mapValues { fixes in
            fixes.compactMap(\.errorMeters).reduce(0) { $0 + $1 * $1 } / Double(fixes.count)
        }
        #expect(squares.count == 15)
        #expect(squares.values.reduce(0, +) / 15 >= 2_094, "\(squares)")
    }

    @Test func `errors indoors are alike from fix to fix`() {
        var (square, change, count) = (0.0, 0.0, 0.0)
        for stay in logs.truth("stays") where stay["device"]?.hasPrefix("pet") == false {
            let errors = goodErrors(during: stay)
            for (a, b) in zip(errors, errors.dropFirst()) {
                square += a.east * a.east + a.north * a.north
                change += (a.east - b.east) * (a.east - b.east) + (a.north - b.north) * (a.north - b.north)
                count += 1
            }
        }
        #expect(count > 10_000)
        // Without memory it would be 2.
        #expect(change / square < 1.4, "\(change / square)")
    }

    /// Metres east and north of the stay's place of its good fixes, in order of time.
    private func goodErrors(during stay: [String: String]) -> [(east: Double, north: Double)] {
        guard let arrived = SampleLogs.time(stay["arrived_utc"] ?? ""), let left = SampleLogs.time(stay["left_utc"] ?? ""),
            let latitude = Double(stay["latitude"] ?? ""), let longitude = Double(stay["longitude"] ?? "")
        else { return [] }
        let inside = (good[stay["device"] ?? ""] ?? []).filter { (arrived..<left).contains($0.time) }.sorted { $0.time < $1.time }
        return inside.compactMap { fix in
            fix.row.place.map { place in
                (
                    (place.longitude - longitude) * 111_195.08 * cos(latitude * .pi / 180),
                    (place.latitude - latitude) * 111_195.08
                )
            }
        }
    }

    @Test func `the error said of a fix at rest is its distance from the stay, in all systems`() throws {
        let stays = Dictionary(grouping: logs.truth("stays"), by: { $0["device"] ?? "" })
        var compared = 0
        for (row, _, _, error) in judgedRows() where !row.device.hasPrefix("pet") {
            guard let error, let time = row.time, let place = row.place,
                let stay = stays[row.device, default: []].first(where: {
                    (SampleLogs.time($0["arrived_utc"] ?? "") ?? 0) <= time && time < (SampleLogs.time($0["left_utc"] ?? "") ?? 0)
                })
            else { continue }
            let center = Coordinate(
                latitude: Double(stay["latitude"] ?? "") ?? 0, longitude: Double(stay["longitude"] ?? "") ?? 0)
            if error > 2_000 { continue }
            compared += 1
            #expect(abs(haversineMeters(center, place) - error) < 3, "\(row.cells)")
        }
        #expect(compared > 20_000)
    }

    @Test func `no fix is left out on the way to a place`() {
        let near = good.values.joined().filter { fix in
            guard let place = fix.row.place else { return false }
            return logs.truth("places").contains { spot in
                guard spot["device"] == fix.row.device, let latitude = Double(spot["latitude"] ?? ""),
                    let longitude = Double(spot["longitude"] ?? "")
                else { return false }
                let meters = haversineMeters(place, Coordinate(latitude: latitude, longitude: longitude))
                return (90...210).contains(meters) && fix.row.cells[5] != ""
            }
        }
        #expect(near.count > 100)
    }

    @Test func `there are walks round the block and visits a short walk apart`() {
        var (rounds, walks) = (0, 0)
        for stays in Dictionary(grouping: logs.truth("stays"), by: { $0["device"] ?? "" }).values {
            for (a, b) in zip(stays, stays.dropFirst()) {
                if a["place"] == b["place"] { rounds += 1 }
                if Set([a["place"], b["place"]]) == ["work", "lunch"] { walks += 1 }
            }
        }
        #expect(rounds > 10)
        #expect(walks > 5)
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

    private func goodFixes() -> [String: [(time: Int64, row: Row)]] {
        let odd = Set(injected.filter { $0["reason"] != "" }.map { "\($0["file"] ?? ""):\($0["line"] ?? "")" })
        let good = rows.flatMap { file, rows in
            rows.enumerated().dropFirst().filter { !odd.contains("\(file):\($0.offset + 1)") }.map(\.element)
        }
        return Dictionary(grouping: good, by: \.device).mapValues { rows in rows.compactMap { row in row.time.map { ($0, row) } }
        }
    }

    @Test func `places of a device lie apart, the one nearby within a walk, and count their stays`() throws {
        let stays = logs.truth("stays")
        for (device, places) in Dictionary(grouping: logs.truth("places"), by: { $0["device"] ?? "" }) {
            let positions = places.map {
                Coordinate(latitude: Double($0["latitude"] ?? "") ?? 0, longitude: Double($0["longitude"] ?? "") ?? 0)
            }
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

/// Haversine on the sphere of rule 2.2, written out here so that the test rests on nothing of the project.
private func haversineMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let north = sin((b.latitude - a.latitude) * radians / 2)
    let east = sin((b.longitude - a.longitude) * radians / 2)
    let square = north * north + cos(a.latitude * radians) * cos(b.latitude * radians) * east * east
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
}

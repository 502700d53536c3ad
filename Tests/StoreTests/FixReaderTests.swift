import SQLite
import Testing
import Tracks

@testable import Store

/// What `forEachFix` gives is what the view gives, and both give the texts that `TimeZoneRules` makes.
@Suite struct FixReaderTests {
    private let hour: Int64 = 3_600_000
    /// 2025-03-30, when the clock leaps at 01:00 UTC.
    private let leap = CalendarDay(number: 20_177)

    private var zone: TimeZoneRules {
        TimeZoneRules(
            name: "Test/Leap", changes: [Int64.min, Int64(leap.number) * 86_400_000 + hour], offsets: [hour, 2 * hour])
    }

    /// Three days of some devices, with trips and stays that lie anywhere: some over midnight, some inferred, some that touch.
    private func fill(_ store: Store, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try store.transaction {
            for offset in 0..<3 {
                let day = leap.advanced(by: offset - 1)
                for device in ["b", "a", "å", "z-1"] where Int.random(in: 0..<5, using: &random) > 0 {
                    var part = DayPart(day: day, start: zone.start(of: day))
                    var time = part.start
                    while time < zone.end(of: day) {
                        part.fixes.times.append(time)
                        part.fixes.latitudes.append(Int32.random(in: -900_000_000...900_000_000, using: &random))
                        part.fixes.longitudes.append(Int32.random(in: -1_800_000_000...1_800_000_000, using: &random))
                        part.fixes.speeds.append([13, .nan, 0.1 + 0.2, 11.3, -7, 0].randomElement(using: &random) ?? 0)
                        part.fixes.altitudes.append([8848.86, .nan, 1e10, -3e7].randomElement(using: &random) ?? 0)
                        time += Int64.random(in: 1...40, using: &random) * 60_000 + Int64.random(in: 0...1, using: &random) * 7
                    }
                    var result = DeviceDayResult(device: device, deviceHash: NameTable.hash(device))
                    result.kind = ["pet", nil].randomElement(using: &random) ?? nil
                    result.kept = Int64(part.fixes.times.count)
                    result.rows = 0..<part.fixes.times.count
                    part.devices = [result]
                    for (key, _, _) in try store.write(
                        part, partition: Int(result.deviceHash >> 58), before: [:], hasTrips: true)
                    {
                        try addSpans(part, device, key, store, &random)
                    }
                }
                try store.markProcessed(
                    day, start: zone.start(of: day), end: zone.end(of: day), options: "0", optionText: "")
            }
        }
    }

    private func addSpans(
        _ part: DayPart, _ device: String, _ key: Int64, _ store: Store, _ random: inout SeededRandom
    ) throws {
        let times = part.fixes.times
        // Edges lie at fixes; the last may reach into the days after.
        var edges = times.indices.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }.map { times[$0] }
        edges.append((times.last ?? 0) + Int64.random(in: 1...30, using: &random) * hour)
        for (from, to) in zip(edges, edges.dropFirst()) {
            let isInferred = Int.random(in: 0..<3, using: &random) == 0
            if Bool.random(using: &random) {
                try insert("_trip", "start", "end", part.day, key, from, to, "trip-\(device)-\(from)", store)
            } else {
                try insert(
                    "_stay", "arrived", "last_seen", part.day, key, from, to, "stay-\(device)-\(from)", store, isInferred)
            }
        }
    }

    private func insert(
        _ table: String, _ start: String, _ end: String, _ day: CalendarDay, _ device: Int64, _ from: Int64, _ to: Int64,
        _ id: String, _ store: Store, _ isInferred: Bool = false
    ) throws {
        let rest =
            table == "_trip"
            ? ", um, open, start_latitude, start_longitude, end_latitude, end_longitude, south, west, north, east"
            : ", latitude, longitude, spread, open, confidence, inferred"
        let zeros = rest.split(separator: ",").map { $0.contains("inferred") && isInferred ? ", 1" : ", 0" }.joined()
        try store.database.run(
            "INSERT OR IGNORE INTO \(table) (day, device, \(start), \(end), id, fixes\(rest)) VALUES (?, ?, ?, ?, ?, 1\(zeros))",
            .integer(Int64(day.number)), .integer(device), .integer(from), .integer(to), .text(id))
    }

    private func lines(
        _ store: Store, from: CalendarDay? = nil, to: CalendarDay? = nil, devices: [String] = [], kinds: [String] = []
    )
        throws -> [[Value]]
    {
        var lines: [[Value]] = []
        try store.forEachFix(from: from, to: to, devices: devices, kinds: kinds) { lines.append($0.values) }
        return lines
    }

    private func rows(_ store: Store, _ condition: String = "1") throws -> [[Value]] {
        try store.database.rows("SELECT * FROM fixes WHERE \(condition) ORDER BY device, time_ms") { row in
            (0..<row.columnCount).map(row.value)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `it gives the rows of the view in their order, whatever they are narrowed by`(seed: UInt64) throws {
        try withFolder { folder in
            let store = try Store(path: folder + "/t.sqlite", pipeline: "p", zone: zone, isDurable: false)
            try fill(store, seed: seed)
            let all = try rows(store)
            #expect(all.count > 100 && all.contains { $0[13] != .null } && all.contains { $0[14] != .null })
            #expect(try lines(store) == all)
            #expect(try lines(store, from: leap, to: leap) == rows(store, "day = '2025-03-30'"))
            #expect(try lines(store, devices: ["å", "a"]) == rows(store, "device IN ('a', 'å')"))
            #expect(try lines(store, from: leap, kinds: ["pet"]) == rows(store, "kind = 'pet' AND day >= '2025-03-30'"))
            for row in all {
                guard case .integer(let time) = row[3] else {
                    Issue.record("time_ms is \(row[3])")
                    continue
                }
                #expect(row[0] == .text("\(zone.day(of: time))"))
                #expect(row[4] == .text(isoText(milliseconds: time)))
                #expect(row[5] == .text(zone.localText(milliseconds: time)))
            }
        }
    }
}

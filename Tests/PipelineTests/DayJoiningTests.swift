import Foundation
import Geodesy
import SQLite
import Testing
import TrackAlgorithms
import Tracks

@testable import Pipeline
@testable import Store

/// Rule 3.2: whatever day of a device is made, in whatever order, stays, trips, gaps and edges are those of all its days joined at once.
@Suite struct DayJoiningTests {
    /// A device's days as they are now, in a new store.
    private final class Device {
        let store: Store
        let limits: StayLimits
        let trips: LeastTrip?
        var days: [Int32: DayPieces] = [:]
        var number: Int64 = 1

        init(_ store: Store, _ limits: StayLimits, _ trips: LeastTrip? = LeastTrip()) {
            self.store = store
            self.limits = limits
            self.trips = trips
        }

        /// Makes a day anew of fixes: minutes of the day and metres north of a place; takes it away where there are none.
        @discardableResult
        func make(_ day: Int32, _ fixes: [(minute: Int, north: Double)]) throws -> Set<CalendarDay> {
            let there = days[day] != nil
            days[day] = fixes.isEmpty ? nil : DayJoiningTests.pieces(day, fixes, limits)
            guard there || days[day] != nil else { return [] }
            let joining = DayJoining(
                store, zone: .utc, day: CalendarDay(number: day), limits: limits, trips: trips, number: number)
            return try store.transaction { try joining.join(7, id: "a", days[day]) }
        }

        /// How many days are read to join a day that is not there yet.
        func daysRead(for day: Int32, _ fixes: [(minute: Int, north: Double)]) throws -> Int {
            let around = try store.days(of: 7, around: CalendarDay(number: day))
            let hood = Neighbourhood(
                before: nil, pieces: DayJoiningTests.pieces(day, fixes, limits),
                previous: try around.previous.flatMap { try store.pieces(of: 7, on: $0) },
                next: try around.next.flatMap { try store.pieces(of: 7, on: $0) })
            return try StoredSlice(store, 7, CalendarDay(number: day), hood, limits, trusting: number).stored.count
        }

        var joined: Joined {
            let all = days.sorted { $0.key < $1.key }.map(\.value)
            guard !all.isEmpty else { return Joined() }
            return join(JoinSlice(days: all, start: .data, end: .data), limits: limits, trips: trips, zone: .utc) ?? Joined()
        }

        /// Rows of the store by their day, as texts.
        func rows() throws -> [Int32: [String]] {
            var rows: [Int32: [String]] = [:]
            for (table, columns) in [
                (
                    "stay",
                    "id, kind, arrived, last_seen, departed, latitude, longitude, spread, fixes, open, inferred, arrival_seen"
                ),
                ("trip", "id, kind, start, end, um, fixes, max_speed, open, south, west, north, east"),
                ("gap", "start, end, um, jump, start_latitude, end_latitude"),
                ("piece", "first_rests, first_stay_ms, last_rests, last_stay_ms"),
            ] {
                let key = ["stay": "arrived", "piece": "day"][table] ?? "start"
                let found = try store.reader.rows("SELECT day, \(columns) FROM _\(table) ORDER BY \(key)") { row in
                    (Int32(row.integer(0)), "\(table) \((1..<row.columnCount).map(row.value))")
                }
                for (day, text) in found { rows[day, default: []].append(text) }
            }
            return rows
        }

        /// The rows that all days joined at once give.
        func expectedRows() -> [Int32: [String]] {
            var rows: [Int32: [String]] = [:]
            let found = joined
            func add(_ table: String, _ day: CalendarDay, _ values: [Value]) {
                rows[day.number, default: []].append("\(table) \(values)")
            }
            for stay in found.stays {
                add(
                    "stay", stay.day,
                    [
                        .text(stableID("stay", "a", stay.arrived)), .optional(stay.kind), .integer(stay.arrived),
                        .integer(stay.lastSeen), .optional(stay.departed), .real(stay.centroid.latitude),
                        .real(stay.centroid.longitude), .real(stay.spreadMeters), .integer(stay.fixes),
                        .integer(stay.isOpen ? 1 : 0), .integer(stay.isInferred ? 1 : 0), .integer(stay.isArrivalSeen ? 1 : 0),
                    ])
            }
            for trip in found.trips {
                let legs = trip.legs
                let box = legs.box.boundingBox(from: legs.first.point)
                let sides = [box.south, box.west, box.north, box.east].map { Value.integer(Int64($0)) }
                add(
                    "trip", trip.day,
                    [
                        .text(stableID("trip", "a", legs.first.milliseconds)), .optional(trip.kind),
                        .integer(legs.first.milliseconds), .integer(legs.last.milliseconds), .integer(legs.micrometers),
                        .integer(legs.legs + 1), .null, .integer(trip.isOpen ? 1 : 0),
                    ] + sides)
            }
            for gap in found.gaps {
                add(
                    "gap", gap.day,
                    [
                        .integer(gap.leg.first.milliseconds), .integer(gap.leg.last.milliseconds), .integer(gap.leg.micrometers),
                        .integer(gap.leg.isJump ? 1 : 0), .integer(Int64(gap.leg.first.point.latitude)),
                        .integer(Int64(gap.leg.last.point.latitude)),
                    ])
            }
            for (day, edges) in zip(days.keys.sorted(), found.edges) {
                let states = [edges.first, edges.last].map { $0 ?? EdgeState() }
                add(
                    "piece", CalendarDay(number: day),
                    states.flatMap { [.integer($0.rests ? 1 : 0), .integer($0.stayMilliseconds)] })
            }
            return rows
        }
    }

    private static func pieces(_ day: Int32, _ fixes: [(minute: Int, north: Double)], _ limits: StayLimits) -> DayPieces {
        var batch = FixBatch()
        for (number, fix) in fixes.enumerated() {
            // A metre is 1e7 / 111,195.08 of 1e-7 degrees.
            let latitude = 400_000_000 + Int32((fix.north * 89.932).rounded())
            batch.times.append((Int64(day) * 1440 + Int64(fix.minute)) * 60_000)
            batch.readLatitudes.append(Double(latitude) / 1e7)
            batch.readLongitudes.append(116)
            batch.systems.append(0)
            batch.latitudes.append(latitude)
            batch.longitudes.append(1_160_000_000)
            batch.cosines.append(cosineOfLatitude(latitude))
            batch.kinds.append(0)
            batch.files.append(0)
            batch.lines.append(UInt32(number + 1))
        }
        return dayPieces(
            of: batch, groups: findGroups(in: batch, limits: limits), day: CalendarDay(number: day), kind: "kind \(day % 3)",
            limits: limits)
    }

    private static func stays(from: Int, to: Int, every: Int, at north: Double) -> [(minute: Int, north: Double)] {
        stride(from: from, through: to, by: every).enumerated().map { ($0.element, north + Double($0.offset % 3) * 9) }
    }

    private static func moves(from: Int, to: Int, every: Int, at north: Double) -> [(minute: Int, north: Double)] {
        stride(from: from, through: to, by: every).enumerated().map { ($0.element, north + Double($0.offset) * 700) }
    }

    /// A day of one of many shapes: at rest all day or part of it, on its way, with silences, with one fix, without any.
    private static func randomDay(_ random: inout SeededRandom) -> [(minute: Int, north: Double)] {
        let near: Double = random.pick([0, 0, 60, 120, 200])
        let begin = random.pick([0, 3, 25, 70])
        switch Int.random(in: 0..<16, using: &random) {
        case 0...6: return stays(from: begin, to: 1439 - begin, every: 15, at: near)
        case 7, 8:
            return stays(from: begin, to: 600, every: 15, at: near) + moves(from: 605, to: 800, every: 5, at: 1_000)
                + stays(from: 805, to: 1435, every: 15, at: Bool.random(using: &random) ? near : 9_000)
        case 9: return moves(from: begin, to: 1430, every: 10, at: near)
        case 10: return moves(from: begin, to: 700, every: 10, at: near) + moves(from: 740, to: 1430, every: 10, at: 90_000)
        case 11:
            return stays(from: begin, to: 300, every: 15, at: near) + stays(from: 320, to: 900, every: 15, at: 5_000)
                + stays(from: 920, to: 1430, every: 15, at: near)
        case 12: return [(minute: Int.random(in: 0..<1440, using: &random), north: near)]
        case 13: return stays(from: begin, to: 500, every: 15, at: near) + stays(from: 900, to: 1430, every: 15, at: near + 20)
        case 14: return moves(from: begin, to: 600, every: 10, at: 3_000) + stays(from: 605, to: 1430, every: 15, at: near)
        default: return []
        }
    }

    private static func randomLimits(_ random: inout SeededRandom) -> StayLimits {
        let gap: Int64 = random.pick([1_800_000, 3_600_000, 7_200_000, 90_000_000, 200_000_000])
        var limits = StayLimits(
            radiusMeters: 150, atLeast: random.pick([1_200_000, 7_200_000, 100_000_000]), gap: gap,
            tripGap: random.pick([1_200_000, 1_800_000]), widestSpreadMeters: random.pick([nil, nil, 45]),
            longestInferred: random.pick([nil, nil, 200_000_000]))
        if random.chance(0.5) { limits.speeds = TopSpeeds(metersPerSecond: 20, slackMeters: 30) }
        return limits
    }

    @Test(arguments: 0..<40)
    func `days in any order, again and taken away, are as all of them joined at once`(seed: UInt64) throws {
        var random = SeededRandom(500 + seed)
        try withJoinedDevice(Self.randomLimits(&random)) { device in
            for step in 0..<60 {
                if Int.random(in: 0..<20, using: &random) == 0 { device.number += 1 }
                let day = Int32.random(in: 20_000..<20_012, using: &random)
                let before = try device.rows()
                let changed = try device.make(day, Self.randomDay(&random))
                let after = try device.rows()
                #expect(after == device.expectedRows(), "seed \(seed), step \(step), day \(day)")
                let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
                // The day itself is told anyway.
                #expect(changed.union([CalendarDay(number: day)]).map(\.number).sorted() == differing.union([day]).sorted())
            }
        }
    }

    @Test func `a day appended to a stay of many days, or taken from within it, reads its neighbours only`() throws {
        try withJoinedDevice(StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 3_600_000)) { device in
            let rest = Self.stays(from: 0, to: 1439, every: 30, at: 0)
            for day in 0..<40 as Range<Int32> { try device.make(day, rest) }
            #expect(try device.daysRead(for: 40, rest) == 2)
            #expect(try device.daysRead(for: -1, rest) == 2)
            #expect(device.joined.stays.count == 1)
            // As if day 20 came anew: it is there, so both neighbours are of one stay.
            try device.make(20, Self.stays(from: 0, to: 1439, every: 20, at: 10))
            #expect(try device.rows() == device.expectedRows())
        }
    }

    @Test func `two stays a day that touch both midnights are each other's walls`() throws {
        try withJoinedDevice(StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 3_600_000)) { device in
            let commute =
                Self.stays(from: 0, to: 600, every: 15, at: 0) + Self.moves(from: 605, to: 660, every: 5, at: 1_000)
                + Self.stays(from: 665, to: 1435, every: 15, at: 9_000)
            let back =
                Self.stays(from: 0, to: 600, every: 15, at: 9_000) + Self.moves(from: 605, to: 660, every: 5, at: 1_000)
                + Self.stays(from: 665, to: 1435, every: 15, at: 0)
            for day in 0..<30 as Range<Int32> { try device.make(day, day % 2 == 0 ? commute : back) }
            #expect(try device.daysRead(for: 30, commute) == 2)
            #expect(try device.rows() == device.expectedRows())
        }
    }

    @Test func `a day appended to a trip of many days reads the day before only`() throws {
        try withJoinedDevice(StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 3_600_000)) { device in
            func onItsWay(_ day: Int32) -> [(minute: Int, north: Double)] {
                Self.moves(from: 0, to: 1_430, every: 10, at: Double(day) * 100_800)
            }
            for day in 0..<12 as Range<Int32> { try device.make(day, onItsWay(day)) }
            #expect(device.joined.trips.count == 1)
            #expect(try device.rows() == device.expectedRows())
            #expect(try device.daysRead(for: 12, onItsWay(12)) == 2)
            // What is behind the later days changes with the first.
            try device.make(0, Self.stays(from: 0, to: 1_430, every: 10, at: 100_000))
            try device.make(12, onItsWay(12))
            #expect(try device.rows() == device.expectedRows())
        }
    }

    private func withJoinedDevice(_ limits: StayLimits, _ body: (Device) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trackmill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(Device(Store(path: folder.path + "/t.sqlite", pipeline: "nightly", zone: .utc, isDurable: false), limits))
    }
}

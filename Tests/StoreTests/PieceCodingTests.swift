import Geodesy
import Testing
import Tracks

@testable import Store

@Suite struct PieceCodingTests {
    private let day = CalendarDay(number: 20_240)

    private func roundTrip(_ pieces: DayPieces) -> DayPieces { PieceCoding.decode(PieceCoding.encode(pieces), day: pieces.day) }

    private func randomPoint(_ random: inout SeededRandom) -> TrackPoint {
        TrackPoint(
            milliseconds: Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random),
            point: point(
                Int32.random(in: -900_000_000...900_000_000, using: &random),
                Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)),
            speedMetersPerSecond: Bool.random(using: &random) ? Double.random(in: 0...300, using: &random) : .nan)
    }

    private func randomRun(_ random: inout SeededRandom) -> LegRun {
        let (first, middle, last) = (randomPoint(&random), randomPoint(&random), randomPoint(&random))
        var box = PathBox(from: first.point, to: middle.point)
        box.add(from: middle.point, to: last.point)
        let isGap = Bool.random(using: &random)
        return LegRun(
            first: first, last: last, legs: Int64.random(in: 0...Int64.max, using: &random),
            micrometers: Int64.random(in: 0...Int64.max, using: &random),
            maximumSpeedMetersPerSecond: Double.random(in: 0...300, using: &random), isGap: isGap,
            isJump: isGap && Bool.random(using: &random), box: box)
    }

    private func randomGroup(_ random: inout SeededRandom) -> GroupPiece {
        let first = randomPoint(&random)
        let last = randomPoint(&random)
        func wide() -> Int128 {
            Int128(Int64.random(in: 0...Int64.max, using: &random)) << Int128(Int.random(in: 0...60, using: &random))
        }
        let sums = PositionSums(
            origin: first.point, count: Int64.random(in: 1...Int64.max, using: &random),
            y: Int64.random(in: Int64.min...Int64.max, using: &random),
            x: Int64.random(in: Int64.min...Int64.max, using: &random), yy: wide(), xx: wide())
        let follower = Bool.random(using: &random) ? last.milliseconds + Int64.random(in: 0...90_000_000, using: &random) : nil
        let runs = (0..<Int.random(in: 0...3, using: &random)).map { _ in randomRun(&random) }
        let fixes = Bool.random(using: &random) ? nil : Int64.random(in: 1...Int64.max, using: &random)
        return GroupPiece(first: first, last: last, follower: follower, fixes: fixes, sums: sums, runs: runs)
    }

    @Test func `one group comes back`() {
        let group = GroupPiece(
            first: trackPoint(day, 0), last: trackPoint(day, 9, north: 5), follower: nil,
            sums: PositionSums(first: point(400_000_000, 1_160_000_000)), runs: [])
        let pieces = DayPieces(day: day, kind: nil, elements: [.group(group)])
        #expect(roundTrip(pieces) == pieces)
    }

    @Test(arguments: [nil, "", "pet", "车"] as [String?])
    func `a kind comes back, and none is not the empty one`(kind: String?) {
        let group = GroupPiece(
            first: trackPoint(day, 0), last: trackPoint(day, 1), follower: 0, sums: PositionSums(first: trackPoint(day, 0).point),
            runs: [])
        #expect(roundTrip(DayPieces(day: day, kind: kind, elements: [.group(group)])).kind == kind)
    }

    @Test func `the largest numbers come back`() {
        let sums = PositionSums(
            origin: point(-900_000_000, 1_800_000_000), count: Int64.max, y: Int64.min, x: Int64.max, yy: Int128.max,
            xx: Int128(UInt64.max))
        let first = TrackPoint(milliseconds: -3_000_000_000_000, point: sums.origin, speedMetersPerSecond: .infinity)
        let last = TrackPoint(milliseconds: 3_000_000_000_000, point: point(900_000_000, -1_800_000_000), speedMetersPerSecond: 0)
        let pieces = DayPieces(
            day: day, kind: nil, elements: [.group(GroupPiece(first: first, last: last, follower: nil, sums: sums, runs: []))])
        #expect(roundTrip(pieces) == pieces)
    }

    @Test func `random pieces come back bit for bit`() {
        var random = SeededRandom(seed: 51)
        for _ in 0..<500 {
            let elements = (0..<Int.random(in: 1...12, using: &random)).map { _ -> DayPieces.Element in
                Bool.random(using: &random) ? .group(randomGroup(&random)) : .run(randomRun(&random))
            }
            let pieces = DayPieces(day: day, kind: ["pet", nil].randomElement(using: &random) ?? nil, elements: elements)
            #expect(roundTrip(pieces) == pieces)
            #expect(PieceCoding.encode(roundTrip(pieces)) == PieceCoding.encode(pieces))
        }
    }

    // By hand, from the coding of before there were excursions and jumps: a kind of none; one element; a movement at 0 of no length.
    @Test func `pieces of before there were excursions and jumps are read`() {
        let still = [UInt8](repeating: 0, count: 4)
        let run = still + still + [2, 0, 0, 2] + [UInt8](repeating: 0, count: 5)
        let group = still + still + [1, 4, 0, 0, 0, 0, 0, 0, 0]
        let pieces = PieceCoding.decode([1, 4, 0] + run + [2] + group, day: day)
        guard case .run(let gap) = pieces.elements[0], case .group(let found) = pieces.elements[1] else {
            Issue.record("found \(pieces.elements)")
            return
        }
        #expect(gap.isGap && !gap.isJump && gap.legs == 1)
        #expect(found.fixes == 2 && found.sums.count == 2)
    }

    @Test func `sums of a stay come back, and a trip that goes on`() {
        var random = SeededRandom(seed: 12)
        for _ in 0..<200 {
            let sums = randomGroup(&random).sums
            #expect(PieceCoding.sums(PieceCoding.encode(sums)) == sums)
            let trip = Trip(
                day: day, kind: [nil, "", "车"].randomElement(using: &random) ?? nil, legs: randomRun(&random), isOpen: false)
            #expect(PieceCoding.trip(PieceCoding.encode(trip)) == trip)
        }
    }

    @Test func `points that follow each other take few bytes`() {
        let run = LegRun(
            first: trackPoint(day, 1, north: 3), last: trackPoint(day, 2, north: 9), legs: 1, micrometers: 60,
            maximumSpeedMetersPerSecond: .nan, isGap: false)
        let one = PieceCoding.encode(DayPieces(day: day, kind: nil, elements: [.run(run)])).count
        let two = PieceCoding.encode(DayPieces(day: day, kind: nil, elements: [.run(run), .run(run)])).count
        // By hand: a kind byte; two points of a 3-byte difference in time, 1 + 1 in place, 1 without speed; four more, five of the box.
        #expect(two - one <= 23)
    }
}

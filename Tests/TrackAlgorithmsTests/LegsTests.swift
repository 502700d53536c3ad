import Geodesy
import Testing
import Tracks

@testable import TrackAlgorithms

/// Rules 2.7 and 2.12.
@Suite struct LegsTests {
    private let limits = StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000, tripGap: 600_000)

    private func pieces(_ batch: FixBatch, kind: String? = nil) -> DayPieces {
        dayPieces(
            of: batch, groups: findGroups(in: batch, limits: limits), day: CalendarDay(number: 0), kind: kind, limits: limits)
    }

    private func shape(_ pieces: DayPieces) -> String {
        pieces.elements.map { element in
            switch element {
            case .group(let group): "g\(group.sums.count)"
            case .run(let run): run.isGap ? "s" : "r\(run.legs)"
            }
        }.joined(separator: " ")
    }

    @Test func `fewer than two rows have no legs`() {
        #expect(legRuns(of: track(every: 60, norths: [0]), rows: 0...0, gaps: GapLimits(silence: 600_000)) == [])
    }

    @Test func `legs without a long silence are one run, each long silence is one by itself`() {
        let batch = track([(0, 0), (60, 500), (120, 1000), (721, 2000), (1400, 3000), (1460, 3500)])
        let runs = legRuns(of: batch, rows: 0...5, gaps: GapLimits(silence: 600_000))
        #expect(runs.map(\.legs) == [2, 1, 1, 1])
        #expect(runs.map(\.isGap) == [false, true, true, false])
        #expect(runs.map(\.duration) == [120_000, 601_000, 679_000, 60_000])
    }

    // By hand: 60 s · 10 m/s + 30 m = 630 m.
    @Test func `a leg that is not plausible is a jump, and a gap by itself however short the silence`() {
        let limits = GapLimits(silence: 600_000, reach: Reach(metersPerSecond: 10, slackMeters: 30))
        let batch = track([(0, 0), (60, 629.98), (120, 1260.02), (180, 1000), (900, 90_000)])
        let runs = legRuns(of: batch, rows: 0...4, gaps: limits)
        #expect(runs.map(\.isGap) == [false, true, false, true] && runs.map(\.isJump) == [false, true, false, true])
        #expect(runs.map(\.legs) == [1, 1, 1, 1])
        let leg = LegRun(from: batch.trackPoint(1), to: batch.trackPoint(2), gaps: limits)
        #expect(leg.isGap && leg.isJump)
    }

    @Test func `the whole way is that of all legs but jumps`() {
        let batch = track([(0, 0), (60, 500), (120, 90_500), (180, 90_500), (5000, 90_600)])
        // By hand: 500 + 0 + 100 m, and 90 km with the jump; the grid is good to 6 mm.
        let meters = Double(pathMicrometers(of: batch, reach: Reach(metersPerSecond: 10, slackMeters: 30))) / 1e6
        #expect(abs(meters - 600) < 0.03)
        #expect(abs(Double(pathMicrometers(of: batch, reach: nil)) / 1e6 - 90_600) < 0.05)
        #expect(pathMicrometers(of: FixBatch(), reach: nil) == 0)
    }

    @Test func `a silence of exactly the trip gap is movement`() {
        #expect(legRuns(of: track([(0, 0), (600, 500)]), rows: 0...1, gaps: GapLimits(silence: 600_000)).map(\.isGap) == [false])
    }

    @Test func `lengths are summed in whole micrometres`() {
        // By hand: 1e-7° on a meridian are R · π / 180 / 1e7 = 0.0111195080… m = 11119.508 µm, rounded 11120 each.
        var batch = FixBatch()
        for row in 0..<3 {
            batch.times.append(Int64(row) * 1000)
            batch.latitudes.append(Int32(row))
            batch.longitudes.append(0)
            batch.cosines.append(cosineOfLatitude(Int32(row)))
        }
        #expect(legRuns(of: batch, rows: 0...2, gaps: GapLimits(silence: 600_000)).map(\.micrometers) == [2 * 11_120])
    }

    @Test func `the largest speed is that of any fix of the run, none is none`() {
        var batch = track(every: 60, norths: [0, 500, 1000])
        #expect(legRuns(of: batch, rows: 0...2, gaps: GapLimits(silence: 600_000))[0].maximumSpeedMetersPerSecond.isNaN)
        batch.speeds = [.nan, 3, 9]
        #expect(legRuns(of: batch, rows: 0...2, gaps: GapLimits(silence: 600_000))[0].maximumSpeedMetersPerSecond == 9)
        #expect(legRuns(of: batch, rows: 0...1, gaps: GapLimits(silence: 600_000))[0].maximumSpeedMetersPerSecond == 3)
    }

    @Test func `a run followed by another is the run of both`() {
        let batch = track([(0, 0), (60, 500), (120, 1000), (180, 1500)])
        let whole = legRuns(of: batch, rows: 0...3, gaps: GapLimits(silence: 600_000))[0]
        let joined = legRuns(of: batch, rows: 0...1, gaps: GapLimits(silence: 600_000))[0].followed(
            by: legRuns(of: batch, rows: 1...3, gaps: GapLimits(silence: 600_000))[0])
        #expect(
            joined.micrometers == whole.micrometers && joined.legs == 3 && joined.first == whole.first
                && joined.last == whole.last)
    }

    @Test func `a day of one fix or one group is that group`() {
        #expect(shape(pieces(track(every: 60, norths: [0]))) == "g1")
        #expect(shape(pieces(track(every: 60, norths: [0, 10, 20]))) == "g3")
    }

    @Test func `groups at the day's edges are stored however short, with their legs`() {
        let day = pieces(track(every: 60, norths: [0, 10, 500, 1000, 1500, 1510]))
        #expect(shape(day) == "g2 r3 g2")
        #expect(day.firstGroup.runs.map(\.legs) == [1] && day.lastGroup.runs.map(\.legs) == [1])
        #expect(day.firstGroup.follower == 120_000 && day.lastGroup.follower == nil)
        #expect(day.firstWall == nil && day.lastWall == nil)
    }

    @Test func `a stay inside the day is a wall without legs of its own`() {
        let day = pieces(track([(0, 0), (60, 500), (120, 1000), (420, 1000), (480, 1500), (540, 2000)]))
        #expect(shape(day) == "g1 r2 g2 r2 g1")
        #expect(day.firstWall == 2 && day.lastWall == 2)
        guard case .group(let stay) = day.elements[2] else { return }
        #expect(stay.runs.isEmpty && stay.follower == 480_000)
    }

    @Test func `a stop that is too short inside the day is movement`() {
        #expect(shape(pieces(track([(0, 0), (60, 500), (120, 1000), (419, 1000), (480, 1500), (540, 2000)]))) == "g1 r5 g1")
    }

    @Test func `a silence between groups is a run of its own`() {
        #expect(shape(pieces(track([(0, 0), (60, 500), (1000, 1000), (1060, 1500)]))) == "g1 r1 s r1 g1")
    }

    @Test func `every leg of a day is in exactly one place`() {
        var random = SeededRandom(seed: 23)
        for _ in 0..<300 {
            let batch = randomTrack(fixes: Int.random(in: 1...80, using: &random), &random)
            var legs: Int64 = 0
            for element in pieces(batch).elements {
                switch element {
                case .run(let run): legs += run.legs
                case .group(let group): legs += group.runs.isEmpty ? group.fixes - 1 : group.runs.reduce(0) { $0 + $1.legs }
                }
            }
            #expect(legs == Int64(batch.count - 1))
        }
    }
}

import Geodesy
import Testing
import Tracks

@testable import Stages

/// Properties of thin and simplify on 10,000 random tracks each; short ones. What fails is told by its seed.
@Suite struct StagePropertyTests {
    static let thinnings: [(any Sendable & FixStage)] = {
        let made: [any FixStage]? = try? [
            stage(Thin.self, ["every": "30 s"]), stage(Thin.self, ["every": "60 m"]), stage(Thin.self, ["first-in": "1 min"]),
            stage(Thin.self, ["points": "5"]), stage(Simplify.self, ["tolerance": "20 m"]),
            stage(Simplify.self, ["method": "td-tr", "tolerance": "20 m"]),
            stage(Simplify.self, ["method": "visvalingam", "area": "400 m2"]),
        ]
        return made ?? []
    }()

    /// 2 to 12 fixes by a longitude.
    private func walk(_ random: inout SeededRandom, longitude: Int32 = 0) -> DeviceDay {
        var day = DeviceDay()
        var (time, latitude, east) = (Int64.random(in: 0...100_000, using: &random), Int32(310_000_000), Int32(0))
        for line in 1...Int.random(in: 2...12, using: &random) {
            day.fixes.times.append(time)
            day.fixes.latitudes.append(latitude)
            day.fixes.longitudes.append(Int32(shortWay1e7(Int64(longitude) + Int64(east))))
            day.fixes.cosines.append(cosineOfLatitude(latitude))
            day.fixes.files.append(0)
            day.fixes.lines.append(UInt32(line))
            time += Int64.random(in: 1000...40_000, using: &random)
            latitude += Int32.random(in: -4000...5000, using: &random)
            east += Int32.random(in: -3000...6000, using: &random)
        }
        return day
    }

    private func failures(_ holds: (inout SeededRandom) -> Bool) -> [UInt64] {
        (0..<10_000).filter { seed in
            var random = SeededRandom(seed: seed)
            return !holds(&random)
        }
    }

    @Test func `there are stages to test`() { #expect(Self.thinnings.count == 7) }

    @Test(arguments: thinnings.indices)
    func `what is left is a subsequence with both ends, a second pass changes nothing`(index: Int) {
        let stage = Self.thinnings[index]
        let keepsLast = index != 2
        let failed = failures { random in
            let day = walk(&random)
            let left = day.after(stage)
            let isRising = zip(left.lines, left.lines.dropFirst()).allSatisfy { $0 < $1 }
            let hasEnds = left.lines.first == 1 && (!keepsLast || left.lines.last == UInt32(day.fixes.count))
            let thinned = left.thinned.reduce(0) { $0 + Int($1.count) }
            // A second pass is on the same plane only where the mean latitude is the same: that is another test's.
            let isStable = index > 3 || left.after(stage).lines == left.lines
            return isRising && hasEnds && isStable && thinned + left.fixes.count == day.fixes.count
        }
        #expect(failed == [])
    }

    @Test(arguments: thinnings.indices)
    func `a track that is shifted in longitude keeps the same rows`(index: Int) {
        let stage = Self.thinnings[index]
        let failed = (0..<10_000 as Range<UInt64>).filter { seed in
            var (one, other) = (SeededRandom(seed: seed), SeededRandom(seed: seed))
            let shift = Int32(truncatingIfNeeded: Int64(seed) * 359_990 - 1_799_900_000)
            return walk(&one).after(stage).lines != walk(&other, longitude: shift).after(stage).lines
        }
        #expect(failed == [])
    }

    @Test(arguments: thinnings.indices)
    func `the order of devices does not matter`(index: Int) {
        let stage = Self.thinnings[index]
        var random = SeededRandom(seed: 8)
        let days = (0..<200).map { _ in walk(&random) }
        let forward = days.map { $0.after(stage).lines }
        #expect(days.reversed().map { $0.after(stage).lines }.reversed() == forward)
    }
}

import Geodesy
import Testing
import Tracks

@Suite struct PositionSumsTests {
    private func point(_ latitude: Int32, _ longitude: Int32) -> GridPoint { GridPoint(latitude: latitude, longitude: longitude) }

    @Test func `one fix is its own centroid without spread`() {
        let sums = PositionSums(first: point(399_000_000, 1_164_000_000))
        #expect(sums.centroid == Coordinate(latitude: 39.9, longitude: 116.4))
        #expect(sums.spreadMeters == 0)
        #expect(sums.count == 1)
    }

    @Test func `sums up differences from the first member`() {
        // By hand: differences (0, 0), (10, 20), (−4, 6).
        let sums = sums([point(100, 200), point(110, 220), point(96, 206)])
        #expect(sums == PositionSums(origin: point(100, 200), count: 3, y: 6, x: 26, yy: 116, xx: 436))
        #expect(sums.centroid.latitude == 102.0 / 1e7)
    }

    @Test func `the spread is the root of the mean squared distance on the plane at the centroid's latitude`() {
        // Two fixes at 60° N, 200 m apart in longitude by hand: each lies 100 m from the middle.
        // 1e-7° of longitude there = 6371008.8 · π/180 · cos 60° / 1e7 = 0.005559754… m; 17986 of them = 99.998 m (Python).
        let sums = sums([point(600_000_000, 100_000_000 - 17_986), point(600_000_000, 100_000_000 + 17_986)])
        #expect(abs(sums.spreadMeters - 99.997_736) < 1e-5)
    }

    @Test func `goes the short way over the date line`() {
        let sums = sums([point(0, 1_799_999_990), point(0, -1_799_999_990)])
        #expect(sums.x == 20)
        // The middle is ±180°, which is −180 in [−180, 180).
        #expect(sums.centroid.longitude == -180)
    }

    @Test func `keeps the centroid in the half-open range on both sides of the date line`() {
        #expect(sums([point(0, 1_799_999_980), point(0, 1_799_999_999)]).centroid.longitude < 180)
        let west = sums([point(0, -1_799_999_999), point(0, 1_799_999_999), point(0, 1_799_999_997)])
        // By hand: differences 0, −2, −4 from −179.9999999: the mean is −180.0000001, which is 179.9999999.
        #expect(abs(west.centroid.longitude - 179.999_999_9) < 1e-12)
    }

    @Test func `joined sums are those of the whole, bit for bit`() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let latitude = Int32.random(in: -899_000_000...899_000_000, using: &random)
            let longitude = Int32.random(in: -1_800_000_000...1_799_999_999, using: &random)
            let places = members(about: latitude, longitude, spread: 20_000, &random)
            let cut = Int.random(in: 1..<places.count, using: &random)
            #expect(sums(Array(places[..<cut])).joined(with: sums(Array(places[cut...]))) == sums(places))
        }
    }

    @Test func `joined sums are those of the whole across the date line and near a pole`() {
        var random = SeededRandom(seed: 4)
        for (latitude, longitude) in [
            (0, 1_799_995_000), (-300_000_000, -1_799_995_000), (899_990_000, 0), (-899_990_000, 1_799_000_000),
        ] {
            for _ in 0..<200 {
                let spread: Int32 = abs(latitude) > 899_000_000 ? 400_000_000 : 20_000
                let places = members(about: Int32(latitude), Int32(longitude), spread: spread, &random)
                let cut = Int.random(in: 1..<places.count, using: &random)
                #expect(sums(Array(places[..<cut])).joined(with: sums(Array(places[cut...]))) == sums(places))
            }
        }
    }

    @Test func `joining in another grouping gives the same`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<500 {
            let a = sums(members(about: 399_000_000, 1_799_999_000, spread: 20_000, &random))
            let b = sums(members(about: 399_000_000, 1_799_999_000, spread: 20_000, &random))
            let c = sums(members(about: 399_000_000, 1_799_999_000, spread: 20_000, &random))
            #expect(a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)))
        }
    }

    @Test func `members that were joined in are taken out again, first, middle or last`() {
        var random = SeededRandom(seed: 6)
        for _ in 0..<100 {
            let parts = (0..<3).map { _ in sums(members(about: 399_000_000, 1_799_999_000, spread: 20_000, &random)) }
            let all = parts[0].joined(with: parts[1]).joined(with: parts[2])
            #expect(all.without(parts[1]) == parts[0].joined(with: parts[2]))
            #expect(all.without(parts[2]) == parts[0].joined(with: parts[1]))
            let rest = all.without(parts[0])
            #expect(rest.canMove(to: parts[1].origin))
            // The same sums, from the first member of those that are left.
            let empty = PositionSums(origin: parts[1].origin, count: 0, y: 0, x: 0, yy: 0, xx: 0)
            #expect(empty.joined(with: rest) == parts[1].joined(with: parts[2]))
        }
    }

    @Test func `around a pole sums do not move to another origin`() {
        // By hand: members at 0°, 100° E and 160° W are each the short way from the first, but 100° E to 160° W is 100° and not 260°.
        let all = sums([point(900_000_000, 0), point(900_000_000, 1_000_000_000), point(900_000_000, -1_600_000_000)])
        #expect(!all.canMove(to: point(900_000_000, 1_000_000_000)))
        #expect(all.canMove(to: all.origin))
        #expect(!sums([point(0, 0)]).canMove(to: point(0, 450_000_000)) && sums([point(0, 0)]).canMove(to: point(0, 449_999_999)))
    }

    @Test func `ten million members a hundred kilometres off do not overflow`() {
        // By hand: 10^7 members 10^7 (1°) off: Σ = 10^14, Σ² = 10^21, which is more than 64 bits hold.
        let one = PositionSums(
            origin: point(0, 0), count: 10_000_000, y: 100_000_000_000_000, x: 0, yy: 1_000_000_000_000_000_000_000, xx: 0)
        #expect(one.centroid == Coordinate(latitude: 1, longitude: 0))
        #expect(one.spreadMeters == 0)
        #expect(one.joined(with: one).yy == 2_000_000_000_000_000_000_000)
    }

    @Test func `measures between the means of two groups, also over the date line`() {
        let a = sums([point(0, 1_799_990_000)])
        let b = sums([point(0, -1_799_990_000)])
        // By hand: 0.002° on the equator: 6371008.8 · 0.002 · π / 180 m.
        #expect(abs(a.meters(to: b) - 222.390_160) < 1e-3)
    }

    private func members(about latitude: Int32, _ longitude: Int32, spread: Int32, _ random: inout SeededRandom) -> [GridPoint] {
        (0..<Int.random(in: 2...12, using: &random)).map { _ in
            let north = Int32.random(in: -5_000...5_000, using: &random)
            let east = Int32.random(in: -spread...spread, using: &random)
            return point(latitude + north, Int32(shortWay1e7(Int64(longitude) + Int64(east))))
        }
    }
}

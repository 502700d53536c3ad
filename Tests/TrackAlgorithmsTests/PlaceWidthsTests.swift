import Foundation
import Geodesy
import Testing

@testable import TrackAlgorithms

@Suite struct PlaceWidthsTests {
    /// Stays every 80 m on a meridian: one chained cluster at a radius of 100 m.
    private let chain = (0..<12).map { 40 + Double($0) * 80 / 111_195.08 }

    private func clusters(_ latitudes: [Double]) -> PlaceClusters {
        placeClusters(latitudes: latitudes, longitudes: latitudes.map { _ in 116 }, radiusMeters: 100, minimumStays: 2)
    }

    private func limited(_ latitudes: [Double], toMeters widest: Double, overWide: OverWidePlaces) -> [Int32] {
        clusters(latitudes).limited(
            toMeters: widest, latitudes: latitudes, longitudes: latitudes.map { _ in 116 }, overWide: overWide, minimumStays: 2
        ) {}.labels
    }

    @Test func `no stays, nothing to limit`() {
        #expect(limited([], toMeters: 300, overWide: .split) == [])
    }

    @Test func `a cluster as wide as allowed stays, a wider one is refused or split`() {
        let width = haversineMeters(
            from: Coordinate(latitude: chain[0], longitude: 116), to: Coordinate(latitude: chain[11], longitude: 116))
        #expect(limited(chain, toMeters: width, overWide: .refuse) == [Int32](repeating: 0, count: 12))
        #expect(limited(chain, toMeters: width.nextDown, overWide: .refuse) == [Int32](repeating: -1, count: 12))
        #expect(limited(chain, toMeters: width.nextDown, overWide: .split) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    }

    @Test func `parts are split until none is too wide and keep the order of their earliest cores`() {
        #expect(limited(chain, toMeters: 300, overWide: .split) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(limited(chain.reversed(), toMeters: 300, overWide: .split) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    }

    @Test func `a part of too few stays is noise`() {
        let latitudes = [0.0, 70, 160].map { 40 + $0 / 111_195.08 }
        #expect(limited(latitudes, toMeters: 100, overWide: .split) == [0, 0, -1])
    }

    @Test func `a stay as far from both ends of a split goes to the earlier`() {
        // Either side of the equator the two distances are the same to the bit.
        let latitudes = [-0.0005, 0, 0.0005]
        let longitudes = [0.0, 0, 0]
        let chained = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 1)
        #expect(chained.labels == [0, 0, 0])
        let split = chained.limited(
            toMeters: 100, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 1
        ) {}
        #expect(split.labels == [0, 0, 1])
    }

    @Test func `TJ-007 stays around a loop of 2 km are no place 300 m wide`() {
        // 25 stays on a circle of 318 m radius, 80 m apart; its middle holds none.
        let turns = (0..<25).map { Double($0) / 25 * 2 * Double.pi }
        let latitudes = turns.map { 40 + 318 * sin($0) / 111_195.08 }
        let longitudes = turns.map { 116 + 318 * cos($0) / (111_195.08 * 0.766) }
        let chained = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 2)
        #expect(Set(chained.labels) == [0])
        let refused = chained.limited(
            toMeters: 300, latitudes: latitudes, longitudes: longitudes, overWide: .refuse, minimumStays: 2
        ) {}
        #expect(Set(refused.labels) == [-1])
        #expect(!refused.isCore.contains(true))
    }

    @Test(arguments: 0..<50) func `no part of a random cluster is too wide`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let latitudes = (0..<200).map { _ in 60 + 0.002 * random.normal() }
        let longitudes = (0..<200).map { _ in 179.999 + 0.004 * random.normal() }.map { $0 > 180 ? $0 - 360 : $0 }
        let labels = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 3)
            .limited(toMeters: 250, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 3) {}.labels
        for first in labels.indices where labels[first] >= 0 {
            for second in 0..<first where labels[second] == labels[first] {
                let meters = haversineMeters(
                    from: Coordinate(latitude: latitudes[first], longitude: longitudes[first]),
                    to: Coordinate(latitude: latitudes[second], longitude: longitudes[second]))
                #expect(meters <= 250)
            }
        }
    }

    @Test func `20,000 stays of a city that chain are split soon`() {
        var random = SeededRandom(seed: 92)
        let latitudes = (0..<20_000).map { _ in 39.9 + 0.01 * random.normal() }
        let longitudes = (0..<20_000).map { _ in 116.4 + 0.012 * random.normal() }
        let labels = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 5)
            .limited(toMeters: 2_000, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 5) {}.labels
        #expect(labels.count == 20_000)
    }

    // MARK: Against all pairs

    /// The rule by hand: the widest pair of all, of equally wide ones the outermost, splits; the parts follow.
    private func splitByRule(_ latitudes: [Double], _ longitudes: [Double], toMeters widest: Double) -> [Set<Int>] {
        func meters(_ a: Int, _ b: Int) -> Double {
            haversineMeters(
                from: Coordinate(latitude: latitudes[a], longitude: longitudes[a]),
                to: Coordinate(latitude: latitudes[b], longitude: longitudes[b]))
        }
        var open = [Array(latitudes.indices)]
        var narrow: [Set<Int>] = []
        while let members = open.popLast() {
            let pair = widestPair(members.map { unitVector(latitude: latitudes[$0], longitude: longitudes[$0]) })
            let (first, second) = (members[pair.0], members[pair.1])
            if meters(first, second) <= widest {
                narrow.append(Set(members))
            } else {
                open.append(members.filter { meters($0, first) <= meters($0, second) })
                open.append(members.filter { meters($0, first) > meters($0, second) })
            }
        }
        return narrow.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
    }

    private func widestPair(_ points: [SIMD3<Double>]) -> (Int, Int) {
        let centre = points.reduce(into: SIMD3<Double>()) { $0 += $1 } / Double(points.count)
        let outward = points.indices.map { (distance: squaredChord(points[$0], centre).squareRoot(), place: $0) }
            .sorted { $0.distance != $1.distance ? $0.distance > $1.distance : $0.place < $1.place }.map(\.place)
        var best = (squared: -1.0, 0, 0)
        for (i, one) in outward.enumerated() {
            for other in outward[i...] where squaredChord(points[one], points[other]) > best.squared {
                best = (squaredChord(points[one], points[other]), min(one, other), max(one, other))
            }
        }
        return (best.1, best.2)
    }

    /// Shapes whose farthest pairs are few, many, tied, far round the earth, or at a pole.
    private func shape(_ seed: Int) -> (latitudes: [Double], longitudes: [Double]) {
        var random = SeededRandom(seed: UInt64(seed))
        let count = 2 + Int(Double.random(in: 0..<1, using: &random) * 250)
        let noise = [0, 1e-9, 1e-4, 0.1][seed / 8 % 4]
        func turn(_ i: Int) -> Double { Double(i) / Double(count) * 2 * Double.pi }
        let points: [(Double, Double)] = (0..<count).map { i in
            let blur = noise * random.normal()
            return switch seed % 8 {
            case 0: (40 + 0.01 * (1 + blur) * sin(turn(i)), 116 + 0.013 * (1 + blur) * cos(turn(i)))
            case 1: (89.99 + 0.001 * blur, Double(i) / Double(count) * 360 - 180)
            case 2: (0.001 * blur, Double(i) / Double(count) * 360 - 180)
            case 3: (40 + 0.00001 * Double(i), 116)
            case 4:
                (
                    40 + 0.01 * Double(i % 2) + 1e-7 * Double(i % 5),
                    116 + 1e-7 * (Double.random(in: 0..<1, using: &random) * 3).rounded()
                )
            case 5: (60 + 0.01 * random.normal(), 179.99 + 0.01 * random.normal())
            case 6:
                (
                    asin(2 * Double.random(in: 0..<1, using: &random) - 1) * 180 / Double.pi,
                    Double.random(in: 0..<1, using: &random) * 360 - 180
                )
            default: (40 + 0.001 * Double(i / 16) + 1e-6 * blur, 116 + 0.001 * Double(i % 16))
            }
        }
        return (points.map(\.0), points.map { $0.1 > 180 ? $0.1 - 360 : $0.1 })
    }

    @Test(arguments: 0..<192) func `the farthest pair is that of all pairs`(seed: Int) {
        let (latitudes, longitudes) = shape(seed)
        let points = latitudes.indices.map { unitVector(latitude: latitudes[$0], longitude: longitudes[$0]) }
        let wanted = widestPair(points)
        let found = FarthestPair(of: points) {}
        #expect(found.squared == squaredChord(points[wanted.0], points[wanted.1]))
        #expect((found.first, found.second) == wanted || found.squared == 0)
    }

    @Test(arguments: 0..<96) func `splits are those of all pairs`(seed: Int) {
        let (latitudes, longitudes) = shape(seed)
        let count = latitudes.count
        let one = PlaceClusters(
            labels: [Int32](repeating: 0, count: count), isCore: [Bool](repeating: true, count: count))
        let labels = one.limited(
            toMeters: 300, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 1
        ) {}.labels
        let parts = Dictionary(grouping: labels.indices, by: { labels[$0] }).sorted { $0.key < $1.key }.map { Set($0.value) }
        #expect(parts == splitByRule(latitudes, longitudes, toMeters: 300))
    }

    /// How often a search asks whether to go on: once for each of so many comparisons.
    private func work(onRingOf count: Int, noise: Double) -> Int {
        var random = SeededRandom(seed: 5)
        let points = (0..<count).map { i in
            let turn = Double(i) / Double(count) * 2 * Double.pi
            let radius = 0.3 * (1 + noise * random.normal())
            return unitVector(latitude: 40 + radius * sin(turn), longitude: 116 + 1.3 * radius * cos(turn))
        }
        var asked = 0
        _ = FarthestPair(of: points) { asked += 1 }
        return asked
    }

    @Test(arguments: [0, 1e-6, 1e-3]) func `a ring of twice as many stays takes about twice as long`(noise: Double) {
        let (small, large) = (work(onRingOf: 20_000, noise: noise), work(onRingOf: 40_000, noise: noise))
        #expect(large <= 3 * small, "\(small) \(large)")
        #expect(small < 200, "all pairs would ask 3,000 times: \(small)")
    }

    @Test func `a split that is told to stop stops`() {
        struct Stop: Error {}
        let latitudes = (0..<3_000).map { 40 + 0.0005 * Double($0) }
        let longitudes = latitudes.map { _ in 116.0 }
        let chained = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 1)
        var asked = 0
        #expect(throws: Stop.self) {
            try chained.limited(
                toMeters: 300, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 1
            ) {
                asked += 1
                if asked == 5 { throw Stop() }
            }
        }
        #expect(asked == 5)
    }
}

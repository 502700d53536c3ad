import Foundation
import Testing
import TrackAlgorithms

/// Rule 3.5 against its own words, point by point: nothing is searched through a grid, nothing is compacted.
@Suite struct MapClusterPropertyTests {
    /// What a map shows of some points at a zoom.
    private struct Item: Equatable {
        var members: [Int32]
        /// Sums of x and y in steps of 2⁻³⁶ of the square.
        var x: Int64
        var y: Int64

        private func mean(_ sum: Int64) -> Double { Double(sum) / Double(members.count) / 0x1p36 }
        var centre: (x: Double, y: Double) { (mean(x), mean(y)) }

        /// Where others find it: in float32; where ±180° is no border the finest step of the east half serves everywhere.
        func place(joins: Bool) -> (x: Double, y: Double) {
            let east = joins && members.count > 1 ? (centre.x * 0x1p24).rounded(.toNearestOrEven) / 0x1p24 : centre.x
            return (Double(Float(east)), Double(Float(centre.y)))
        }
    }

    private func item(_ row: Int32, _ points: MapClusterPoints) -> Item {
        let sine = sin(points.latitudes[Int(row)] * .pi / 180)
        let y = min(1, max(0, 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi))
        let x = points.longitudes[Int(row)] / 360 + 0.5
        func steps(_ part: Double) -> Int64 { Int64((Double(Float(part)) * 0x1p36).rounded()) }
        return Item(members: [row], x: steps(x), y: steps(y))
    }

    private func mayMerge(_ a: Item, _ b: Item, _ points: MapClusterPoints) -> Bool {
        guard let identifiers = points.identifiers else { return true }
        let (first, second) = (identifiers[Int(a.members[0])], identifiers[Int(b.members[0])])
        return first >= 0 && first == second
    }

    /// Each item in turn takes all free ones within the radius of its centre.
    private func merged(_ items: [Item], _ points: MapClusterPoints, _ options: MapClusterOptions, zoom: Int) -> [Item] {
        let radius = options.radiusPixels / (options.extentPixels * Double(1 << zoom))
        let joins = options.joinsAcrossAntimeridian
        var isFree = [Bool](repeating: true, count: items.count)
        var isGone = [Bool](repeating: false, count: items.count)
        var result: [Item] = []
        for (number, item) in items.enumerated() where !isGone[number] {
            var cluster = item
            if isFree[number], mayMerge(item, item, points) {
                isFree[number] = false
                let taken = items.indices.filter { other in
                    guard isFree[other], mayMerge(item, items[other], points) else { return false }
                    let place = items[other].place(joins: joins)
                    let straight = abs(place.x - item.centre.x)
                    let east = joins ? min(straight, 1 - straight) : straight
                    let south = place.y - item.centre.y
                    return east * east + south * south <= radius * radius
                }
                for other in taken { isFree[other] = false }
                let count = taken.reduce(item.members.count) { $0 + items[$1].members.count }
                if !taken.isEmpty, count >= options.minimumPoints {
                    for other in taken {
                        isGone[other] = true
                        add(items[other], to: &cluster, from: item.centre.x, joins: joins)
                    }
                }
            }
            result.append(cluster)
        }
        return result
    }

    private func add(_ other: Item, to cluster: inout Item, from x: Double, joins: Bool) {
        let whole = Int64(1) << 36
        let offset = other.centre.x - x
        let turns: Int64 = joins && offset > 0.5 ? -1 : joins && offset < -0.5 ? 1 : 0
        cluster.x += other.x + turns * whole * Int64(other.members.count)
        cluster.y += other.y
        cluster.members = (cluster.members + other.members).sorted()
    }

    /// Brings the centre of members on both sides of ±180° back into the square.
    private func turnedIn(_ item: Item) -> Item {
        let whole = (Int64(1) << 36) * Int64(item.members.count)
        var item = item
        if item.x < 0 { item.x += whole } else if item.x > whole { item.x -= whole }
        return item
    }

    /// Poles, ±180°, some crowded places, and places all over; kinds and identifiers at random, a third without.
    private func randomPoints(_ count: Int, isSeparated: Bool, _ random: inout SeededRandom) -> MapClusterPoints {
        let corners: [(Double, Double)] = [
            (-90, 0), (90, 0), (-85.0511, 30), (-85.06, 30.001), (85.0512, -30), (0, 180), (0, -180), (-88, 180), (-87, -180),
            (60, 179.999), (60, -179.999), (10.74, 20), (50, 10),
        ]
        let places = (0..<count).map { _ in
            let corner = corners[Int.random(in: 0..<corners.count, using: &random)]
            let spread = [0, 0.001, 0.5, 40][Int.random(in: 0..<4, using: &random)]
            let east = corner.1 + spread * Double.random(in: -1...1, using: &random)
            return (
                min(90, max(-90, corner.0 + spread * Double.random(in: -1...1, using: &random))),
                east > 180 ? east - 360 : east < -180 ? east + 360 : east
            )
        }
        return MapClusterPoints(
            latitudes: places.map(\.0), longitudes: places.map(\.1),
            identifiers: isSeparated ? places.map { _ in Int32.random(in: -1...1, using: &random) } : nil,
            kinds: places.map { _ in Int32.random(in: 0..<3, using: &random) },
            priorities: places.map { _ in [250, 750, 1000][Int.random(in: 0..<3, using: &random)] })
    }

    private func randomOptions(_ random: inout SeededRandom) -> MapClusterOptions {
        let lowest = Int.random(in: 0...6, using: &random)
        return MapClusterOptions(
            radiusPixels: [1, 40, 60, 1_000].randomElement(using: &random) ?? 40,
            extentPixels: [64, 256, 512, 8_192].randomElement(using: &random) ?? 512,
            minimumPoints: [2, 2, 3, 7].randomElement(using: &random) ?? 2,
            zooms: lowest...Int.random(in: lowest...20, using: &random),
            joinsAcrossAntimeridian: Bool.random(using: &random))
    }

    @Test(arguments: 0..<150) func `every zoom is what the rule gives, each point is counted once and has its parent`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let points = randomPoints(Int.random(in: 0...120, using: &random), isSeparated: seed % 3 > 0, &random)
        let options = randomOptions(&random)
        var expected = points.latitudes.indices.map { item(Int32($0), points) }
        var pyramid = MapClusterPyramid(of: points, kindCount: 3, options: options)
        var below: [[Int32]]?
        while let level = pyramid.nextLevel() {
            expected = merged(expected, points, options, zoom: level.zoom).map(turnedIn)
            let members = (0..<level.count).map { pyramid.members(ofItem: $0, in: level) }
            let label: Comment = "seed \(seed), zoom \(level.zoom), \(options)"
            #expect(members == expected.map(\.members), label)
            #expect(level.counts.map(Int.init) == members.map(\.count) && level.firstMembers == members.map { $0[0] }, label)
            #expect(members.joined().sorted() == points.latitudes.indices.map(Int32.init), label)
            for child in below ?? [] {
                #expect(members.count { Set(child).isSubset(of: $0) } == 1, label)
            }
            expectSums(level, members, points, label)
            below = members
        }
    }

    private func expectSums(_ level: MapClusterLevel, _ members: [[Int32]], _ points: MapClusterPoints, _ label: Comment) {
        for (item, members) in members.enumerated() {
            let kinds = (0..<3).map { kind in Int32(members.count { points.kinds[Int($0)] == kind }) }
            #expect(Array(level.kindCounts[item * 3..<item * 3 + 3]) == kinds, label)
            if let identifiers = points.identifiers {
                let own = Set(members.map { identifiers[Int($0)] })
                #expect(own == [level.identifiers?[item]] && (members.count == 1 || !own.contains(-1)), label)
            }
            let highest = members.map { points.priorities[Int($0)] }.max()
            #expect(level.representatives[item] == members.first { points.priorities[Int($0)] == highest }, label)
            #expect(abs(level.latitudes[item]) <= 90 && abs(level.longitudes[item]) <= 180, label)
            #expect((members.count == 1) == (level.expansionZooms[item] == MapClusterLevel.noExpansion), label)
        }
    }
}

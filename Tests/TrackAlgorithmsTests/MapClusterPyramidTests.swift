import Foundation
import Testing
import TrackAlgorithms

@Suite struct MapClusterPyramidTests {
    private func points(
        _ places: [(Double, Double)], identifiers: [Int32]? = nil, kinds: [Int32]? = nil, priorities: [Double]? = nil
    ) -> MapClusterPoints {
        MapClusterPoints(
            latitudes: places.map(\.0), longitudes: places.map(\.1), identifiers: identifiers,
            kinds: kinds ?? places.map { _ in 0 }, priorities: priorities ?? places.map { _ in 750 })
    }

    private func levels(
        _ points: MapClusterPoints, kindCount: Int = 1, options: MapClusterOptions = MapClusterOptions()
    ) -> [Int: MapClusterLevel] {
        var pyramid = MapClusterPyramid(of: points, kindCount: kindCount, options: options)
        var levels: [Int: MapClusterLevel] = [:]
        while let level = pyramid.nextLevel() { levels[level.zoom] = level }
        return levels
    }

    /// The member rows of each item of each zoom.
    private func partitions(_ points: MapClusterPoints, options: MapClusterOptions = MapClusterOptions()) -> [Int: [[Int32]]] {
        var pyramid = MapClusterPyramid(of: points, kindCount: 1, options: options)
        var partitions: [Int: [[Int32]]] = [:]
        while let level = pyramid.nextLevel() {
            partitions[level.zoom] = (0..<level.count).map { pyramid.members(ofItem: $0, in: level) }
        }
        return partitions
    }

    @Test func `no points, no clusters, every zoom`() {
        let levels = levels(points([]))
        #expect(levels.count == 17)
        #expect(levels.values.allSatisfy { $0.count == 0 })
    }

    @Test func `one point stands alone where it is`() throws {
        let level = try #require(levels(points([(39.9, 116.4)]))[0])
        #expect(level.latitudes == [39.9] && level.longitudes == [116.4] && level.counts == [1])
        #expect(level.expansionZooms == [MapClusterLevel.noExpansion])
    }

    @Test func `levels come from the highest zoom to the lowest`() {
        var pyramid = MapClusterPyramid(of: points([(0, 0)]), kindCount: 1, options: MapClusterOptions(zooms: 3...5))
        #expect([pyramid.nextLevel()?.zoom, pyramid.nextLevel()?.zoom, pyramid.nextLevel()?.zoom] == [5, 4, 3])
        #expect(pyramid.nextLevel()?.zoom == nil)
    }

    @Test func `two points merge at exactly the radius`() throws {
        // 40 of 512 pixels are 28.125° at zoom 0 and 14.0625° at zoom 1.
        let atRadius = levels(points([(0, 0), (0, 14.0625)]))
        #expect(atRadius[1]?.count == 1 && atRadius[2]?.count == 2)
        #expect(atRadius[1]?.expansionZooms == [2])
        let beyond = levels(points([(0, 0), (0, 14.0626)]))
        #expect(beyond[1]?.count == 2 && beyond[0]?.count == 1)
    }

    @Test func `TJ-082 the centre of two points on both sides of 180° lies between them`() throws {
        let level = try #require(levels(points([(10, 179.65), (10, -176.13)]))[0])
        #expect(level.count == 1)
        #expect(abs(level.longitudes[0] + 178.24) < 0.01)
    }

    @Test func `TJ-087 points on both sides of 180° merge, unless the border is kept`() {
        let both = points([(0, 179.99), (0, -179.88)])
        #expect(levels(both)[3]?.count == 1)
        #expect(levels(both, options: MapClusterOptions(joinsAcrossAntimeridian: false))[0]?.count == 2)
        #expect(levels(points([(0, 180), (0, -180)]))[16]?.count == 1)
    }

    @Test func `TJ-084 kind counts add up to the count of every cluster at every zoom`() {
        var random = SeededRandom(seed: 84)
        let places = (0..<100).map { _ in (30 + 10 * random.normal(), 110 + 10 * random.normal()) }
        let kinds = places.map { _ in Int32.random(in: 0..<3, using: &random) }
        for level in levels(points(places, kinds: kinds), kindCount: 3).values {
            for item in 0..<level.count {
                #expect(level.kindCounts[item * 3..<item * 3 + 3].reduce(0, +) == level.counts[item])
            }
            for kind in 0..<3 {
                let sum = stride(from: kind, to: level.kindCounts.count, by: 3).reduce(0) { $0 + Int(level.kindCounts[$1]) }
                #expect(sum == kinds.count { $0 == kind })
            }
        }
    }

    @Test func `TJ-086 a point that is not a number is reported and left out`() {
        var random = SeededRandom(seed: 86)
        var places = (0..<1_000).map { _ in (30 + random.normal(), 110 + random.normal()) }
        places[500].1 = .nan
        var pyramid = MapClusterPyramid(of: points(places), kindCount: 1)
        #expect(pyramid.leftOut == [500])
        while let level = pyramid.nextLevel() { #expect(level.counts.reduce(0, +) == 999) }
    }

    @Test func `TJ-089 615 points at one place are one cluster at every zoom`() {
        let found = partitions(points(Array(repeating: (35.5, 139.5), count: 615)))
        #expect(found.count == 17)
        #expect(found.values.allSatisfy { $0 == [Array(0..<615)] })
    }

    @Test func `TJ-091 30,000 points on two repeated lines are clustered`() {
        let places = (0..<30_000).map { ($0 % 2 == 0 ? 10.0 : 20.0, Double($0 % 100) / 10) }
        for level in levels(points(places)).values { #expect(level.counts.reduce(0, +) == 30_000) }
    }

    @Test func `identifiers are kept apart and null never merges`() {
        let identifiers: [Int32] = [0, 1, 0, -1, -1, 1]
        let level = levels(points(Array(repeating: (40, 116), count: 6), identifiers: identifiers))[0]
        #expect(level?.counts == [2, 2, 1, 1])
        #expect(level?.identifiers == [0, 1, -1, -1])
        #expect(level?.firstMembers == [0, 1, 3, 4])
    }

    /// Two vehicles in the east, one far in the south, and at a fourth place one with a kind and one without.
    @Test func `points without an identifier are in no other cluster and counted once`() {
        let places = [(50.0, 10.0), (50, 10), (10.74, 20), (-40, -70), (10.74, 20)]
        let found = partitions(points(places, identifiers: [0, 0, -1, 0, 0]), options: MapClusterOptions(zooms: 10...10))
        #expect(found[10] == [[0, 1], [2], [3], [4]])
    }

    @Test func `points beyond ±85.05° merge at their side of the map, and never with the other side`() {
        let places = [(-90.0, 10.0), (-89, 10), (-85.06, 10), (90, 10), (86, 10), (85.06, 10)]
        for joins in [true, false] {
            let found = partitions(points(places), options: MapClusterOptions(joinsAcrossAntimeridian: joins))
            #expect(found.values.allSatisfy { $0 == [[0, 1, 2], [3, 4, 5]] })
        }
    }

    @Test func `the representative has the highest priority and comes first`() {
        let level = levels(points(Array(repeating: (40, 116), count: 4), priorities: [250, 750, 750, 500]))[0]
        #expect(level?.representatives == [1])
        #expect(level?.firstMembers == [0])
    }

    @Test func `fewer points than the minimum stay as they are`() {
        let places = [(0.0, 0.0), (0.0, 0.0), (10.0, 20.0)]
        let found = levels(points(places), options: MapClusterOptions(minimumPoints: 3, zooms: 0...2))
        #expect(found[2]?.counts == [1, 1, 1])
        #expect(found[0]?.counts == [3])
    }

    @Test(arguments: 0..<12) func `a set moved across 180° is parted like the set elsewhere`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        // Steps of 2^-20 of the square: exact in float32 wherever they lie.
        let spread = [30.0, 300, 3_000, 30_000][seed % 4]
        let places = (0..<1_500).map { _ in (Int((spread * random.normal()).rounded()), Int((spread * random.normal()).rounded()))
        }
        let shapes = [0, 1 << 19, 700_001, 300_007, 13].map { east in
            partitions(points(places.map { (mercatorLatitude(450_000 + $0.1), mercatorLongitude($0.0 + east)) }))
        }
        #expect(shapes.dropFirst().allSatisfy { $0 == shapes[0] })
    }

    private func mercatorLongitude(_ step: Int) -> Double {
        Double((step % (1 << 20) + (1 << 20)) % (1 << 20)) / 0x1p20 * 360 - 180
    }

    private func mercatorLatitude(_ step: Int) -> Double {
        360 * atan(exp((180 - Double(step) / 0x1p20 * 360) * .pi / 180)) / .pi - 90
    }

    @Test(.needsSharedReference) func `the 65 bikes are 45 and 20 by kind at every zoom`() throws {
        let bikes = try SharedReference.table("data/bikes/xamarin_tandm_bikes.csv")
        let kinds = try bikes.texts("type")
        let names = Array(Set(kinds)).sorted()
        let places = try Array(zip(bikes.doubles("lat"), bikes.doubles("lon")))
        let numbers = kinds.map { Int32(names.firstIndex(of: $0) ?? -1) }
        for identifiers in [nil, numbers] {
            for level in levels(points(places, identifiers: identifiers, kinds: numbers), kindCount: names.count).values {
                let sums = names.indices.map { kind in
                    stride(from: kind, to: level.kindCounts.count, by: names.count).reduce(0) { $0 + Int(level.kindCounts[$1]) }
                }
                #expect(sums.sorted() == [20, 45])
            }
        }
    }

    @Test(
        .needsSharedReference,
        arguments: [
            ("default_r40_e512", 40.0, 512.0, false, 0), ("r60_e256_mp2", 60.0, 256.0, false, 0),
            ("default_r40_e512", 40.0, 512.0, true, 6), ("r60_e256_mp2", 60.0, 256.0, true, 8),
        ])
    func `the items of each zoom are those of supercluster`(
        name: String, radius: Double, extent: Double, joins: Bool, lowestZoom: Int
    ) throws {
        let table = try SharedReference.table("ref/map-clusters/points.csv")
        let kindNames = ["device", "pet", "bike", "vehicle"]
        let kinds = try table.texts("type").map { Int32(kindNames.firstIndex(of: $0) ?? -1) }
        let places = try Array(zip(table.doubles("lat"), table.doubles("lon")))
        let reference = try superclusterZooms(name)
        var pyramid = MapClusterPyramid(
            of: points(places, kinds: kinds), kindCount: 4,
            options: MapClusterOptions(radiusPixels: radius, extentPixels: extent, joinsAcrossAntimeridian: joins))
        while let level = pyramid.nextLevel(), level.zoom >= lowestZoom {
            let expected = try #require(reference[level.zoom])
            #expect(level.count == expected.count)
            // Half a step of 2^-36 of the side is 2.6e-9°: beside −180°, and only there, float32 is finer.
            var differing = 0
            for item in 0..<level.count {
                let members = pyramid.members(ofItem: item, in: level)
                let kindCounts = Array(level.kindCounts[item * 4..<item * 4 + 4])
                guard let theirs = expected[members], theirs.kindCounts == kindCounts,
                    theirs.expansionZoom == level.expansionZooms[item],
                    abs(theirs.latitude - level.latitudes[item]) < 3e-9, abs(theirs.longitude - level.longitudes[item]) < 3e-9
                else {
                    differing += 1
                    continue
                }
            }
            #expect(differing == 0, "zoom \(level.zoom)")
        }
    }

    /// An item of supercluster's output.
    private struct ReferenceItem {
        let latitude: Double
        let longitude: Double
        let kindCounts: [Int32]
        let expansionZoom: Int8
    }

    /// The items of each zoom by their leaf ids.
    private func superclusterZooms(_ name: String) throws -> [Int: [[Int32]: ReferenceItem]] {
        let parsed = try JSONSerialization.jsonObject(with: SharedReference.data("ref/map-clusters/\(name).json"))
        let zooms = try #require((parsed as? [String: Any])?["zooms"] as? [String: [[String: Any]]])
        var result: [Int: [[Int32]: ReferenceItem]] = [:]
        for (zoom, items) in zooms {
            let pairs = try items.map { try referenceItem($0) }
            result[try #require(Int(zoom))] = Dictionary(pairs) { first, _ in first }
        }
        return result
    }

    private func referenceItem(_ item: [String: Any]) throws -> ([Int32], ReferenceItem) {
        let names = ["device", "pet", "bike", "vehicle"]
        let latitude = try #require(item["lat"] as? Double)
        let longitude = try #require(item["lon"] as? Double)
        if let leaves = item["leaves"] as? [Int], let counts = item["counts"] as? [String: Int] {
            let expansion = try #require(item["expansionZoom"] as? Int)
            return (
                leaves.map(Int32.init),
                ReferenceItem(
                    latitude: latitude, longitude: longitude, kindCounts: names.map { Int32(counts[$0] ?? 0) },
                    expansionZoom: Int8(expansion))
            )
        }
        let id = try #require(item["id"] as? Int)
        let kind = try #require(item["kind"] as? String)
        return (
            [Int32(id)],
            ReferenceItem(
                latitude: latitude, longitude: longitude, kindCounts: names.map { $0 == kind ? 1 : 0 },
                expansionZoom: MapClusterLevel.noExpansion)
        )
    }
}

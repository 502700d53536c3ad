import Foundation
import Geodesy
import Testing
import TrackAlgorithms

@Suite struct PlaceClusteringTests {
    private func labels(_ places: [(Double, Double)], radiusMeters: Double, minimumStays: Int) -> [Int32] {
        placeClusters(
            latitudes: places.map(\.0), longitudes: places.map(\.1), radiusMeters: radiusMeters, minimumStays: minimumStays
        ).labels
    }

    @Test func `no stays, no places`() {
        #expect(labels([], radiusMeters: 100, minimumStays: 2) == [])
    }

    @Test func `one stay is noise unless one is enough`() {
        #expect(labels([(40, 116)], radiusMeters: 100, minimumStays: 2) == [-1])
        #expect(labels([(40, 116)], radiusMeters: 100, minimumStays: 1) == [0])
    }

    @Test func `the count includes the stay itself`() {
        #expect(labels([(40, 116), (40, 116)], radiusMeters: 100, minimumStays: 2) == [0, 0])
        #expect(labels([(40, 116), (40, 116)], radiusMeters: 100, minimumStays: 3) == [-1, -1])
    }

    @Test func `a distance of exactly the radius is within`() {
        let first = (31.2304, 121.4737)
        let second = (31.2311, 121.4744)
        let meters = haversineMeters(
            from: Coordinate(latitude: first.0, longitude: first.1), to: Coordinate(latitude: second.0, longitude: second.1))
        #expect(labels([first, second], radiusMeters: meters, minimumStays: 2) == [0, 0])
        #expect(labels([first, second], radiusMeters: meters.nextDown, minimumStays: 2) == [-1, -1])
    }

    @Test func `clusters are numbered by their earliest core`() {
        // A chain of three: its end comes first but is border, the middle is the only core; a triple stands between.
        let places = [(40.0008, 116.0), (41, 116), (40, 116), (41, 116), (39.9992, 116), (41, 116), (45, 100)]
        #expect(labels(places, radiusMeters: 100, minimumStays: 3) == [1, 0, 1, 0, 1, 0, -1])
    }

    @Test func `the earliest core of a cluster may come after a border stay`() {
        let found = placeClusters(
            latitudes: [40.0008, 40, 39.9992], longitudes: [116, 116, 116], radiusMeters: 100, minimumStays: 3)
        #expect(found.labels == [0, 0, 0])
        #expect(found.isCore == [false, true, false])
        #expect(found.earliestCores == [1])
    }

    @Test func `a border stay goes to the nearest core and on a tie to the earliest`() {
        #expect(borderLabel(at: 0.0009) == 1)
        #expect(borderLabel(at: 0.0007) == 0)
        #expect(borderLabel(at: 0.0008) == 0)
    }

    /// Two cores, at 0° and 0.0016° north, of four stays each; the stay between reaches both and has three.
    private func borderLabel(at latitude: Double) -> Int32? {
        let south = [(0.0, 0.0), (-0.0008, 0.0), (-0.0008, 0.0001), (-0.0008, -0.0001)]
        let north = [(0.0016, 0.0), (0.0024, 0.0), (0.0024, 0.0001), (0.0024, -0.0001)]
        return labels(south + north + [(latitude, 0)], radiusMeters: 112, minimumStays: 4).last
    }

    @Test(arguments: [(43.8256, 87.6168), (75.0, 87.6168), (-75.0, 20.0)])
    func `two stays 1 km apart, north–south or east–west, are two places`(latitude: Double, longitude: Double) {
        // trackintel gives (longitude, latitude) where scikit-learn wants (latitude, longitude): north–south shrinks by cos(longitude).
        let north = latitude + 1_000 / 111_195.08
        let east = longitude + 1_000 / (111_195.08 * cosine(latitude))
        #expect(labels([(latitude, longitude), (north, longitude)], radiusMeters: 100, minimumStays: 1) == [0, 1])
        #expect(labels([(latitude, longitude), (latitude, east)], radiusMeters: 100, minimumStays: 1) == [0, 1])
        #expect(labels([(latitude, longitude), (north, longitude)], radiusMeters: 1_001, minimumStays: 1) == [0, 0])
        #expect(labels([(latitude, longitude), (latitude, east)], radiusMeters: 1_001, minimumStays: 1) == [0, 0])
    }

    private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

    @Test func `±180° is no border`() {
        #expect(labels([(0, 179.9996), (0, -179.9996)], radiusMeters: 100, minimumStays: 2) == [0, 0])
        #expect(labels([(75, 180), (75, -180)], radiusMeters: 1, minimumStays: 2) == [0, 0])
        #expect(labels([(75, 179.998), (75, -179.998)], radiusMeters: 100, minimumStays: 2) == [-1, -1])
    }

    @Test func `stays around a pole are near each other`() {
        let ring = (0..<36).map { (89.9999, Double($0 * 10 - 180)) }
        // 0.0001° are 11 m from the pole.
        #expect(labels(ring, radiusMeters: 25, minimumStays: 36) == [Int32](repeating: 0, count: 36))
        #expect(labels([(90, 0), (90, 120), (-90, 0)], radiusMeters: 1, minimumStays: 1) == [0, 0, 1])
    }

    @Test func `a stay that is not a number is noise`() {
        #expect(labels([(40, 116), (.nan, 116), (40, 116)], radiusMeters: 100, minimumStays: 1) == [0, -1, 0])
    }

    @Test func `weights count instead of stays`() {
        let found = placeClusters(
            latitudes: [40, 40, 50], longitudes: [116, 116, 116], radiusMeters: 100, minimumStays: 3_600,
            weights: [1_800, 1_800, 3_599])
        #expect(found.labels == [0, 0, -1])
    }

    @Test(arguments: 0..<120) func `equals the plain definition`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let centre = [(40.0, 116.0), (0, 180), (75, -180), (89.999, 0), (-89.9995, 77)][seed % 5]
        let count = Int.random(in: 1..<160, using: &random)
        let places = (0..<count).map { _ in
            let north = 0.004 * random.normal()
            let east = 0.004 * random.normal() / max(0.0005, cosine(centre.0))
            // A coarse grid makes equal places and equal distances.
            return (
                min(90, max(-90, ((centre.0 + north) * 2_000).rounded() / 2_000)),
                wrapped(((centre.1 + east) * 2_000).rounded() / 2_000)
            )
        }
        let radius = Double.random(in: 20..<400, using: &random)
        let minimum = Int.random(in: 1..<8, using: &random)
        #expect(labels(places, radiusMeters: radius, minimumStays: minimum) == plainClusters(places, radius, minimum))
    }

    @Test(arguments: 0..<60) func `equals the plain definition over the whole Earth`(seed: Int) {
        var random = SeededRandom(seed: UInt64(7_000 + seed))
        let places = (0..<150).map { _ in
            (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
        }
        let radius = [50_000.0, 300_000, 1_000_000, 4_000_000, 12_000_000, 30_000_000][seed % 6]
        let minimum = Int.random(in: 1..<6, using: &random)
        #expect(labels(places, radiusMeters: radius, minimumStays: minimum) == plainClusters(places, radius, minimum))
    }

    private func wrapped(_ longitude: Double) -> Double {
        let turned = longitude.remainder(dividingBy: 360)
        return turned
    }

    /// Against the definition, with a plain search in squares of 0.001° and a walk from core to core.
    @Test func `TJ-092 100,000 stays in one city end, with the labels of the definition`() {
        var random = SeededRandom(seed: 92)
        let places = (0..<100_000).map { _ in (39.9 + 0.06 * random.normal(), 116.4 + 0.08 * random.normal()) }
        let found = placeClusters(
            latitudes: places.map(\.0), longitudes: places.map(\.1), radiusMeters: 60, minimumStays: 5)
        let near = neighbours(of: places, radiusMeters: 60)
        let isCore = near.map { $0.count >= 5 }
        #expect(found.isCore == isCore)
        var labels = [Int32](repeating: -1, count: places.count)
        var next: Int32 = 0
        for first in places.indices where isCore[first] && labels[first] < 0 {
            var open = [first]
            labels[first] = next
            while let place = open.popLast() {
                for other in near[place] where isCore[Int(other)] && labels[Int(other)] < 0 {
                    labels[Int(other)] = next
                    open.append(Int(other))
                }
            }
            next += 1
        }
        for place in places.indices where !isCore[place] {
            let cores = near[place].filter { isCore[Int($0)] }
            let nearest = cores.min { (meters(places, place, $0), $0) < (meters(places, place, $1), $1) }
            labels[place] = nearest.map { labels[Int($0)] } ?? -1
        }
        #expect(found.labels == labels)
        #expect(next > 10 && labels.contains(-1))
    }

    private func meters(_ places: [(Double, Double)], _ first: Int, _ second: Int32) -> Double {
        haversineMeters(
            from: Coordinate(latitude: places[first].0, longitude: places[first].1),
            to: Coordinate(latitude: places[Int(second)].0, longitude: places[Int(second)].1))
    }

    private func neighbours(of places: [(Double, Double)], radiusMeters: Double) -> [[Int32]] {
        struct Square: Hashable { let north, east: Int }
        func square(_ place: (Double, Double)) -> Square { Square(north: Int(place.0 * 1000), east: Int(place.1 * 1000)) }
        let squares = Dictionary(grouping: places.indices.map(Int32.init)) { square(places[Int($0)]) }
        return places.indices.map { place in
            let own = square(places[place])
            return (-1...1).flatMap { north in
                (-1...1).flatMap { east in
                    (squares[Square(north: own.north + north, east: own.east + east)] ?? [])
                        .filter { meters(places, place, $0) <= radiusMeters }
                }
            }
        }
    }

    @Test func `100,000 stays in two crowds just out of reach end soon`() {
        var random = SeededRandom(seed: 93)
        let places = (0..<100_000).map { ($0 % 2 == 0 ? 0 : 0.0015) + 0.00005 * random.normal() }.map {
            ($0, 0.00005 * random.normal())
        }
        #expect(Set(labels(places, radiusMeters: 60, minimumStays: 5)).subtracting([-1]) == [0, 1])
    }

    @Test(
        .needsSharedReference,
        arguments: [
            ("dbscan_staypoints_eps100m_min1", 100.0, 1), ("dbscan_staypoints_eps100m_min2", 100.0, 2),
            ("dbscan_staypoints_eps200m_min2", 200.0, 2), ("dbscan_staypoints_eps50m_min2", 50.0, 2),
        ])
    func `the cores of each device are those of scikit-learn`(name: String, radiusMeters: Double, minimumStays: Int) throws {
        let stays = try SharedReference.table("ref/stays/staypoints_d100m_t5min_gap15_last1.csv")
        let reference = try SharedReference.table("ref/places/\(name).csv")
        #expect(stays.rowCount == 702 && reference.rowCount == 702)
        for (_, rows) in try reference.rows(by: "device") {
            try expectReference(reference, rows, stays, rows, radiusMeters: radiusMeters, minimumStays: minimumStays)
        }
    }

    @Test(.needsSharedReference) func `the cores of 4,531 fixes are those of scikit-learn`() throws {
        let points = try SharedReference.table("ref/input/points_clean.csv")
        let reference = try SharedReference.table("ref/places/dbscan_points_eps100m_min10.csv")
        try expectReference(
            reference, Array(0..<reference.rowCount), points, reference.integers("row"), radiusMeters: 100, minimumStays: 10)
    }

    private func expectReference(
        _ reference: ReferenceTable, _ referenceRows: [Int], _ stays: ReferenceTable, _ stayRows: [Int], radiusMeters: Double,
        minimumStays: Int
    ) throws {
        let allLatitudes = try stays.doubles("lat")
        let allLongitudes = try stays.doubles("lon")
        let places = stayRows.map { (allLatitudes[$0], allLongitudes[$0]) }
        let allLabels = try reference.integers("label")
        let allCores = try reference.integers("core")
        // The reference measures on a sphere of 6 371 000 m: its radius is a little more here.
        let radius = radiusMeters * earthMeanRadiusMeters / 6_371_000
        let found = labels(places, radiusMeters: radius, minimumStays: minimumStays)
        var ours: [Int: Int32] = [:]
        var theirs: [Int32: Int] = [:]
        for (position, row) in referenceRows.enumerated() {
            if allCores[row] == 1 {
                #expect(found[position] >= 0)
                #expect(ours[allLabels[row], default: found[position]] == found[position])
                #expect(theirs[found[position], default: allLabels[row]] == allLabels[row])
                ours[allLabels[row]] = found[position]
                theirs[found[position]] = allLabels[row]
            } else {
                // Border in both or noise in both.
                #expect((allLabels[row] < 0) == (found[position] < 0))
            }
        }
    }
}

/// DBSCAN word for word: counts, a flood from each core, the nearest core of every other stay.
private func plainClusters(_ places: [(Double, Double)], _ radius: Double, _ minimum: Int) -> [Int32] {
    let coordinates = places.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let distances = coordinates.map { from in coordinates.map { haversineMeters(from: from, to: $0) } }
    let isCore = distances.map { $0.count { $0 <= radius } >= minimum }
    var labels = [Int32](repeating: -1, count: places.count)
    var next: Int32 = 0
    for start in places.indices where isCore[start] && labels[start] < 0 {
        var open = [start]
        labels[start] = next
        while let place = open.popLast() {
            for other in places.indices where isCore[other] && labels[other] < 0 && distances[place][other] <= radius {
                labels[other] = next
                open.append(other)
            }
        }
        next += 1
    }
    for place in places.indices where !isCore[place] {
        let reached = places.indices.filter { isCore[$0] && distances[place][$0] <= radius }
        guard let nearest = reached.min(by: { distances[place][$0] < distances[place][$1] }) else { continue }
        labels[place] = labels[nearest]
    }
    return labels
}

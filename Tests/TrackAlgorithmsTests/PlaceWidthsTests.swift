import Foundation
import Geodesy
import Testing
import TrackAlgorithms

@Suite struct PlaceWidthsTests {
    /// Stays every 80 m on a meridian: one chained cluster at a radius of 100 m.
    private let chain = (0..<12).map { 40 + Double($0) * 80 / 111_195.08 }

    private func clusters(_ latitudes: [Double]) -> PlaceClusters {
        placeClusters(latitudes: latitudes, longitudes: latitudes.map { _ in 116 }, radiusMeters: 100, minimumStays: 2)
    }

    private func limited(_ latitudes: [Double], toMeters widest: Double, overWide: OverWidePlaces) -> [Int32] {
        clusters(latitudes).limited(
            toMeters: widest, latitudes: latitudes, longitudes: latitudes.map { _ in 116 }, overWide: overWide, minimumStays: 2
        ).labels
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
            toMeters: 100, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 1)
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
            toMeters: 300, latitudes: latitudes, longitudes: longitudes, overWide: .refuse, minimumStays: 2)
        #expect(Set(refused.labels) == [-1])
        #expect(!refused.isCore.contains(true))
    }

    @Test(arguments: 0..<50) func `no part of a random cluster is too wide`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let latitudes = (0..<200).map { _ in 60 + 0.002 * random.normal() }
        let longitudes = (0..<200).map { _ in 179.999 + 0.004 * random.normal() }.map { $0 > 180 ? $0 - 360 : $0 }
        let labels = placeClusters(latitudes: latitudes, longitudes: longitudes, radiusMeters: 100, minimumStays: 3)
            .limited(toMeters: 250, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 3).labels
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
            .limited(toMeters: 2_000, latitudes: latitudes, longitudes: longitudes, overWide: .split, minimumStays: 5).labels
        #expect(labels.count == 20_000)
    }
}

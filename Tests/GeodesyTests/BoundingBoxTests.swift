import Geodesy
import Testing

@Suite struct BoundingBoxTests {
    /// The box by rule 2.8's definition, as model.py's `box_of` has it: outside is the widest stretch without a place.
    private func boxByDefinition(_ places: [GridPoint]) -> BoundingBox? {
        let longitudes = Set(places.map(\.longitude)).sorted()
        guard let first = longitudes.first, let south = places.map(\.latitude).min(), let north = places.map(\.latitude).max()
        else { return nil }
        var widest = Int64.min
        var box = BoundingBox(south: south, west: first, north: north, east: first)
        for i in longitudes.indices {
            let next = i + 1 < longitudes.count ? longitudes[i + 1] : first
            let gap = Int64(next) - Int64(longitudes[i]) + (i + 1 < longitudes.count ? 0 : 3_600_000_000)
            if gap > widest { (widest, box.east, box.west) = (gap, longitudes[i], next) }
        }
        return box
    }

    private func box(_ places: [GridPoint]) -> BoundingBox? {
        BoundingBox(latitudes: places.map(\.latitude), longitudes: places.map(\.longitude))
    }

    @Test func `no places have no box and one place is its own`() {
        #expect(box([]) == nil)
        let place = GridPoint(latitude: 5, longitude: -7)
        #expect(box([place]) == BoundingBox(south: 5, west: -7, north: 5, east: -7))
    }

    @Test func `across 180 degrees west is greater than east`() {
        let places = [GridPoint(latitude: 0, longitude: 1_790_000_000), GridPoint(latitude: 10, longitude: -1_790_000_000)]
        #expect(box(places) == BoundingBox(south: 0, west: 1_790_000_000, north: 10, east: -1_790_000_000))
        #expect(box(places)?.width == 20_000_000)
        #expect(box(places)?.contains(GridPoint(latitude: 5, longitude: 1_800_000_000)) == true)
        #expect(box(places)?.contains(GridPoint(latitude: 5, longitude: 0)) == false)
    }

    @Test(arguments: [1, 2, 3, 5, 20, 200], [0.01, 1.0, 90.0, 179.0, 180.0])
    func `random places have the box of the definition`(count: Int, spread: Double) {
        var generator = RandomPlaces(seed: UInt64(count) * 1_000 + UInt64(spread * 10))
        for centre in stride(from: -180.0, through: 180, by: 30) {
            let places = (0..<count).map { _ in
                GridPoint(
                    Coordinate(
                        latitude: 180 * generator.unit() - 90,
                        longitude: wrappedLongitudeDegrees(centre + spread * (2 * generator.unit() - 1))))
            }
            #expect(box(places) == boxByDefinition(places))
        }
    }

    @Test(arguments: [
        [0, 1_800_000_000], [-1_800_000_000, 1_800_000_000], [-900_000_000, 900_000_000], [0, 0, -1_800_000_000],
        [-1_800_000_000, -600_000_000, 600_000_000], [1_800_000_000], [-1, 0], [-900_000_000, 900_000_001],
    ])
    func `of equally wide stretches the first counts`(longitudes: [Int]) {
        let places = longitudes.map { GridPoint(latitude: 0, longitude: Int32($0)) }
        #expect(box(places) == boxByDefinition(places))
    }

    @Test func `joined extents have the box of all places`() {
        var generator = RandomPlaces(seed: 51)
        let places = (0..<100).map { _ in GridPoint(generator.place(latitudes: 10...20, longitudes: 100...120)) }
        var (one, other) = (BoxExtent(), BoxExtent())
        for place in places.prefix(30) { one.add(place) }
        for place in places.dropFirst(30) { other.add(place) }
        other.formUnion(one)
        other.formUnion(BoxExtent())
        #expect(other.box == boxByDefinition(places))
        #expect(BoxExtent().box == nil)
    }
}

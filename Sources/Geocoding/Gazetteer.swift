import Geodesy
import Glibc

/// Populated places of the world: GeoNames' cities500, built into the binary.
///
/// Needs no key and no network. It knows places as points, and of China the areas of provinces: it can say in which province a
/// coordinate lies and how far the nearest place is, never which district it is in.
/// - Source: GeoNames (geonames.org), CC BY 4.0, and Natural Earth (public domain); made by scripts/gazetteer.
public struct Gazetteer: Sendable {
    /// The name of this source in addresses.
    public static let provider = "gazetteer"

    /// Counts up when the data or the rules change what addresses say.
    ///
    /// 2: no place across China's outline, provinces by their areas, Chinese names mended.
    public static let version = 2

    /// The gazetteer of this binary. Its index is built at the first question, in about 20 ms.
    public static let embedded = Gazetteer(file: GazetteerFile(bytes: .embedded))

    /// A place farther than this is not the city that a coordinate lies in.
    private static let farthestCityMeters = 10_000.0

    let file: GazetteerFile
    private let index: PlaceIndex

    init(file: GazetteerFile) {
        self.file = file
        index = PlaceIndex(of: file)
    }

    /// The place on the coordinate's own side of China's borders with the shortest great-circle distance; of places as near, the one
    /// with the lowest GeoNames id.
    ///
    /// Sides are the mainland, Hong Kong, Macau, Taiwan, and elsewhere (`ChinaRegion`); on the mainland, where it is sure which
    /// province the coordinate lies in, only that province's places count. Exact across ±180° and at the poles.
    /// - Parameter coordinate: WGS-84 degrees.
    /// - Returns: Always a place, however far; nil when a degree is not a finite number.
    /// - Complexity: O(log n) where places are dense, about 0.5 µs; far out at sea some µs.
    public func nearest(to coordinate: Coordinate) -> GazetteerPlace? {
        guard let coordinate = onEarth(coordinate) else { return nil }
        return nearest(to: coordinate, in: file.divisionMap.division(at: coordinate))
    }

    /// The address of a coordinate: its nearest place with the distance to it. Always approximate.
    /// - Parameter coordinate: WGS-84 degrees.
    /// - Returns: Text such as "1.2 km from Haidian (海淀), Beijing (北京市), China". Province is what the coordinate lies in, nil where
    ///   that is not sure and outside China; city is the place's name, nil where the province is not sure or the place is more than
    ///   10 km away; district and street are never claimed. Of a coordinate that is not finite: "no known place", all parts nil.
    ///
    ///     Gazetteer.embedded.address(at: Coordinate(latitude: 48.8584, longitude: 2.2945)).text
    public func address(at coordinate: Coordinate) -> Address {
        guard let coordinate = onEarth(coordinate) else { return Self.address("no known place") }
        let division = file.divisionMap.division(at: coordinate)
        guard let place = nearest(to: coordinate, in: division) else { return Self.address("no known place") }
        let province = index.regions[Int(division.number)].province
        let isCity = division != .mainland && place.distanceMeters <= Self.farthestCityMeters
        return Self.address(
            approximateText(place, province: province), country: place.country?.english, province: province?.english,
            city: isCity ? place.name.english : nil, distanceMeters: place.distanceMeters)
    }

    private static func address(
        _ text: String, country: String? = nil, province: String? = nil, city: String? = nil, distanceMeters: Double? = nil
    ) -> Address {
        Address(
            text: text, country: country, province: province, city: city, district: nil, street: nil, provider: provider,
            language: "en", isApproximate: true, distanceMeters: distanceMeters)
    }

    /// The same place with its longitude within ±180°; nil when a degree is not a finite number.
    private func onEarth(_ coordinate: Coordinate) -> Coordinate? {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return nil }
        if coordinate.longitude.magnitude <= 180 { return coordinate }
        return Coordinate(latitude: coordinate.latitude, longitude: remainder(coordinate.longitude, 360))
    }

    private func nearest(to coordinate: Coordinate, in division: Division) -> GazetteerPlace? {
        let search = NearestSearch(in: index, of: division.searched, from: coordinate)
        guard let number = search.found else { return nil }
        let place = index.places[number]
        let names = index.names(of: place)
        guard let name = names.name else { return nil }
        return GazetteerPlace(
            geonameID: Int(place.id), name: name, province: names.province, country: names.country, coordinate: place.coordinate,
            distanceMeters: search.meters(toPlace: number))
    }
}

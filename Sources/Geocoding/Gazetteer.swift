import Geodesy

/// Populated places of the world: GeoNames' cities500, built into the binary.
///
/// Needs no key and no network. It knows points, not areas: it can say how far the nearest place is, never which district
/// a coordinate lies in.
/// - Source: GeoNames (geonames.org), CC BY 4.0; made by scripts/gazetteer.
public struct Gazetteer: Sendable {
    /// The name of this source in addresses.
    public static let provider = "gazetteer"

    /// The gazetteer of this binary. Nothing is read or copied before the first question.
    public static let embedded = Gazetteer(file: GazetteerFile(bytes: .embedded))

    let file: GazetteerFile

    /// The place with the shortest great-circle distance; of places as near, the one with the lowest GeoNames id.
    ///
    /// Exact across ±180° and at the poles.
    /// - Parameter coordinate: WGS-84 degrees.
    /// - Returns: Always a place, however far; nil when a degree is not a finite number.
    /// - Complexity: O(log n) where places are dense, about 1 µs; far out at sea about 8 µs.
    public func nearest(to coordinate: Coordinate) -> GazetteerPlace? {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return nil }
        guard let found = NearestSearch(in: file, from: coordinate).found else { return nil }
        let leaf = file.leaf(found.leaf)
        let entry = leaf.entry(at: found.position)
        guard let name = entry.name else { return nil }
        let region = file.region(entry.regionNumber)
        return GazetteerPlace(
            geonameID: entry.id, name: name, province: region.province, country: region.country,
            coordinate: Coordinate(latitude: leaf.latitude(at: found.position), longitude: leaf.longitude(at: found.position)),
            distanceMeters: found.distanceMeters)
    }

    /// The address of a coordinate: its nearest place with the distance to it. Always approximate.
    /// - Parameter coordinate: WGS-84 degrees.
    /// - Returns: Text such as "1.2 km from Haidian (海淀), Beijing (北京市), China"; city is the place's name, district and
    ///   street are never claimed. Of a coordinate that is not finite: "no known place", all parts nil.
    ///
    ///     Gazetteer.embedded.address(at: Coordinate(latitude: 48.8584, longitude: 2.2945)).text
    public func address(at coordinate: Coordinate) -> Address {
        let place = nearest(to: coordinate)
        return Address(
            text: place.map(approximateText) ?? "no known place",
            country: place?.country?.english, province: place?.province?.english, city: place?.name.english,
            district: nil, street: nil,
            provider: Self.provider, language: "en", isApproximate: true, distanceMeters: place?.distanceMeters)
    }
}

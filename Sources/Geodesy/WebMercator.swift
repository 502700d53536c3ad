import Glibc

/// The plane of web maps, its metres, its unit square and its tiles.
///
/// - Source: EPSG:3857, "WGS 84 / Pseudo-Mercator", EPSG guidance note 7-2, method 1024; tiles as OpenStreetMap numbers them.
public enum WebMercator {
    /// Radius of the projection's sphere, in metres: the equatorial radius of WGS-84.
    public static let radiusMeters = 6_378_137.0
    /// Half the side of the square, π · radius, in metres.
    public static let halfSideMeters = 20_037_508.342789244
    /// Where the square ends north and south, in degrees.
    public static let largestLatitudeDegrees = 85.0511287798066

    /// Metres (y in `latitude`, x in `longitude`) of WGS-84 degrees; beyond the square's latitude y is clamped to its side.
    public static func meters(_ place: Coordinate) -> Coordinate {
        guard place.isOnEarth else { return .none }
        let y = radiusMeters * asinh(tan(place.latitude * radiansPerDegree))
        return Coordinate(
            latitude: min(max(y, -halfSideMeters), halfSideMeters),
            longitude: place.longitude * (halfSideMeters / 180))
    }

    /// WGS-84 degrees of metres (y in `latitude`, x in `longitude`).
    public static func degrees(_ place: Coordinate) -> Coordinate {
        Coordinate(
            latitude: atan(sinh(place.latitude / radiusMeters)) * degreesPerRadian,
            longitude: place.longitude / halfSideMeters * 180)
    }
}

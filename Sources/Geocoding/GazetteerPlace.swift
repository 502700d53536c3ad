import Geodesy

/// A populated place of the gazetteer as seen from a coordinate.
public struct GazetteerPlace: Sendable, Hashable {
    /// The place's number in GeoNames: geonames.org/1816670 is Beijing.
    public let geonameID: Int
    /// The place's own name.
    public let name: PlaceName
    /// The province-level division in CN, HK, MO and TW; elsewhere, and where GeoNames gives none, nil.
    public let province: PlaceName?
    /// The country or territory with an ISO 3166 code of its own: Hong Kong has one. Chinese only for CN, HK, MO, TW.
    public let country: PlaceName?
    /// Where GeoNames puts the place's middle; WGS-84 degrees to five decimals.
    public let coordinate: Coordinate
    /// Great-circle distance from the coordinate that was asked, in metres.
    public let distanceMeters: Double
}

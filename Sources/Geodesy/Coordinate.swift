/// A place on the Earth, or a place on a map's plane.
///
/// In WGS-84, GCJ-02 and BD-09 both values are degrees: north and east are positive. In the systems of metres
/// (`bd09mc`, `webMercator`) `latitude` is y and `longitude` is x, in metres north and east of 0°, 0°.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north, or y in metres.
    public var latitude: Double
    /// Degrees east, or x in metres.
    public var longitude: Double

    /// Makes a coordinate of degrees (or of metres, see the type).
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// What a conversion gives where there is no answer: a pair of NaN.
    public static let none = Coordinate(latitude: .nan, longitude: .nan)

    /// Whether both values are numbers inside ±90° and ±180°.
    public var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

/// Radius of the sphere that rule 2.2 measures distances on, in metres.
///
/// - Source: mean radius R₁ of WGS-84, Moritz, "Geodetic Reference System 1980", J. Geodesy 74, 2000.
public let earthMeanRadiusMeters = 6_371_008.8

/// Whole micrometres in a metre: lengths of legs are summed as such (rule 2.12).
public let micrometresPerMeter = 1_000_000.0

/// Radians in a degree.
public let radiansPerDegree = 0.017453292519943295

/// Degrees in a radian.
public let degreesPerRadian = 57.29577951308232

/// The part of the Earth that a map should show for a set of places.
public struct FitRegion: Sendable, Hashable {
    /// The middle, in degrees; the longitude in [−180, 180).
    public var centre: Coordinate
    /// Degrees from south to north, at most 180.
    public var latitudeSpanDegrees: Double
    /// Degrees from west to east, at most 360.
    public var longitudeSpanDegrees: Double

    /// Degrees that a single place is shown with: about 600 m.
    public static let smallestSpanDegrees = 0.0055

    /// The whole Earth.
    public static let world = FitRegion(
        centre: Coordinate(latitude: 0, longitude: 0), latitudeSpanDegrees: 180, longitudeSpanDegrees: 360)

    init(centre: Coordinate, latitudeSpanDegrees: Double, longitudeSpanDegrees: Double) {
        self.centre = centre
        self.latitudeSpanDegrees = latitudeSpanDegrees
        self.longitudeSpanDegrees = longitudeSpanDegrees
    }

    /// The region for places with that box: none → the world; one place, or all equal → that place with a span of 0.0055°; else the
    /// box with padding, right across ±180°.
    /// - Parameters:
    ///   - box: The narrowest box over the places; nil over none.
    ///   - padding: The part of the box's span that is added on each side.
    public init(fitting box: BoundingBox?, padding: Double = 0.1) {
        guard let box else {
            self = .world
            return
        }
        let height = Double(box.height) / 1e7
        let width = Double(box.width) / 1e7
        let growth = 1 + 2 * padding
        centre = Coordinate(
            latitude: (Double(box.south) + Double(box.north)) / 2e7,
            longitude: wrappedLongitudeDegrees(Double(box.west) / 1e7 + width / 2))
        latitudeSpanDegrees = min(max(height * growth, Self.smallestSpanDegrees), 180)
        longitudeSpanDegrees = min(max(width * growth, Self.smallestSpanDegrees), 360)
    }
}

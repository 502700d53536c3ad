import Glibc

/// A place between those of the grid of 1e-7 degrees, such as the mean of fixes, with what distances from it need.
public struct MeanPoint: Sendable, Hashable {
    /// Degrees north times 1e7.
    @usableFromInline
    let latitude: Double
    /// Degrees east times 1e7; may lie beyond ±180°, by less than a turn.
    @usableFromInline
    let longitude: Double
    @usableFromInline
    let cosine: Double

    /// A place in (fractional) 1e-7 degrees.
    public init(latitude1e7: Double, longitude1e7: Double) {
        latitude = latitude1e7
        longitude = longitude1e7
        cosine = cos(latitude1e7 / 1e7 * radiansPerDegree)
    }

    /// A place of the grid, with the cosine of its latitude at hand.
    public init(_ point: GridPoint, cosine: Double) {
        latitude = Double(point.latitude)
        longitude = Double(point.longitude)
        self.cosine = cosine
    }

    // Inlinable: the inner loop of find-stays, where it is one distance a fix.
    /// Metres to a place of the grid (rule 2.2), from one of the grid to the bit those of `haversineMeters`.
    @inlinable
    public func meters(to point: GridPoint, cosine other: Double) -> Double {
        var east = Double(point.longitude) - longitude
        let turn = Double(turn1e7)
        while east >= turn / 2 { east -= turn }
        while east < -turn / 2 { east += turn }
        return haversineMeters(
            halfLatitudeRadians: (Double(point.latitude) - latitude) * halfRadiansPer1e7,
            halfLongitudeRadians: east * halfRadiansPer1e7, cosines: cosine * other)
    }
}

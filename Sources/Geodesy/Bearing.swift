import Glibc

/// The bearing of the great circle where it leaves a place for another, in degrees clockwise from true north: [0, 360), never 360.
/// - Returns: nil when the places are equal: no movement has no course (rule 2.9).
/// - Source: forward azimuth on the sphere, Snyder, "Map Projections: A Working Manual", USGS 1395, equation 5-4b.
public func initialBearingDegrees(from: Coordinate, to: Coordinate) -> Double? {
    let longitudeDifference = remainder(to.longitude - from.longitude, 360) * radiansPerDegree
    if from.latitude == to.latitude && longitudeDifference == 0 { return nil }
    let fromRadians = from.latitude * radiansPerDegree
    let toRadians = to.latitude * radiansPerDegree
    let east = sin(longitudeDifference) * cos(toRadians)
    // cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ, written without the loss of digits of near places.
    let half = sin(longitudeDifference / 2)
    let north = sin(toRadians - fromRadians) + 2 * sin(fromRadians) * cos(toRadians) * half * half
    return normalizedDegrees(atan2(east, north) * degreesPerRadian)
}

/// The place that lies `distanceMeters` away along the great circle that leaves with a bearing.
/// - Parameters:
///   - from: Degrees.
///   - bearingDegrees: Clockwise from true north.
///   - distanceMeters: Metres on the sphere of rule 2.2; negative goes backward.
/// - Returns: Degrees, the longitude in [−180, 180).
/// - Source: Snyder, "Map Projections: A Working Manual", USGS 1395, equations 5-5 and 5-6.
public func destination(from: Coordinate, bearingDegrees: Double, distanceMeters: Double) -> Coordinate {
    let angle = distanceMeters / earthMeanRadiusMeters
    let bearing = bearingDegrees * radiansPerDegree
    let latitude = from.latitude * radiansPerDegree
    let north = cos(latitude) * cos(angle) - sin(latitude) * sin(angle) * cos(bearing)
    let east = sin(angle) * sin(bearing)
    let up = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
    // The arc tangent keeps its digits next to the poles, where the arc sine loses half of them.
    let longitude = from.longitude + atan2(east, north) * degreesPerRadian
    return Coordinate(
        latitude: atan2(up, (east * east + north * north).squareRoot()) * degreesPerRadian,
        longitude: wrappedLongitudeDegrees(longitude))
}

/// The same longitude in [−180, 180), in degrees.
public func wrappedLongitudeDegrees(_ longitude: Double) -> Double {
    if longitude >= -180 && longitude < 180 { return longitude }
    let wrapped = remainder(longitude, 360)
    return wrapped == 180 ? -180 : wrapped
}

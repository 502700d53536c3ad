import Glibc

/// The ellipsoid of WGS-84.
///
/// - Source: NIMA TR 8350.2, "World Geodetic System 1984", table 3.1.
enum Ellipsoid {
    static let equatorialRadiusMeters = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let polarRadiusMeters = equatorialRadiusMeters * (1 - flattening)
}

/// The length of the shortest line between two places on the ellipsoid of WGS-84, in metres.
/// - Parameters:
///   - from: WGS-84 degrees.
///   - to: WGS-84 degrees.
/// - Returns: Metres, within 0.1 mm (1 mm for nearly antipodal places); NaN when a coordinate is not on Earth.
/// - Complexity: O(1), some 4 steps; nearly antipodal places take 60 steps of a slower search.
/// - Source: Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 23, 1975; where that does not
///   settle, a search for the azimuth as in Karney, "Algorithms for geodesics", J. Geodesy 87, 2013, section 4.
public func geodesicMeters(from: Coordinate, to: Coordinate) -> Double {
    guard from.isOnEarth && to.isOnEarth else { return .nan }
    let difference = abs(remainder(to.longitude - from.longitude, 360)) * radiansPerDegree
    let (one, other) = (reducedLatitude(from.latitude), reducedLatitude(to.latitude))
    return vincentyMeters(one, other, longitudeDifference: difference)
        ?? antipodalMeters(one, other, longitudeDifference: difference)
}

/// The latitude on the auxiliary sphere, in radians.
private func reducedLatitude(_ degrees: Double) -> Double {
    atan((1 - Ellipsoid.flattening) * tan(degrees * radiansPerDegree))
}

/// An arc of the geodesic's great circle on the auxiliary sphere.
private struct SphereArc {
    /// Radians from one end to the other.
    var arc: Double
    /// The cosine of twice the arc from the equator to the middle.
    var middle: Double
    /// The sine of the azimuth at the equator.
    var sineAzimuth: Double

    var squaredCosine: Double { 1 - sineAzimuth * sineAzimuth }

    /// How much longer the arc's longitude is on the sphere than on the ellipsoid, in radians: Vincenty's equations 10 and 11.
    var longitudeExcess: Double {
        let f = Ellipsoid.flattening
        let c = f / 16 * squaredCosine * (4 + f * (4 - 3 * squaredCosine))
        let tail = middle + c * cos(arc) * (2 * middle * middle - 1)
        return (1 - c) * f * sineAzimuth * (arc + c * sin(arc) * tail)
    }

    /// The length on the ellipsoid, in metres: Vincenty's equations 3, 4, 6 and 19.
    var meters: Double {
        let (a, b) = (Ellipsoid.equatorialRadiusMeters, Ellipsoid.polarRadiusMeters)
        let u = squaredCosine * (a * a - b * b) / (b * b)
        let stretch = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let wave = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let square = middle * middle
        let first = cos(arc) * (2 * square - 1)
        let second = wave / 6 * middle * (4 * sin(arc) * sin(arc) - 3) * (4 * square - 3)
        return b * stretch * (arc - wave * sin(arc) * (middle + wave / 4 * (first - second)))
    }
}

/// Vincenty's inverse; nil where it does not settle.
private func vincentyMeters(_ one: Double, _ other: Double, longitudeDifference: Double) -> Double? {
    var longitude = longitudeDifference
    for _ in 0..<20 {
        let eastward = cos(other) * sin(longitude)
        let half = sin(longitude / 2)
        // cos β₁ sin β₂ − sin β₁ cos β₂ cos λ, without the loss of digits of near places.
        let northward = sin(other - one) + 2 * sin(one) * cos(other) * half * half
        let sineArc = (eastward * eastward + northward * northward).squareRoot()
        if sineArc == 0 { return longitude == 0 ? 0 : nil }
        let cosineArc = sin(one) * sin(other) + cos(one) * cos(other) * cos(longitude)
        var arc = SphereArc(arc: atan2(sineArc, cosineArc), middle: 0, sineAzimuth: cos(one) * eastward / sineArc)
        if arc.squaredCosine > 1e-15 { arc.middle = cosineArc - 2 * sin(one) * sin(other) / arc.squaredCosine }
        let next = longitudeDifference + arc.longitudeExcess
        if next > Double.pi { return nil }
        if abs(next - longitude) < 1e-14 { return arc.meters }
        longitude = next
    }
    return nil
}

/// The length between nearly antipodal places: halves the range of the azimuth at the place further from the equator, as the
/// longitude reached grows with it.
private func antipodalMeters(_ one: Double, _ other: Double, longitudeDifference: Double) -> Double {
    // The first place lies south, and at least as far from the equator as the second.
    var (start, end) = abs(one) >= abs(other) ? (one, other) : (other, one)
    if start > 0 { (start, end) = (-start, -end) }
    if start == 0 { (start, end) = (-1e-200, 1e-200) }
    var (low, high) = (0.0, Double.pi)
    for _ in 0..<60 {
        let azimuth = (low + high) / 2
        if reach(start, end, azimuth: azimuth).longitude < longitudeDifference { low = azimuth } else { high = azimuth }
    }
    return reach(start, end, azimuth: (low + high) / 2).arc.meters
}

/// The arc that leaves one latitude with an azimuth and ends on the other latitude, and its longitude on the ellipsoid: Karney's
/// equations 5, 11, 12, 45 and 8.
private func reach(_ start: Double, _ end: Double, azimuth: Double) -> (arc: SphereArc, longitude: Double) {
    let sineAzimuth = sin(azimuth) * cos(start)
    let startCosine = cos(azimuth) * cos(start)
    let endCosine = max(0, startCosine * startCosine + cos(end) * cos(end) - cos(start) * cos(start)).squareRoot()
    let startArc = atan2(sin(start), startCosine)
    let endArc = atan2(sin(end), endCosine)
    let startLongitude = atan2(sineAzimuth * sin(startArc), cos(startArc))
    let endLongitude = atan2(sineAzimuth * sin(endArc), cos(endArc))
    let arc = SphereArc(arc: endArc - startArc, middle: cos(startArc + endArc), sineAzimuth: sineAzimuth)
    return (arc, endLongitude - startLongitude - arc.longitudeExcess)
}

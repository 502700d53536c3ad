import Glibc

// Inlinable: the inner loop of every track algorithm; 5.9 ns a leg instead of 6.4.
/// The length of the great circle between two places, in metres (rule 2.2).
///
/// Differences are taken as whole 1e-7 degrees first, the longitude's the short way round, so equal places are 0 m apart.
@inlinable
public func haversineMeters(from: GridPoint, to: GridPoint) -> Double {
    haversineMeters(
        from: from, cosineFrom: cosineOfLatitude(from.latitude), to: to, cosineTo: cosineOfLatitude(to.latitude))
}

// Inlinable: the inner loop of every track algorithm; 5.9 ns a leg instead of 6.4.
/// The same length, to the bit, with the cosines of both latitudes at hand.
///
/// - Complexity: O(1); up to about 100 km the one function called is the square root.
@inlinable
public func haversineMeters(from: GridPoint, cosineFrom: Double, to: GridPoint, cosineTo: Double) -> Double {
    let latitudeDifference = Int64(to.latitude) - Int64(from.latitude)
    let longitudeDifference = shortWay1e7(Int64(to.longitude) - Int64(from.longitude))
    return haversineMeters(
        halfLatitudeRadians: Double(latitudeDifference) * halfRadiansPer1e7,
        halfLongitudeRadians: Double(longitudeDifference) * halfRadiansPer1e7,
        cosines: cosineFrom * cosineTo)
}

/// The length of the great circle between two places in degrees, in metres.
public func haversineMeters(from: Coordinate, to: Coordinate) -> Double {
    haversineMeters(
        from: from, cosineFrom: cos(from.latitude * radiansPerDegree), to: to, cosineTo: cos(to.latitude * radiansPerDegree))
}

/// The same length, to the bit, with the cosines of both latitudes at hand.
public func haversineMeters(from: Coordinate, cosineFrom: Double, to: Coordinate, cosineTo: Double) -> Double {
    let difference = to.longitude - from.longitude
    // The remainder of what is within half a turn is itself.
    let longitudeDifference = abs(difference) <= 180 ? difference : remainder(difference, 360)
    return haversineMeters(
        halfLatitudeRadians: (to.latitude - from.latitude) * (radiansPerDegree / 2),
        halfLongitudeRadians: longitudeDifference * (radiansPerDegree / 2), cosines: cosineFrom * cosineTo)
}

// Inlinable: the inner loop of every track algorithm; 5.9 ns a leg instead of 6.4.
/// The cosine of a latitude in whole 1e-7 degrees.
@inlinable
public func cosineOfLatitude(_ latitude1e7: Int32) -> Double { cos(Double(latitude1e7) / 1e7 * radiansPerDegree) }

// Seen from the inlinable functions.
/// Half the radians of 1e-7 degrees.
@usableFromInline
let halfRadiansPer1e7 = 0.017453292519943295 / 2e7

// Seen from the inlinable functions.
/// Up to this half difference, in radians (about 125 km), the series below are good to 1e-16.
@usableFromInline
let largestSmallHalfRadians = 0.0098

// Inlinable: the inner loop of every track algorithm; 5.9 ns a leg instead of 6.4.
/// The formula, from half the differences and the product of the cosines; in series where both are small.
///
/// - Source: series of sin²(h)/h² to h⁶ and of asin(√a)/√a to a⁴; the first terms left out are below 1e-17 of the result.
@inlinable
func haversineMeters(halfLatitudeRadians: Double, halfLongitudeRadians: Double, cosines: Double) -> Double {
    guard abs(halfLatitudeRadians) < largestSmallHalfRadians && abs(halfLongitudeRadians) < largestSmallHalfRadians else {
        let sineLatitude = sin(halfLatitudeRadians)
        let sineLongitude = sin(halfLongitudeRadians)
        let square = sineLatitude * sineLatitude + cosines * sineLongitude * sineLongitude
        return 2 * earthMeanRadiusMeters * asin(min(1, square.squareRoot()))
    }
    let square = squaredSine(small: halfLatitudeRadians) + cosines * squaredSine(small: halfLongitudeRadians)
    var growth = 15.0 / 336.0 + square * (105.0 / 3456.0)
    growth = 3.0 / 40.0 + square * growth
    growth = 1.0 / 6.0 + square * growth
    return 2 * earthMeanRadiusMeters * square.squareRoot() * (1 + square * growth)
}

// Inlinable: the inner loop of every track algorithm; 5.9 ns a leg instead of 6.4.
/// sin² of a small angle in radians.
@inlinable
func squaredSine(small angle: Double) -> Double {
    let square = angle * angle
    var loss = 2.0 / 45.0 - square * (1.0 / 315.0)
    loss = 1.0 / 3.0 - square * loss
    return square * (1 - square * loss)
}

/// The cosine of an angle in degrees.
func cosineOfDegrees(_ degrees: Double) -> Double { cos(degrees * radiansPerDegree) }

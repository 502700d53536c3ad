/// Baidu's plane in metres: BD-09 degrees to BD-09MC and back.
///
/// Both directions are published fits of their own, a polynomial for each band of 15° latitude; one is not the inverse of the other:
/// there and back moves up to 0.27 m.
/// - Source: Baidu's JavaScript map, `MercatorProjection`: LLBAND, MCBAND, LL2MC, MC2LL and the choice of band by `>=`.
enum BD09MC {
    /// Metres at 180° E in the band of the largest factor: no x or y is further out.
    static let largestMeters = 20_037_727.0
    /// Degrees; Baidu's own clamp.
    static let largestLatitudeDegrees = 74.0

    /// Metres of degrees; the latitude is clamped to ±74°. No wrap: Baidu's wraps what is beyond ±180°, here that is no place.
    static func forward(_ place: Coordinate) -> Coordinate {
        guard place.isOnEarth else { return .none }
        let latitude = min(max(place.latitude, -largestLatitudeDegrees), largestLatitudeDegrees)
        let band = bandOfLatitude(abs(latitude))
        return fitted(latitude: latitude, longitude: place.longitude, bandFromDegrees[band])
    }

    /// Degrees of metres; a latitude beyond 90° where y is off the plane.
    static func inverse(_ place: Coordinate) -> Coordinate {
        fitted(latitude: place.latitude, longitude: place.longitude, bandFromMeters[bandOfMeters(abs(place.latitude))])
    }

    private static func fitted(latitude: Double, longitude: Double, _ band: BD09MCBand) -> Coordinate {
        let x = band.offset + band.factor * abs(longitude)
        let t = abs(latitude) / band.unit
        let high = ((band.sixth * t + band.fifth) * t + band.fourth) * t + band.third
        let y = ((high * t + band.second) * t + band.first) * t + band.constant
        return Coordinate(latitude: latitude < 0 ? -y : y, longitude: longitude < 0 ? -x : x)
    }

    private static func bandOfLatitude(_ latitude: Double) -> Int {
        switch latitude {
        case 75...: 0
        case 60...: 1
        case 45...: 2
        case 30...: 3
        case 15...: 4
        default: 5
        }
    }

    private static func bandOfMeters(_ y: Double) -> Int {
        switch y {
        case 12_890_594.86...: 0
        case 8_362_377.87...: 1
        case 5_591_021...: 2
        case 3_481_989.83...: 3
        case 1_678_043.12...: 4
        default: 5
        }
    }
}

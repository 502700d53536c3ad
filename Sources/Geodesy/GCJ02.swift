/// The shift of Chinese maps: WGS-84 to GCJ-02 and back, without asking where China ends.
///
/// - Source: the formula that leaked in 2010 and that every published converter uses ("eviltransform", "gcoord"): the Krasovsky
///   ellipsoid of 1940, a = 6 378 245 m, e² = 0.00669342162296594323, and two sums of sines about 105° E, 35° N.
enum GCJ02: DatumShift {
    static let equatorialRadiusMeters = 6_378_245.0
    static let eccentricitySquared = 0.00669342162296594323

    @inline(__always)
    static func shift(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double) {
        GCJ02Terms(latitude, longitude).shift
    }

    @inline(__always)
    static func slopedShift(latitude: Double, longitude: Double) -> SlopedShift { GCJ02Terms(latitude, longitude).sloped }

    static let startOfSearch = (latitude: 0.0, longitude: 0.0)

    /// From the equator to 60° N and 70° E to 140° E half the second derivative is at most 0.05 per degree, but next to 105° E, where
    /// the slope of √|x| is infinite.
    @inline(__always)
    static func doubt(latitude: Double, longitude: Double, lastStepDegrees: Double) -> Double {
        let x = abs(longitude - 105)
        let margin = min(min(x - 0.01, 35 - x), 30 - abs(latitude - 30))
        return lastStepDegrees - min(1e-5, margin)
    }
}

/// Baidu's degrees: GCJ-02 to BD-09 and back, without asking where China ends.
///
/// Forward, a place at distance r and angle θ from 0°, 0° goes to r + 2e-5 sin(k · latitude), θ + 3e-6 cos(k · longitude), and then
/// 0.006° north and 0.0065° east, with k = 3000 π / 180.
/// - Source: Baidu's published formula ("bd_encrypt"). Converters that take π for k (eviltransform, JZLocationConverter) are 25 to
///   90 m off. The published inverse is one step of an iteration and up to 0.1 m off.
enum BD09: DatumShift {
    static let northDegrees = 0.006
    static let eastDegrees = 0.0065

    @inline(__always)
    static func shift(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double) {
        BD09Terms(latitude, longitude).shift
    }

    @inline(__always)
    static func slopedShift(latitude: Double, longitude: Double) -> SlopedShift { BD09Terms(latitude, longitude).sloped }

    static let startOfSearch = (latitude: -northDegrees, longitude: -eastDegrees)

    /// The second derivative is at most 1.1 per degree where r > 10°; nearer to 0°, 0° nothing is promised.
    @inline(__always)
    static func doubt(latitude: Double, longitude: Double, lastStepDegrees: Double) -> Double {
        lastStepDegrees - min(1e-6, abs(latitude) + abs(longitude) - 10)
    }
}

import Geodesy
import Glibc

/// Says exactly which places lie within a radius by haversine, mostly without computing one.
///
/// The squared chord between two points of the unit sphere decides, except in the thin band around the radius where its rounding
/// could: there the haversine does.
struct WithinRadius {
    private let latitudes: [Double]
    private let longitudes: [Double]
    private let radiusMeters: Double
    private let surelyWithin: Double
    private let surelyBeyond: Double

    /// The longest chord that can still be within the radius, of the unit sphere.
    let longestChord: Double

    init(latitudes: [Double], longitudes: [Double], radiusMeters: Double) {
        self.latitudes = latitudes
        self.longitudes = longitudes
        self.radiusMeters = radiusMeters
        let chord = 2 * sin(min(radiusMeters / earthMeanRadiusMeters, .pi) / 2)
        // Coordinates of unit vectors are good to about 3e-16, so a chord c has c² good to 2c·√3·6e-16; twice that is allowed for.
        let band = 5e-15 * chord + 1e-28
        surelyWithin = chord * chord - band
        surelyBeyond = chord * chord + band
        longestChord = surelyBeyond.squareRoot()
    }

    func contains(_ first: Int32, _ second: Int32, squaredChord: Double) -> Bool {
        if squaredChord < surelyWithin { return true }
        if squaredChord > surelyBeyond { return false }
        return meters(first, second) <= radiusMeters
    }

    /// Whether every pair so far apart lies within the radius, whatever rounding does.
    func surelyContains(squaredChord: Double) -> Bool { squaredChord < surelyWithin }

    /// The haversine distance of two rows.
    func meters(_ first: Int32, _ second: Int32) -> Double {
        haversineMeters(
            from: Coordinate(latitude: latitudes[Int(first)], longitude: longitudes[Int(first)]),
            to: Coordinate(latitude: latitudes[Int(second)], longitude: longitudes[Int(second)]))
    }
}

/// The squared distance of two points in space.
func squaredChord(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    let x = first.x - second.x
    let y = first.y - second.y
    let z = first.z - second.z
    return x * x + y * y + z * z
}

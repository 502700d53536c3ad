/// Metres east and north on the plane of a city.
struct PlaneVector: Equatable {
    var east: Double
    var north: Double

    static let zero = PlaneVector(east: 0, north: 0)

    var length: Double { (east * east + north * north).squareRoot() }

    /// The vector turned left by a right angle.
    var left: PlaneVector { PlaneVector(east: -north, north: east) }

    /// Whole degrees clockwise from north, 0 to 359; 0 for no length.
    var courseDegrees: Int {
        let eastward = abs(east)
        let northward = abs(north)
        if eastward == 0 && northward == 0 { return 0 }
        let slope = min(eastward, northward) / max(eastward, northward)
        let fromAxis = Self.arcTangentDegrees(slope)
        let quarter = eastward > northward ? 90 - fromAxis : fromAxis
        let degrees = north >= 0 ? (east >= 0 ? quarter : 360 - quarter) : (east >= 0 ? 180 - quarter : 180 + quarter)
        return Int(degrees + 0.5) % 360
    }

    static func + (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(east: a.east + b.east, north: a.north + b.north) }

    static func - (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(east: a.east - b.east, north: a.north - b.north) }

    static func * (a: PlaneVector, factor: Double) -> PlaneVector { PlaneVector(east: a.east * factor, north: a.north * factor) }

    /// Good to 0.1°, without libm, whose last bits differ from processor to processor.
    ///
    /// - Source: Rajan et al., "Efficient approximations for the arctangent function", IEEE SPM 2006, equation 9.
    private static func arcTangentDegrees(_ slope: Double) -> Double {
        slope * (45 - (slope - 1) * (14.02 + 3.79 * slope))
    }
}

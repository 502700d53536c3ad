/// A shift between two kinds of degrees, by a formula that goes one way.
///
/// Forward a shift is added; back, the place is found that the formula brings to the given one, to a residual below 1e-11°. Two
/// steps of Newton's do for almost every place; where they leave doubt, the plain formula is iterated until it stands still.
protocol DatumShift {
    /// Degrees that the formula adds at a place.
    static func shift(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double)

    /// The same with its derivatives.
    static func slopedShift(latitude: Double, longitude: Double) -> SlopedShift

    /// Degrees from the given place to where the search for the inverse begins.
    static var startOfSearch: (latitude: Double, longitude: Double) { get }

    /// Below 0 where two steps of Newton's, the last that long, leave less than 1e-11°: half the second derivative times its square.
    static func doubt(latitude: Double, longitude: Double, lastStepDegrees: Double) -> Double
}

/// A shift with its derivatives: degrees, and degrees per degree.
struct SlopedShift {
    let latitude: Double
    let longitude: Double
    let latitudeByLatitude: Double
    let latitudeByLongitude: Double
    let longitudeByLatitude: Double
    let longitudeByLongitude: Double
}

// Unsafe: checks of bounds would keep LLVM from making vectors of the loops, a third of the speed.
/// A column of doubles that a kernel reads and writes.
typealias DoubleColumn = UnsafeMutablePointer<Double>

extension DatumShift {
    /// Shifts `count` places in place.
    static func forward(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, count: Int) {
        for row in 0..<count {
            let shift = shift(latitude: latitudes[row], longitude: longitudes[row])
            latitudes[row] += shift.latitude
            longitudes[row] += shift.longitude
        }
    }

    /// Takes the shift of `count` places off in place; NaN where no place is found.
    /// - Parameters:
    ///   - latitudes: Degrees.
    ///   - longitudes: Degrees.
    ///   - scratch: Room for three times `count` doubles.
    ///   - count: How many places there are.
    static func inverse(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, scratch: DoubleColumn, count: Int) {
        let (foundLatitudes, foundLongitudes, doubts) = (scratch, scratch + count, scratch + 2 * count)
        for row in 0..<count {
            let goal = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
            let start = Coordinate(
                latitude: goal.latitude + startOfSearch.latitude, longitude: goal.longitude + startOfSearch.longitude)
            let nearer = newtonStep(from: start, to: goal).place
            let last = newtonStep(from: nearer, to: goal)
            foundLatitudes[row] = last.place.latitude
            foundLongitudes[row] = last.place.longitude
            doubts[row] = doubt(
                latitude: last.place.latitude, longitude: last.place.longitude, lastStepDegrees: last.stepDegrees)
        }
        for row in 0..<count {
            var found = Coordinate(latitude: foundLatitudes[row], longitude: foundLongitudes[row])
            if !(doubts[row] < 0) { found = iterated(to: Coordinate(latitude: latitudes[row], longitude: longitudes[row])) }
            latitudes[row] = found.latitude
            longitudes[row] = found.longitude
        }
    }

    @inline(__always)
    private static func newtonStep(from place: Coordinate, to goal: Coordinate) -> (place: Coordinate, stepDegrees: Double) {
        let shift = slopedShift(latitude: place.latitude, longitude: place.longitude)
        let north = goal.latitude - place.latitude - shift.latitude
        let east = goal.longitude - place.longitude - shift.longitude
        let northern = shift.latitudeByLatitude + 1
        let eastern = shift.longitudeByLongitude + 1
        let determinant = northern * eastern - shift.latitudeByLongitude * shift.longitudeByLatitude
        let northStep = (eastern * north - shift.latitudeByLongitude * east) / determinant
        let eastStep = (northern * east - shift.longitudeByLatitude * north) / determinant
        let next = Coordinate(latitude: place.latitude + northStep, longitude: place.longitude + eastStep)
        return (next, abs(northStep) + abs(eastStep))
    }

    /// The plain iteration until the residual is below 1e-11°; NaN where that never happens.
    ///
    /// 4 or 5 steps are usual, as each leaves about a hundredth of the error. At 105° E it settles to about 1e-12°.
    private static func iterated(to goal: Coordinate) -> Coordinate {
        var place = Coordinate(
            latitude: goal.latitude + startOfSearch.latitude, longitude: goal.longitude + startOfSearch.longitude)
        for _ in 0..<40 {
            let shift = shift(latitude: place.latitude, longitude: place.longitude)
            let next = Coordinate(latitude: goal.latitude - shift.latitude, longitude: goal.longitude - shift.longitude)
            let residual = max(abs(next.latitude - place.latitude), abs(next.longitude - place.longitude))
            place = next
            if residual < 1e-11 { return place }
        }
        return .none
    }
}

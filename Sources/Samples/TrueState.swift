/// Where a device truly is at a moment.
struct TrueState {
    let position: PlaneVector
    /// Where it dwells; nil while it is under way.
    let spot: Spot?
    let speedMetersPerSecond: Double
    /// Degrees; nil at rest.
    let courseDegrees: Int?

    /// Where a visit truly is.
    struct Spot {
        /// Index among the device's places.
        let place: Int
        let position: PlaneVector
    }
}

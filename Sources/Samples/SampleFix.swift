/// A position report before anything went wrong with it.
struct SampleFix {
    /// Milliseconds since 1970 UTC.
    let time: Int64
    /// With jitter.
    let position: PlaneVector
    /// Where the device dwells; nil while it travels.
    let spot: Spot?
    let speedMetersPerSecond: Double
    /// Degrees of the course; nil at rest.
    let courseDegrees: Int?
    /// Whole metres; nil when the tracker gives none.
    let accuracyMeters: Int?

    /// Where a visit truly is.
    struct Spot {
        /// Index among the device's places.
        let place: Int
        let position: PlaneVector
    }
}

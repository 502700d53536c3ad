/// A position report as the tracker makes it, before anything goes wrong on its way to the log.
struct SampleFix {
    /// Milliseconds since 1970 UTC.
    let time: Int64
    /// As the tracker shows it.
    let position: PlaneVector
    /// Where the device was.
    let truePosition: PlaneVector
    /// What is wrong with the position; `none` where it is good.
    let fault: Fault
    let speedMetersPerSecond: Double
    /// Degrees of the course; nil at rest.
    let courseDegrees: Int?
    /// Whole metres; nil when the tracker gives none.
    let accuracyMeters: Int?
}

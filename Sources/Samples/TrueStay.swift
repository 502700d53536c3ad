/// A dwell of a device between two silences or trips.
struct TrueStay {
    var spot: SampleFix.Spot
    /// Milliseconds since 1970 UTC of its first good fix.
    let arrived: Int64
    /// Of its last one.
    var left: Int64
}

/// A dwell of a device from its arrival to its departure, whatever its tracker saw of it.
struct TrueStay {
    let spot: TrueState.Spot
    /// Milliseconds since 1970 UTC.
    let arrived: Int64
    let left: Int64
}

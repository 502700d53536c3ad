import Geodesy

// Unsafe: the loops that take most of a device-day's time read these columns without checks of bounds, and without looking up where
// each lies; through the batch they took 120 to 280 instructions a fix each.
/// The times and positions of a batch, lent to an inner loop.
public struct TrackView {
    /// Milliseconds since 1970 UTC.
    public let times: UnsafeBufferPointer<Int64>
    /// Whole 1e-7 degrees.
    public let latitudes: UnsafeBufferPointer<Int32>
    /// Whole 1e-7 degrees.
    public let longitudes: UnsafeBufferPointer<Int32>
    /// Cosines of the latitudes.
    public let cosines: UnsafeBufferPointer<Double>

    // Seen from `withView`.
    @usableFromInline
    init(
        times: UnsafeBufferPointer<Int64>, latitudes: UnsafeBufferPointer<Int32>, longitudes: UnsafeBufferPointer<Int32>,
        cosines: UnsafeBufferPointer<Double>
    ) {
        self.times = times
        self.latitudes = latitudes
        self.longitudes = longitudes
        self.cosines = cosines
    }

    /// Rows.
    @inlinable
    public var count: Int { times.count }

    /// The position of a row.
    @inlinable
    public func point(_ row: Int) -> GridPoint { GridPoint(latitude: latitudes[row], longitude: longitudes[row]) }

    /// Metres between two rows (rule 2.2).
    @inlinable
    public func meters(_ a: Int, _ b: Int) -> Double {
        haversineMeters(from: point(a), cosineFrom: cosines[a], to: point(b), cosineTo: cosines[b])
    }
}

extension FixBatch {
    /// Lends times and positions to a body; they must have been rounded.
    @inlinable
    public func withView<Result>(_ body: (TrackView) -> Result) -> Result {
        precondition(
            latitudes.count == count && longitudes.count == count && cosines.count == count,
            "expected \(count) positions, found \(latitudes.count)")
        return times.withUnsafeBufferPointer { times in
            latitudes.withUnsafeBufferPointer { latitudes in
                longitudes.withUnsafeBufferPointer { longitudes in
                    cosines.withUnsafeBufferPointer { cosines in
                        body(TrackView(times: times, latitudes: latitudes, longitudes: longitudes, cosines: cosines))
                    }
                }
            }
        }
    }
}

/// Metres in whole micrometres, halves up (rule 2.12).
///
/// - Parameter meters: 0 or more.
@inlinable
public func wholeMicrometers(_ meters: Double) -> Int64 {
    // As `rounded()` gives it, without a call: of what is below 2^53 the rest is exact.
    let micrometers = meters * 1e6
    let whole = Int64(micrometers)
    return micrometers - Double(whole) >= 0.5 ? whole + 1 : whole
}

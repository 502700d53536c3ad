/// How far the dropped fixes of a simplified track lie from what replaces them.
public struct SimplificationError: Sendable, Equatable {
    /// Metres; 0 where nothing was dropped.
    public let largestMeters: Double
    /// Metres, over the dropped fixes only; 0 where nothing was dropped.
    public let meanMeters: Double
    /// Number of dropped fixes.
    public let droppedFixes: Int

    /// Measures the distance of each dropped fix to the segment between the kept fixes around it.
    ///
    /// - Parameters:
    ///   - xs: Metres east on the track's plane.
    ///   - ys: Metres north, as many as `xs`.
    ///   - rows: The part that was simplified; its ends are kept.
    ///   - keeping: The marks of the fixes.
    public init(xs: [Double], ys: [Double], rows: Range<Int>, keeping: [Bool]) {
        self.init(SegmentDeviation(xs: xs, ys: ys), rows: rows, keeping: keeping)
    }

    /// Measures the distance of each dropped fix to where the simpler track is at its time.
    ///
    /// - Parameters:
    ///   - times: Milliseconds, never falling.
    public init(xs: [Double], ys: [Double], times: [Int64], rows: Range<Int>, keeping: [Bool]) {
        self.init(SynchronizedDeviation(xs: xs, ys: ys, times: times), rows: rows, keeping: keeping)
    }

    private init(_ deviation: some TrackDeviation, rows: Range<Int>, keeping: [Bool]) {
        var deviation = deviation
        var largestSquare = 0.0
        var sum = 0.0
        var dropped = 0
        var lastKept = rows.lowerBound
        for row in rows where keeping[row] {
            if row - lastKept > 1 {
                deviation.aim(from: lastKept, to: row)
                for between in lastKept + 1..<row {
                    let square = deviation.squaredDeviation(ofRow: between)
                    largestSquare = max(largestSquare, square)
                    sum += square.squareRoot()
                    dropped += 1
                }
            }
            lastKept = row
        }
        largestMeters = largestSquare.squareRoot()
        meanMeters = dropped > 0 ? sum / Double(dropped) : 0
        droppedFixes = dropped
    }
}

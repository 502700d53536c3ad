/// Simplifies tracks on a plane by where the simpler track would be at the time of each fix (TD-TR).
///
/// Keeps the turns of Douglas and Peucker and also the changes of speed, stops above all.
/// - Source: Meratnia and de By, "Spatiotemporal compression techniques for moving point objects", EDBT 2004; RULES.md 2.11.
public struct TopDownTimeRatio: Sendable {
    private var splitting = TopDownSplitting()

    /// A simplifier without scratch memory yet.
    public init() {}

    /// Marks the fixes to keep so that every other one lies within the tolerance of the simpler track at its own time.
    ///
    /// The farthest fix stays when it is farther than the tolerance, of equally far ones the first; the ends always stay.
    /// - Parameters:
    ///   - xs: Metres east on the track's plane.
    ///   - ys: Metres north, as many as `xs`.
    ///   - times: Milliseconds, never falling, as many as `xs`.
    ///   - rows: The part to simplify by itself; may be empty. Only `keeping` of these rows is written.
    ///   - toleranceMeters: Metres, 0 or more. A fix at exactly this distance goes.
    ///   - keeping: One mark a fix, as many as `xs`.
    /// - Complexity: O(n log n) for tracks and for zigzags, O(n) scratch memory, no recursion.
    public mutating func simplify(
        xs: [Double], ys: [Double], times: [Int64], rows: Range<Int>, toleranceMeters: Double, keeping: inout [Bool]
    ) {
        let deviation = SynchronizedDeviation(xs: xs, ys: ys, times: times)
        splitting.simplify(deviation, rows: rows, toleranceMeters: toleranceMeters, keeping: &keeping)
    }

    /// Marks exactly `count` fixes to keep, those that a falling tolerance would take in first.
    ///
    /// - Parameters:
    ///   - count: Fixes to keep. Below 2 it is 2 (the ends), above the number of rows it is all of them.
    public mutating func simplify(
        xs: [Double], ys: [Double], times: [Int64], rows: Range<Int>, count: Int, keeping: inout [Bool]
    ) {
        let deviation = SynchronizedDeviation(xs: xs, ys: ys, times: times)
        splitting.simplify(deviation, rows: rows, count: count, keeping: &keeping)
    }
}

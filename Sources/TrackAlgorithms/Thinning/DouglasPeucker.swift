/// Simplifies tracks on a plane by the distance of fixes to the segments that replace them.
///
/// One value serves many tracks and keeps its scratch memory between them.
/// - Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line",
///   Cartographica 10, 1973, with the distance to the segment instead of the line (RULES.md 2.11).
///
///     var simplifier = DouglasPeucker()
///     simplifier.simplify(xs: xs, ys: ys, rows: 0..<xs.count, toleranceMeters: 15, keeping: &keeping)
public struct DouglasPeucker: Sendable {
    private var splitting = TopDownSplitting()

    /// A simplifier without scratch memory yet.
    public init() {}

    /// Marks the fixes to keep so that every other one lies within the tolerance of the segment that replaces it.
    ///
    /// The farthest fix stays when it is farther than the tolerance, of equally far ones the first; the ends always stay.
    /// - Parameters:
    ///   - xs: Metres east on the track's plane.
    ///   - ys: Metres north, as many as `xs`.
    ///   - rows: The part to simplify by itself; may be empty. Only `keeping` of these rows is written.
    ///   - toleranceMeters: Metres, 0 or more. A fix at exactly this distance goes.
    ///   - keeping: One mark a fix, as many as `xs`.
    /// - Complexity: O(n log n) for tracks and for zigzags, O(n) scratch memory, no recursion.
    public mutating func simplify(
        xs: [Double], ys: [Double], rows: Range<Int>, toleranceMeters: Double, keeping: inout [Bool]
    ) {
        splitting.simplify(
            SegmentDeviation(xs: xs, ys: ys), rows: rows, toleranceMeters: toleranceMeters, keeping: &keeping)
    }

    /// Marks exactly `count` fixes to keep, those that a falling tolerance would take in first.
    ///
    /// - Parameters:
    ///   - count: Fixes to keep. Below 2 it is 2 (the ends), above the number of rows it is all of them.
    /// - Complexity: O(n log n) for tracks, O(n) scratch memory, no recursion.
    public mutating func simplify(xs: [Double], ys: [Double], rows: Range<Int>, count: Int, keeping: inout [Bool]) {
        splitting.simplify(SegmentDeviation(xs: xs, ys: ys), rows: rows, count: count, keeping: &keeping)
    }
}

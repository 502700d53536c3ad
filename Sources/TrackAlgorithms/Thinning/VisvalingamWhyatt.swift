/// Simplifies tracks on a plane by dropping, one after another, the fix whose triangle with its neighbours is smallest.
///
/// The areas of the neighbours are then computed anew and may be smaller than the last one dropped; of equal areas the fix that
/// comes first goes first. One value serves many tracks and keeps its scratch memory between them.
/// - Source: Visvalingam and Whyatt, "Line generalisation by repeated elimination of points", Cartographic Journal 30, 1993;
///   RULES.md 2.11.
public struct VisvalingamWhyatt: Sendable {
    private var heap = TriangleHeap()
    private var previous: [Int32] = []
    private var next: [Int32] = []

    /// A simplifier without scratch memory yet.
    public init() {}

    /// Drops fixes until the smallest triangle is larger than the area; the ends always stay.
    ///
    /// - Parameters:
    ///   - xs: Metres east on the track's plane.
    ///   - ys: Metres north, as many as `xs`.
    ///   - rows: The part to simplify by itself; may be empty. Only `keeping` of these rows is written.
    ///   - areaSquareMeters: Square metres, 0 or more. A triangle of exactly this area goes.
    ///   - keeping: One mark a fix, as many as `xs`.
    /// - Complexity: O(n log n) for any track, 24 bytes of scratch memory a fix, no recursion.
    public mutating func simplify(
        xs: [Double], ys: [Double], rows: Range<Int>, areaSquareMeters: Double, keeping: inout [Bool]
    ) {
        begin(xs: xs, ys: ys, rows: rows, keeping: &keeping)
        while let smallest = heap.first, smallest.area <= areaSquareMeters {
            drop(smallest.row, xs: xs, ys: ys, firstRow: rows.lowerBound, keeping: &keeping)
        }
    }

    /// Drops fixes until exactly `count` are left; the ends always stay.
    ///
    /// - Parameters:
    ///   - count: Fixes to keep. Below 2 it is 2 (the ends), above the number of rows it is all of them.
    public mutating func simplify(xs: [Double], ys: [Double], rows: Range<Int>, count: Int, keeping: inout [Bool]) {
        begin(xs: xs, ys: ys, rows: rows, keeping: &keeping)
        for _ in 0..<max(0, rows.count - max(2, count)) {
            guard let smallest = heap.first else { return }
            drop(smallest.row, xs: xs, ys: ys, firstRow: rows.lowerBound, keeping: &keeping)
        }
    }

    /// Keeps all rows and orders the inner ones by their triangles; below, numbers count from the first row.
    private mutating func begin(xs: [Double], ys: [Double], rows: Range<Int>, keeping: inout [Bool]) {
        for row in rows { keeping[row] = true }
        previous.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        for number in 0..<Int32(rows.count) {
            previous.append(number - 1)
            next.append(number + 1)
        }
        heap.fill(count: rows.count) { number in
            guard number > 0, number < rows.count - 1 else { return nil }
            let row = rows.lowerBound + number
            return triangleArea(xs: xs, ys: ys, row - 1, row, row + 1)
        }
    }

    private mutating func drop(_ number: Int, xs: [Double], ys: [Double], firstRow: Int, keeping: inout [Bool]) {
        keeping[firstRow + number] = false
        heap.removeFirst()
        let before = previous[number]
        let after = next[number]
        next[Int(before)] = after
        previous[Int(after)] = before
        for neighbour in [before, after] where heap.contains(Int(neighbour)) {
            let area = triangleArea(
                xs: xs, ys: ys, firstRow + Int(previous[Int(neighbour)]), firstRow + Int(neighbour),
                firstRow + Int(next[Int(neighbour)]))
            heap.update(Int(neighbour), area: area)
        }
    }
}

/// The area of the triangle of three fixes, square metres; where it is no number it is 0, so such a fix goes first.
private func triangleArea(xs: [Double], ys: [Double], _ first: Int, _ middle: Int, _ last: Int) -> Double {
    let cross = (xs[middle] - xs[first]) * (ys[last] - ys[first]) - (xs[last] - xs[first]) * (ys[middle] - ys[first])
    return cross.isNaN ? 0 : abs(cross) / 2
}

import Testing
import TrackAlgorithms

@Suite struct DouglasPeuckerTests {
    /// Rows that stay of a line given as (x, y) in metres.
    private func kept(_ line: [(Double, Double)], toleranceMeters: Double) -> [Int] {
        var keeping = [Bool](repeating: true, count: line.count)
        var simplifier = DouglasPeucker()
        simplifier.simplify(
            xs: line.map(\.0), ys: line.map(\.1), rows: line.indices, toleranceMeters: toleranceMeters, keeping: &keeping)
        return line.indices.filter { keeping[$0] }
    }

    private func kept(_ line: [(Double, Double)], count: Int) -> [Int] {
        var keeping = [Bool](repeating: true, count: line.count)
        var simplifier = DouglasPeucker()
        simplifier.simplify(xs: line.map(\.0), ys: line.map(\.1), rows: line.indices, count: count, keeping: &keeping)
        return line.indices.filter { keeping[$0] }
    }

    @Test func `an empty track stays empty`() {
        #expect(kept([], toleranceMeters: 10) == [])
        #expect(kept([], count: 5) == [])
    }

    @Test(arguments: 1...2) func `one and two fixes stay`(count: Int) {
        let line = [(0.0, 0.0), (5.0, 0.0)].prefix(count)
        #expect(kept(Array(line), toleranceMeters: 100) == Array(0..<count))
        #expect(kept(Array(line), count: 1) == Array(0..<count))
    }

    @Test func `keeps the ends of a track that never moves`() {
        #expect(kept(Array(repeating: (3, 4), count: 40), toleranceMeters: 0) == [0, 39])
    }

    @Test func `TJ-061 keeps a deviation of 30 m at 20 m and drops it at 40 m`() {
        let line = [(0.0, 0.0), (500.0, 30.0), (1000.0, 0.0)]
        #expect(kept(line, toleranceMeters: 20) == [0, 1, 2])
        #expect(kept(line, toleranceMeters: 40) == [0, 2])
    }

    @Test func `a deviation of exactly the tolerance goes`() {
        let line = [(0.0, 0.0), (512.0, 30.0), (1024.0, 0.0)]
        #expect(kept(line, toleranceMeters: 30) == [0, 2])
        #expect(kept(line, toleranceMeters: 30.0.nextDown) == [0, 1, 2])
    }

    @Test func `measures to the segment, not to its line`() {
        // Row 1 lies on the line through the ends, 300 m beyond the last.
        #expect(kept([(0, 0), (400, 0), (100, 0)], toleranceMeters: 299) == [0, 1, 2])
        #expect(kept([(0, 0), (400, 0), (100, 0)], toleranceMeters: 301) == [0, 2])
    }

    @Test func `of equally far fixes the first stays`() {
        #expect(kept([(0, 0), (10, 8), (20, 8), (30, 8), (40, 0)], count: 3) == [0, 1, 4])
    }

    @Test func `TJ-062 a part between two breaks is simplified by itself`() {
        let xs = [0.0, 10, 20, 10_000, 10_010, 10_020]
        var keeping = [Bool](repeating: false, count: 6)
        var simplifier = DouglasPeucker()
        simplifier.simplify(xs: xs, ys: xs.map { _ in 0 }, rows: 0..<3, toleranceMeters: 1, keeping: &keeping)
        #expect(keeping == [true, false, true, false, false, false])
        simplifier.simplify(xs: xs, ys: xs.map { _ in 0 }, rows: 3..<6, toleranceMeters: 1, keeping: &keeping)
        #expect(keeping == [true, false, true, true, false, true])
    }

    @Test func `TJ-064 a zigzag of 100,000 fixes ends soon and keeps every fix`() {
        let zigzag = (0..<100_000).map { (Double($0), Double($0 % 2)) }
        let elapsed = ContinuousClock().measure {
            #expect(kept(zigzag, toleranceMeters: 0).count == 100_000)
            #expect(kept(zigzag, count: 50_000).count == 50_000)
        }
        // Two optimised seconds would already be far too long; a debug build is some thirty times slower.
        #expect(elapsed < .seconds(600))
    }

    @Test func `TJ-066 keeps exactly as many fixes as asked for`() {
        var random = SeededRandom(seed: 66)
        let line = randomWalk(fixes: 1_000, using: &random)
        for count in [2, 3, 100, 500, 999, 1_000] {
            let rows = kept(line, count: count)
            #expect(rows.count == count)
            #expect(rows.first == 0 && rows.last == 999)
        }
        #expect(kept(line, count: 0) == [0, 999])
        #expect(kept(line, count: 2_000).count == 1_000)
    }

    @Test func `a track with NaN inside keeps its ends and the count`() {
        let line = (0..<50).map { $0 % 49 == 0 ? (Double($0), 0) : (Double.nan, Double.nan) }
        #expect(kept(line, toleranceMeters: 1) == [0, 49])
        #expect(kept(line, count: 7).count == 7)
    }

    @Test(arguments: 0..<200) func `equals the plain recursion on random tracks`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        // Whole metres make many exact ties.
        let line = randomWalk(fixes: Int.random(in: 2..<700, using: &random), using: &random).map {
            ($0.0.rounded(), $0.1.rounded())
        }
        let tolerance = Double.random(in: 0..<30, using: &random)
        var expected = Set([0, line.count - 1])
        plainRecursion(line, 0, line.count - 1, tolerance, &expected)
        #expect(kept(line, toleranceMeters: tolerance) == expected.sorted())
    }

    @Test(arguments: 0..<200) func `a second pass changes nothing and no dropped fix is beyond the tolerance`(seed: Int) {
        var random = SeededRandom(seed: UInt64(1_000 + seed))
        let line = randomWalk(fixes: 400, using: &random)
        let rows = kept(line, toleranceMeters: 12)
        #expect(kept(rows.map { line[$0] }, toleranceMeters: 12) == Array(rows.indices))
        for (first, last) in zip(rows, rows.dropFirst()) {
            for row in first...last { #expect(plainDistance(line[row], line[first], line[last]) <= 12 + 1e-9) }
        }
    }

    @Test(.needsSharedReference, arguments: [(100, 0), (25, 0), (5, 4)])
    func `keeps the rows that GEOS keeps`(toleranceMeters: Int, allowedDifference: Int) throws {
        let expected = try SharedReference.table("ref/simplify/dp_geos_tol\(toleranceMeters)m.csv").integers("row")
        var simplifier = DouglasPeucker()
        let rows = try ReferenceTracks().keptRows { track, keeping in
            simplifier.simplify(
                xs: track.xs, ys: track.ys, rows: track.range, toleranceMeters: Double(toleranceMeters), keeping: &keeping)
        }
        // 0.02 % of 22,171 rows at 5 m: there GEOS and the Rust crate differ in 3 rows themselves.
        #expect(Set(rows).symmetricDifference(expected).count <= allowedDifference)
    }
}

/// A track of steps of about 10 m that sometimes turns back; metres.
func randomWalk(fixes: Int, using random: inout SeededRandom) -> [(Double, Double)] {
    var place = (0.0, 0.0)
    return (0..<fixes).map { _ in
        place.0 += 6 + 10 * random.normal()
        place.1 += 10 * random.normal()
        return place
    }
}

/// The distance to a segment by its nearest point, another way than the code's.
private func plainDistance(_ fix: (Double, Double), _ first: (Double, Double), _ last: (Double, Double)) -> Double {
    let delta = (last.0 - first.0, last.1 - first.1)
    let length = delta.0 * delta.0 + delta.1 * delta.1
    let along = length > 0 ? ((fix.0 - first.0) * delta.0 + (fix.1 - first.1) * delta.1) / length : 0
    let part = min(1, max(0, along))
    let offset = (fix.0 - first.0 - part * delta.0, fix.1 - first.1 - part * delta.1)
    return (offset.0 * offset.0 + offset.1 * offset.1).squareRoot()
}

private func plainRecursion(
    _ line: [(Double, Double)], _ first: Int, _ last: Int, _ tolerance: Double, _ kept: inout Set<Int>
) {
    var farthest = (row: -1, distance: tolerance)
    for row in first..<last where row > first {
        let distance = plainDistance(line[row], line[first], line[last])
        // Ties that rounding breaks are none: a nanometre decides nothing.
        if distance > farthest.distance + 1e-9 { farthest = (row, distance) }
    }
    guard farthest.row >= 0 else { return }
    kept.insert(farthest.row)
    plainRecursion(line, first, farthest.row, tolerance, &kept)
    plainRecursion(line, farthest.row, last, tolerance, &kept)
}

import Testing
import TrackAlgorithms

@Suite struct VisvalingamWhyattTests {
    private func kept(_ line: [(Double, Double)], areaSquareMeters: Double) -> [Int] {
        var keeping = [Bool](repeating: false, count: line.count)
        var simplifier = VisvalingamWhyatt()
        simplifier.simplify(
            xs: line.map(\.0), ys: line.map(\.1), rows: line.indices, areaSquareMeters: areaSquareMeters, keeping: &keeping)
        return line.indices.filter { keeping[$0] }
    }

    private func kept(_ line: [(Double, Double)], count: Int) -> [Int] {
        var keeping = [Bool](repeating: false, count: line.count)
        var simplifier = VisvalingamWhyatt()
        simplifier.simplify(xs: line.map(\.0), ys: line.map(\.1), rows: line.indices, count: count, keeping: &keeping)
        return line.indices.filter { keeping[$0] }
    }

    @Test(arguments: 0...2) func `up to two fixes stay`(count: Int) {
        let line = Array([(0.0, 0.0), (5.0, 0.0)].prefix(count))
        #expect(kept(line, areaSquareMeters: 1e9) == Array(0..<count))
        #expect(kept(line, count: 1) == Array(0..<count))
    }

    @Test func `a triangle of exactly the area goes`() {
        let line = [(0.0, 0.0), (10.0, 10.0), (20.0, 0.0)]
        #expect(kept(line, areaSquareMeters: 100) == [0, 2])
        #expect(kept(line, areaSquareMeters: 100.0.nextDown) == [0, 1, 2])
    }

    @Test func `areas are computed anew and not raised to the last one's`() {
        // Row 2 (area 5) goes first; row 1 falls from 10 to 5 then and goes too; row 3 grows from 40 to 95.
        let line = [(0.0, 0.0), (10.0, 1.0), (20.0, 4.0), (30.0, 6.0), (40.0, 0.0)]
        #expect(kept(line, areaSquareMeters: 10) == plainDropping(line, 10))
    }

    @Test func `of equal triangles the first goes first`() {
        #expect(kept([(0, 0), (1, 1), (2, 0), (3, 1), (4, 0)], count: 4) == [0, 2, 3, 4])
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

    @Test func `TJ-064 a zigzag of 100,000 fixes ends soon`() {
        let zigzag = (0..<100_000).map { (Double($0), Double($0 % 2)) }
        #expect(kept(zigzag, areaSquareMeters: 0).count == 100_000)
        #expect(kept(zigzag, count: 1_000).count == 1_000)
    }

    @Test(arguments: 0..<100) func `equals the plain definition on random tracks`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let line = randomWalk(fixes: Int.random(in: 2..<150, using: &random), using: &random).map {
            ($0.0.rounded(), $0.1.rounded())
        }
        let area = Double.random(in: 0..<300, using: &random)
        #expect(kept(line, areaSquareMeters: area) == plainDropping(line, area))
    }

    @Test(.needsSharedReference, arguments: [100, 1_000, 10_000])
    func `keeps the rows of the reference but for ties`(area: Int) throws {
        let expected = try SharedReference.table("ref/simplify/vw_area\(area)m2.csv").integers("row")
        var simplifier = VisvalingamWhyatt()
        let rows = try ReferenceTracks().keptRows { track, keeping in
            simplifier.simplify(
                xs: track.xs, ys: track.ys, rows: track.range, areaSquareMeters: Double(area), keeping: &keeping)
        }
        #expect(Set(rows).symmetricDifference(expected).count == 0)
    }
}

/// Looks for the smallest triangle anew each time.
private func plainDropping(_ line: [(Double, Double)], _ area: Double) -> [Int] {
    var rows = Array(line.indices)
    while rows.count > 2 {
        let areas = (1..<rows.count - 1).map { at in
            let (first, middle, last) = (line[rows[at - 1]], line[rows[at]], line[rows[at + 1]])
            return abs((middle.0 - first.0) * (last.1 - first.1) - (last.0 - first.0) * (middle.1 - first.1)) / 2
        }
        guard let smallest = areas.min(), smallest <= area, let at = areas.firstIndex(of: smallest) else { break }
        rows.remove(at: at + 1)
    }
    return rows
}

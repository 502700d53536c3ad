import Testing
import TrackAlgorithms

@Suite struct TopDownTimeRatioTests {
    private func kept(_ track: [(x: Double, y: Double, time: Int64)], toleranceMeters: Double) -> [Int] {
        var keeping = [Bool](repeating: false, count: track.count)
        var simplifier = TopDownTimeRatio()
        simplifier.simplify(
            xs: track.map(\.x), ys: track.map(\.y), times: track.map(\.time), rows: track.indices,
            toleranceMeters: toleranceMeters,
            keeping: &keeping)
        return track.indices.filter { keeping[$0] }
    }

    private func kept(_ track: [(x: Double, y: Double, time: Int64)], count: Int) -> [Int] {
        var keeping = [Bool](repeating: false, count: track.count)
        var simplifier = TopDownTimeRatio()
        simplifier.simplify(
            xs: track.map(\.x), ys: track.map(\.y), times: track.map(\.time), rows: track.indices, count: count, keeping: &keeping
        )
        return track.indices.filter { keeping[$0] }
    }

    private func randomTrack(fixes: Int, using random: inout SeededRandom) -> [(x: Double, y: Double, time: Int64)] {
        var time: Int64 = 0
        return randomWalk(fixes: fixes, using: &random).map { place in
            time += Int64.random(in: 0..<5_000, using: &random)
            return (place.0.rounded(), place.1.rounded(), time)
        }
    }

    @Test(arguments: 0...2) func `up to two fixes stay`(count: Int) {
        let track = Array([(x: 0.0, y: 0.0, time: Int64(0)), (5.0, 0.0, 1_000)].prefix(count))
        #expect(kept(track, toleranceMeters: 1e9) == Array(0..<count))
        #expect(kept(track, count: 1) == Array(0..<count))
    }

    @Test func `keeps a stop on a straight road that Douglas–Peucker drops`() {
        // 100 m in 10 s, then 90 s without moving, then on: on the line, but 45 m behind at 50 s.
        let track = [(x: 0.0, y: 0.0, time: Int64(0)), (100.0, 0.0, 10_000), (100.0, 0.0, 100_000), (200.0, 0.0, 110_000)]
        #expect(kept(track, toleranceMeters: 10) == [0, 1, 2, 3])
        #expect(kept(track, toleranceMeters: 100) == [0, 3])
    }

    @Test func `a deviation of exactly the tolerance goes`() {
        let track = [(x: 0.0, y: 0.0, time: Int64(0)), (50.0, 30.0, 1_000), (100.0, 0.0, 2_000)]
        #expect(kept(track, toleranceMeters: 30) == [0, 2])
        #expect(kept(track, toleranceMeters: 30.0.nextDown) == [0, 1, 2])
    }

    @Test func `fixes of one time are measured from the first`() {
        let track = [(x: 0.0, y: 0.0, time: Int64(5)), (0.0, 40.0, 5), (100.0, 0.0, 5)]
        #expect(kept(track, toleranceMeters: 39) == [0, 1, 2])
        #expect(kept(track, toleranceMeters: 40) == [0, 2])
    }

    @Test func `TJ-064 a zigzag of 100,000 fixes ends soon and keeps every fix`() {
        let zigzag = (0..<100_000).map { (x: Double($0), y: Double($0 % 2), time: Int64($0) * 1_000) }
        #expect(kept(zigzag, toleranceMeters: 0).count == 100_000)
    }

    @Test func `TJ-066 keeps exactly as many fixes as asked for`() {
        var random = SeededRandom(seed: 66)
        let track = randomTrack(fixes: 1_000, using: &random)
        for count in [2, 3, 100, 500, 999, 1_000] {
            let rows = kept(track, count: count)
            #expect(rows.count == count)
            #expect(rows.first == 0 && rows.last == 999)
        }
    }

    @Test(arguments: 0..<200) func `no dropped fix is beyond the tolerance and a second pass changes nothing`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let track = randomTrack(fixes: Int.random(in: 2..<700, using: &random), using: &random)
        var keeping = [Bool](repeating: false, count: track.count)
        var simplifier = TopDownTimeRatio()
        let (xs, ys, times) = (track.map(\.x), track.map(\.y), track.map(\.time))
        simplifier.simplify(xs: xs, ys: ys, times: times, rows: track.indices, toleranceMeters: 14, keeping: &keeping)
        let rows = track.indices.filter { keeping[$0] }
        #expect(kept(rows.map { track[$0] }, toleranceMeters: 14) == Array(rows.indices))
        #expect(rows == plainTimeRatio(track, 14))
        let error = SimplificationError(xs: xs, ys: ys, times: times, rows: track.indices, keeping: keeping)
        #expect(error.largestMeters <= 14 + 1e-9)
        #expect(error.meanMeters <= error.largestMeters)
        #expect(error.droppedFixes == track.count - rows.count)
    }

    @Test(.needsSharedReference, arguments: [5, 25, 100]) func `keeps the rows of the reference`(toleranceMeters: Int) throws {
        let expected = try SharedReference.table("ref/simplify/tdtr_tol\(toleranceMeters)m.csv").integers("row")
        var simplifier = TopDownTimeRatio()
        let rows = try ReferenceTracks().keptRows { track, keeping in
            simplifier.simplify(
                xs: track.xs, ys: track.ys, times: track.times, rows: track.range, toleranceMeters: Double(toleranceMeters),
                keeping: &keeping)
        }
        #expect(Set(rows) == Set(expected))
    }
}

/// TD-TR as a list of open stretches, every deviation computed.
private func plainTimeRatio(_ track: [(x: Double, y: Double, time: Int64)], _ tolerance: Double) -> [Int] {
    var kept = Set([0, track.count - 1])
    var open = [(0, track.count - 1)]
    while let (first, last) = open.popLast() {
        let (from, to) = (track[first], track[last])
        let elapsed = Double(to.time - from.time)
        var farthest = (row: -1, distance: tolerance)
        for row in first..<last where row > first {
            let part = elapsed > 0 ? Double(track[row].time - from.time) / elapsed : 0
            let offset = (track[row].x - from.x - part * (to.x - from.x), track[row].y - from.y - part * (to.y - from.y))
            let distance = (offset.0 * offset.0 + offset.1 * offset.1).squareRoot()
            if distance > farthest.distance + 1e-9 { farthest = (row, distance) }
        }
        guard farthest.row > 0 else { continue }
        kept.insert(farthest.row)
        open += [(first, farthest.row), (farthest.row, last)]
    }
    return kept.sorted()
}

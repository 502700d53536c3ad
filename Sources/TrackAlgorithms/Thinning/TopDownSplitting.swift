/// Splits a track at the fix that deviates most, then both halves, as long as something asks for it.
///
/// What "deviates" means is the caller's. The stack is explicit, and the boxes let a split pass over fixes that cannot be the
/// farthest: a zigzag of 100,000 fixes, where every split takes off one fix, costs O(n log n) instead of O(n²).
struct TopDownSplitting {
    private var boxes = TrackBoxes()
    private var open: [(first: Int, last: Int)] = []
    private var splits = SplitHeap()

    /// Keeps the ends and every fix that deviates by more than the tolerance where it is the farthest.
    mutating func simplify(
        _ deviation: some TrackDeviation, rows: Range<Int>, toleranceMeters: Double, keeping: inout [Bool]
    ) {
        guard begin(deviation, rows: rows, keeping: &keeping) else { return }
        var deviation = deviation
        let squaredTolerance = toleranceMeters * toleranceMeters
        open.append((rows.lowerBound, rows.upperBound - 1))
        while let (first, last) = open.popLast() {
            deviation.aim(from: first, to: last)
            guard let farthest = farthestRow(deviation, from: first, to: last, above: squaredTolerance) else { continue }
            keeping[farthest.row] = true
            if last - farthest.row > 1 { open.append((farthest.row, last)) }
            if farthest.row - first > 1 { open.append((first, farthest.row)) }
        }
    }

    /// Keeps exactly `count` fixes (at least the ends, at most all): at each step the split with the greatest deviation.
    mutating func simplify(
        _ deviation: some TrackDeviation, rows: Range<Int>, count: Int, keeping: inout [Bool]
    ) {
        guard begin(deviation, rows: rows, keeping: &keeping) else { return }
        var deviation = deviation
        splits.removeAll()
        addSplit(&deviation, from: rows.lowerBound, to: rows.upperBound - 1)
        for _ in 0..<max(0, count - 2) {
            guard let split = splits.pop() else { return }
            keeping[split.row] = true
            addSplit(&deviation, from: split.first, to: split.row)
            addSplit(&deviation, from: split.row, to: split.last)
        }
    }

    /// Keeps the ends only, and says whether there is anything between them.
    private mutating func begin(_ track: some TrackDeviation, rows: Range<Int>, keeping: inout [Bool]) -> Bool {
        guard let first = rows.first, let last = rows.last else { return false }
        for row in rows { keeping[row] = false }
        keeping[first] = true
        keeping[last] = true
        guard rows.count > 2 else { return false }
        boxes.build(track, rows: rows)
        open.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func addSplit(_ deviation: inout some TrackDeviation, from first: Int, to last: Int) {
        guard last - first > 1 else { return }
        deviation.aim(from: first, to: last)
        // A track of NaN deviates nowhere; any fix will do where a count is asked for.
        let farthest = farthestRow(deviation, from: first, to: last, above: -1) ?? (first + 1, 0)
        splits.push(TrackSplit(squaredDeviation: farthest.squared, row: farthest.row, first: first, last: last))
    }

    /// The first of the rows between two that deviate most, if that is more than `squaredLimit`.
    private func farthestRow(
        _ deviation: some TrackDeviation, from first: Int, to last: Int, above squaredLimit: Double
    ) -> (row: Int, squared: Double)? {
        var best = squaredLimit
        var bestRow = -1
        var row = first + 1
        while row < last {
            var level = boxes.highestLevel(at: row, before: last)
            while level > 0 {
                let end = row + 1 << (TrackBoxes.shift * level)
                // Rows rise, so an equal one further on would lose the tie: only more than the best is looked into.
                guard deviation.squaredBound(of: boxes.box(level: level, at: row), rows: row..<end) > best else { break }
                level -= 1
            }
            if level > 0 {
                row += 1 << (TrackBoxes.shift * level)
                continue
            }
            for candidate in row..<min(last, boxes.endOfBlock(at: row)) {
                let squared = deviation.squaredDeviation(ofRow: candidate)
                if squared > best {
                    best = squared
                    bestRow = candidate
                }
            }
            row = boxes.endOfBlock(at: row)
        }
        return bestRow < 0 ? nil : (bestRow, best)
    }
}

/// A rectangle that moves evenly and holds each of some consecutive fixes at its time.
///
/// Moving with the fixes keeps it narrow also around a zigzag that runs across the axes of the plane.
struct TrackBox {
    /// Where its origin is with the first fix, metres.
    let originX: Double
    let originY: Double
    /// Where the origin has moved to with the last fix, metres from `originX` and `originY`.
    let driftX: Double
    let driftY: Double
    /// The sides, metres from the moving origin.
    private(set) var west = Double.infinity
    private(set) var east = -Double.infinity
    private(set) var south = Double.infinity
    private(set) var north = -Double.infinity

    /// The box of some fixes, at least 2.
    init(_ track: some TrackDeviation, rows: Range<Int>) {
        let first = rows.lowerBound
        originX = track.x(ofRow: first)
        originY = track.y(ofRow: first)
        let (velocityX, velocityY) = track.velocity(ofRows: rows)
        let duration = track.elapsed(from: first, to: rows.upperBound - 1)
        driftX = velocityX * duration
        driftY = velocityY * duration
        for row in rows {
            let elapsed = track.elapsed(from: first, to: row)
            include(
                x: track.x(ofRow: row) - originX - velocityX * elapsed, y: track.y(ofRow: row) - originY - velocityY * elapsed)
        }
    }

    private mutating func include(x: Double, y: Double) {
        // Comparisons, not min and max: a NaN widens nothing.
        if x < west { west = x }
        if x > east { east = x }
        if y < south { south = y }
        if y > north { north = y }
    }
}

extension TrackDeviation {
    /// The even motion of some fixes: from the mean of the first half to that of the second, metres by the unit of `elapsed`.
    ///
    /// A zigzag has none across its course, to the last bit, so that the bound of its box is the deviation itself.
    fileprivate func velocity(ofRows rows: Range<Int>) -> (x: Double, y: Double) {
        let half = rows.count / 2
        let first = rows.lowerBound
        var (sumX, sumY, sumElapsed) = (0.0, 0.0, 0.0)
        for row in first..<first + half {
            sumX += x(ofRow: row + half) - x(ofRow: row)
            sumY += y(ofRow: row + half) - y(ofRow: row)
            sumElapsed += elapsed(from: row, to: row + half)
        }
        guard sumElapsed > 0, sumX.isFinite, sumY.isFinite else { return (0, 0) }
        return (sumX / sumElapsed, sumY / sumElapsed)
    }
}

/// Boxes around 32, 1,024, 32,768 … consecutive fixes of a track, so that a search for the farthest fix can pass over many at once.
///
/// Level 0 are the fixes themselves, a box of level n holds 32ⁿ of them; only whole boxes are kept.
/// - Complexity: O(n) to build for each level; n/31 boxes.
struct TrackBoxes {
    static let shift = 5

    private var boxes: [TrackBox] = []
    private var levelStarts: [Int] = []
    private var firstRow = 0

    /// Builds the boxes of `rows`, into the memory of the last track.
    mutating func build(_ track: some TrackDeviation, rows: Range<Int>) {
        boxes.removeAll(keepingCapacity: true)
        levelStarts.removeAll(keepingCapacity: true)
        levelStarts.append(0)
        firstRow = rows.lowerBound
        var size = 1 << Self.shift
        while size <= rows.count {
            levelStarts.append(boxes.count)
            for start in stride(from: firstRow, through: rows.upperBound - size, by: size) {
                boxes.append(TrackBox(track, rows: start..<start + size))
            }
            size <<= Self.shift
        }
    }

    /// The highest level with a box that begins at `row` and ends before `end`; 0 where there is none.
    func highestLevel(at row: Int, before end: Int) -> Int {
        let offset = row - firstRow
        var level = 0
        while level + 1 < levelStarts.count {
            let size = 1 << (Self.shift * (level + 1))
            guard offset & (size - 1) == 0, row + size <= end else { break }
            level += 1
        }
        return level
    }

    /// The box of a level from 1 that begins at `row`.
    func box(level: Int, at row: Int) -> TrackBox {
        boxes[levelStarts[level] + (row - firstRow) >> (Self.shift * level)]
    }

    /// The row after the fixes that share the smallest box with `row`.
    func endOfBlock(at row: Int) -> Int {
        let mask = 1 << Self.shift - 1
        return firstRow + ((row - firstRow) | mask) + 1
    }
}

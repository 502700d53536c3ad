/// How far fixes lie from the simpler track that would stand for them between two fixes that stay.
protocol TrackDeviation {
    /// Metres on the plane.
    func x(ofRow row: Int) -> Double
    func y(ofRow row: Int) -> Double

    /// How far two rows are apart along the track, in any unit that never falls.
    func elapsed(from first: Int, to last: Int) -> Double

    /// Sets the two fixes that stay; both are rows of the track.
    mutating func aim(from first: Int, to last: Int)

    /// The squared deviation of the fix of a row between the two, in square metres.
    func squaredDeviation(ofRow row: Int) -> Double

    /// A number that no squared deviation of these rows exceeds; the box is theirs.
    func squaredBound(of box: TrackBox, rows: Range<Int>) -> Double
}

/// The deviation of Douglas and Peucker: the distance to the segment.
struct SegmentDeviation: TrackDeviation {
    private let xs: [Double]
    private let ys: [Double]
    private var segment = SegmentDistance(fromX: 0, y: 0, toX: 0, y: 0)

    init(xs: [Double], ys: [Double]) {
        self.xs = xs
        self.ys = ys
    }

    func x(ofRow row: Int) -> Double { xs[row] }
    func y(ofRow row: Int) -> Double { ys[row] }
    func elapsed(from first: Int, to last: Int) -> Double { Double(last - first) }

    mutating func aim(from first: Int, to last: Int) {
        segment = SegmentDistance(fromX: xs[first], y: ys[first], toX: xs[last], y: ys[last])
    }

    func squaredDeviation(ofRow row: Int) -> Double {
        segment.squared(x: xs[row], y: ys[row])
    }

    func squaredBound(of box: TrackBox, rows: Range<Int>) -> Double {
        // The distance to a segment is convex: over all that the box sweeps it is greatest at a corner of its start or its end.
        let start = squaredBound(of: box, x: box.originX, y: box.originY)
        let end = squaredBound(of: box, x: box.originX + box.driftX, y: box.originY + box.driftY)
        return max(start, end)
    }

    private func squaredBound(of box: TrackBox, x: Double, y: Double) -> Double {
        max(
            max(segment.squared(x: x + box.west, y: y + box.south), segment.squared(x: x + box.east, y: y + box.south)),
            max(segment.squared(x: x + box.west, y: y + box.north), segment.squared(x: x + box.east, y: y + box.north)))
    }
}

/// The deviation of TD-TR: the distance to where an even motion between the two fixes would be at the same time.
///
/// Two fixes of one time have no motion between them: then the distance to the first counts.
/// - Source: Meratnia and de By, "Spatiotemporal compression techniques for moving point objects", EDBT 2004.
struct SynchronizedDeviation: TrackDeviation {
    private let xs: [Double]
    private let ys: [Double]
    private let times: [Int64]
    private var firstTime: Int64 = 0
    private var firstX = 0.0
    private var firstY = 0.0
    private var velocityX = 0.0
    private var velocityY = 0.0

    init(xs: [Double], ys: [Double], times: [Int64]) {
        self.xs = xs
        self.ys = ys
        self.times = times
    }

    func x(ofRow row: Int) -> Double { xs[row] }
    func y(ofRow row: Int) -> Double { ys[row] }
    func elapsed(from first: Int, to last: Int) -> Double { Double(times[last] - times[first]) }

    mutating func aim(from first: Int, to last: Int) {
        firstTime = times[first]
        firstX = xs[first]
        firstY = ys[first]
        let elapsed = Double(times[last] - firstTime)
        velocityX = elapsed > 0 ? (xs[last] - firstX) / elapsed : 0
        velocityY = elapsed > 0 ? (ys[last] - firstY) / elapsed : 0
    }

    func squaredDeviation(ofRow row: Int) -> Double {
        let elapsed = Double(times[row] - firstTime)
        let deltaX = xs[row] - (firstX + velocityX * elapsed)
        let deltaY = ys[row] - (firstY + velocityY * elapsed)
        return deltaX * deltaX + deltaY * deltaY
    }

    func squaredBound(of box: TrackBox, rows: Range<Int>) -> Double {
        // The box and the even motion move against each other on a line: they are farthest apart at the start or at the end.
        let start = squaredBound(of: box, x: box.originX, y: box.originY, time: times[rows.lowerBound])
        let end = squaredBound(
            of: box, x: box.originX + box.driftX, y: box.originY + box.driftY, time: times[rows.upperBound - 1])
        return max(start, end)
    }

    private func squaredBound(of box: TrackBox, x: Double, y: Double, time: Int64) -> Double {
        let elapsed = Double(time - firstTime)
        let offsetX = x - (firstX + velocityX * elapsed)
        let offsetY = y - (firstY + velocityY * elapsed)
        let deltaX = max(abs(offsetX + box.west), abs(offsetX + box.east))
        let deltaY = max(abs(offsetY + box.south), abs(offsetY + box.north))
        return deltaX * deltaX + deltaY * deltaY
    }
}

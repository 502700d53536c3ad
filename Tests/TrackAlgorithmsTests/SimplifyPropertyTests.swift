import Glibc
import Testing
import TrackAlgorithms

/// Properties of simplification on 10,000 random tracks each; short tracks, so that they take seconds. What fails is told by its seed.
@Suite struct SimplifyPropertyTests {
    fileprivate struct Line {
        var xs: [Double] = []
        var ys: [Double] = []
        var times: [Int64] = []

        var rows: Range<Int> { xs.indices }

        init() {}

        /// A random walk of 2 to 14 fixes.
        init(_ random: inout SeededRandom) {
            var (x, y, time) = (0.0, 0.0, Int64(0))
            for _ in 0..<Int.random(in: 2...14, using: &random) {
                xs.append(x)
                ys.append(y)
                times.append(time)
                x += Double.random(in: -30...60, using: &random)
                y += Double.random(in: -40...40, using: &random)
                time += Int64.random(in: 1000...60_000, using: &random)
            }
        }

        func taking(_ rows: [Int]) -> Line {
            var line = Line()
            line.xs = rows.map { xs[$0] }
            line.ys = rows.map { ys[$0] }
            line.times = rows.map { times[$0] }
            return line
        }

        /// Turned by an angle and shifted.
        func turned(by radians: Double, east: Double, north: Double) -> Line {
            var line = self
            for row in rows {
                line.xs[row] = xs[row] * cos(radians) - ys[row] * sin(radians) + east
                line.ys[row] = xs[row] * sin(radians) + ys[row] * cos(radians) + north
            }
            return line
        }
    }

    enum Method: CaseIterable { case douglasPeucker, tdTR, visvalingam }

    private func kept(_ line: Line, _ method: Method, limit: Double) -> [Int] {
        var keeping = [Bool](repeating: false, count: line.xs.count)
        let (xs, ys, rows) = (line.xs, line.ys, line.rows)
        switch method {
        case .douglasPeucker:
            var tool = DouglasPeucker()
            tool.simplify(xs: xs, ys: ys, rows: rows, toleranceMeters: limit, keeping: &keeping)
        case .tdTR:
            var tool = TopDownTimeRatio()
            tool.simplify(xs: xs, ys: ys, times: line.times, rows: rows, toleranceMeters: limit, keeping: &keeping)
        case .visvalingam:
            var tool = VisvalingamWhyatt()
            tool.simplify(xs: xs, ys: ys, rows: rows, areaSquareMeters: limit * 30, keeping: &keeping)
        }
        return rows.filter { keeping[$0] }
    }

    private func kept(_ line: Line, _ method: Method, count: Int) -> [Int] {
        var keeping = [Bool](repeating: false, count: line.xs.count)
        let (xs, ys, rows) = (line.xs, line.ys, line.rows)
        switch method {
        case .douglasPeucker:
            var tool = DouglasPeucker()
            tool.simplify(xs: xs, ys: ys, rows: rows, count: count, keeping: &keeping)
        case .tdTR:
            var tool = TopDownTimeRatio()
            tool.simplify(xs: xs, ys: ys, times: line.times, rows: rows, count: count, keeping: &keeping)
        case .visvalingam:
            var tool = VisvalingamWhyatt()
            tool.simplify(xs: xs, ys: ys, rows: rows, count: count, keeping: &keeping)
        }
        return rows.filter { keeping[$0] }
    }

    /// The seeds for which something is not so.
    private func failures(_ holds: (inout SeededRandom) -> Bool) -> [UInt64] {
        (0..<10_000).filter { seed in
            var random = SeededRandom(seed: seed)
            return !holds(&random)
        }
    }

    @Test(arguments: Method.allCases)
    func `the ends stay and an exact count is exact`(method: Method) {
        let failed = failures { random in
            let line = Line(&random)
            let count = Int.random(in: 2...line.xs.count, using: &random)
            let rows = kept(line, method, count: count)
            let some = kept(line, method, limit: Double.random(in: 0...40, using: &random))
            let ends = [0, line.xs.count - 1]
            return rows.count == count && [rows.first, rows.last] == ends && [some.first, some.last] == ends
        }
        #expect(failed == [])
    }

    @Test(arguments: Method.allCases)
    func `a second pass on the same plane changes nothing`(method: Method) {
        let failed = failures { random in
            let line = Line(&random)
            let limit = Double.random(in: 0...40, using: &random)
            let once = line.taking(kept(line, method, limit: limit))
            return kept(once, method, limit: limit) == Array(once.rows)
        }
        #expect(failed == [])
    }

    @Test(arguments: Method.allCases)
    func `a track that is turned and shifted keeps the same rows`(method: Method) {
        let failed = failures { random in
            let line = Line(&random)
            let limit = Double.random(in: 0...40, using: &random)
            let turned = line.turned(
                by: Double.random(in: 0...7, using: &random), east: Double.random(in: -5000...5000, using: &random),
                north: Double.random(in: -5000...5000, using: &random))
            return kept(line, method, limit: limit) == kept(turned, method, limit: limit)
        }
        #expect(failed == [])
    }

    // The distances are computed here by their definitions, without the code under test.
    @Test(arguments: [Method.douglasPeucker, .tdTR])
    func `no fix that goes is farther off than the tolerance`(method: Method) {
        let failed = failures { random in
            let line = Line(&random)
            let tolerance = Double.random(in: 0...40, using: &random)
            let rows = kept(line, method, limit: tolerance)
            return zip(rows, rows.dropFirst()).allSatisfy { first, last in
                (first...last).allSatisfy { row in
                    let share = method == .tdTR ? line.timeShare(row, first, last) : line.nearestShare(row, first, last)
                    let (dx, dy) = (line.xs[last] - line.xs[first], line.ys[last] - line.ys[first])
                    return hypot(line.xs[row] - line.xs[first] - share * dx, line.ys[row] - line.ys[first] - share * dy)
                        <= tolerance + 1e-9
                }
            }
        }
        #expect(failed == [])
    }

    @Test(arguments: Method.allCases)
    func `the error that is reported is the largest there is`(method: Method) {
        let failed = failures { random in
            let line = Line(&random)
            let rows = kept(line, method, limit: Double.random(in: 0...40, using: &random))
            let keeping = line.rows.map(rows.contains)
            let error =
                method == .tdTR
                ? SimplificationError(xs: line.xs, ys: line.ys, times: line.times, rows: line.rows, keeping: keeping)
                : SimplificationError(xs: line.xs, ys: line.ys, rows: line.rows, keeping: keeping)
            var distances: [Double] = []
            for (first, last) in zip(rows, rows.dropFirst()) {
                for row in first + 1..<max(first + 1, last) {
                    let share = method == .tdTR ? line.timeShare(row, first, last) : line.nearestShare(row, first, last)
                    let (dx, dy) = (line.xs[last] - line.xs[first], line.ys[last] - line.ys[first])
                    distances.append(
                        hypot(line.xs[row] - line.xs[first] - share * dx, line.ys[row] - line.ys[first] - share * dy))
                }
            }
            let mean = distances.isEmpty ? 0 : distances.reduce(0, +) / Double(distances.count)
            return abs(error.largestMeters - (distances.max() ?? 0)) < 1e-9 && abs(error.meanMeters - mean) < 1e-9
                && error.droppedFixes == line.xs.count - rows.count
        }
        #expect(failed == [])
    }
}

extension SimplifyPropertyTests.Line {
    /// How far along the segment a fix would be by its time.
    fileprivate func timeShare(_ row: Int, _ first: Int, _ last: Int) -> Double {
        times[last] == times[first] ? 0 : Double(times[row] - times[first]) / Double(times[last] - times[first])
    }

    /// How far along the segment the place nearest to a fix is.
    fileprivate func nearestShare(_ row: Int, _ first: Int, _ last: Int) -> Double {
        let (dx, dy) = (xs[last] - xs[first], ys[last] - ys[first])
        let square = dx * dx + dy * dy
        guard square > 0 else { return 0 }
        return min(1, max(0, ((xs[row] - xs[first]) * dx + (ys[row] - ys[first]) * dy) / square))
    }
}

import Glibc

/// The two of some points that are farthest apart, found without comparing all with all.
///
/// Points too near the middle to be farther from any other than a pair already known are left out. The others stand in the order of
/// their direction from the middle, in a tree of sectors, and each asks only the sectors that can hold a point farther away than that
/// pair is wide. So a ring, none of whose points is nearer the middle than another, has few to ask: those opposite.
///
/// Of pairs as far apart the one whose outer point is the outermost counts, then whose inner one is; of points as far from the middle
/// the one that stands first.
/// - Complexity: O(m log m) for crowds, chains and rings of m points.
struct FarthestPair {
    /// The pair, as places among the points, the earlier first. A single point is a pair with itself.
    private(set) var first = 0
    private(set) var second = 0
    /// The square of the straight way between them.
    private(set) var squared = 0.0

    private let points: [SIMD3<Double>]
    private let frame: MiddleFrame
    private var outer: SeenPoint
    private var inner: SeenPoint
    /// By how much a bound may be wrong: coordinates are good to about 3e-16, and so is what is reckoned from them.
    private let slack: Double
    private var sectors = SectorTree([])
    private var work = 0

    /// Comparisons after which is asked whether to go on.
    private static let workAtOnce = 1 << 16

    /// - Parameters:
    ///   - points: At least one, on the unit sphere.
    ///   - goOn: Is called now and then; what it throws ends the search.
    init(of points: [SIMD3<Double>], goOn: () throws -> Void) rethrows {
        self.points = points
        frame = MiddleFrame(of: points)
        let outermost = frame.seen(points, frame.outermost)
        (outer, inner) = (outermost, outermost)
        let widest = 2 * outermost.distance
        slack = 8e-15 * widest + 1e-13 * widest * widest + 1e-31
        // The pair that these three find is nearly always the farthest, or hardly narrower.
        var end = frame.outermost
        for _ in 0..<3 {
            end = farthest(from: end)
            try goOn()
        }
        sectors = SectorTree(candidates(reach: outermost.distance))
        try search(goOn)
        first = min(outer.place, inner.place)
        second = max(outer.place, inner.place)
    }

    /// Scans all points for the farthest from one of them.
    private mutating func farthest(from place: Int) -> Int {
        let point = points[place]
        var best = (squared: -1.0, place: place)
        for other in points.indices {
            let found = squaredChord(point, points[other])
            if found > best.squared { best = (found, other) }
        }
        take(frame.seen(points, place), frame.seen(points, best.place), best.squared)
        return best.place
    }

    /// The points that may be of a pair at least as wide as the best known; of equal ones the first.
    private func candidates(reach: Double) -> [SeenPoint] {
        let least = max(0, squared - slack).squareRoot() - reach * (1 + 1e-12)
        let far = points.indices.map { frame.seen(points, $0) }.filter { $0.distance >= least }
        let sorted = far.sorted(by: SectorTree.areInOrder)
        var distinct: [SeenPoint] = []
        distinct.reserveCapacity(sorted.count)
        for point in sorted where distinct.last.map({ points[$0.place] != points[point.place] }) ?? true {
            distinct.append(point)
        }
        return distinct
    }

    private mutating func search(_ goOn: () throws -> Void) rethrows {
        for point in sectors.points {
            search(1, 0..<sectors.points.count, from: point)
            guard work > Self.workAtOnce else { continue }
            work = 0
            try goOn()
        }
    }

    private mutating func search(_ node: Int, _ range: Range<Int>, from point: SeenPoint) {
        work += 1
        guard sectors.farthestSquared(node, from: point) + slack >= squared else { return }
        guard let middle = SectorTree.middle(of: range) else {
            work += range.count
            for other in range {
                let candidate = sectors.points[other]
                take(point, candidate, squaredChord(points[point.place], points[candidate.place]))
            }
            return
        }
        search(2 * node, range.lowerBound..<middle, from: point)
        search(2 * node + 1, middle..<range.upperBound, from: point)
    }

    /// Keeps a pair that is wider than the best so far, or as wide and before it.
    private mutating func take(_ one: SeenPoint, _ other: SeenPoint, _ found: Double) {
        guard found >= squared else { return }
        let (newOuter, newInner) = other.isBefore(one) ? (other, one) : (one, other)
        let isBefore =
            newOuter.place != outer.place ? newOuter.isBefore(outer) : newInner.isBefore(inner)
        guard found > squared || isBefore else { return }
        (squared, outer, inner) = (found, newOuter, newInner)
    }
}

/// A point as it lies about the middle.
struct SeenPoint {
    /// Where it stands among the points.
    let place: Int
    /// From the middle.
    let distance: Double
    /// Its direction on the plane, radians in [−π, π], and as a vector of length 1.
    let angle: Double
    let direction: SIMD2<Double>
    /// How far it is from the middle on the plane, and above it.
    let radius: Double
    let height: Double

    /// Whether it is farther out, or as far and first.
    func isBefore(_ other: SeenPoint) -> Bool {
        distance != other.distance ? distance > other.distance : place < other.place
    }
}

/// The plane through the middle of points that they lie along: that of the outermost and of the one most across from it.
private struct MiddleFrame {
    let outermost: Int
    private let centre: SIMD3<Double>
    private var along = SIMD3(1.0, 0, 0)
    private var across = SIMD3(0, 1.0, 0)
    private var up = SIMD3(0, 0, 1.0)

    init(of points: [SIMD3<Double>]) {
        let centre = points.reduce(into: SIMD3<Double>()) { $0 += $1 } / Double(max(1, points.count))
        self.centre = centre
        var best = (squared: -1.0, place: 0)
        for place in points.indices {
            let squared = squaredChord(points[place], centre)
            // Roots may be equal where squares are not, and the first counts.
            if squared.squareRoot() > max(0, best.squared).squareRoot() || place == 0 { best = (squared, place) }
        }
        outermost = best.place
        let far = points[outermost] - centre
        guard best.squared > 0 else { return }
        var normal = (squared: 0.0, vector: SIMD3<Double>())
        for point in points {
            let vector = cross(far, point - centre)
            let squared = (vector * vector).sum()
            if squared > normal.squared { normal = (squared, vector) }
        }
        along = far / best.squared.squareRoot()
        // All on one line, or nearly: any plane through it will do.
        let other = abs(along.x) < 0.7 ? SIMD3(1.0, 0, 0) : SIMD3(0, 1.0, 0)
        let isFlat = normal.squared > 1e-16 * best.squared * best.squared
        let upwards = isFlat ? normal.vector / normal.squared.squareRoot() : cross(along, other)
        let upright = upwards - along * (upwards * along).sum()
        up = upright / (upright * upright).sum().squareRoot()
        across = cross(up, along)
    }

    func seen(_ points: [SIMD3<Double>], _ place: Int) -> SeenPoint {
        let offset = points[place] - centre
        let (x, y) = ((offset * along).sum(), (offset * across).sum())
        let radius = (x * x + y * y).squareRoot()
        return SeenPoint(
            place: place, distance: squaredChord(points[place], centre).squareRoot(), angle: atan2(y, x),
            direction: radius > 0 ? SIMD2(x, y) / radius : SIMD2(1, 0), radius: radius, height: (offset * up).sum())
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Points in order of their direction from the middle, in halves of halves; of each node where its points lie.
private struct SectorTree {
    private struct Sector {
        var angles = 0.0...0.0
        var directions = (SIMD2<Double>(), SIMD2<Double>())
        var radii = 0.0...0.0
        var heights = 0.0...0.0
    }

    private static let pointsOfLeaf = 8
    let points: [SeenPoint]
    /// The halves of node k are nodes 2k and 2k + 1; the root is 1.
    private var nodes: [Sector]

    init(_ points: [SeenPoint]) {
        self.points = points
        nodes = [Sector](repeating: Sector(), count: 2)
        if !points.isEmpty { fill(1, 0..<points.count) }
    }

    /// By direction; of equal points the one that stands first.
    static func areInOrder(_ a: SeenPoint, _ b: SeenPoint) -> Bool {
        if a.angle != b.angle { return a.angle < b.angle }
        if a.radius != b.radius { return a.radius < b.radius }
        return a.height != b.height ? a.height < b.height : a.place < b.place
    }

    /// Where a node's range is halved; nil for a leaf.
    static func middle(of range: Range<Int>) -> Int? {
        range.count <= pointsOfLeaf ? nil : (range.lowerBound + range.upperBound) / 2
    }

    private mutating func fill(_ node: Int, _ range: Range<Int>) {
        while nodes.count <= node { nodes.append(Sector()) }
        let (from, to) = (points[range.lowerBound], points[range.upperBound - 1])
        var (radii, heights) = (from.radius...from.radius, from.height...from.height)
        for point in points[range] {
            radii = min(radii.lowerBound, point.radius)...max(radii.upperBound, point.radius)
            heights = min(heights.lowerBound, point.height)...max(heights.upperBound, point.height)
        }
        nodes[node] = Sector(
            angles: from.angle...to.angle, directions: (from.direction, to.direction), radii: radii, heights: heights)
        guard let middle = Self.middle(of: range) else { return }
        fill(2 * node, range.lowerBound..<middle)
        fill(2 * node + 1, middle..<range.upperBound)
    }

    /// The square of a way that no point of a node is farther away than.
    func farthestSquared(_ node: Int, from point: SeenPoint) -> Double {
        let sector = nodes[node]
        let opposite = point.angle > 0 ? point.angle - .pi : point.angle + .pi
        let cosines = (
            (point.direction * sector.directions.0).sum(), (point.direction * sector.directions.1).sum()
        )
        let cosine = sector.angles.contains(opposite) ? -1 : min(cosines.0, cosines.1)
        // A square of a radius less a multiple of it is greatest at an end.
        func planar(_ radius: Double) -> Double { radius * (radius - 2 * point.radius * cosine) }
        let height = max(abs(point.height - sector.heights.lowerBound), abs(point.height - sector.heights.upperBound))
        return point.radius * point.radius + max(planar(sector.radii.lowerBound), planar(sector.radii.upperBound))
            + height * height
    }
}

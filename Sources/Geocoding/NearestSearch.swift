import Geodesy
import Glibc

/// One search for the place of some divisions that is nearest to a coordinate: branch and bound down the index's k-d tree.
///
/// Nodes and places are compared by straight distance through the earth in single precision; where its rounding could decide, by
/// haversine. So the poles and ±180° are nothing special.
/// - Source: Arya and Mount, "Algorithms for fast vector quantization", DCC 1993: distance to a node kept up step by step.
struct NearestSearch {
    /// A node that is still to be looked at, and how far it is along each axis: squares, in earth radii.
    private struct Waiting {
        let node: Int
        let x: Float
        let y: Float
        let z: Float

        var distanceSquared: Float { x + y + z }
    }

    private let index: PlaceIndex
    private let divisions: DivisionSet
    private let origin: Coordinate
    private let originPoint: PlaceIndex.Point
    private let originCosine: Double
    /// The number of the nearest place so far.
    private(set) var found: Int?
    /// Its distance, once that was wanted.
    private var foundMeters: Double?
    /// Beyond the square root of this no nearer place lies.
    private var limitSquared = Float.infinity
    /// Within the square root of this every place is nearer.
    private var clearSquared = Float.infinity

    init(in index: PlaceIndex, of divisions: DivisionSet, from origin: Coordinate) {
        self.index = index
        self.divisions = divisions
        self.origin = origin
        (originPoint, originCosine) = PlaceIndex.point(origin)
        // Unsafe: room on the stack; at most one node of each level waits, of at most 31 levels.
        withUnsafeTemporaryAllocation(of: Waiting.self, capacity: 32) { search(waiting: $0) }
    }

    private mutating func search(waiting: UnsafeMutableBufferPointer<Waiting>) {
        waiting[0] = Waiting(node: 1, x: 0, y: 0, z: 0)
        var count = 1
        let leafCount = index.file.leafCount
        while count > 0 {
            count -= 1
            let next = waiting[count]
            guard next.distanceSquared <= limitSquared else { continue }
            var node = next.node
            while node < leafCount {
                let (near, far) = children(ofNode: node, at: next)
                if far.distanceSquared <= limitSquared {
                    waiting[count] = far
                    count += 1
                }
                node = near
            }
            visit(leaf: node - leafCount)
        }
    }

    /// The child of a node on the origin's side, and the other one with the way to it.
    @inline(__always)
    private func children(ofNode node: Int, at waiting: Waiting) -> (near: Int, far: Waiting) {
        let plane = index.planes[node]
        let (x, y, z) = (originPoint.x, originPoint.y, originPoint.z)
        let beyond = (plane.axis == 0 ? x : plane.axis == 1 ? y : z) - plane.position
        let near = beyond < 0 ? 2 * node : 2 * node + 1
        let square = beyond * beyond
        let far = Waiting(
            node: near ^ 1, x: plane.axis == 0 ? square : waiting.x, y: plane.axis == 1 ? square : waiting.y,
            z: plane.axis == 2 ? square : waiting.z)
        return (near, far)
    }

    private mutating func visit(leaf: Int) {
        let present = index.leafDivisions[leaf]
        guard !divisions.isDisjoint(with: present) else { return }
        let isWhole = divisions.isSuperset(of: present)
        for place in Int(index.firstPlaces[leaf])..<Int(index.firstPlaces[leaf + 1]) {
            let square = chordSquared(toPlace: place)
            guard square <= limitSquared, isWhole || divisions.contains(number: index.divisions[place]) else { continue }
            if square < clearSquared {
                take(place, meters: nil, chordSquared: square)
            } else {
                compare(place, chordSquared: square)
            }
        }
    }

    @inline(__always)
    private func chordSquared(toPlace place: Int) -> Float {
        let point = index.points[place]
        let (x, y, z) = (point.x - originPoint.x, point.y - originPoint.y, point.z - originPoint.z)
        return x * x + y * y + z * z
    }

    /// Keeps a place that is nearer than the best so far, or as near with a lower GeoNames id.
    private mutating func compare(_ place: Int, chordSquared: Float) {
        guard let found else { return take(place, meters: nil, chordSquared: chordSquared) }
        let (old, new) = (foundMeters ?? meters(toPlace: found), meters(toPlace: place))
        foundMeters = old
        guard new < old || new == old && index.places[place].id < index.places[found].id else { return }
        take(place, meters: new, chordSquared: chordSquared)
    }

    private mutating func take(_ place: Int, meters: Double?, chordSquared: Float) {
        found = place
        foundMeters = meters
        let chord = chordSquared.squareRoot()
        let limit = chord * (1 + 1e-6) + PlaceIndex.roundingSlack
        let clear = max(0, chord * (1 - 1e-6) - PlaceIndex.roundingSlack)
        limitSquared = limit * limit
        clearSquared = clear * clear
    }

    /// The great-circle distance to a place.
    func meters(toPlace place: Int) -> Double {
        let coordinate = index.places[place].coordinate
        return haversineMeters(
            from: origin, cosineFrom: originCosine, to: coordinate, cosineTo: cos(coordinate.latitude * radiansPerDegree))
    }
}

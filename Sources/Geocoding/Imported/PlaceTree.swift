import Geodesy
import Glibc

/// The places of one division, in memory, under a tree of boxes on the unit sphere. A class: searches hand it on without copying it.
final class PlaceTree: Sendable {
    let shape: PlaceTreeShape
    private let coordinates: LoadedBytes
    private let texts: LoadedBytes
    private let leafStarts: LoadedBytes
    private let boxes: LoadedBytes

    /// nil where the sections do not fit together.
    init?(coordinates: LoadedBytes, texts: LoadedBytes, leafStarts: LoadedBytes, boxes: LoadedBytes) {
        guard coordinates.count > 0, coordinates.count % 8 == 0 else { return nil }
        shape = PlaceTreeShape(placeCount: coordinates.count / 8)
        guard leafStarts.count == 4 * shape.counts[0], boxes.count == SphereBox.byteCount * shape.nodeCount else { return nil }
        self.coordinates = coordinates
        self.texts = texts
        self.leafStarts = leafStarts
        self.boxes = boxes
    }

    /// The coordinate of a place, 0 up to `shape.placeCount`.
    @inline(__always)
    func coordinate(of place: Int) -> Coordinate {
        Coordinate(
            latitude: Double(coordinates.int32(at: 8 * place)) / 1e7,
            longitude: Double(coordinates.int32(at: 8 * place + 4)) / 1e7)
    }

    /// GeoNames id, region number and name of a place; walks over those of its leaf before it.
    func entry(of place: Int) -> (id: Int64, region: Int, name: PlaceName) {
        let leaf = place / PlaceTreeShape.placesOfLeaf
        var reader = PackedReader(bytes: texts, offset: Int(UInt32(bitPattern: leafStarts.int32(at: 4 * leaf))))
        for _ in 0..<place % PlaceTreeShape.placesOfLeaf {
            _ = reader.number()
            _ = reader.number()
            reader.skipText()
            reader.skipText()
        }
        let id = Int64(bitPattern: reader.number())
        let region = Int(truncatingIfNeeded: reader.number())
        return (id, region, reader.name() ?? PlaceName(english: "", chinese: nil))
    }

    /// The box of a node; level 0 is that of the leaves.
    @inline(__always)
    func box(level: Int, node: Int) -> SphereBox {
        SphereBox(boxes, at: SphereBox.byteCount * (shape.starts[level] + node))
    }
}

/// A search for the nearest place in some trees: branch and bound over their boxes.
///
/// Boxes are left out by straight distance through the earth, places compared by haversine, so the poles and ±180° are nothing
/// special.
struct PlaceSearch {
    private struct Visit {
        var level: Int
        var node: Int
        var squaredDistance: Double
    }

    private let origin: Coordinate
    private let originOnSphere: SIMD3<Double>
    private(set) var found: (tree: Int, place: Int)?
    private(set) var distanceMeters = Double.infinity
    private var bestChordSquared = Double.infinity
    private var bestLatitudeDegrees = Double.infinity
    private var open: [Visit] = []

    /// The place with the shortest great circle in all of the trees; of places as near the one of the lowest id.
    ///
    /// - Parameter origin: WGS-84 degrees, finite.
    init(in trees: [PlaceTree], from origin: Coordinate) {
        self.origin = origin
        originOnSphere = SphereBox.onSphere(origin)
        open.reserveCapacity(64)
        for number in trees.indices { visit(number, trees) }
    }

    private mutating func visit(_ number: Int, _ trees: [PlaceTree]) {
        let tree = trees[number]
        push(tree, level: tree.shape.counts.count - 1, nodes: 0..<1)
        while let next = open.popLast() {
            guard next.squaredDistance <= bestChordSquared else { continue }
            guard next.level > 0 else {
                compare(leaf: next.node, number, trees)
                continue
            }
            let first = next.node * PlaceTreeShape.childrenOfNode
            let end = min(first + PlaceTreeShape.childrenOfNode, tree.shape.counts[next.level - 1])
            push(tree, level: next.level - 1, nodes: first..<end)
        }
    }

    /// Puts nodes on the stack, the nearest on top.
    private mutating func push(_ tree: PlaceTree, level: Int, nodes: Range<Int>) {
        let bottom = open.count
        for node in nodes {
            let distance = tree.box(level: level, node: node).squaredDistance(from: originOnSphere)
            guard distance <= bestChordSquared else { continue }
            open.append(Visit(level: level, node: node, squaredDistance: distance))
            var i = open.count - 1
            while i > bottom, open[i - 1].squaredDistance < open[i].squaredDistance {
                open.swapAt(i - 1, i)
                i -= 1
            }
        }
    }

    private mutating func compare(leaf: Int, _ number: Int, _ trees: [PlaceTree]) {
        let tree = trees[number]
        let first = leaf * PlaceTreeShape.placesOfLeaf
        for place in first..<min(first + PlaceTreeShape.placesOfLeaf, tree.shape.placeCount) {
            let coordinate = tree.coordinate(of: place)
            guard (coordinate.latitude - origin.latitude).magnitude <= bestLatitudeDegrees else { continue }
            let distance = haversineMeters(from: origin, to: coordinate)
            guard distance <= distanceMeters else { continue }
            if distance == distanceMeters, let found,
                trees[found.tree].entry(of: found.place).id < tree.entry(of: place).id
            {
                continue
            }
            found = (number, place)
            distanceMeters = distance
            let angle = distance / earthMeanRadiusMeters
            let chord = 2 * sin(angle / 2)
            bestChordSquared = chord * chord
            // A millionth more than the arc, so that rounding never leaves out the nearest.
            bestLatitudeDegrees = angle * degreesPerRadian * (1 + 1e-6) + 1e-9
        }
    }
}

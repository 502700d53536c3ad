import Geodesy
import Glibc

/// One search for the place of some divisions that is nearest to a coordinate: branch and bound down the file's k-d tree.
///
/// Nodes are left out by straight distance through the earth, places compared by haversine, so the poles and ±180° are
/// nothing special.
/// - Source: Arya and Mount, "Algorithms for fast vector quantization", DCC 1993: distance to a node kept up step by step.
struct NearestSearch {
    private let file: GazetteerFile
    private let divisions: DivisionSet
    private let origin: Coordinate
    private let originOnSphere: SIMD3<Double>
    private(set) var found: (leaf: Int, position: Int, distanceMeters: Double)?
    private var bestDistanceMeters = Double.infinity
    private var bestChordSquared = Double.infinity
    private var bestLatitudeDegrees = Double.infinity

    init(in file: GazetteerFile, of divisions: DivisionSet, from origin: Coordinate) {
        self.file = file
        self.divisions = divisions
        self.origin = origin
        originOnSphere = Self.onSphere(origin)
        visit(node: 1, offsets: .zero)
    }

    private static func onSphere(_ coordinate: Coordinate) -> SIMD3<Double> {
        let latitude = coordinate.latitude * radiansPerDegree
        let longitude = coordinate.longitude * radiansPerDegree
        return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// Searches a node that lies at least `offsets` (along each axis, in earth radii) away from the origin.
    private mutating func visit(node: Int, offsets: SIMD3<Double>) {
        guard (offsets * offsets).sum() <= bestChordSquared else { return }
        guard node < file.leafCount else { return visit(leaf: node - file.leafCount) }
        let plane = file.plane(ofNode: node)
        let beyond = originOnSphere[plane.axis] - plane.position
        let nearChild = beyond < 0 ? 2 * node : 2 * node + 1
        visit(node: nearChild, offsets: offsets)
        var farOffsets = offsets
        farOffsets[plane.axis] = max(0, beyond.magnitude - GazetteerFile.planeSlack)
        visit(node: nearChild ^ 1, offsets: farOffsets)
    }

    private mutating func visit(leaf index: Int) {
        let leaf = file.leaf(index)
        let common = leaf.commonDivision
        if let common, !divisions.contains(common) { return }
        for position in 0..<leaf.count {
            if common == nil, !divisions.contains(leaf.division(at: position)) { continue }
            let latitude = leaf.latitude(at: position)
            guard (latitude - origin.latitude).magnitude <= bestLatitudeDegrees else { continue }
            let place = Coordinate(latitude: latitude, longitude: leaf.longitude(at: position))
            compare(distanceMeters: haversineMeters(from: origin, to: place), leaf: index, position: position)
        }
    }

    /// Keeps a place that is nearer than the best so far, or as near with a lower GeoNames id.
    private mutating func compare(distanceMeters: Double, leaf: Int, position: Int) {
        guard distanceMeters <= bestDistanceMeters else { return }
        if distanceMeters == bestDistanceMeters, let found, id(found.leaf, found.position) < id(leaf, position) { return }
        found = (leaf, position, distanceMeters)
        bestDistanceMeters = distanceMeters
        let angle = distanceMeters / earthMeanRadiusMeters
        let chord = 2 * sin(angle / 2)
        bestChordSquared = chord * chord
        // A millionth more than the arc, so that rounding never leaves out the nearest.
        bestLatitudeDegrees = angle * degreesPerRadian * (1 + 1e-6) + 1e-9
    }

    private func id(_ leaf: Int, _ position: Int) -> Int {
        file.leaf(leaf).entry(at: position).id
    }
}

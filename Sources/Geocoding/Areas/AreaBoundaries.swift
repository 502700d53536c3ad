/// An edge of a ring in degrees, from its southern to its northern end: both areas that share it have the same numbers.
struct BoundaryEdge: Sendable {
    let latitude: Double
    let longitude: Double
    let northernEnd: Double
    let eastward: Double

    /// - Returns: nil for an edge along a parallel, which no parallel crosses.
    init?(_ one: (Int32, Int64), _ other: (Int32, Int64)) {
        guard one.0 != other.0 else { return nil }
        let (low, high) = one.0 < other.0 ? (one, other) : (other, one)
        latitude = Double(low.0) / 1e7
        longitude = Double(low.1) / 1e7
        northernEnd = Double(high.0) / 1e7
        eastward = Double(high.1) / 1e7 - longitude
    }

    /// Whether the edge crosses the way along the parallel from a place to the west. The southern end counts, the northern does not;
    /// a place on the edge has crossed it.
    @inline(__always)
    func liesWest(ofLatitude parallel: Double, longitude meridian: Double) -> Bool {
        latitude <= parallel && parallel < northernEnd
            && (meridian - longitude) * (northernEnd - latitude) >= (parallel - latitude) * eastward
    }
}

/// The edges of polygons, each polygon's sorted into bands of latitude, so that a place is compared with a few edges only.
struct AreaBoundaries: Sendable {
    struct Polygon: Sendable {
        var box: DegreeBox
        /// Whose it is.
        var area: Int
        var firstBand: Int
        var bandCount: Int
        var bandsPerDegree: Double
    }

    private(set) var polygons: [Polygon] = []
    private var edges: [BoundaryEdge] = []
    /// Where each band begins in `edgesOfBands`, and one more at the end of each polygon's.
    private var bandStarts: [UInt32] = []
    private var edgesOfBands: [UInt32] = []

    private static let edgesOfBand = 6
    /// No more entries than so many an edge, however long the edges are.
    private static let entriesOfEdge = 4

    /// Adds a ring and the rings of its holes.
    /// - Returns: Square degrees, about.
    mutating func add(_ rings: [AreaRing], of area: Int) -> Double {
        var box = DegreeBox()
        var doubleSize = 0.0
        let firstEdge = edges.count
        for (i, ring) in rings.enumerated() {
            var ringSize = 0.0
            for j in ring.latitudes.indices {
                let next = j + 1 == ring.latitudes.count ? 0 : j + 1
                let one = (ring.latitudes[j], ring.longitudes[j])
                let other = (ring.latitudes[next], ring.longitudes[next])
                let (x, y) = (Double(one.1) / 1e7, Double(one.0) / 1e7)
                ringSize += x * Double(other.0) / 1e7 - Double(other.1) / 1e7 * y
                box.add(latitude: y, longitude: x)
                if let edge = BoundaryEdge(one, other) { edges.append(edge) }
            }
            doubleSize += i == 0 ? ringSize.magnitude : -ringSize.magnitude
        }
        guard edges.count > firstEdge else { return 0 }
        addBands(of: firstEdge..<edges.count, box, area)
        return max(0, doubleSize / 2)
    }

    private mutating func addBands(of range: Range<Int>, _ box: DegreeBox, _ area: Int) {
        let height = box.north - box.south
        var count = max(1, range.count / Self.edgesOfBand)
        func bands(_ edge: BoundaryEdge) -> ClosedRange<Int> {
            let scale = Double(count) / height
            func band(_ latitude: Double) -> Int { min(Int((latitude - box.south) * scale), count - 1) }
            return band(edge.latitude)...band(edge.northernEnd)
        }
        while count > 1, range.reduce(0, { $0 + bands(edges[$1]).count }) > Self.entriesOfEdge * range.count { count /= 2 }
        var starts = [UInt32](repeating: 0, count: count + 1)
        for i in range { for band in bands(edges[i]) { starts[band + 1] += 1 } }
        starts[0] = UInt32(edgesOfBands.count)
        for band in 0..<count { starts[band + 1] += starts[band] }
        edgesOfBands += [UInt32](repeating: 0, count: Int(starts[count] - starts[0]))
        var next = starts
        for i in range {
            for band in bands(edges[i]) {
                edgesOfBands[Int(next[band])] = UInt32(i)
                next[band] += 1
            }
        }
        polygons.append(
            Polygon(
                box: box, area: area, firstBand: bandStarts.count, bandCount: count, bandsPerDegree: Double(count) / height))
        bandStarts += starts
    }

    /// Whether a polygon holds a place: whether an odd number of its edges lies west of it.
    @inline(__always)
    func contains(_ number: Int, latitude: Double, longitude: Double) -> Bool {
        let polygon = polygons[number]
        guard polygon.box.contains(latitude: latitude, longitude: longitude) else { return false }
        let band = min(Int((latitude - polygon.box.south) * polygon.bandsPerDegree), polygon.bandCount - 1)
        var isInside = false
        for i in Int(bandStarts[polygon.firstBand + band])..<Int(bandStarts[polygon.firstBand + band + 1]) {
            let edge = edges[Int(edgesOfBands[i])]
            if edge.liesWest(ofLatitude: latitude, longitude: longitude) { isInside.toggle() }
        }
        return isInside
    }
}

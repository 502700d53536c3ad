/// An area made of rings, with a grid over it that answers most questions by one look.
///
/// A cell lies inside, outside, or on the edge; a cell on the edge knows its edges and whether its centre is inside. A place there
/// is joined with the centre by a path along a parallel and a meridian: each edge that the path crosses turns the answer round.
/// The path does not leave the cell, so the cell's own edges are enough. A place on an edge, within rounding, may get either
/// answer, but always the same one.
/// - Complexity: O(1) in the mean; building is O(edges + cells).
struct AreaGrid: Sendable {
    private let south: Double
    private let west: Double
    private let cellsPerDegree: Double
    private let rowLimit: Double
    private let columnLimit: Double
    private let columns: Int
    /// Of each cell: 0 outside, 1 inside, else 2 more than its place in `starts`.
    private let cells: [UInt16]
    /// Where the edges of a cell on the edge begin in `edges`, one more than there are such cells.
    private let starts: [Int32]
    private let edges: [AreaEdge]
    /// Of each cell on the edge.
    private let centres: [AreaCentre]

    /// Builds the grid.
    /// - Parameters:
    ///   - rings: Of each ring latitude and longitude of its vertices in turn, in 1e-4 degrees, as differences from the one before.
    ///   - cellDegrees: The side of a cell.
    init(rings: [[Int32]], cellDegrees: Double) {
        var builder = AreaGridBuilder(edges: rings.flatMap(AreaEdge.edges(ofRing:)), cellDegrees: cellDegrees)
        builder.sortEdgesIntoCells()
        builder.findCentresInside()
        south = builder.south
        west = builder.west
        cellsPerDegree = builder.cellsPerDegree
        rowLimit = Double(builder.rows)
        columnLimit = Double(builder.columns)
        columns = builder.columns
        (cells, starts, edges, centres) = builder.packed()
    }

    /// Whether a place in degrees lies in the area.
    @inline(__always)
    func contains(latitude: Double, longitude: Double) -> Bool { count(latitude: latitude, longitude: longitude) == 1 }

    /// 1 when a place in degrees lies in the area, else 0.
    ///
    /// A number and no Bool: a branch on it is guessed wrong for a third of random places, which takes 12 ns of 15.
    @inline(__always)
    func count(latitude: Double, longitude: Double) -> Int {
        let row = (latitude - south) * cellsPerDegree
        let column = (longitude - west) * cellsPerDegree
        // NaN fails these comparisons.
        guard row >= 0 && column >= 0 && row < rowLimit && column < columnLimit else { return 0 }
        let cell = Int(cells[wholePart(row) &* columns &+ wholePart(column)])
        return cell > 1 ? countInEdgeCell(cell &- 2, latitude: latitude, longitude: longitude) : cell
    }

    /// The whole part of a number from 0 to 2³¹, without `Int`'s checks: they cost as much as the rest. A whole number itself may
    /// come out one less, which is the cell on the other side of its edge.
    @inline(__always)
    private func wholePart(_ value: Double) -> Int {
        Int(truncatingIfNeeded: (max(value - 0.5, 0) + 0x1.8p52).bitPattern & 0x7fff_ffff)
    }

    @inline(never)
    private func countInEdgeCell(_ edgeCell: Int, latitude: Double, longitude: Double) -> Int {
        let centre = centres[edgeCell]
        var isInside = centre.isInside
        for i in Int(starts[edgeCell])..<Int(starts[edgeCell + 1]) {
            let edge = edges[i]
            let turns = edge.isCrossed(alongParallel: latitude, from: longitude, to: centre.longitude)
            let turnsAgain = edge.isCrossed(alongMeridian: centre.longitude, from: latitude, to: centre.latitude)
            isInside = isInside != (turns != turnsAgain)
        }
        return isInside ? 1 : 0
    }
}

/// The middle of a cell.
struct AreaCentre: Sendable {
    var latitude: Double
    var longitude: Double
    var isInside: Bool
}

/// One edge of a ring, in degrees, from its southern to its northern end.
struct AreaEdge: Sendable {
    let latitude: Double
    let longitude: Double
    let northward: Double
    let eastward: Double

    private init(_ one: (Int32, Int32), _ other: (Int32, Int32)) {
        let (low, high) = one.0 <= other.0 ? (one, other) : (other, one)
        latitude = Double(low.0) / 1e4
        longitude = Double(low.1) / 1e4
        northward = Double(high.0) / 1e4 - latitude
        eastward = Double(high.1) / 1e4 - longitude
    }

    /// The edges of a ring, the last one back to the first vertex.
    static func edges(ofRing ring: [Int32]) -> [AreaEdge] {
        var vertices: [(Int32, Int32)] = []
        var vertex: (Int32, Int32) = (0, 0)
        for i in stride(from: 0, to: ring.count - 1, by: 2) {
            vertex = (vertex.0 + ring[i], vertex.1 + ring[i + 1])
            vertices.append(vertex)
        }
        return vertices.indices.map { AreaEdge(vertices[$0], vertices[($0 + 1) % vertices.count]) }
    }

    var northernEnd: Double { latitude + northward }
    var easternEnd: Double { max(longitude, longitude + eastward) }
    var westernEnd: Double { min(longitude, longitude + eastward) }

    /// On which side of the edge's line a place lies.
    @inline(__always)
    private func isEast(_ placeLatitude: Double, _ placeLongitude: Double) -> Bool {
        (placeLongitude - longitude) * northward > (placeLatitude - latitude) * eastward
    }

    /// Whether the way along a parallel crosses the edge. An end on the parallel counts as south of it.
    @inline(__always)
    func isCrossed(alongParallel parallel: Double, from: Double, to: Double) -> Bool {
        let reaches = (latitude > parallel) != (northernEnd > parallel)
        return reaches && isEast(parallel, from) != isEast(parallel, to)
    }

    /// Whether the way along a meridian crosses the edge. An end on the meridian counts as west of it.
    @inline(__always)
    func isCrossed(alongMeridian meridian: Double, from: Double, to: Double) -> Bool {
        let reaches = (longitude > meridian) != (longitude + eastward > meridian)
        return reaches && isEast(from, meridian) != isEast(to, meridian)
    }
}

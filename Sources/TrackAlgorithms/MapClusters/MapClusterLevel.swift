/// The points to cluster, in the order (device, arrived); one value a point in each column.
public struct MapClusterPoints: Sendable {
    /// Degrees; a point that is not on the Earth (NaN, beyond ±90° or ±180°) is reported and left out.
    public var latitudes: [Double]
    /// Degrees.
    public var longitudes: [Double]
    /// Points merge when their identifiers are equal; −1 never merges. nil: all may merge.
    public var identifiers: [Int32]?
    /// From 0 to below the number of kinds.
    public var kinds: [Int32]
    /// The higher, the rather a point represents its cluster.
    public var priorities: [Double]

    /// Makes the columns; all have the same length.
    public init(latitudes: [Double], longitudes: [Double], identifiers: [Int32]? = nil, kinds: [Int32], priorities: [Double]) {
        self.latitudes = latitudes
        self.longitudes = longitudes
        self.identifiers = identifiers
        self.kinds = kinds
        self.priorities = priorities
    }
}

/// What a map shows at one zoom: clusters and points that stand alone, in order of their first members.
public struct MapClusterLevel: Sendable {
    /// The expansion zoom of a point that stands alone.
    public static let noExpansion: Int8 = -1

    /// The zoom of the map.
    public let zoom: Int
    /// Degrees: the centre on the Web Mercator plane, of a single point its own latitude.
    public let latitudes: [Double]
    /// Degrees, in [−180, 180].
    public let longitudes: [Double]
    /// Points in each item; 1 for a point that stands alone.
    public let counts: [Int32]
    /// `kindCount` counts an item, which add up to its count.
    public let kindCounts: [Int32]
    /// Number of kinds.
    public let kindCount: Int
    /// What each item's points have in common: −1 is null. nil where nothing was kept apart.
    public let identifiers: [Int32]?
    /// The first member in input order, an input row.
    public let firstMembers: [Int32]
    /// Where the chain of members ends, an input row; for `MapClusterPyramid.members`.
    public let lastMembers: [Int32]
    /// The member of the highest priority, of equal ones the first; an input row.
    public let representatives: [Int32]
    /// The first zoom at which the item falls apart; `noExpansion` for a point that stands alone.
    public let expansionZooms: [Int8]

    /// Number of items.
    public var count: Int { counts.count }

    init(zoom: Int, _ items: MapClusterItems) {
        self.zoom = zoom
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        latitudes.reserveCapacity(items.count)
        longitudes.reserveCapacity(items.count)
        for item in items.items {
            let first = Int(item.firstMember)
            let isAlone = item.count == 1
            let (x, y) = isAlone ? (0, 0) : item.centre
            latitudes.append(isAlone ? items.points.latitudes[first] : MercatorSquare.latitude(y: y))
            longitudes.append(isAlone ? items.points.longitudes[first] : MercatorSquare.longitude(x: x))
        }
        self.latitudes = latitudes
        self.longitudes = longitudes
        counts = items.items.map(\.count)
        kindCounts = items.kindCounts
        kindCount = items.kindCount
        identifiers = items.points.identifiers.map { identifiers in items.items.map { identifiers[Int($0.firstMember)] } }
        firstMembers = items.items.map(\.firstMember)
        lastMembers = items.items.map(\.lastMember)
        representatives = items.items.map(\.representative)
        expansionZooms = items.items.map(\.expansionZoom)
    }
}

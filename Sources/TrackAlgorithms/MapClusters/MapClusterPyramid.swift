/// How points merge on a map.
public struct MapClusterOptions: Sendable {
    /// Pixels: items this far apart or nearer merge.
    public var radiusPixels: Double
    /// Pixels along one side of the whole map at zoom 0.
    public var extentPixels: Double
    /// The fewest points of a cluster, 2 or more.
    public var minimumPoints: Int
    /// Zooms to cluster for, within 0…30.
    public var zooms: ClosedRange<Int>
    /// Whether points on both sides of ±180° may merge. supercluster has a border there.
    public var joinsAcrossAntimeridian: Bool

    /// The options of supercluster, with ±180° open.
    public init(
        radiusPixels: Double = 40, extentPixels: Double = 512, minimumPoints: Int = 2, zooms: ClosedRange<Int> = 0...16,
        joinsAcrossAntimeridian: Bool = true
    ) {
        self.radiusPixels = radiusPixels
        self.extentPixels = extentPixels
        self.minimumPoints = minimumPoints
        self.zooms = zooms
        self.joinsAcrossAntimeridian = joinsAcrossAntimeridian
    }
}

/// Clusters points for every zoom of a map, from the highest zoom to the lowest, each from the one before.
///
/// At a zoom each item in turn, if it is still free, takes all free items of its identifier within the radius; with enough points
/// they are a cluster at the mean of all members. Otherwise they stay as they are, and are not free at this zoom any more.
/// Centres are means of exact sums, so nothing depends on the order in which a search finds them.
/// - Complexity: O(n) a zoom for maps, about 85 bytes a point with two kinds, besides the input and the level handed out.
/// - Source: the greedy pyramid of mapbox/supercluster 8; RULES.md 3.5.
///
///     var pyramid = MapClusterPyramid(of: points, kindCount: 2, options: MapClusterOptions(zooms: 3...16))
///     while let level = pyramid.nextLevel() { … }
public struct MapClusterPyramid: Sendable {
    /// Input rows that are not on the Earth, rising; no cluster holds them.
    public let leftOut: [Int32]

    private let options: MapClusterOptions
    private var items: MapClusterItems
    private var nextZoom: Int
    private var isFree: [Bool] = []
    private var isMerged: [Bool] = []

    /// - Parameters:
    ///   - points: At most 2²⁶.
    ///   - kindCount: How many kinds there are; every kind of the points is below.
    public init(of points: MapClusterPoints, kindCount: Int, options: MapClusterOptions = MapClusterOptions()) {
        precondition(points.latitudes.count <= 1 << 26, "expected at most 2^26 points, found \(points.latitudes.count)")
        self.options = options
        nextZoom = options.zooms.upperBound
        var rows: [Int32] = []
        var leftOut: [Int32] = []
        rows.reserveCapacity(points.latitudes.count)
        for row in points.latitudes.indices {
            let isOnEarth = abs(points.latitudes[row]) <= 90 && abs(points.longitudes[row]) <= 180
            if isOnEarth { rows.append(Int32(row)) } else { leftOut.append(Int32(row)) }
        }
        self.leftOut = leftOut
        items = MapClusterItems(points, rows: rows, kindCount: kindCount)
    }

    /// The level of the highest zoom not handed out yet; nil after the lowest.
    public mutating func nextLevel() -> MapClusterLevel? {
        guard nextZoom >= options.zooms.lowerBound else { return nil }
        mergeItems(zoom: nextZoom)
        nextZoom -= 1
        return MapClusterLevel(zoom: nextZoom + 1, items)
    }

    /// The input rows of an item's points, rising. The level may be any that this pyramid has handed out.
    /// - Complexity: O(k log k) for k members.
    public func members(ofItem item: Int, in level: MapClusterLevel) -> [Int32] {
        var members: [Int32] = []
        members.reserveCapacity(Int(level.counts[item]))
        forEachMember(ofItem: item, in: level) { members.append($0) }
        members.sort()
        return members
    }

    /// The input rows of an item's points, in no certain order.
    /// - Complexity: O(k) for k members.
    public func forEachMember(ofItem item: Int, in level: MapClusterLevel, _ body: (Int32) -> Void) {
        var member = level.firstMembers[item]
        while member != level.lastMembers[item] {
            body(member)
            member = items.nextMembers[Int(member)]
        }
        body(member)
    }

    /// For each item of the level above, the item of a level that holds it. Both may be any that this pyramid has handed out.
    /// - Complexity: O(n) for the points, which are only set down, and the items of the level above.
    public func holders(of above: MapClusterLevel, in level: MapClusterLevel) -> [Int32] {
        var itemOfFirst = [Int32](repeating: -1, count: items.points.latitudes.count)
        for (item, first) in above.firstMembers.enumerated() { itemOfFirst[Int(first)] = Int32(item) }
        var holders = [Int32](repeating: -1, count: above.count)
        for item in 0..<level.count {
            // An item is a stretch of the chain, made of those of the items above that it holds.
            var part = Int(itemOfFirst[Int(level.firstMembers[item])])
            holders[part] = Int32(item)
            while above.lastMembers[part] != level.lastMembers[item] {
                part = Int(itemOfFirst[Int(items.nextMembers[Int(above.lastMembers[part])])])
                holders[part] = Int32(item)
            }
        }
        return holders
    }

    private mutating func mergeItems(zoom: Int) {
        let closesAround = options.joinsAcrossAntimeridian
        let radius = options.radiusPixels / (options.extentPixels * Double(1 << zoom))
        var cells = MercatorCells(radius: radius, closesAround: closesAround)
        cells.fill(items)
        // One without an identifier is never free: its place may be another's by the time that a search meets it.
        isFree = (0..<items.count).map { items.identifier(ofItem: $0) >= 0 }
        isMerged = [Bool](repeating: false, count: items.count)
        var taken: [Int32] = []
        var place = 0
        for item in 0..<items.count where !isMerged[item] {
            if isFree[item] {
                isFree[item] = false
                let (x, y) = items.items[item].centre
                taken.removeAll(keepingCapacity: true)
                cells.take(
                    aroundX: x, y: y, identifier: items.identifier(ofItem: item), items: items, isFree: &isFree, into: &taken)
                merge(taken, into: item, zoom: zoom)
            }
            // Everything before this item was read already: its place can be used.
            items.move(item, to: place)
            place += 1
        }
        items.keepFirst(place)
    }

    private mutating func merge(_ taken: [Int32], into item: Int, zoom: Int) {
        let count = taken.reduce(items.items[item].count) { $0 + items.items[Int($1)].count }
        guard !taken.isEmpty, count >= options.minimumPoints else { return }
        items.merge(taken, into: item, zoom: zoom, closesAround: options.joinsAcrossAntimeridian)
        for other in taken { isMerged[Int(other)] = true }
    }
}

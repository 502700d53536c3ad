import Tracks

/// How clusters of points become markers of a map.
public struct MapMarkerOptions: Sendable {
    /// How points merge.
    public var clusters: MapClusterOptions
    /// The outline of a marker; nil where none hides another.
    public var shape: MarkerShape?
    /// The size of a marker in pixels.
    public var sizePixels: Double
    /// The priority of a cluster; a single point has that of its kind.
    public var clusterPriority: Int64

    /// Options of markers.
    public init(clusters: MapClusterOptions, shape: MarkerShape?, sizePixels: Double, clusterPriority: Int64) {
        self.clusters = clusters
        self.shape = shape
        self.sizePixels = sizePixels
        self.clusterPriority = clusterPriority
    }
}

/// The markers of a map at one zoom: its clusters and single points, with their priorities.
public struct MapMarkerLevel: Sendable {
    /// The clusters and points.
    public let level: MapClusterLevel
    /// One an item.
    public let priorities: [Int64]
    /// One an item; nil where markers hide none.
    public let isHidden: [Bool]?
}

/// The markers of points for every zoom of a map, from the highest zoom to the lowest (rule 3.5).
public struct MapMarkers: Sendable {
    private let options: MapMarkerOptions
    private let priorities: [Int64]
    private var pyramid: MapClusterPyramid

    /// - Parameters:
    ///   - latitudes: Degrees, of the points in the order (device, time).
    ///   - longitudes: Degrees.
    ///   - identifiers: What keeps points apart, by numbers that are equal where it is, −1 for a point that never merges; nil where
    ///     nothing does.
    ///   - numbers: The kind of each point, by its place in `kinds`.
    public init(
        latitudes: [Double], longitudes: [Double], identifiers: [Int32]?, numbers: [Int32], kinds: MapKinds,
        options: MapMarkerOptions
    ) {
        self.options = options
        priorities = numbers.map { kinds.priorities[Int($0)] }
        let points = MapClusterPoints(
            latitudes: latitudes, longitudes: longitudes, identifiers: identifiers, kinds: numbers,
            priorities: priorities.map(Double.init))
        pyramid = MapClusterPyramid(of: points, kindCount: kinds.names.count, options: options.clusters)
    }

    /// The markers of the highest zoom not handed out yet; nil after the lowest.
    public mutating func nextLevel() -> MapMarkerLevel? {
        guard let level = pyramid.nextLevel() else { return nil }
        let priorities = (0..<level.count).map { item in
            level.counts[item] == 1 ? self.priorities[Int(level.representatives[item])] : options.clusterPriority
        }
        let isHidden = options.shape.map { shape in
            level.hiddenMarkers(
                priorities: priorities.map(Double.init), shape: shape, sizePixels: options.sizePixels,
                extentPixels: options.clusters.extentPixels)
        }
        return MapMarkerLevel(level: level, priorities: priorities, isHidden: isHidden)
    }

    /// The points of an item of a level, rising.
    public func members(ofItem item: Int, in level: MapClusterLevel) -> [Int32] { pyramid.members(ofItem: item, in: level) }

    /// The points of an item of a level, in no certain order.
    public func forEachMember(ofItem item: Int, in level: MapClusterLevel, _ body: (Int32) -> Void) {
        pyramid.forEachMember(ofItem: item, in: level, body)
    }

    /// For each item of the level above, the item of a level that holds it.
    public func holders(of above: MapClusterLevel, in level: MapClusterLevel) -> [Int32] {
        pyramid.holders(of: above, in: level)
    }

    /// Numbers for texts that keep points apart. Null never merges: −1.
    public static func numbers(of identifiers: [String?]) -> [Int32] {
        let texts = Set(identifiers.compactMap { $0.map(ExactText.init) }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, Int32($0)) })
        return identifiers.map { $0.flatMap { numbers[ExactText($0)] } ?? -1 }
    }
}

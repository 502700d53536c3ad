import Tracks

/// What map clusters were made with, kept with the results so that pages can make those of some days the same way.
public struct MapClusterSettings: Sendable, Equatable {
    /// What is merged.
    public var source: MapPointSource
    /// The zooms of the map.
    public var zooms: ClosedRange<Int>
    /// Pixels within which points merge.
    public var radius: Int
    /// Pixels that a tile is wide.
    public var extent: Int
    /// So many points make a cluster.
    public var minimumPoints: Int
    /// `none`, `kind`, `device` or `group`: only points that are equal in it merge.
    public var separator: String
    /// `circle`, `rectangle`, or `none` where no marker hides another.
    public var shape: String
    /// Pixels that a marker is wide.
    public var size: Int
    /// The priority of a cluster.
    public var priority: Int64

    /// Settings.
    public init(
        source: MapPointSource, zooms: ClosedRange<Int>, radius: Int, extent: Int, minimumPoints: Int, separator: String,
        shape: String, size: Int, priority: Int64
    ) {
        self.source = source
        self.zooms = zooms
        self.radius = radius
        self.extent = extent
        self.minimumPoints = minimumPoints
        self.separator = separator
        self.shape = shape
        self.size = size
        self.priority = priority
    }

    /// One text: `stays 3 16 40 512 2 none none 40 750`.
    var text: String {
        "\(source.rawValue) \(zooms.lowerBound) \(zooms.upperBound) \(radius) \(extent) \(minimumPoints) \(separator) \(shape) \(size) \(priority)"
    }

    init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 10, let source = MapPointSource(rawValue: words[0]), let low = Int(words[1]),
            let high = Int(words[2]), low <= high, let radius = Int(words[3]), let extent = Int(words[4]),
            let points = Int(words[5]), let size = Int(words[8]), let priority = Int64(words[9])
        else { return nil }
        self.init(
            source: source, zooms: low...high, radius: radius, extent: extent, minimumPoints: points, separator: words[6],
            shape: words[7], size: size, priority: priority)
    }
}

extension Store {
    /// What map clusters are made with; nil where there are none, and of an earlier version.
    public func mapClusterSettings() throws -> MapClusterSettings? {
        try meta("map cluster settings").flatMap(MapClusterSettings.init(text:))
    }

    /// Keeps what map clusters are made with; nil: there are none.
    public func setMapClusterSettings(_ settings: MapClusterSettings?) throws {
        let text = settings?.text ?? ""
        guard try meta("map cluster settings") != text else { return }
        try transaction { try setMeta("map cluster settings", text) }
    }
}

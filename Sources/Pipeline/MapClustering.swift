import Geodesy
import LogFormats
import Stages
import Store
import TrackAlgorithms
import Tracks

/// Makes the map clusters of a database what they must be (rule 3.5): all are computed, and those that differ from what is stored written.
struct MapClustering {
    private let store: Store
    private let stage: ClusterForMap
    private let kinds: MapKinds
    private let points: MapPoints
    /// Of each kind of the points its number among the counted kinds.
    private let numbers: [Int32]
    private let identifiers: PointIdentifiers
    private let contentSeed: StableHash
    /// Of each device a hash of its id.
    private let deviceHashes: [UInt64]

    init(store: Store, pipeline: PipelineFile, stage: ClusterForMap) throws {
        self.store = store
        self.stage = stage
        var since = Int64.min
        if let days = stage.lastDays, let last = try store.lastDayWithFixes() {
            since = pipeline.zone.start(of: last.advanced(by: 1 - days))
        }
        points = try store.mapPoints(of: stage.of, since: since, goOn: Interruption.check)
        kinds = MapKinds(declared: pipeline.kinds.map { ($0.name, $0.priority) }, found: points.kindNames)
        numbers = points.kindNames.map(kinds.number)
        identifiers = PointIdentifiers(of: points, stage.separator, groups: pipeline.groupsOfDevices)
        contentSeed = Self.contentSeed(of: kinds, stage.of)
        deviceHashes = points.devices.map { NameTable.hash($0.id) }
    }

    /// A level with the ids of its items.
    private struct Level {
        let markers: MapMarkerLevel
        let ids: [UInt64]

        var items: MapClusterLevel { markers.level }
    }

    /// Levels come from the highest zoom down; each is written once the next says which of its items hold them.
    func writeAll() throws {
        try store.setMeta("map clusters are of", stage.of.rawValue)
        let other = kinds.number(of: nil)
        var markers = MapMarkers(
            latitudes: points.latitudes, longitudes: points.longitudes, identifiers: identifiers.ofPoints,
            numbers: points.kinds.map { $0 < 0 ? other : numbers[Int($0)] }, kinds: kinds, options: stage.markers)
        var above: Level?
        while let next = markers.nextLevel() {
            try Interruption.check()
            let level = Level(markers: next, ids: ids(of: next.level))
            if let above { try write(above, in: level, markers) }
            above = level
        }
        if let above { try write(above, in: nil, markers) }
    }

    /// Hashes of zoom and first member.
    private func ids(of level: MapClusterLevel) -> [UInt64] {
        // `stableNumber("cluster ZOOM", device, time)`, whose beginning is the same for all.
        var seed = StableHash()
        seed.combine("cluster \(level.zoom)")
        return level.firstMembers.map { first in
            var hash = seed
            hash.combine(points.devices[Int(points.deviceNumbers[Int(first)])].id)
            hash.combine(UInt64(bitPattern: points.times[Int(first)]))
            return hash.value
        }
    }

    // MARK: What differs

    /// Writes those of a level that differ from what is stored, in the order in which they lie there.
    private func write(_ level: Level, in next: Level?, _ markers: MapMarkers) throws {
        let zoom = level.items.zoom
        let hasMembers = zoom == stage.options.zooms.upperBound
        let holders = next.map { markers.holders(of: level.items, in: $0.items) }
        var stored = try store.mapClusterContents(zoom: zoom)
        var differing: [(item: Int, now: MapClusterContent, before: MapClusterContent?)] = []
        for item in 0..<level.items.count {
            let parent = holders.flatMap { holders in next.map { $0.ids[Int(holders[item])] } }
            let now = MapClusterContent(
                content: content(of: item, level.markers, parent: parent),
                members: hasMembers ? members(of: item, level.items, markers) : 0)
            let before = stored.take(level.ids[item])
            if before != now { differing.append((item, now, before)) }
        }
        for id in stored.left { try store.dropMapCluster(id, zoom: zoom, hasMembers: hasMembers) }
        differing.sort { level.ids[$0.item] < level.ids[$1.item] }
        for (number, (item, now, before)) in differing.enumerated() {
            if number % 1_024 == 0 { try Interruption.check() }
            let parent = holders.flatMap { holders in next.map { $0.ids[Int(holders[item])] } }
            try store.write(cluster(item, level, parent: parent), now)
            guard hasMembers, before?.members != now.members else { continue }
            try store.replaceMembers(
                of: stableText(level.ids[item]), isNew: before == nil, with: markers.members(ofItem: item, in: level.items),
                of: points, as: stage.of)
        }
    }

    /// A hash of all that is stored of an item.
    private func content(of item: Int, _ markers: MapMarkerLevel, parent: UInt64?) -> UInt64 {
        let level = markers.level
        let first = Int(level.firstMembers[item])
        var hash = contentSeed
        hash.combine(level.latitudes[item].bitPattern)
        hash.combine(level.longitudes[item].bitPattern)
        for kind in 0..<level.kindCount {
            let count = level.kindCounts[item * level.kindCount + kind]
            if count > 0 { hash.combine(UInt64(kind) << 32 | UInt64(UInt32(bitPattern: count))) }
        }
        hash.combine(pointHash(Int(level.representatives[item])))
        hash.combine(UInt64(bitPattern: markers.priorities[item]))
        let zoom = UInt64(UInt8(bitPattern: level.expansionZooms[item]))
        hash.combine(zoom << 2 | (markers.isHidden?[item] == true ? 2 : 0) | (parent == nil ? 0 : 1))
        hash.combine(parent ?? 0)
        hash.combine(identifiers.hash(ofPoint: first, in: points))
        return hash.value
    }

    /// What the contents of all items begin with.
    private static func contentSeed(of kinds: MapKinds, _ source: MapPointSource) -> StableHash {
        var hash = StableHash()
        for name in kinds.names { hash.combine(name) }
        hash.combine(source.rawValue)
        return StableHash(seed: hash.value)
    }

    private func pointHash(_ point: Int) -> UInt64 {
        var hash = StableHash(seed: deviceHashes[Int(points.deviceNumbers[point])])
        hash.combine(UInt64(bitPattern: points.times[point]))
        return hash.value
    }

    /// A hash of the members of an item, whatever order they come in.
    private func members(of item: Int, _ level: MapClusterLevel, _ markers: MapMarkers) -> UInt64 {
        var sum: UInt64 = 0
        markers.forEachMember(ofItem: item, in: level) { sum &+= pointHash(Int($0)) }
        return sum
    }

    // MARK: What is stored

    private func cluster(_ item: Int, _ whole: Level, parent: UInt64?) -> StoredMapCluster {
        let level = whole.items
        let counts = Array(level.kindCounts[item * level.kindCount..<(item + 1) * level.kindCount])
        var cluster = StoredMapCluster(
            zoom: Int64(level.zoom), id: stableText(whole.ids[item]),
            identifier: identifiers.text(ofPoint: Int(level.firstMembers[item]), in: points), latitude: level.latitudes[item],
            longitude: level.longitudes[item], count: Int64(level.counts[item]), kinds: json(counts) { "\($0)" },
            shares: json(counts) { "\(Double($0) / Double(level.counts[item]))" },
            representative: points.id(of: Int(level.representatives[item]), as: stage.of),
            priority: whole.markers.priorities[item],
            expansionZoom: level.counts[item] == 1 ? nil : Int64(level.expansionZooms[item]),
            isHidden: whole.markers.isHidden?[item] ?? false)
        cluster.parent = parent.map(stableText)
        return cluster
    }

    /// A JSON object with a value for each kind that has a count.
    private func json(_ counts: [Int32], _ value: (Int32) -> String) -> String {
        "{" + zip(kinds.names, counts).filter { $1 > 0 }.map { "\(jsonText($0)):\(value($1))" }.joined(separator: ",") + "}"
    }
}

/// What keeps points apart on the map: their kinds, devices or groups.
private struct PointIdentifiers {
    private let separator: ClusterForMap.Separator
    /// Of each device its id or group, where these keep apart.
    private let ofDevices: [String?]
    /// Numbers of the points, −1 for those that never merge; nil where nothing keeps apart.
    let ofPoints: [Int32]?

    init(of points: MapPoints, _ separator: ClusterForMap.Separator, groups: [ExactText: String]) {
        self.separator = separator
        switch separator {
        case .none, .kind: ofDevices = []
        case .device: ofDevices = points.devices.map(\.id)
        case .group: ofDevices = points.devices.map { groups[ExactText($0.id)] }
        }
        switch separator {
        case .none: ofPoints = nil
        case .kind: ofPoints = points.kinds
        case .device, .group:
            let numbers = MapMarkers.numbers(of: ofDevices)
            ofPoints = points.deviceNumbers.map { numbers[Int($0)] }
        }
    }

    func text(ofPoint point: Int, in points: MapPoints) -> String? {
        switch separator {
        case .none: nil
        case .kind: points.kinds[point] < 0 ? nil : points.kindNames[Int(points.kinds[point])]
        case .device, .group: ofDevices[Int(points.deviceNumbers[point])]
        }
    }

    func hash(ofPoint point: Int, in points: MapPoints) -> UInt64 {
        separator == .none ? 0 : text(ofPoint: point, in: points).map(NameTable.hash) ?? 1
    }
}

extension ClusterForMap {
    /// How its markers are made.
    var markers: MapMarkerOptions {
        MapMarkerOptions(clusters: options, shape: shape, sizePixels: sizePixels, clusterPriority: clusterPriority)
    }

    /// What a database keeps of it.
    var settings: MapClusterSettings {
        let outline: String =
            switch shape {
            case .circle: "circle"
            case .rectangle: "rectangle"
            case nil: "none"
            }
        return MapClusterSettings(
            source: of, zooms: options.zooms, radius: Int(options.radiusPixels), extent: Int(options.extentPixels),
            minimumPoints: options.minimumPoints, separator: separator.rawValue, shape: outline, size: Int(sizePixels),
            priority: clusterPriority)
    }
}

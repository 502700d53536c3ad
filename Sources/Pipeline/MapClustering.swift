import Geodesy
import LogFormats
import Stages
import Store
import TrackAlgorithms
import Tracks

/// Makes the map clusters of a database anew (rule 3.5).
struct MapClustering {
    private let store: Store
    private let stage: ClusterForMap
    private let kinds: MapKinds
    private let points: [MapPoint]
    private let groups: [ExactText: String]

    init(store: Store, pipeline: PipelineFile, stage: ClusterForMap) throws {
        self.store = store
        self.stage = stage
        groups = pipeline.groupsOfDevices
        var since = Int64.min
        if let days = stage.lastDays, let last = try store.lastDayWithFixes() {
            since = pipeline.zone.start(of: last.advanced(by: 1 - days))
        }
        points = try store.mapPoints(of: stage.of, since: since)
        kinds = MapKinds(declared: pipeline.kinds.map { ($0.name, $0.priority) }, found: points.compactMap(\.kind))
    }

    /// Levels come from the highest zoom down; each is written once the next says which of its items hold them.
    func writeAll() throws {
        try store.setMeta("map clusters are of", stage.of.rawValue)
        var markers = MapMarkers(
            latitudes: points.map(\.latitude), longitudes: points.map(\.longitude),
            identifiers: stage.separator == .none ? nil : points.map(identifier),
            numbers: points.map { kinds.number(of: $0.kind) }, kinds: kinds, options: stage.markers)
        var above: (level: MapClusterLevel, items: [StoredMapCluster])?
        while let level = markers.nextLevel() {
            let items = stored(level)
            if var done = above {
                setParents(&done, items, level.level, markers)
                try store.write(done.items)
            } else {
                try writeMembers(items, level.level, markers)
            }
            above = (level.level, items)
        }
        if let above { try store.write(above.items) }
    }

    private func identifier(of point: MapPoint) -> String? {
        switch stage.separator {
        case .none: nil
        case .kind: point.kind
        case .device: point.device
        case .group: groups[ExactText(point.device)]
        }
    }

    private func stored(_ markers: MapMarkerLevel) -> [StoredMapCluster] {
        let level = markers.level
        return (0..<level.count).map { item in
            let first = points[Int(level.firstMembers[item])]
            let counts = Array(level.kindCounts[item * level.kindCount..<(item + 1) * level.kindCount])
            return StoredMapCluster(
                zoom: Int64(level.zoom), id: id(level, item), identifier: identifier(of: first), latitude: level.latitudes[item],
                longitude: level.longitudes[item], count: Int64(level.counts[item]), kinds: json(counts) { "\($0)" },
                shares: json(counts) { "\(Double($0) / Double(level.counts[item]))" },
                representative: points[Int(level.representatives[item])].id(as: stage.of), priority: markers.priorities[item],
                expansionZoom: level.counts[item] == 1 ? nil : Int64(level.expansionZooms[item]),
                isHidden: markers.isHidden?[item] ?? false)
        }
    }

    /// A JSON object with a value for each kind that has a count.
    private func json(_ counts: [Int32], _ value: (Int32) -> String) -> String {
        "{" + zip(kinds.names, counts).filter { $1 > 0 }.map { "\(jsonText($0)):\(value($1))" }.joined(separator: ",") + "}"
    }

    /// A hash of zoom and first member.
    private func id(_ level: MapClusterLevel, _ item: Int) -> String {
        let first = points[Int(level.firstMembers[item])]
        return stableID("cluster \(level.zoom)", first.device, first.time)
    }

    private func setParents(
        _ above: inout (level: MapClusterLevel, items: [StoredMapCluster]), _ items: [StoredMapCluster], _ level: MapClusterLevel,
        _ markers: MapMarkers
    ) {
        var itemOfFirst = [Int32](repeating: -1, count: points.count)
        for item in 0..<above.level.count { itemOfFirst[Int(above.level.firstMembers[item])] = Int32(item) }
        for item in 0..<level.count {
            let isNew = Int(level.expansionZooms[item]) == level.zoom + 1
            for member in isNew ? markers.members(ofItem: item, in: level) : [level.firstMembers[item]]
            where itemOfFirst[Int(member)] >= 0 {
                above.items[Int(itemOfFirst[Int(member)])].parent = items[item].id
            }
        }
    }

    private func writeMembers(_ items: [StoredMapCluster], _ level: MapClusterLevel, _ markers: MapMarkers) throws {
        for item in 0..<level.count {
            for member in markers.members(ofItem: item, in: level) {
                try store.write(memberOf: items[item].id, points[Int(member)], as: stage.of)
            }
        }
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

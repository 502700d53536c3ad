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
    private let isSeparated: Bool
    private let groups: [ExactText: String]

    init(store: Store, pipeline: PipelineFile, stage: ClusterForMap) throws {
        self.store = store
        self.stage = stage
        isSeparated = stage.separator != .none
        groups = pipeline.groupsOfDevices
        var since = Int64.min
        if let days = stage.lastDays, let last = try store.lastDayWithFixes() {
            since = pipeline.zone.start(of: last.advanced(by: 1 - days))
        }
        points = try store.mapPoints(of: stage.of, since: since)
        kinds = MapKinds(declared: pipeline.kinds, found: points)
    }

    /// Levels come from the highest zoom down; each is written once the next says which of its items hold them.
    func writeAll() throws {
        try store.setMeta("map clusters are of", stage.of.rawValue)
        let numbers = points.map { kinds.number(of: $0.kind) }
        let columns = MapClusterPoints(
            latitudes: points.map(\.latitude), longitudes: points.map(\.longitude), identifiers: identifiers(), kinds: numbers,
            priorities: numbers.map { Double(kinds.priorities[Int($0)]) })
        var pyramid = MapClusterPyramid(of: columns, kindCount: kinds.names.count, options: stage.options)
        var above: (level: MapClusterLevel, items: [StoredMapCluster])?
        while let level = pyramid.nextLevel() {
            let items = stored(level, numbers)
            if var done = above {
                setParents(&done, items, level, pyramid)
                try store.write(done.items)
            } else {
                try writeMembers(items, level, pyramid)
            }
            above = (level, items)
        }
        if let above { try store.write(above.items) }
    }

    /// Null never merges: −1.
    private func identifiers() -> [Int32]? {
        guard isSeparated else { return nil }
        let texts = Set(points.compactMap(identifier).map(ExactText.init)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, Int32($0)) })
        return points.map { identifier(of: $0).flatMap { numbers[ExactText($0)] } ?? -1 }
    }

    private func identifier(of point: MapPoint) -> String? {
        switch stage.separator {
        case .none: nil
        case .kind: point.kind
        case .device: point.device
        case .group: groups[ExactText(point.device)]
        }
    }

    private func stored(_ level: MapClusterLevel, _ numbers: [Int32]) -> [StoredMapCluster] {
        let priorities = (0..<level.count).map { item in
            level.counts[item] == 1 ? kinds.priorities[Int(numbers[Int(level.representatives[item])])] : stage.clusterPriority
        }
        let isHidden = stage.shape.map { shape in
            level.hiddenMarkers(
                priorities: priorities.map(Double.init), shape: shape, sizePixels: stage.sizePixels,
                extentPixels: stage.options.extentPixels)
        }
        return (0..<level.count).map { item in
            let first = points[Int(level.firstMembers[item])]
            let counts = Array(level.kindCounts[item * level.kindCount..<(item + 1) * level.kindCount])
            return StoredMapCluster(
                zoom: Int64(level.zoom), id: id(level, item), identifier: identifier(of: first), latitude: level.latitudes[item],
                longitude: level.longitudes[item], count: Int64(level.counts[item]), kinds: kinds.json(counts) { "\($0)" },
                shares: kinds.json(counts) { "\(Double($0) / Double(level.counts[item]))" },
                representative: points[Int(level.representatives[item])].id(as: stage.of), priority: priorities[item],
                expansionZoom: level.counts[item] == 1 ? nil : Int64(level.expansionZooms[item]),
                isHidden: isHidden?[item] ?? false)
        }
    }

    /// A hash of zoom and first member.
    private func id(_ level: MapClusterLevel, _ item: Int) -> String {
        let first = points[Int(level.firstMembers[item])]
        return stableID("cluster \(level.zoom)", first.device, first.time)
    }

    private func setParents(
        _ above: inout (level: MapClusterLevel, items: [StoredMapCluster]), _ items: [StoredMapCluster], _ level: MapClusterLevel,
        _ pyramid: MapClusterPyramid
    ) {
        var itemOfFirst = [Int32](repeating: -1, count: points.count)
        for item in 0..<above.level.count { itemOfFirst[Int(above.level.firstMembers[item])] = Int32(item) }
        for item in 0..<level.count {
            let isNew = Int(level.expansionZooms[item]) == level.zoom + 1
            for member in isNew ? pyramid.members(ofItem: item, in: level) : [level.firstMembers[item]]
            where itemOfFirst[Int(member)] >= 0 {
                above.items[Int(itemOfFirst[Int(member)])].parent = items[item].id
            }
        }
    }

    private func writeMembers(_ items: [StoredMapCluster], _ level: MapClusterLevel, _ pyramid: MapClusterPyramid) throws {
        for item in 0..<level.count {
            for member in pyramid.members(ofItem: item, in: level) {
                try store.write(memberOf: items[item].id, points[Int(member)], as: stage.of)
            }
        }
    }
}

/// The kinds that map clusters count: those the pipeline declares, or else those found, and `other` for all else.
private struct MapKinds {
    let names: [String]
    let priorities: [Int64]
    private let numbers: [ExactText: Int32]

    init(declared: [KindOptions], found points: [MapPoint]) {
        let known =
            declared.isEmpty
            ? Set(points.compactMap(\.kind).map(ExactText.init)).sorted().map(\.text).filter { $0 != "other" }
            : declared.map(\.name)
        names = known.contains("other") ? known : known + ["other"]
        priorities = names.map { name in declared.first { $0.name == name }?.priority ?? 750 }
        numbers = Dictionary(names.enumerated().map { (ExactText($1), Int32($0)) }) { a, _ in a }
    }

    /// A missing or unlisted kind is `other`.
    func number(of kind: String?) -> Int32 { kind.flatMap { numbers[ExactText($0)] } ?? numbers[ExactText("other")] ?? 0 }

    /// A JSON object with a value for each kind that has a count.
    func json(_ counts: [Int32], _ value: (Int32) -> String) -> String {
        "{" + zip(names, counts).filter { $1 > 0 }.map { "\(jsonText($0)):\(value($1))" }.joined(separator: ",") + "}"
    }
}

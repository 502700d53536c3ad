import SQLite
import Store
import TrackAlgorithms
import Tracks

/// Points that a map merges, in the order (device, time).
struct PointsToMerge {
    private(set) var latitudes: [Double] = []
    private(set) var longitudes: [Double] = []
    /// Numbers of kinds.
    private(set) var kinds: [Int32] = []
    /// Numbers of devices of the page; -1 for none.
    private(set) var devices: [Int32] = []
    private(set) var haveKind: [Bool] = []

    var count: Int { latitudes.count }

    /// - Parameter hasKind: Whether it has a kind: one without never merges where kinds are kept apart.
    mutating func add(latitude: Double, longitude: Double, kind: Int64, device: Int, hasKind: Bool) {
        latitudes.append(latitude)
        longitudes.append(longitude)
        kinds.append(Int32(kind))
        devices.append(Int32(device))
        haveKind.append(hasKind)
    }
}

/// An item of a map over the zooms at which it is drawn: a cluster, or a point that stands alone.
///
/// What does not merge at a zoom is the same at the next lower one, so a page holds it once.
struct PageCluster {
    var latitude: Double
    var longitude: Double
    /// Numbers of points, by kind.
    var kinds: [(kind: Int, count: Int64)]
    var count: Int64
    var priority: Int64
    var low: Int
    var high: Int
    /// The number of the point that stands alone; -1 where it has none on the page.
    var point: Int64
}

/// The map clusters of a page.
struct PageClusters {
    let source: MapPointSource
    let zooms: ClosedRange<Int>
    private(set) var clusters: [PageCluster] = []
    private(set) var singles: [PageCluster] = []
    /// By zoom, items as `isSingle` and their place.
    private var hidden: [(zoom: Int, items: [(isSingle: Bool, place: Int)])] = []

    /// Merges points the way the database's map clusters were made.
    init(merging points: PointsToMerge, kinds: PageKinds, settings: MapClusterSettings, scope: PageScope) {
        source = settings.source
        zooms = settings.zooms
        let options = MapMarkerOptions(
            clusters: MapClusterOptions(
                radiusPixels: Double(settings.radius), extentPixels: Double(settings.extent),
                minimumPoints: settings.minimumPoints, zooms: settings.zooms),
            shape: settings.shape == "circle" ? .circle : settings.shape == "rectangle" ? .rectangle : nil,
            sizePixels: Double(settings.size), clusterPriority: settings.priority)
        var markers = MapMarkers(
            latitudes: points.latitudes, longitudes: points.longitudes,
            identifiers: Self.identifiers(of: points, kinds, settings, scope).map(MapMarkers.numbers), numbers: points.kinds,
            kinds: kinds.numbers,
            options: options)
        // Items of the zoom above, by their first points.
        var above: [Int32: (count: Int32, isSingle: Bool, place: Int)] = [:]
        while let next = markers.nextLevel() {
            above = take(next, above)
        }
        // Devices without a fix in these days have no point.
        guard source == .latest else { return }
        for i in singles.indices { singles[i].point = Int64(points.devices[Int(singles[i].point)]) }
    }

    private static func identifiers(
        of points: PointsToMerge, _ kinds: PageKinds, _ settings: MapClusterSettings, _ scope: PageScope
    ) -> [String?]? {
        guard settings.separator != "none" else { return nil }
        return (0..<points.count).map { i in
            let device = points.devices[i] >= 0 ? scope.devices[Int(points.devices[i])] : nil
            return switch settings.separator {
            case "kind": points.haveKind[i] ? kinds.numbers.names[Int(points.kinds[i])] : nil
            case "device": device?.id
            default: device?.group
            }
        }
    }

    private mutating func take(
        _ next: MapMarkerLevel, _ above: [Int32: (count: Int32, isSingle: Bool, place: Int)]
    ) -> [Int32: (count: Int32, isSingle: Bool, place: Int)] {
        let level = next.level
        var items: [Int32: (count: Int32, isSingle: Bool, place: Int)] = [:]
        items.reserveCapacity(level.count)
        var hiddenItems: [(isSingle: Bool, place: Int)] = []
        for item in 0..<level.count {
            let first = level.firstMembers[item]
            if let known = above[first], known.count == level.counts[item] {
                extend(known.isSingle, known.place, to: level.zoom)
                items[first] = known
            } else {
                let counts = (0..<level.kindCount).compactMap { kind -> (kind: Int, count: Int64)? in
                    let count = level.kindCounts[item * level.kindCount + kind]
                    return count > 0 ? (kind, Int64(count)) : nil
                }
                let place = add(
                    PageCluster(
                        latitude: level.latitudes[item], longitude: level.longitudes[item], kinds: counts,
                        count: Int64(level.counts[item]), priority: next.priorities[item], low: level.zoom, high: level.zoom,
                        point: Int64(first)))
                items[first] = (level.counts[item], level.counts[item] == 1, place)
            }
            if next.isHidden?[item] == true, let known = items[first] { hiddenItems.append((known.isSingle, known.place)) }
        }
        if !hiddenItems.isEmpty { hidden.append((level.zoom, hiddenItems)) }
        return items
    }

    private mutating func extend(_ isSingle: Bool, _ place: Int, to zoom: Int) {
        if isSingle { singles[place].low = zoom } else { clusters[place].low = zoom }
    }

    private mutating func add(_ item: PageCluster) -> Int {
        if item.count == 1 {
            singles.append(item)
            return singles.count - 1
        }
        clusters.append(item)
        return clusters.count - 1
    }

    // MARK: Of the database

    /// The map clusters of the database; nil where it has none.
    ///
    /// - Parameter number: Of a member's id on the page; nil where it is not there.
    init?(of scope: PageScope, kinds: PageKinds, number: (String) -> Int64?) throws {
        let bounds = try scope.database.first("SELECT min(zoom), max(zoom) FROM map_cluster") {
            ($0.optionalInteger(0), $0.optionalInteger(1))
        }
        guard let (low, high) = bounds, let low, let high else { return nil }
        zooms = Int(low)...Int(high)
        source = try scope.store.meta("map clusters are of").flatMap(MapPointSource.init(rawValue:)) ?? .stays
        let counts = try scope.database.prepare("SELECT key, value FROM json_each(?)")
        let statement = try scope.database.prepare(
            "SELECT id, latitude, longitude, count, kinds, representative, priority, hidden, parent FROM map_cluster WHERE zoom = ?"
        )
        // Items of the zoom above that one item alone holds, by its id.
        var above: [String: (count: Int64, isSingle: Bool, place: Int)] = [:]
        for zoom in zooms.reversed() {
            statement.bind(Int64(zoom), at: 1)
            var below: [String: (count: Int64, isSingle: Bool, place: Int)] = [:]
            var hiddenItems: [(isSingle: Bool, place: Int)] = []
            while try statement.step() {
                let count = statement.integer(3)
                var item = (count: count, isSingle: count == 1, place: 0)
                if let known = above[statement.text(0)], known.count == count {
                    extend(known.isSingle, known.place, to: zoom)
                    item = known
                } else {
                    item.place = add(
                        PageCluster(
                            latitude: statement.real(1), longitude: statement.real(2),
                            kinds: try Self.counts(in: statement.text(4), kinds, counts), count: count,
                            priority: statement.integer(6), low: zoom, high: zoom,
                            point: count == 1 ? number(statement.text(5)) ?? -1 : -1))
                }
                if statement.integer(7) == 1 { hiddenItems.append((item.isSingle, item.place)) }
                // Of several parts of one item none has its count.
                if let parent = statement.optionalText(8) { below[parent] = item }
            }
            if !hiddenItems.isEmpty { hidden.append((zoom, hiddenItems)) }
            above = below
        }
    }

    private static func counts(
        in text: String, _ kinds: PageKinds, _ statement: Statement
    ) throws -> [(kind: Int, count: Int64)] {
        statement.bind(text, at: 1)
        var found: [Int: Int64] = [:]
        while try statement.step() { found[Int(kinds.number(of: statement.text(0))), default: 0] += statement.integer(1) }
        return found.sorted { $0.key < $1.key }.map { (kind: $0.key, count: $0.value) }
    }

    // MARK: Writing

    /// As the page has them.
    func write(to data: DataWriter) throws {
        try data.write(
            "\"clusters\":{\"of\":\"\(source.rawValue)\",\"zooms\":[\(zooms.lowerBound),\(zooms.upperBound)],")
        var columns = JSONColumns(["latitude", "longitude", "count", "priority", "low", "high", "kinds"])
        for item in clusters {
            columns.add([
                millionths(item.latitude), millionths(item.longitude), item.count, item.priority, Int64(item.low),
                Int64(item.high),
            ])
            columns.add(json: Array("[\(item.kinds.map { "\($0.kind),\($0.count)" }.joined(separator: ","))]".utf8), to: 6)
        }
        try columns.write(to: data)
        try data.write(",\"singles\":{")
        let names = ["point", "low"] + (source == .fixes ? ["latitude", "longitude", "kind"] : [])
        var alone = JSONColumns(names)
        for item in singles {
            let place: [Int64?] = [
                millionths(item.latitude), millionths(item.longitude), item.kinds.first.map { Int64($0.kind) },
            ]
            alone.add([source == .fixes ? -1 : item.point, Int64(item.low)] + (source == .fixes ? place : []))
        }
        try alone.write(to: data)
        try data.write("},\"hidden\":[")
        for (i, level) in hidden.enumerated() {
            let numbers = level.items.map { $0.isSingle ? clusters.count + $0.place : $0.place }
            try data.write((i > 0 ? "," : "") + "[\(level.zoom),[\(numbers.map(String.init).joined(separator: ","))]]")
        }
        try data.write("]}")
    }
}

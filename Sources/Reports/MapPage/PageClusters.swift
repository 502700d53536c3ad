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

/// Points of each kind, by the kind's number.
typealias KindCounts = [(kind: Int, count: Int64)]

/// A cluster over the zooms at which it is drawn.
///
/// What does not merge at a zoom is the same at the next lower one, so a page holds it once.
struct PageCluster {
    /// Millionths of a degree.
    var latitude: Int32
    /// Millionths of a degree.
    var longitude: Int32
    var kinds: KindCounts
    var count: Int64
    var priority: Int64
    var low: Int16
    var high: Int16
}

/// A point that stands alone at all zooms from the lowest one on.
struct PageSingle {
    /// The number of the point on the page; -1 where it has none there.
    var point: Int32
    var low: Int16
    /// The number of its kind, and where it is in millionths of a degree: told only where it is a fix, which has no number.
    var kind: Int16 = -1
    var latitude: Int32 = 0
    var longitude: Int32 = 0
}

/// The map clusters of a page.
struct PageClusters {
    /// A cluster or a single by its place in their lists.
    enum Item {
        case cluster(Int32)
        case single(Int32)
    }

    let source: MapPointSource
    let zooms: ClosedRange<Int>
    private(set) var clusters: [PageCluster] = []
    private(set) var singles: [PageSingle] = []
    private var hidden: [(zoom: Int, items: [Item])] = []

    /// No clusters yet.
    init(source: MapPointSource, zooms: ClosedRange<Int>) {
        self.source = source
        self.zooms = zooms
    }

    /// Merges points the way the database's map clusters were made.
    init(merging points: PointsToMerge, kinds: PageKinds, settings: MapClusterSettings, scope: PageScope) {
        self.init(source: settings.source, zooms: settings.zooms)
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
        var above: [Int32: Item] = [:]
        while let next = markers.nextLevel() {
            above = take(next, above)
        }
        // Devices without a fix in these days have no point.
        guard source == .latest else { return }
        for i in singles.indices { singles[i].point = points.devices[Int(singles[i].point)] }
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

    private mutating func take(_ next: MapMarkerLevel, _ above: [Int32: Item]) -> [Int32: Item] {
        let level = next.level
        var items: [Int32: Item] = [:]
        items.reserveCapacity(level.count)
        var hiddenItems: [Item] = []
        for i in 0..<level.count {
            let first = level.firstMembers[i]
            let item: Item
            if let known = above[first], count(of: known) == Int64(level.counts[i]) {
                extend(known, to: level.zoom)
                item = known
            } else {
                item = add(
                    count: Int64(level.counts[i]), latitude: level.latitudes[i], longitude: level.longitudes[i],
                    priority: next.priorities[i], zoom: level.zoom, point: first
                ) {
                    (0..<level.kindCount).compactMap { kind in
                        let count = level.kindCounts[i * level.kindCount + kind]
                        return count > 0 ? (kind, Int64(count)) : nil
                    }
                }
            }
            items[first] = item
            if next.isHidden?[i] == true { hiddenItems.append(item) }
        }
        hide(hiddenItems, at: level.zoom)
        return items
    }

    // MARK: Items, from the highest zoom down

    /// How many points an item has.
    func count(of item: Item) -> Int64 {
        switch item {
        case .cluster(let i): clusters[Int(i)].count
        case .single: 1
        }
    }

    /// An item is the same at the next lower zoom.
    mutating func extend(_ item: Item, to zoom: Int) {
        switch item {
        case .cluster(let i): clusters[Int(i)].low = Int16(zoom)
        case .single(let i): singles[Int(i)].low = Int16(zoom)
        }
    }

    /// Adds what is new at a zoom.
    ///
    /// - Parameter kinds: Asked only where the page needs them.
    mutating func add(
        count: Int64, latitude: Double, longitude: Double, priority: Int64, zoom: Int, point: Int32,
        kinds: () throws -> KindCounts
    ) rethrows -> Item {
        let place = (Int32(millionths(latitude)), Int32(millionths(longitude)))
        if count > 1 {
            clusters.append(
                PageCluster(
                    latitude: place.0, longitude: place.1, kinds: try kinds(), count: count, priority: priority, low: Int16(zoom),
                    high: Int16(zoom)))
            return .cluster(Int32(clusters.count - 1))
        }
        var single = PageSingle(point: point, low: Int16(zoom))
        if source == .fixes {
            (single.latitude, single.longitude) = place
            single.kind = try kinds().first.map { Int16($0.kind) } ?? -1
        }
        singles.append(single)
        return .single(Int32(singles.count - 1))
    }

    /// Items that others cover at a zoom.
    mutating func hide(_ items: [Item], at zoom: Int) {
        if !items.isEmpty { hidden.append((zoom, items)) }
    }

    // MARK: Writing

    /// As the page has them.
    func write(to data: DataWriter) throws {
        try data.write(
            "\"clusters\":{\"of\":\"\(source.rawValue)\",\"zooms\":[\(zooms.lowerBound),\(zooms.upperBound)],\"parts\":")
        var table = JSONTable(["latitude", "longitude", "count", "priority", "low", "high", "kinds"], to: data)
        for item in clusters {
            table.columns.add([
                Int64(item.latitude), Int64(item.longitude), item.count, item.priority, Int64(item.low), Int64(item.high),
            ])
            var kinds: [UInt8] = []
            for (kind, count) in item.kinds {
                kinds.append(UInt8(ascii: kinds.isEmpty ? "[" : ","))
                kinds.add(Int64(kind))
                kinds.append(UInt8(ascii: ","))
                kinds.add(count)
            }
            table.columns.add(json: kinds.isEmpty ? Array("[]".utf8) : kinds + [UInt8(ascii: "]")], to: 6)
            try table.endRow()
        }
        try table.finish()
        try data.write(",\"singles\":")
        try writeSingles(to: data)
        try data.write(",\"hidden\":[")
        for (i, level) in hidden.enumerated() {
            let numbers = level.items.map { item in
                switch item {
                case .cluster(let place): Int(place)
                case .single(let place): clusters.count + Int(place)
                }
            }
            try data.write((i > 0 ? "," : "") + "[\(level.zoom),[\(numbers.map(String.init).joined(separator: ","))]]")
        }
        try data.write("]}")
    }

    private func writeSingles(to data: DataWriter) throws {
        let isOfFixes = source == .fixes
        var table = JSONTable(["point", "low"] + (isOfFixes ? ["latitude", "longitude", "kind"] : []), to: data)
        for item in singles {
            table.columns.add(isOfFixes ? -1 : Int64(item.point), to: 0)
            table.columns.add(Int64(item.low), to: 1)
            if isOfFixes {
                table.columns.add(Int64(item.latitude), to: 2)
                table.columns.add(Int64(item.longitude), to: 3)
                table.columns.add(Int64(item.kind), to: 4)
            }
            try table.endRow()
        }
        try table.finish()
    }
}

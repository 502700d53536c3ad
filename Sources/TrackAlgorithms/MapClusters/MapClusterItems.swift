/// A cluster, or a point that stands alone.
struct MapClusterItem {
    /// Sums over the members of their steps in the square.
    var sumX: Int64
    var sumY: Int64
    var count: Int32 = 1
    var firstMember: Int32
    var lastMember: Int32
    var representative: Int32
    var expansionZoom = MapClusterLevel.noExpansion

    /// The centre in the unit square.
    var centre: (x: Double, y: Double) {
        (MercatorSquare.mean(sum: sumX, count: count), MercatorSquare.mean(sum: sumY, count: count))
    }

    /// The centre as others find it, in float32.
    func searchPlace(closesAround: Bool) -> (x: Float, y: Float) {
        let (x, y) = centre
        guard closesAround, count > 1 else { return (Float(x), Float(y)) }
        // Float32 is finer near the square's west side. Where ±180° is no border, one step serves everywhere: that of the east half.
        return (Float((x * 0x1p24).rounded(.toNearestOrEven) * 0x1p-24), Float(y))
    }
}

/// The items of a zoom level while the pyramid is built, in order of their first members; compacted in place from level to level.
///
/// Members hang on one chain for all levels: an item is the stretch of the chain from its first to its last member, and merging
/// links two stretches.
struct MapClusterItems {
    private(set) var items: [MapClusterItem]
    /// `kindCount` numbers an item.
    private(set) var kindCounts: [Int32]
    /// The point that follows each point on the chain; −1 at an end.
    private(set) var nextMembers: [Int32]
    let points: MapClusterPoints
    let kindCount: Int

    var count: Int { items.count }

    /// An item for each of the points that has a place.
    init(_ points: MapClusterPoints, rows: [Int32], kindCount: Int) {
        self.points = points
        self.kindCount = kindCount
        items = rows.map { row in
            MapClusterItem(
                sumX: MercatorSquare.steps(MercatorSquare.x(longitude: points.longitudes[Int(row)])),
                sumY: MercatorSquare.steps(MercatorSquare.y(latitude: points.latitudes[Int(row)])), firstMember: row,
                lastMember: row,
                representative: row)
        }
        kindCounts = [Int32](repeating: 0, count: rows.count * kindCount)
        nextMembers = [Int32](repeating: -1, count: points.latitudes.count)
        for (item, row) in rows.enumerated() { kindCounts[item * kindCount + Int(points.kinds[Int(row)])] = 1 }
    }

    /// What the item may merge with: only items of the same number; 0 for all where nothing is kept apart, −1 for none.
    func identifier(ofItem item: Int) -> Int32 {
        guard let identifiers = points.identifiers else { return 0 }
        return identifiers[Int(items[item].firstMember)]
    }

    /// Makes other items part of the first, a cluster of this zoom.
    mutating func merge(_ others: [Int32], into item: Int, zoom: Int, closesAround: Bool) {
        let centreX = items[item].centre.x
        var cluster = items[item]
        for other in others {
            add(items[Int(other)], to: &cluster, centreX: centreX, closesAround: closesAround)
            for kind in 0..<kindCount { kindCounts[item * kindCount + kind] += kindCounts[Int(other) * kindCount + kind] }
        }
        // The centre of members on both sides of ±180° may lie outside the square.
        let whole = MercatorSquare.side * Int64(cluster.count)
        if cluster.sumX < 0 { cluster.sumX += whole }
        if cluster.sumX > whole { cluster.sumX -= whole }
        cluster.expansionZoom = Int8(zoom + 1)
        items[item] = cluster
    }

    private mutating func add(_ other: MapClusterItem, to cluster: inout MapClusterItem, centreX: Double, closesAround: Bool) {
        cluster.sumX += other.sumX
        if closesAround {
            let offset = Double(other.sumX) / Double(other.count) / Double(MercatorSquare.side) - centreX
            if offset > 0.5 { cluster.sumX -= MercatorSquare.side * Int64(other.count) }
            if offset < -0.5 { cluster.sumX += MercatorSquare.side * Int64(other.count) }
        }
        cluster.sumY += other.sumY
        cluster.count += other.count
        nextMembers[Int(cluster.lastMember)] = other.firstMember
        cluster.lastMember = other.lastMember
        if isBefore(other.representative, cluster.representative) { cluster.representative = other.representative }
    }

    private func isBefore(_ first: Int32, _ second: Int32) -> Bool {
        let (firstPriority, secondPriority) = (points.priorities[Int(first)], points.priorities[Int(second)])
        return firstPriority != secondPriority ? firstPriority > secondPriority : first < second
    }

    /// Moves an item to a place before it.
    mutating func move(_ item: Int, to place: Int) {
        guard item != place else { return }
        items[place] = items[item]
        for kind in 0..<kindCount { kindCounts[place * kindCount + kind] = kindCounts[item * kindCount + kind] }
    }

    /// Forgets all items from a place on.
    mutating func keepFirst(_ count: Int) {
        kindCounts.removeLast((self.count - count) * kindCount)
        items.removeLast(self.count - count)
    }
}

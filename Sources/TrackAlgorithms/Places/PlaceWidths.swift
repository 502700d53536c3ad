import Geodesy

/// What happens to a cluster of stays that is wider than a place may be.
public enum OverWidePlaces: Sendable {
    /// It is parted until no part is too wide.
    case split
    /// Its stays are noise.
    case refuse
}

extension PlaceClusters {
    /// The same clusters without any that is too wide: chains of stays, each near the next, that are no single place.
    ///
    /// The width is the distance of the two members farthest apart. A split gives each member to the nearer of these two (on a tie
    /// to the earlier one), and the same again to each part. A part without a core, or with too few stays or too little weight, is noise.
    /// - Parameters:
    ///   - widestMeters: Metres, above 0. A cluster of exactly this width stays.
    ///   - latitudes: Degrees, those that were clustered.
    ///   - longitudes: Degrees, as many.
    ///   - minimumStays: The fewest stays of a part; with weights the least sum of theirs.
    ///   - weights: What each stay counts; nil: 1 each.
    /// - Returns: Clusters numbered anew by their earliest cores.
    /// - Complexity: O(m log m) for a crowd of m stays, O(m²) for a ring, for each split.
    public func limited(
        toMeters widestMeters: Double, latitudes: [Double], longitudes: [Double], overWide: OverWidePlaces, minimumStays: Int,
        weights: [Int64]? = nil
    ) -> PlaceClusters {
        func isEnough(_ part: [Int32]) -> Bool {
            let weight = weights.map { weights in part.reduce(0) { $0 + weights[Int($1)] } } ?? Int64(part.count)
            return weight >= Int64(minimumStays) && part.contains { isCore[Int($0)] }
        }
        var open = membersByLabel()
        var narrow: [[Int32]] = []
        while let members = open.popLast() {
            let pair = farthestPair(members, latitudes: latitudes, longitudes: longitudes)
            let radius = WithinRadius(latitudes: latitudes, longitudes: longitudes, radiusMeters: widestMeters)
            if radius.meters(pair.first, pair.second) <= widestMeters {
                narrow.append(members)
            } else if overWide == .split {
                let isNearFirst = members.map { radius.meters($0, pair.first) <= radius.meters($0, pair.second) }
                let parts = [true, false].map { side in zip(members, isNearFirst).filter { $0.1 == side }.map(\.0) }
                open += parts.filter(isEnough)
            }
        }
        return renumbered(narrow)
    }

    private func membersByLabel() -> [[Int32]] {
        var members = [[Int32]](repeating: [], count: Int(labels.max() ?? -1) + 1)
        for (row, label) in labels.enumerated() where label >= 0 { members[Int(label)].append(Int32(row)) }
        return members
    }

    private func renumbered(_ clusters: [[Int32]]) -> PlaceClusters {
        let withCores = clusters.compactMap { members in
            members.first { isCore[Int($0)] }.map { (earliestCore: $0, members: members) }
        }
        var newLabels = [Int32](repeating: -1, count: labels.count)
        var newCores = [Bool](repeating: false, count: labels.count)
        for (label, cluster) in withCores.sorted(by: { $0.earliestCore < $1.earliestCore }).enumerated() {
            for member in cluster.members {
                newLabels[Int(member)] = Int32(label)
                newCores[Int(member)] = isCore[Int(member)]
            }
        }
        return PlaceClusters(labels: newLabels, isCore: newCores)
    }
}

/// The two of some rows that are farthest apart, the earlier first.
///
/// Goes through the rows from the outermost inwards and stops where no two can be farther apart than the best found.
private func farthestPair(_ rows: [Int32], latitudes: [Double], longitudes: [Double]) -> (first: Int32, second: Int32) {
    let points = rows.map { unitVector(latitude: latitudes[Int($0)], longitude: longitudes[Int($0)]) }
    let centre = points.reduce(into: SIMD3<Double>()) { $0 += $1 } / Double(max(1, points.count))
    let outward = points.indices
        .map { (distance: squaredChord(points[$0], centre).squareRoot(), index: $0) }
        .sorted { $0.distance != $1.distance ? $0.distance > $1.distance : $0.index < $1.index }
    var best = (squared: -1.0, first: 0, second: 0)
    for (position, one) in outward.enumerated() {
        if position > 0, 2 * one.distance < best.squared.squareRoot() { break }
        for other in outward[position...] {
            let reach = one.distance + other.distance
            if reach * reach < best.squared { break }
            let squared = squaredChord(points[one.index], points[other.index])
            if squared > best.squared { best = (squared, min(one.index, other.index), max(one.index, other.index)) }
        }
    }
    return (rows[best.first], rows[best.second])
}

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
    ///   - goOn: Is called now and then; what it throws ends the work.
    /// - Returns: Clusters numbered anew by their earliest cores.
    /// - Complexity: O(m log m) for a crowd, chain or ring of m stays, for each split.
    public func limited(
        toMeters widestMeters: Double, latitudes: [Double], longitudes: [Double], overWide: OverWidePlaces, minimumStays: Int,
        weights: [Int64]? = nil, goOn: () throws -> Void
    ) rethrows -> PlaceClusters {
        func isEnough(_ part: [Int32]) -> Bool {
            let weight = weights.map { weights in part.reduce(0) { $0 + weights[Int($1)] } } ?? Int64(part.count)
            return weight >= Int64(minimumStays) && part.contains { isCore[Int($0)] }
        }
        let radius = WithinRadius(latitudes: latitudes, longitudes: longitudes, radiusMeters: widestMeters)
        let points = latitudes.indices.map { unitVector(latitude: latitudes[$0], longitude: longitudes[$0]) }
        var open = membersByLabel()
        var narrow: [[Int32]] = []
        while let members = open.popLast() {
            guard let pair = try widePair(of: members, points, radius, goOn), radius.meters(pair.0, pair.1) > widestMeters else {
                narrow.append(members)
                continue
            }
            guard overWide == .split else { continue }
            let isNearFirst = members.map { radius.meters($0, pair.0) <= radius.meters($0, pair.1) }
            let parts = [true, false].map { side in zip(members, isNearFirst).filter { $0.1 == side }.map(\.0) }
            open += parts.filter(isEnough)
        }
        return renumbered(narrow)
    }

    /// The two of some rows that are farthest apart, the earlier first; nil where all lie surely within the radius of each other.
    private func widePair(
        of members: [Int32], _ points: [SIMD3<Double>], _ radius: WithinRadius, _ goOn: () throws -> Void
    ) rethrows -> (Int32, Int32)? {
        let around = members.map { points[Int($0)] }
        // No two are farther apart than twice the way to the one farthest from the first.
        let farthest = around.reduce(0) { max($0, squaredChord(around[0], $1)) }
        guard !radius.surelyContains(squaredChord: 4 * farthest) else { return nil }
        let pair = try FarthestPair(of: around, goOn: goOn)
        return (members[pair.first], members[pair.second])
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

/// Which stays make which place.
public struct PlaceClusters: Sendable, Equatable {
    /// For each stay the number of its cluster, from 0 in the order of their earliest cores; −1 is noise.
    public let labels: [Int32]
    /// Whether a stay is core. Every cluster has at least one.
    public let isCore: [Bool]

    /// The earliest core of each cluster, an input row.
    public var earliestCores: [Int32] {
        var earliest: [Int32] = []
        for row in labels.indices where isCore[row] && Int(labels[row]) == earliest.count { earliest.append(Int32(row)) }
        return earliest
    }
}

/// Groups stays into places: DBSCAN on the sphere, exact by haversine.
///
/// A stay is core when at least `minimumStays` stays, itself included, lie within the radius of it (distance ≤ radius; the count
/// of scikit-learn's `min_samples`). Cores within the radius of each other are of one cluster. Any other stay within the radius of
/// a core goes to the cluster of the nearest core, of equally near ones the earliest; the rest is noise.
/// - Parameters:
///   - latitudes: Degrees, in the order that "earliest" means (device, arrived). May be empty. A stay at NaN is noise.
///   - longitudes: Degrees, as many.
///   - radiusMeters: 0.1 m or more.
///   - minimumStays: 1 or more; with weights the least sum of weights around a core.
///   - weights: What each stay counts, 0 or more (say, its seconds); nil: 1 each.
/// - Returns: A label and a core mark for each stay.
/// - Complexity: O(minimumStays · n + n log n); correct at the poles and across ±180°.
/// - Source: Ester et al., "A density-based algorithm for discovering clusters", KDD 1996, in the cell form of Gunawan, "A faster
///   algorithm for DBSCAN", TU Eindhoven 2013; RULES.md 3.4.
///
///     placeClusters(latitudes: [43.8, 43.8, 44], longitudes: [87.6, 87.6, 87.6], radiusMeters: 100, minimumStays: 2)
///     // labels 0, 0, −1
public func placeClusters(
    latitudes: [Double], longitudes: [Double], radiusMeters: Double, minimumStays: Int, weights: [Int64]? = nil
) -> PlaceClusters {
    precondition(latitudes.count == longitudes.count, "expected \(latitudes.count) longitudes, found \(longitudes.count)")
    var clustering = PlaceClustering(
        latitudes: latitudes, longitudes: longitudes, radiusMeters: radiusMeters, minimumWeight: Int64(minimumStays),
        weights: weights)
    clustering.findCores()
    clustering.joinCores()
    return clustering.clusters(count: latitudes.count)
}

/// The steps of `placeClusters`. "Place" numbers below are positions in the grid's order.
private struct PlaceClustering {
    private let grid: SphereGrid
    private let radius: WithinRadius
    private let minimumWeight: Int64
    private let weights: [Int64]?
    private var isCore: [Bool]
    private var coreCounts: [Int32]
    private var joined: DisjointSets
    private var neighbours: [Int] = []

    init(latitudes: [Double], longitudes: [Double], radiusMeters: Double, minimumWeight: Int64, weights: [Int64]?) {
        grid = SphereGrid(latitudes: latitudes, longitudes: longitudes, radiusMeters: radiusMeters)
        radius = WithinRadius(latitudes: latitudes, longitudes: longitudes, radiusMeters: radiusMeters)
        self.minimumWeight = minimumWeight
        self.weights = weights
        isCore = [Bool](repeating: false, count: grid.rows.count)
        coreCounts = [Int32](repeating: 0, count: grid.cellCount)
        joined = DisjointSets(count: grid.cellCount)
    }

    private func weight(_ place: Int) -> Int64 {
        guard let weights else { return 1 }
        return weights[Int(grid.rows[place])]
    }

    /// All places of a cell lie within the radius of each other: a cell of enough weight is all core without a distance computed.
    mutating func findCores() {
        for cell in 0..<grid.cellCount {
            let places = grid.places(ofCell: cell)
            let ownWeight = weights == nil ? Int64(places.count) : places.reduce(0) { $0 + weight($1) }
            if ownWeight >= minimumWeight {
                for place in places { isCore[place] = true }
                coreCounts[cell] = Int32(places.count)
                continue
            }
            neighbours.removeAll(keepingCapacity: true)
            grid.appendNeighbours(ofCell: cell, to: &neighbours)
            for place in places where reaches(minimumWeight - ownWeight, around: place, ownCell: cell) {
                isCore[place] = true
                coreCounts[cell] += 1
            }
        }
    }

    /// Whether the places within the radius in other cells have so much weight together.
    private func reaches(_ wanted: Int64, around place: Int, ownCell: Int) -> Bool {
        var missing = wanted
        let point = grid.points[place]
        for cell in neighbours where cell != ownCell {
            for other in grid.places(ofCell: cell) {
                let squared = squaredChord(point, grid.points[other])
                guard radius.contains(grid.rows[place], grid.rows[other], squaredChord: squared) else { continue }
                missing -= weight(other)
                if missing <= 0 { return true }
            }
        }
        return false
    }

    /// Joins the cells that hold cores within the radius of each other.
    mutating func joinCores() {
        for cell in 0..<grid.cellCount where coreCounts[cell] > 0 {
            neighbours.removeAll(keepingCapacity: true)
            grid.appendNeighbours(ofCell: cell, to: &neighbours)
            for other in neighbours where other > cell && coreCounts[other] > 0 {
                guard joined.root(of: cell) != joined.root(of: other), coresTouch(cell, other) else { continue }
                joined.join(cell, other)
            }
        }
    }

    private func coresTouch(_ first: Int, _ second: Int) -> Bool {
        // Below this many pairs a plain double loop is faster than sorting.
        let fewPairs = 1_024
        let firstCores = cores(ofCell: first)
        let secondCores = cores(ofCell: second)
        guard firstCores.count * secondCores.count > fewPairs else {
            return firstCores.contains { place in secondCores.contains { areWithin(place, $0) } }
        }
        return crowdsTouch(firstCores, secondCores)
    }

    /// Looks at the pairs that face each other first, and only at those no farther apart than the radius along the axis between.
    private func crowdsTouch(_ first: [Int], _ second: [Int]) -> Bool {
        let axis = mean(second) - mean(first)
        let length = (axis * axis).sum().squareRoot()
        guard length > 0 else { return first.contains { place in second.contains { areWithin(place, $0) } } }
        let direction = axis / length
        let (ones, others) = (alongAxis(first, direction), alongAxis(second, direction))
        guard let front = ones.max(by: { $0.along < $1.along }), let back = others.min(by: { $0.along < $1.along }) else {
            return false
        }
        // Most crowds that touch do so there, and need no sorting.
        if areWithin(front.place, back.place) { return true }
        guard back.along - front.along <= radius.longestChord else { return false }
        return facingPairTouches(ones.sorted { $0.along > $1.along }, others.sorted { $0.along < $1.along })
    }

    private func facingPairTouches(_ foremost: [(along: Double, place: Int)], _ nearest: [(along: Double, place: Int)]) -> Bool {
        for one in foremost {
            guard let closest = nearest.first, closest.along - one.along <= radius.longestChord else { return false }
            for other in nearest {
                guard other.along - one.along <= radius.longestChord else { break }
                if areWithin(one.place, other.place) { return true }
            }
        }
        return false
    }

    private func alongAxis(_ places: [Int], _ direction: SIMD3<Double>) -> [(along: Double, place: Int)] {
        places.map { ((grid.points[$0] * direction).sum(), $0) }
    }

    private func mean(_ places: [Int]) -> SIMD3<Double> {
        places.reduce(into: SIMD3<Double>()) { $0 += grid.points[$1] } / Double(places.count)
    }

    private func cores(ofCell cell: Int) -> [Int] {
        grid.places(ofCell: cell).filter { isCore[$0] }
    }

    private func areWithin(_ place: Int, _ other: Int) -> Bool {
        radius.contains(
            grid.rows[place], grid.rows[other], squaredChord: squaredChord(grid.points[place], grid.points[other]))
    }

    /// Numbers the clusters by their earliest core and gives border stays to their nearest core.
    mutating func clusters(count: Int) -> PlaceClusters {
        var cellLabels = [Int32](repeating: -1, count: grid.cellCount)
        var labels = [Int32](repeating: -1, count: count)
        numberClusters(&labels, &cellLabels)
        for cell in 0..<grid.cellCount where Int(coreCounts[cell]) < grid.places(ofCell: cell).count {
            neighbours.removeAll(keepingCapacity: true)
            grid.appendNeighbours(ofCell: cell, to: &neighbours)
            for place in grid.places(ofCell: cell) where !isCore[place] {
                guard let nearest = nearestCore(of: place) else { continue }
                labels[Int(grid.rows[place])] = labels[Int(nearest)]
            }
        }
        var isCoreRow = [Bool](repeating: false, count: count)
        for place in grid.rows.indices where isCore[place] { isCoreRow[Int(grid.rows[place])] = true }
        return PlaceClusters(labels: labels, isCore: isCoreRow)
    }

    /// Labels the cores, going through the stays in input order.
    private mutating func numberClusters(_ labels: inout [Int32], _ cellLabels: inout [Int32]) {
        var cellOfRow = [Int32](repeating: -1, count: labels.count)
        for cell in 0..<grid.cellCount {
            for place in grid.places(ofCell: cell) where isCore[place] { cellOfRow[Int(grid.rows[place])] = Int32(cell) }
        }
        var next: Int32 = 0
        for row in labels.indices where cellOfRow[row] >= 0 {
            let root = joined.root(of: Int(cellOfRow[row]))
            if cellLabels[root] < 0 {
                cellLabels[root] = next
                next += 1
            }
            labels[row] = cellLabels[root]
        }
    }

    /// The input row of the nearest core within the radius; of equally near ones the earliest.
    private func nearestCore(of place: Int) -> Int32? {
        var nearest: (meters: Double, row: Int32)?
        for cell in neighbours where coreCounts[cell] > 0 {
            for other in grid.places(ofCell: cell) where isCore[other] && areWithin(place, other) {
                let found = (meters: radius.meters(grid.rows[place], grid.rows[other]), row: grid.rows[other])
                guard let best = nearest else {
                    nearest = found
                    continue
                }
                if found.meters < best.meters || found.meters == best.meters && found.row < best.row { nearest = found }
            }
        }
        return nearest?.row
    }
}

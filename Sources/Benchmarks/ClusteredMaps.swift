import TrackAlgorithms

/// The pyramid of map clusters for zooms 0 to 16 with two kinds, at growing numbers of points.
///
/// The bytes a point are the peak less what the highest level handed out holds: it is the largest.
let clusteredMaps = Benchmark(name: "map-clusters", title: "Map clusters: zooms 0 to 16, two kinds, one core") { settings in
    var table = ResultTable([
        "points", "clusters at zoom 8", "milliseconds", "ns a point", "times of n log n", "working bytes a point",
    ])
    guard let stays = StayPoints(settings) else { return table }
    var first: (seconds: Double, count: Int)?
    for count in [10_000, 30_000, 100_000, 300_000, 1_000_000] {
        let places = stays.points(count)
        let points = MapClusterPoints(
            latitudes: places.latitudes, longitudes: places.longitudes, kinds: (0..<count).map { Int32($0 % 2) },
            priorities: [Double](repeating: 750, count: count))
        var (clusters, levelBytes) = (0, 0)
        let cluster = {
            var pyramid = MapClusterPyramid(of: points, kindCount: 2)
            while let level = pyramid.nextLevel() {
                if level.zoom == 8 { clusters = level.count }
                if level.zoom == 16 { levelBytes = level.count * bytesAnItem }
            }
        }
        let seconds = leastSeconds(rounds: 5, cluster)
        first = first ?? (seconds, count)
        table.add([
            "\(count)", "\(clusters)", figure(seconds * 1000), figure(seconds / Double(count) * 1e9),
            figure(timesOfLogLinear(seconds, count, from: first ?? (seconds, count))),
            "\((peakBytes(cluster) - levelBytes) / count)",
        ])
    }
    return table
}

/// Two coordinates, the count, two kinds' counts, the first and last member, the representative and the expansion zoom.
private let bytesAnItem = 2 * 8 + 4 + 2 * 4 + 3 * 4 + 1

import TrackAlgorithms

/// The pyramid of map clusters for zooms 0 to 16 with two kinds, at growing numbers of points.
let clusteredMaps = Benchmark(name: "map-clusters", title: "Map clusters: zooms 0 to 16, two kinds, one core") { _ in
    var table = ResultTable(["points", "clusters at zoom 8", "milliseconds", "ns a point"])
    for count in [10_000, 30_000, 100_000, 300_000, 1_000_000] {
        let places = pointsAboutStays(count: count)
        let points = MapClusterPoints(
            latitudes: places.latitudes, longitudes: places.longitudes, kinds: (0..<count).map { Int32($0 % 2) },
            priorities: [Double](repeating: 750, count: count))
        var clusters = 0
        let seconds = leastSeconds(rounds: 3) {
            var pyramid = MapClusterPyramid(of: points, kindCount: 2)
            while let level = pyramid.nextLevel() { if level.zoom == 8 { clusters = level.count } }
        }
        table.add(["\(count)", "\(clusters)", figure(seconds * 1000), figure(seconds / Double(count) * 1e9)])
    }
    return table
}

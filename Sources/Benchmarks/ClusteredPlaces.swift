import TrackAlgorithms

/// Points of `count`, normal with 2e-4° about one place in each hundred points.
func pointsAboutStays(count: Int) -> (latitudes: [Double], longitudes: [Double]) {
    var random = RandomNumbers(seed: 1)
    let stays = (0..<max(1, count / 100)).map { _ in (39.4 + random.next(), 115.9 + random.next()) }
    var (latitudes, longitudes): ([Double], [Double]) = ([], [])
    for point in 0..<count {
        let stay = stays[point % stays.count]
        latitudes.append(stay.0 + 2e-4 * random.normal())
        longitudes.append(stay.1 + 2e-4 * random.normal())
    }
    return (latitudes, longitudes)
}

/// DBSCAN with 100 m and 5 points, at growing numbers of points.
let clusteredPlaces = Benchmark(name: "places", title: "Places: DBSCAN, 100 m, 5 points, one core") { _ in
    var table = ResultTable(["points", "clusters", "milliseconds", "ns a point"])
    for count in [10_000, 30_000, 100_000, 300_000, 500_000, 1_000_000] {
        let points = pointsAboutStays(count: count)
        var clusters = 0
        let seconds = leastSeconds(rounds: 3) {
            clusters =
                Int(
                    placeClusters(latitudes: points.latitudes, longitudes: points.longitudes, radiusMeters: 100, minimumStays: 5)
                        .labels.max() ?? -1) + 1
        }
        table.add(["\(count)", "\(clusters)", figure(seconds * 1000), figure(seconds / Double(count) * 1e9)])
    }
    return table
}

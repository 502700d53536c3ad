import Glibc
import TrackAlgorithms

/// DBSCAN with 100 m and 5 points, at growing numbers of points.
let clusteredPlaces = Benchmark(name: "places", title: "Places: DBSCAN, 100 m, 5 points, one core") { settings in
    var table = ResultTable(["points", "clusters", "milliseconds", "ns a point", "times of n log n", "bytes a point"])
    guard let stays = StayPoints(settings) else { return table }
    var first: (seconds: Double, count: Int)?
    for count in [10_000, 30_000, 100_000, 300_000, 500_000, 1_000_000] {
        let points = stays.points(count)
        var clusters = 0
        let cluster = {
            let found = placeClusters(
                latitudes: points.latitudes, longitudes: points.longitudes, radiusMeters: 100, minimumStays: 5)
            clusters = Int(found.labels.max() ?? -1) + 1
        }
        let seconds = leastSeconds(rounds: 5, cluster)
        first = first ?? (seconds, count)
        table.add([
            "\(count)", "\(clusters)", figure(seconds * 1000), figure(seconds / Double(count) * 1e9),
            figure(timesOfLogLinear(seconds, count, from: first ?? (seconds, count))), "\(peakBytes(cluster) / count)",
        ])
        if count == 500_000, let path = settings.points { write(points.latitudes + points.longitudes, to: path) }
    }
    return table
}

/// Latitudes, then longitudes, as doubles: for another program to measure on the same points.
private func write(_ numbers: [Double], to path: String) {
    guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
    fwrite(numbers, MemoryLayout<Double>.stride, numbers.count, file)
    fclose(file)
}

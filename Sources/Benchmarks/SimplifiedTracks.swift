import TrackAlgorithms

/// Simplification of a thousand tracks of a thousand fixes.
let simplifiedTracks = Benchmark(name: "simplify", title: "Simplification: 1,000 tracks of 1,000 fixes, one core") { _ in
    let tracks = (0..<1000).map { RandomTrack(fixes: 1000, seed: UInt64($0)) }
    let fixes = Double(tracks.count * 1000)
    var keeping = [Bool](repeating: false, count: 1000)
    var table = ResultTable(["method", "tolerance", "kept", "M fixes/s"])
    for tolerance in [5.0, 10, 25] {
        var (douglasPeucker, kept) = (DouglasPeucker(), 0)
        let seconds = leastSeconds {
            kept = 0
            for track in tracks {
                douglasPeucker.simplify(xs: track.xs, ys: track.ys, rows: 0..<1000, toleranceMeters: tolerance, keeping: &keeping)
                kept += keeping.count { $0 }
            }
        }
        table.add([
            "Douglas–Peucker", "\(Int(tolerance)) m", "\(figure(Double(kept) / fixes * 100)) %", figure(fixes / seconds / 1e6),
        ])
    }
    var (timeRatio, kept) = (TopDownTimeRatio(), 0)
    let seconds = leastSeconds {
        kept = 0
        for track in tracks {
            timeRatio.simplify(
                xs: track.xs, ys: track.ys, times: track.times, rows: 0..<1000, toleranceMeters: 10, keeping: &keeping)
            kept += keeping.count { $0 }
        }
    }
    table.add(["TD-TR", "10 m", "\(figure(Double(kept) / fixes * 100)) %", figure(fixes / seconds / 1e6)])
    return table
}

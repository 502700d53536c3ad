import TrackAlgorithms
import Tracks

/// Spikes, stays and thinning over device-days.
let cleanedTracks = Benchmark(
    name: "spikes", title: "Spikes, stays and thinning: 200 device-days of 10,000 fixes, one core"
) { _ in
    let days = (0..<200).map { day -> FixBatch in
        var batch = RandomTrack(fixes: 10_000, seed: UInt64(day)).batch
        // A spike of a kilometre in each thousand fixes.
        for row in stride(from: 500, to: batch.count, by: 1000) { batch.latitudes[row] += 90_000 }
        return batch
    }
    let fixes = Double(days.count * 10_000)
    var groups = 0
    var table = ResultTable(["stage", "kept", "M fixes/s"])
    func measure(_ name: String, _ work: (FixBatch) -> [Bool]) {
        var kept = 0
        let seconds = leastSeconds { kept = days.reduce(0) { sum, day in sum + work(day).count { $0 } } }
        table.add([name, "\(figure(Double(kept) / fixes * 100)) %", figure(fixes / seconds / 1e6)])
    }
    let reach = Reach(metersPerSecond: 70, slackMeters: 30)
    measure("drop-spikes by day, 70 m/s") { fixesOfCheapestTrack(in: $0, reach: reach, reanchor: 3) }
    measure("drop-spikes by walk, 70 m/s") { fixesOfWalk(in: $0, reach: reach, reanchor: 3) }
    var limits = StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 1_800_000)
    func measureGroups(_ name: String, _ days: [FixBatch]) {
        let seconds = leastSeconds { for day in days { groups += findGroups(in: day, limits: limits).count } }
        table.add([name, "", figure(fixes / seconds / 1e6)])
    }
    let resting = days.map(rested)
    measureGroups("find-stays by the first fix, moving", days)
    measureGroups("find-stays by the first fix, resting", resting)
    (limits.anchor, limits.excursion) = (.mean, 300_000)
    measureGroups("find-stays by the mean, moving", days)
    measureGroups("find-stays by the mean, resting", resting)
    measure("thin, every 10 s") { keptByInterval(times: $0.times, interval: 10_000, isEdge: []) }
    measure("thin, first in 1 min") { keptFirstInBin(times: $0.times, bin: 60_000) }
    precondition(groups > 0, "expected groups, found none")
    return table
}

/// The same fixes about one place: all within 80 m of the first, as of a device that rests.
private func rested(_ batch: FixBatch) -> FixBatch {
    var resting = batch
    for row in 0..<batch.count {
        resting.latitudes[row] = batch.latitudes[0] + (batch.latitudes[row] - batch.latitudes[0]) % 5_000
        resting.longitudes[row] = batch.longitudes[0] + (batch.longitudes[row] - batch.longitudes[0]) % 5_000
    }
    return resting
}

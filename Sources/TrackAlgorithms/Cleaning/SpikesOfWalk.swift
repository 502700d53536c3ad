import Geodesy
import Tracks

/// Which fixes of a device-day are no spikes by `judge: walk` (rule 2.5): the device can have been there.
///
/// The day is walked once with a main run and at most one run aside; an isolated jump is dropped, a true one is followed as soon as
/// `reanchor` fixes agree with each other.
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time. May be empty.
///   - reach: How far the device can come.
///   - reanchor: Fixes with which a run aside becomes the main run; 2 or more.
/// - Returns: A flag a fix: whether it is kept. Neither the first nor the last is kept for its place.
/// - Complexity: O(n) time in one pass; constant state besides the flags.
/// - Source: rule 2.5; reference `ref/tracks/spikes_*`.
public func fixesOfWalk(in fixes: FixBatch, reach: Reach, reanchor: Int) -> [Bool] {
    fixes.withView { walk($0, reach, reanchor) }
}

private func walk(_ fixes: TrackView, _ reach: Reach, _ reanchor: Int) -> [Bool] {
    var keeping = [Bool](repeating: true, count: fixes.count)
    guard fixes.count > 1 else { return keeping }
    var main = SpikeRun(first: 0)
    var aside: SpikeRun?
    for row in 1..<fixes.count {
        if fixes.isPlausible(from: main.last, to: row, reach) {
            if let lost = aside { keeping.drop(lost.first..<row) }
            aside = nil
            main.append(row)
            continue
        }
        if let last = aside?.last, fixes.isPlausible(from: last, to: row, reach) {
            aside?.append(row)
        } else {
            if let lost = aside { keeping.drop(lost.first..<row) }
            aside = SpikeRun(first: row)
        }
        guard let run = aside, run.count >= reanchor else { continue }
        if main.count < reanchor { keeping.drop(main.first..<run.first) }
        main = run
        aside = nil
    }
    if let run = aside { keeping.drop(run.count > main.count ? main.first..<run.first : run.first..<fixes.count) }
    return keeping
}

/// A run of fixes that are plausible one from another. The run aside holds each row since its first, as any other fix ends it; so
/// between the first row of the main run and that of the run aside whatever is still kept belongs to the main run.
private struct SpikeRun {
    let first: Int
    var last: Int
    var count = 1

    init(first: Int) {
        self.first = first
        last = first
    }

    mutating func append(_ row: Int) {
        last = row
        count += 1
    }
}

extension [Bool] {
    fileprivate mutating func drop(_ rows: Range<Int>) {
        for row in rows { self[row] = false }
    }
}

extension TrackView {
    /// Whether a device can have come from one row to another (rule 2.5).
    fileprivate func isPlausible(from a: Int, to b: Int, _ reach: Reach) -> Bool {
        reach.allows(meters: meters(a, b), in: times[b] - times[a])
    }
}

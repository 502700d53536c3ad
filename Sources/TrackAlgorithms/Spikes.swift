import Geodesy
import Tracks

/// Which fixes of a device-day are no spikes (rule 2.5): the device can have been there.
///
/// The day is walked once with a main run and at most one run aside; an isolated jump is dropped, a true one is followed as soon as
/// `reanchor` fixes agree with each other.
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time. May be empty.
///   - speed: The highest plausible speed in metres per second, above 0.
///   - slack: Metres that a leg may be longer, for the error of the receiver.
///   - reanchor: Fixes with which a run aside becomes the main run; 2 or more.
/// - Returns: A flag a fix: whether it is kept. Neither the first nor the last is kept for its place.
/// - Complexity: O(n) time; memory for the flags and the runs' starts.
/// - Source: rule 2.5; reference `ref/tracks/spikes_*`.
public func plausibleFixes(
    in fixes: FixBatch, speedMetersPerSecond speed: Double, slackMeters slack: Double, reanchor: Int
) -> [Bool] {
    var keeping = [Bool](repeating: true, count: fixes.count)
    guard fixes.count > 1 else { return keeping }
    var main = SpikeRun(first: 0)
    var aside: SpikeRun?
    // Rows of a run that was dropped are marked at once; a run's rows are found again from its first row by its number.
    var runOfRow = [Int32](repeating: 0, count: fixes.count)
    var dropped: [Bool] = [false]
    for row in 1..<fixes.count {
        if fixes.isPlausible(from: main.last, to: row, speed: speed, slack: slack) {
            runOfRow[row] = main.number
            main.append(row)
            if let lost = aside { dropped[Int(lost.number)] = true }
            aside = nil
            continue
        }
        if var run = aside, fixes.isPlausible(from: run.last, to: row, speed: speed, slack: slack) {
            runOfRow[row] = run.number
            run.append(row)
            aside = run
        } else {
            if let lost = aside { dropped[Int(lost.number)] = true }
            aside = SpikeRun(first: row, number: Int32(dropped.count))
            runOfRow[row] = Int32(dropped.count)
            dropped.append(false)
        }
        if let run = aside, run.count >= reanchor {
            if main.count < reanchor { dropped[Int(main.number)] = true }
            main = run
            aside = nil
        }
    }
    if let run = aside { dropped[Int(run.count > main.count ? main.number : run.number)] = true }
    for row in 0..<fixes.count { keeping[row] = !dropped[Int(runOfRow[row])] }
    return keeping
}

private struct SpikeRun {
    var last: Int
    var count = 1
    var number: Int32

    init(first: Int, number: Int32 = 0) {
        last = first
        self.number = number
    }

    mutating func append(_ row: Int) {
        last = row
        count += 1
    }
}

extension FixBatch {
    fileprivate func isPlausible(from a: Int, to b: Int, speed: Double, slack: Double) -> Bool {
        meters(a, b) <= speed * Double(times[b] - times[a]) / 1000 + slack
    }
}

import Options
import Tracks

/// What a stage made of a fix.
enum Fate {
    /// It is still there, in this row.
    case kept(row: Int)
    /// It became this reject.
    case rejected(Reject)
    /// Thinning took it.
    case thinned
}

extension DeviceDay {
    /// What became of a fix of this device-day in what a stage made of it.
    func fate(of row: Int, in after: DeviceDay) -> Fate {
        if let kept = after.fixes.row(at: fixes.times[row]) { return .kept(row: kept) }
        let reject = after.rejects.last { $0.file == fixes.files[row] && $0.line == fixes.lines[row] }
        return reject.map { .rejected($0) } ?? .thinned
    }

    /// The fixes that are kept around one in what a stage made of this device-day: rows of this device-day, the fix itself left out.
    func keptNeighbours(of row: Int, in after: DeviceDay) -> (before: Int?, after: Int?) {
        let isKept = { (row: Int) in after.fixes.row(at: fixes.times[row]) != nil }
        return ((0..<row).last(where: isKept), (row + 1..<max(row + 1, fixes.count)).first(where: isKept))
    }
}

extension FixBatch {
    /// The row of a time; a device-day has one fix a time (rule 2.4).
    func row(at time: Int64) -> Int? {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low < times.count && times[low] == time ? low : nil
    }

    /// Seconds from one row to another.
    func seconds(_ a: Int, _ b: Int) -> Double { Double(times[b] - times[a]) / 1000 }
}

/// A number as verdicts say it, with at most so many decimals.
func words(_ value: Double, decimals: Int = 1) -> String {
    let factor = [1.0, 10, 100, 1000][min(max(decimals, 0), 3)]
    let rounded = (value * factor).rounded() / factor
    return rounded.isFinite ? shortText(rounded) : "unknown"
}

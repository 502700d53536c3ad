import Tracks

/// Which row is kept of several with one time (rule 2.4).
public enum SameTimeRule: String, Sendable, CaseIterable {
    /// The smallest accuracy; rows without one last; then the first in order.
    case bestAccuracy = "best-accuracy"
    /// The first in order.
    case first
    /// The last in order.
    case last
}

/// What rule 2.4 makes of the rows of one device-day.
public struct SameTimeResult: Sendable {
    /// Of each row, whether it is kept.
    public var keeping: [Bool]
    /// Rows that are not kept, with the row that is kept of the same time.
    public var rejected: [(row: Int, kept: Int)]
}

/// Keeps one row of each time (rule 2.4).
///
/// - Parameter fixes: Rows of one device-day in the order (time, file, line); values as they were read.
/// - Returns: Nil where all times differ.
/// - Complexity: O(n).
public func onePerTime(in fixes: FixBatch, rule: SameTimeRule) -> SameTimeResult? {
    guard fixes.count > 1, (1..<fixes.count).contains(where: { fixes.times[$0] == fixes.times[$0 - 1] }) else { return nil }
    var result = SameTimeResult(keeping: [Bool](repeating: true, count: fixes.count), rejected: [])
    var first = 0
    while first < fixes.count {
        var end = first + 1
        while end < fixes.count, fixes.times[end] == fixes.times[first] { end += 1 }
        if end - first > 1 {
            let kept = best(of: fixes, first..<end, rule)
            for row in first..<end where row != kept {
                result.keeping[row] = false
                result.rejected.append((row, kept))
            }
        }
        first = end
    }
    return result
}

private func best(of fixes: FixBatch, _ rows: Range<Int>, _ rule: SameTimeRule) -> Int {
    switch rule {
    case .first: return rows.lowerBound
    case .last: return rows.upperBound - 1
    case .bestAccuracy:
        guard fixes.columns.contains(.accuracy) else { return rows.lowerBound }
        var best = rows.lowerBound
        for row in rows.dropFirst() where isBetter(fixes.accuracies[row], than: fixes.accuracies[best]) { best = row }
        return best
    }
}

private func isBetter(_ a: Double, than b: Double) -> Bool { !a.isNaN && (b.isNaN || a < b) }

extension FixBatch {
    /// Whether two rows hold the same values in every mapped column, as they were read (rule 2.4).
    public func holdsTheSame(_ a: Int, _ b: Int) -> Bool {
        func agree(_ column: [Double]) -> Bool {
            column.isEmpty || column[a] == column[b] || (column[a].isNaN && column[b].isNaN)
        }
        return readLatitudes[a] == readLatitudes[b] && readLongitudes[a] == readLongitudes[b] && systems[a] == systems[b]
            && kinds[a] == kinds[b] && agree(altitudes) && agree(speeds) && agree(courses) && agree(accuracies) && agree(hdops)
            && agree(satellites)
    }
}

import Geodesy
import Tracks

/// Which fixes are kept so that kept ones lie at least a time apart.
///
/// - Parameters:
///   - times: Milliseconds, rising.
///   - interval: Milliseconds; a fix exactly this long after the last kept one is kept.
///   - isEdge: Fixes that are kept whatever the rule says (rule 2.10); may be empty.
/// - Returns: A flag a fix; the first and the last are kept.
/// - Complexity: O(n).
public func keptByInterval(times: [Int64], interval: Int64, isEdge: [Bool]) -> [Bool] {
    var keeping = [Bool](repeating: false, count: times.count)
    guard let firstTime = times.first else { return keeping }
    var last = firstTime
    keeping[0] = true
    for row in times.indices.dropFirst() where times[row] - last >= interval || (!isEdge.isEmpty && isEdge[row]) {
        keeping[row] = true
        last = times[row]
    }
    keeping[times.count - 1] = true
    return keeping
}

/// What lengths are measured on.
public enum DistanceModel: String, Sendable, CaseIterable {
    /// The sphere of rule 2.2.
    case haversine
    /// The ellipsoid of WGS-84: up to 0.6 % other lengths, some twenty times the work.
    case ellipsoid
}

/// Which fixes are kept so that kept ones lie at least a distance apart.
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time. May be empty.
///   - meters: Metres; a fix exactly this far from the last kept one is kept.
///   - isEdge: Fixes that are kept whatever the rule says (rule 2.10); may be empty.
/// - Returns: A flag a fix; the first and the last are kept.
/// - Complexity: O(n).
public func keptByDistance(in fixes: FixBatch, meters: Double, model: DistanceModel, isEdge: [Bool]) -> [Bool] {
    var keeping = [Bool](repeating: false, count: fixes.count)
    guard fixes.count > 0 else { return keeping }
    var last = 0
    keeping[0] = true
    for row in 1..<fixes.count where (!isEdge.isEmpty && isEdge[row]) || fixes.meters(last, row, model) >= meters {
        keeping[row] = true
        last = row
    }
    keeping[fixes.count - 1] = true
    return keeping
}

extension FixBatch {
    /// Metres between two rows.
    public func meters(_ a: Int, _ b: Int, _ model: DistanceModel) -> Double {
        switch model {
        case .haversine: meters(a, b)
        case .ellipsoid: geodesicMeters(from: point(a).coordinate, to: point(b).coordinate)
        }
    }
}

/// The first fix of each calendar bin of UTC: a minute, an hour … (rule 2.10); nothing else is kept.
///
/// - Parameter bin: Milliseconds, above 0.
public func keptFirstInBin(times: [Int64], bin: Int64) -> [Bool] {
    var keeping = [Bool](repeating: false, count: times.count)
    var lastBin: Int64?
    for row in times.indices {
        let number = floorDivide(times[row], bin).quotient
        keeping[row] = number != lastBin
        lastBin = number
    }
    return keeping
}

/// Indices spread evenly over 0 ..< count, the first and the last among them.
///
/// - Parameters:
///   - count: Elements; 0 or more.
///   - picks: Indices wanted, above 0. One alone is the first.
/// - Returns: min(count, picks) indices, rising: pick k of n stands at k · (count − 1) / (n − 1), rounded down.
public func evenPicks(of count: Int, picks: Int) -> [Int] {
    guard count > picks else { return Array(0..<count) }
    guard picks > 1 else { return [0] }
    return (0..<picks).map { $0 * (count - 1) / (picks - 1) }
}

/// Exactly `points` fixes, evenly spread, edges first (rule 2.10).
///
/// - Returns: A flag a fix. Edges are kept even where they alone are more than `points`; the others are spread evenly.
public func keptEvenly(rows: Range<Int>, points: Int, isEdge: [Bool], into keeping: inout [Bool]) {
    guard !rows.isEmpty else { return }
    let isKept = { (row: Int) in row == rows.lowerBound || row == rows.upperBound - 1 || (!isEdge.isEmpty && isEdge[row]) }
    let others = rows.filter { !isKept($0) }
    for row in rows where isKept(row) { keeping[row] = true }
    let left = points - (rows.count - others.count)
    guard left > 0 else { return }
    guard left < others.count else {
        for row in others { keeping[row] = true }
        return
    }
    // The middle of each of `left` equal shares: the edges hold the ends already.
    for k in 0..<left { keeping[others[(2 * k + 1) * others.count / (2 * left)]] = true }
}

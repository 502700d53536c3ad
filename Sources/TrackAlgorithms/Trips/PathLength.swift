import Tracks

/// The whole way of a device-day's fixes: the sum of its legs, each rounded to whole micrometres (rule 2.12), without jumps.
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time. May be empty.
///   - reach: How far the device can come: a longer leg is a jump; nil where none is.
/// - Returns: Micrometres.
/// - Complexity: O(n).
public func pathMicrometers(of fixes: FixBatch, reach: Reach?) -> Int64 {
    fixes.withView { track in
        var sum: Int64 = 0
        for row in 1..<max(1, track.count) {
            let meters = track.meters(row - 1, row)
            if let reach, !reach.allows(meters: meters, in: track.times[row] - track.times[row - 1]) { continue }
            sum += wholeMicrometers(meters)
        }
        return sum
    }
}

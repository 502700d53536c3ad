import Tracks

/// Of each fix of a device-day the row whose position it holds: its own while the device moves, that of the first fix of a rest while
/// it does not.
///
/// A fix belongs to the rest of the fix before it when both have the speed 0 and it lies within `farthestMeters` of the rest's first
/// fix, or when it lies within `radiusMeters` of that, whatever the speed. Any other fix opens the next rest.
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time. May be empty.
///   - radiusMeters: Metres; nil goes by the speed alone.
///   - farthestMeters: Metres; who is farther away with speed 0 has moved unseen.
/// - Complexity: O(n) time in one pass, constant state besides the result.
public func heldRows(in fixes: FixBatch, radiusMeters: Double?, farthestMeters: Double) -> [Int] {
    var held: [Int] = []
    held.reserveCapacity(fixes.count)
    var first = 0
    for row in 0..<fixes.count {
        if row > 0 {
            let isAtRest = fixes.speed(row - 1) == 0 && fixes.speed(row) == 0
            let limit = max(radiusMeters ?? -1, isAtRest ? farthestMeters : -1)
            if limit < 0 || fixes.meters(first, row) > limit { first = row }
        }
        held.append(first)
    }
    return held
}

import Geodesy
import Tracks

/// A device that came less far has no course: what is left is the noise of the receiver, and an arrow would spin (rule 2.9).
public let leastMeasuredMovementMeters = 1.0

/// The speed of each fix from its neighbour, in metres per second: that of the leg that ends at it; the first, and the first after a
/// jump, takes the leg after it.
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time.
///   - reach: How far the device can come: a longer leg is a jump, of which nothing is taken; nil where none is.
/// - Returns: As many numbers as fixes; NaN for a fix without neighbour.
/// - Complexity: O(n).
/// - Source: the conventions of MovingPandas' `add_speed`; reference `ref/stays/speed_direction_*`.
public func measuredSpeeds(of fixes: FixBatch, reach: Reach?) -> [Double] {
    var speeds = [Double](repeating: .nan, count: fixes.count)
    for part in partsBetweenJumps(of: fixes, reach) {
        for row in part.dropFirst() {
            let elapsed = Double(fixes.times[row] - fixes.times[row - 1]) / 1000
            if elapsed > 0 { speeds[row] = fixes.meters(row - 1, row) / elapsed }
        }
        if part.count > 1 { speeds[part.lowerBound] = speeds[part.lowerBound + 1] }
    }
    return speeds
}

/// The course of each fix from its neighbours, in degrees [0, 360): from the last fix that had moved to this one; the first, and the
/// first after a jump, takes the course of the fix after it.
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time.
///   - reach: How far the device can come: a longer leg is a jump, of which nothing is taken; nil where none is.
/// - Returns: As many numbers as fixes; NaN where the device has not moved by `leastMeasuredMovementMeters`.
/// - Complexity: O(n).
/// - Source: the conventions of MovingPandas' `add_direction`; reference `ref/stays/speed_direction_*`.
public func measuredCourses(of fixes: FixBatch, reach: Reach?) -> [Double] {
    var courses = [Double](repeating: .nan, count: fixes.count)
    for part in partsBetweenJumps(of: fixes, reach) {
        var last = part.lowerBound
        for row in part.dropFirst() where fixes.meters(last, row) >= leastMeasuredMovementMeters {
            courses[row] = initialBearingDegrees(from: fixes.point(last).coordinate, to: fixes.point(row).coordinate) ?? .nan
            last = row
        }
        if part.count > 1 { courses[part.lowerBound] = courses[part.lowerBound + 1] }
    }
    return courses
}

/// The rows from one jump to the next.
private func partsBetweenJumps(of fixes: FixBatch, _ reach: Reach?) -> [Range<Int>] {
    guard let reach else { return [0..<fixes.count] }
    var parts: [Range<Int>] = []
    var first = 0
    for row in 1..<max(1, fixes.count) {
        guard !reach.allows(meters: fixes.meters(row - 1, row), in: fixes.times[row] - fixes.times[row - 1]) else { continue }
        parts.append(first..<row)
        first = row
    }
    return parts + [first..<fixes.count]
}

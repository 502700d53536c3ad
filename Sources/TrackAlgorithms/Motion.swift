import Geodesy
import Tracks

/// A device that came less far has no course: what is left is the noise of the receiver, and an arrow would spin (rule 2.9).
public let leastMeasuredMovementMeters = 1.0

/// The speed of each fix from its neighbour, in metres per second: that of the leg that ends at it; the first takes the leg after it.
///
/// - Parameter fixes: Fixes of one device-day, rising in time.
/// - Returns: As many numbers as fixes; NaN for a fix without neighbour.
/// - Complexity: O(n).
/// - Source: the conventions of MovingPandas' `add_speed`; reference `ref/stays/speed_direction_*`.
public func measuredSpeeds(of fixes: FixBatch) -> [Double] {
    var speeds = [Double](repeating: .nan, count: fixes.count)
    for row in 1..<max(1, fixes.count) {
        let elapsed = Double(fixes.times[row] - fixes.times[row - 1]) / 1000
        if elapsed > 0 { speeds[row] = fixes.meters(row - 1, row) / elapsed }
    }
    if fixes.count > 1 { speeds[0] = speeds[1] }
    return speeds
}

/// The course of each fix from its neighbours, in degrees [0, 360): from the last fix that had moved to this one; the first takes the
/// course of the fix after it.
///
/// - Parameter fixes: Fixes of one device-day, rising in time.
/// - Returns: As many numbers as fixes; NaN where the device has not moved by `leastMeasuredMovementMeters`.
/// - Complexity: O(n).
/// - Source: the conventions of MovingPandas' `add_direction`; reference `ref/stays/speed_direction_*`.
public func measuredCourses(of fixes: FixBatch) -> [Double] {
    var courses = [Double](repeating: .nan, count: fixes.count)
    var last = 0
    for row in 1..<max(1, fixes.count) where fixes.meters(last, row) >= leastMeasuredMovementMeters {
        courses[row] = initialBearingDegrees(from: fixes.point(last).coordinate, to: fixes.point(row).coordinate) ?? .nan
        last = row
    }
    if fixes.count > 1 { courses[0] = courses[1] }
    return courses
}

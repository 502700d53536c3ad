import Glibc

/// A series of directions without jumps: each differs from the one before by the shortest turn, in degrees.
///
/// - Parameter directions: Degrees; NaN is none and stays so, the next one goes on from the last that is known.
/// - Returns: As many numbers; the first known one as it was given, those after it below 0 or above 360 where the device turned round.
///
///     unwrappedDegrees([350, 10, 30])      // [350, 370, 390]
public func unwrappedDegrees(_ directions: [Double]) -> [Double] {
    var last: Double?
    return directions.map { direction in
        guard !direction.isNaN else { return direction }
        let unwrapped = last.map { $0 + shortestTurnDegrees(from: $0, to: direction) } ?? direction
        last = unwrapped
        return unwrapped
    }
}

/// How fast a device turns from one direction to another the short way, in degrees per second, positive clockwise.
///
/// - Returns: nil when no time passed, or a direction is NaN.
public func turnRateDegreesPerSecond(from: Double, to: Double, milliseconds: Int64) -> Double? {
    let turn = shortestTurnDegrees(from: from, to: to)
    return milliseconds > 0 && !turn.isNaN ? turn * 1000 / Double(milliseconds) : nil
}

/// The rotation of a map that is turned by the affine transform x′ = a·x − b·y, y′ = b·x + a·y: atan2(b, a), in degrees.
///
/// - Parameters: The first column of the 2×2 part of the transform; its scale does not matter.
/// - Returns: [0, 360), never 360; nil for (0, 0) and for what is no number.
public func rotation(a: Double, b: Double) -> Double? {
    guard a.isFinite, b.isFinite, a != 0 || b != 0 else { return nil }
    return normalizedDegrees(atan2(b, a) * degreesPerRadian)
}

/// The direction that is up on a map that is turned by such a transform: −atan2(b, a), in degrees.
///
/// - Returns: [0, 360), never 360; nil for (0, 0) and for what is no number.
public func mapHeading(a: Double, b: Double) -> Double? {
    rotation(a: a, b: b).map { normalizedDegrees(-$0) }
}

/// The angle of a symbol on a turned map, clockwise from up: course − map heading, in degrees [0, 360).
public func symbolDegrees(course: Double, mapHeading: Double) -> Double { normalizedDegrees(course - mapHeading) }

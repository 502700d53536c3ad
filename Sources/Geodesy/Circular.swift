import Glibc

/// The same direction in [0, 360), never 360 and never −0, in degrees.
public func normalizedDegrees(_ degrees: Double) -> Double {
    let rest = fmod(degrees, 360)
    let turned = rest < 0 ? rest + 360 : rest
    // A tiny negative angle plus 360 is 360 in doubles.
    return turned >= 360 || turned == 0 ? 0 : turned
}

/// The turn from one course to another the short way, in degrees: (−180, 180], positive clockwise.
public func shortestTurnDegrees(from: Double, to: Double) -> Double {
    let turn = remainder(to - from, 360)
    return turn == -180 ? 180 : turn
}

/// The mean of directions, as the sum of their unit vectors has it.
///
///     var mean = CircularMean()
///     mean.add(degrees: 350)
///     mean.add(degrees: 10)
///     mean.meanDegrees(ifResultantAtLeast: 0.1)      // 0
/// - Source: Mardia and Jupp, "Directional Statistics", 2000, section 2.2.
public struct CircularMean: Sendable, Hashable {
    private var north = 0.0
    private var east = 0.0
    private var weight = 0.0

    /// The mean of nothing yet.
    public init() {}

    /// The mean of these directions in degrees, all of one weight.
    public init(degrees: some Sequence<Double>) {
        for direction in degrees { add(degrees: direction) }
    }

    /// Adds a direction in degrees.
    public mutating func add(degrees: Double, weight: Double = 1) {
        north += weight * cos(degrees * radiansPerDegree)
        east += weight * sin(degrees * radiansPerDegree)
        self.weight += weight
    }

    /// The length of the mean of the unit vectors: 1 when all directions agree, 0 when they cancel or there are none.
    public var resultantLength: Double {
        weight > 0 ? (north * north + east * east).squareRoot() / weight : 0
    }

    /// The mean direction in degrees, [0, 360); nil when the resultant is shorter than `shortest` (rule 2.9).
    public func meanDegrees(ifResultantAtLeast shortest: Double) -> Double? {
        let length = resultantLength
        guard length > 0 && length >= shortest else { return nil }
        return normalizedDegrees(atan2(east, north) * degreesPerRadian)
    }
}

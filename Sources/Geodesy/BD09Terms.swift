/// The shift at a place, and what it is made of.
struct BD09Terms {
    private let x: Double
    private let y: Double
    private let reciprocalRadius: Double
    private let waveX: SineAndCosine
    private let waveY: SineAndCosine

    /// k / π.
    private static let halfTurnsPerDegree = 3_000.0 / 180.0
    private static let stretchDegrees = 2e-5
    private static let turnRadians = 3e-6

    @inline(__always)
    init(_ latitude: Double, _ longitude: Double) {
        x = longitude
        y = latitude
        reciprocalRadius = reciprocalRoot(x * x + y * y)
        waveX = sineAndCosine(halfTurns: x * Self.halfTurnsPerDegree)
        waveY = sineAndCosine(halfTurns: y * Self.halfTurnsPerDegree)
    }

    /// The part by which the radius grows.
    @inline(__always)
    private var stretch: Double { waveY.sine * Self.stretchDegrees * reciprocalRadius }

    /// The angle of the turn in radians: its sine is the turn and its cosine 1 − turn² / 2, to 5e-18.
    @inline(__always)
    private var turn: Double { waveX.cosine * Self.turnRadians }

    /// Degrees north and east that the formula adds.
    @inline(__always)
    var shift: (latitude: Double, longitude: Double) {
        let grown = stretch + 1
        let along = stretch - turn * turn * grown * 0.5
        let across = turn * grown
        let north = y * along + x * across
        let east = x * along - y * across
        return (north + BD09.northDegrees, east + BD09.eastDegrees)
    }

    /// The shift with its derivatives by latitude and longitude, to 1e-7.
    @inline(__always)
    var sloped: SlopedShift {
        let shift = shift
        let stretchSlope = waveY.cosine * reciprocalRadius * (Self.stretchDegrees * Self.halfTurnsPerDegree * Double.pi)
        let turnSlope = waveX.sine * (-Self.turnRadians * Self.halfTurnsPerDegree * Double.pi)
        return SlopedShift(
            latitude: shift.latitude,
            longitude: shift.longitude,
            latitudeByLatitude: y * stretchSlope,
            latitudeByLongitude: x * turnSlope + turn,
            longitudeByLatitude: x * stretchSlope - turn,
            longitudeByLongitude: -y * turnSlope)
    }
}

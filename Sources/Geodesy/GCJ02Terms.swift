/// The shift at a place, and what it is made of.
struct GCJ02Terms {
    private let x: Double
    private let y: Double
    private let waveX: GCJ02Wave
    private let waveY: GCJ02Wave
    private let parallel: SineAndCosine

    /// Takes one sine and cosine a direction; the others are multiples of the angle. The 360-fold of an error of 7e-16 times 13 m
    /// is far below a nanometre.
    @inline(__always)
    init(_ latitude: Double, _ longitude: Double) {
        x = longitude - 105
        y = latitude - 35
        let small = sineAndCosine(halfTurns: y * (1.0 / 180.0))
        waveX = GCJ02Wave(sixtieth: sineAndCosine(halfTurns: x * (1.0 / 60.0)))
        waveY = GCJ02Wave(sixtieth: small.tripled)
        parallel = small.turned(sine: 0.573576436351046096108, cosine: 0.819152044288991789684)
    }

    /// Degrees north and east that the formula adds.
    @inline(__always)
    var shift: (latitude: Double, longitude: Double) {
        let scale = scale
        return (northMeters * scale.latitude, eastMeters * scale.longitude)
    }

    /// The shift with its derivatives by latitude and longitude, but for the slope of √|x|.
    @inline(__always)
    var sloped: SlopedShift {
        let scale = scale
        let latitude = northMeters * scale.latitude
        let longitude = eastMeters * scale.longitude
        let tangent = parallel.sine / parallel.cosine
        let wide = waveX.whole.doubled
        let wideSlope = (wide.cosine + wide.tripledCosine * 3) * (40 * Double.pi)
        let slopeX = (wideSlope + waveX.slope(twelfth: 150, thirtieth: 300)) * (2.0 / 3.0)
        let slopeY = waveY.slope(twelfth: 160, thirtieth: 320) * (2.0 / 3.0)
        let weightSlope = parallel.sine * parallel.cosine * (-3 * GCJ02.eccentricitySquared * radiansPerDegree)
        let northByX = wideSlope * (2.0 / 3.0) + y * 0.1 + 2
        let northByY = slopeY + y * 0.4 + x * 0.1 + 3
        let eastByX = slopeX + x * 0.2 + y * 0.1 + 1
        let eastByY = x * 0.1 + 2
        return SlopedShift(
            latitude: latitude,
            longitude: longitude,
            latitudeByLatitude: northByY * scale.latitude + latitude * weightSlope,
            latitudeByLongitude: northByX * scale.latitude,
            longitudeByLatitude: eastByY * scale.longitude + longitude * tangent * radiansPerDegree,
            longitudeByLongitude: eastByX * scale.longitude)
    }

    /// Degrees of a metre north and of a metre east on the ellipsoid.
    ///
    /// With w = 1 − e² sin²φ, √w is 1 − t/2 − t²/8 − t³/16 − 5t⁴/128 for t = e² sin²φ: t is at most 0.0067, what is left out 4e-13.
    @inline(__always)
    private var scale: (latitude: Double, longitude: Double) {
        let t = parallel.sine * parallel.sine * GCJ02.eccentricitySquared
        var loss = t * (5.0 / 128.0) + 1.0 / 16.0
        loss = t * loss + 1.0 / 8.0
        loss = t * loss + 0.5
        let root = 1 - t * loss
        return ((1 - t) * root * Self.degreesPerMeridianMeter, root * Self.degreesPerEquatorMeter / parallel.cosine)
    }

    /// The northward sum in metres: −100 + 2x + 3y + 0.2y² + 0.1xy + 0.2√|x| and the waves.
    @inline(__always)
    private var northMeters: Double {
        let plane = x * 2 - 100
        let slope = x * 0.1 + y * 0.2 + 3
        let waves = waveY.sum(twelfth: 160, thirtieth: 320) + waveX.wideSum
        return plane + y * slope + root * 0.2 + waves * (2.0 / 3.0)
    }

    /// The eastward sum in metres: 300 + x + 2y + 0.1x² + 0.1xy + 0.1√|x| and the waves.
    @inline(__always)
    private var eastMeters: Double {
        let plane = y * 2 + 300
        let slope = (x + y) * 0.1 + 1
        let waves = waveX.sum(twelfth: 150, thirtieth: 300) + waveX.wideSum
        return plane + x * slope + root * 0.1 + waves * (2.0 / 3.0)
    }

    /// √|x|.
    @inline(__always)
    private var root: Double {
        let distance = abs(x)
        return distance * reciprocalRoot(distance)
    }

    private static let degreesPerMeridianMeter =
        degreesPerRadian / (GCJ02.equatorialRadiusMeters * (1 - GCJ02.eccentricitySquared))
    private static let degreesPerEquatorMeter = degreesPerRadian / GCJ02.equatorialRadiusMeters
}

/// The waves of one direction, from sine and cosine of the sixtieth part of π · t.
private struct GCJ02Wave {
    let thirtieth: SineAndCosine
    let twelfth: SineAndCosine
    let third: SineAndCosine
    let whole: SineAndCosine

    @inline(__always)
    init(sixtieth: SineAndCosine) {
        thirtieth = sixtieth.doubled
        twelfth = sixtieth.fivefold
        third = twelfth.doubled.doubled
        whole = third.tripled
    }

    /// 20 sin(πt) + 40 sin(πt/3) + twelfth · sin(πt/12) + thirtieth · sin(πt/30).
    @inline(__always)
    func sum(twelfth twelfthWeight: Double, thirtieth thirtiethWeight: Double) -> Double {
        let short = whole.sine * 20 + third.sine * 40
        return short + twelfth.sine * twelfthWeight + thirtieth.sine * thirtiethWeight
    }

    /// The derivative of `sum` by t.
    @inline(__always)
    func slope(twelfth twelfthWeight: Double, thirtieth thirtiethWeight: Double) -> Double {
        let short = whole.cosine * (20 * Double.pi) + third.cosine * (40 * Double.pi / 3)
        let long = twelfth.cosine * (twelfthWeight * Double.pi / 12) + thirtieth.cosine * (thirtiethWeight * Double.pi / 30)
        return short + long
    }

    /// 20 sin(2πt) + 20 sin(6πt).
    @inline(__always)
    var wideSum: Double {
        let sine = whole.doubled.sine
        return sine * (80 - sine * sine * 80)
    }
}

extension SineAndCosine {
    /// The cosine of three times the angle.
    @inline(__always)
    fileprivate var tripledCosine: Double { cosine * (1 - sine * sine * 4) }
}

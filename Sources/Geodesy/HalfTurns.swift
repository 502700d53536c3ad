// The kernels of the shifts are straight lines of additions and multiplications, so that LLVM makes vectors of a loop over them:
// no call, no branch, `x * y + z` and never a fused one. So a point and a column get the same bits, on any CPU. (Of SIMD4 the
// standard library makes single lanes, which LLVM joins again in part only: half the speed.)

/// The sine and the cosine of an angle.
struct SineAndCosine {
    var sine: Double
    var cosine: Double

    /// Of the sum of this angle and an angle with that sine and cosine.
    @inline(__always)
    func turned(sine otherSine: Double, cosine otherCosine: Double) -> SineAndCosine {
        SineAndCosine(
            sine: sine * otherCosine + cosine * otherSine,
            cosine: cosine * otherCosine - sine * otherSine)
    }

    /// Of twice the angle.
    @inline(__always)
    var doubled: SineAndCosine {
        let twice = sine + sine
        return SineAndCosine(sine: twice * cosine, cosine: 1 - twice * sine)
    }

    /// Of three times the angle.
    @inline(__always)
    var tripled: SineAndCosine {
        let square = sine * sine
        let fourfold = square * 4
        return SineAndCosine(sine: sine * (3 - fourfold), cosine: cosine * (1 - fourfold))
    }

    /// Of five times the angle.
    @inline(__always)
    var fivefold: SineAndCosine {
        let square = sine * sine
        let sixteenfold = square * 16
        let sineFactor = square * (sixteenfold - 20)
        let cosineFactor = square * (sixteenfold - 12)
        return SineAndCosine(sine: sine * (sineFactor + 5), cosine: cosine * (cosineFactor + 1))
    }
}

/// Sine and cosine of `halfTurns` · π, within 7e-16.
///
/// The nearest whole number is taken off first (exactly, for |halfTurns| < 2⁵¹), then two polynomials serve [−½, ½].
/// - Source: Chebyshev fits of sin(πr)/r and cos(πr) in r² over [0, ¼], made with mpmath's `chebyfit`; errors of the fits 3.6e-16
///   and 3.9e-18.
@inline(__always)
func sineAndCosine(halfTurns: Double) -> SineAndCosine {
    // Adding 1.5 · 2⁵² rounds to a whole number and leaves its parity in the lowest bit: no call, no SSE 4.1.
    let shifted = halfTurns + 0x1.8p52
    let rest = halfTurns - (shifted - 0x1.8p52)
    let sign = shifted.bitPattern &<< 63
    let square = rest * rest
    return SineAndCosine(
        sine: flipped(rest * sineFit(square), sign), cosine: flipped(cosineFit(square), sign))
}

/// 1 / √value within 4e-11 of itself; a huge number at 0, so that 0 times it is 0. No division, no square root, no branch.
/// - Source: the halved exponent as a first guess (Lomont, "Fast inverse square root", 2003) and three steps of Newton's.
@inline(__always)
func reciprocalRoot(_ value: Double) -> Double {
    let half = value * 0.5
    var root = Double(bitPattern: 0x5fe6_eb50_c7b5_37a9 &- (value.bitPattern &>> 1))
    root = root * (1.5 - half * root * root)
    root = root * (1.5 - half * root * root)
    return root * (1.5 - half * root * root)
}

/// The value with the sign turned where `sign` has its highest bit set.
@inline(__always)
private func flipped(_ value: Double, _ sign: UInt64) -> Double { Double(bitPattern: value.bitPattern ^ sign) }

/// sin(πr) / r for r² in [0, ¼].
@inline(__always)
private func sineFit(_ square: Double) -> Double {
    var sum = square * -2.113362735205297e-05
    sum = (sum + 0.0004659870158043378) * square
    sum = (sum - 0.0073703643265304155) * square
    sum = (sum + 0.08214587881631043) * square
    sum = (sum - 0.599264528825224) * square
    sum = (sum + 2.5501640398618677) * square
    sum = (sum - 5.1677127800497855) * square
    return sum + 3.1415926535897927
}

/// cos(πr) for r² in [0, ¼].
@inline(__always)
private func cosineFit(_ square: Double) -> Double {
    var sum = square * 4.149564353942586e-06
    sum = (sum - 0.00010456655338748738) * square
    sum = (sum + 0.0019295562724817132) * square
    sum = (sum - 0.025806888737002202) * square
    sum = (sum + 0.23533063012953284) * square
    sum = (sum - 1.335262768843447) * square
    sum = (sum + 4.058712126416497) * square
    sum = (sum - 4.934802200544676) * square
    return sum + 1
}

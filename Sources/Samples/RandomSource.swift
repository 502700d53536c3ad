/// Random numbers that are the same on every machine: xoshiro256**, seeded by SplitMix64.
///
/// Only integer arithmetic, the four operations and square roots are used, which IEEE 754 defines to the last bit.
/// - Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 2021.
struct RandomSource {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64

    /// Of a generator's four words of state, not all 0.
    init(state: (UInt64, UInt64, UInt64, UInt64)) { (a, b, c, d) = state }

    /// A stream of its own for each pair of seed and stream number.
    init(seed: UInt64, stream: UInt64) {
        var state = seed &* 0xD134_2543_DE82_EF95 &+ stream
        _ = Self.splitMix(&state)
        state ^= stream &* 0xDA94_2042_E4DD_58B5
        let words = (Self.splitMix(&state), Self.splitMix(&state), Self.splitMix(&state))
        self.init(state: (words.0, words.1, words.2, Self.splitMix(&state) | 1))
    }

    /// 64 random bits.
    mutating func next() -> UInt64 {
        let product = b &* 5
        let result = (product << 7 | product >> 57) &* 9
        let shifted = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = d << 45 | d >> 19
        return result
    }

    /// A number in [0, 1).
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number between the bounds.
    mutating func real(_ lowest: Double, _ highest: Double) -> Double { lowest + (highest - lowest) * unit() }

    /// A whole number between the bounds, both included.
    mutating func integer(_ lowest: Int, _ highest: Int) -> Int {
        lowest + Int(next().multipliedFullWidth(by: UInt64(highest - lowest + 1)).high)
    }

    /// True in this share of the calls.
    mutating func happens(_ share: Double) -> Bool { unit() < share }

    /// About normal with mean 0 and deviation 1, never beyond ±3.5: the sum of four uniform numbers.
    mutating func gaussian() -> Double {
        let bits = next()
        let sum = bits & 0xFFFF &+ bits >> 16 & 0xFFFF &+ bits >> 32 & 0xFFFF &+ bits >> 48
        return (Double(sum) - 131_070) * 2.642_9e-5  // sqrt(3) / 65,535
    }

    /// A direction of length 1.
    mutating func direction() -> PlaneVector {
        while true {
            let vector = PlaneVector(east: real(-1, 1), north: real(-1, 1))
            let length = vector.length
            if length > 0.1 && length <= 1 { return vector * (1 / length) }
        }
    }

    /// The seed of a stream that belongs to one thing for good, such as the road between two places.
    static func mixed(_ seed: UInt64, _ number: UInt64) -> UInt64 {
        var state = seed ^ number &* 0x9E37_79B9_7F4A_7C15
        return splitMix(&state)
    }

    private static func splitMix(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

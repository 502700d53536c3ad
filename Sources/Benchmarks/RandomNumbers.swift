/// The generator of the yardstick `bench/coordinates.c`.
struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// From 0 to below 1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    /// Of a normal distribution with mean 0 and deviation 1, as a sum of 12.
    mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + next() } }
}

/// The yardstick's random points: 20° to 50° N, 80° to 125° E.
struct RandomPlaces {
    var latitudes: [Double] = []
    var longitudes: [Double] = []

    init(count: Int) {
        var random = RandomNumbers(seed: 42)
        for _ in 0..<count {
            latitudes.append(20 + 30 * random.next())
            longitudes.append(80 + 45 * random.next())
        }
    }
}

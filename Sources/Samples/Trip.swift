/// A way from one place to the next, under way.
struct Trip {
    let destination: Visit
    var route: Route
    /// How far it has come.
    var meters = 0.0
    private let usualMetersPerSecond: Double
    private let interval: Int
    private var pauseSeconds = 0

    init(from spot: SampleFix.Spot, to visit: Visit, _ device: SampleDevice, _ random: inout RandomSource) {
        destination = visit
        let road = UInt64(spot.place * 16 + visit.place)
        route = Route(
            from: spot.position, to: device.places[visit.place].position, seed: RandomSource.mixed(device.roadSeed, road))
        let (slowest, fastest) = device.kind.travelMetersPerSecond
        usualMetersPerSecond = random.real(slowest, fastest)
        interval = device.movingIntervalSeconds
    }

    /// Of the time to the next fix; 0 at a traffic light (one interval) or in a pause of 2 to 5 minutes.
    mutating func speed(_ random: inout RandomSource) -> Double {
        if pauseSeconds > 0 {
            pauseSeconds -= interval
            return 0
        }
        let chance = random.unit()
        if chance < 0.015 { pauseSeconds = random.integer(120, 300) - interval }
        return chance < 0.06 ? 0 : usualMetersPerSecond * random.real(0.7, 1.3)
    }
}

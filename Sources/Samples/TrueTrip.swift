/// A way from one place to the next, known to its end when it begins.
struct TrueTrip {
    let destination: Visit
    /// Seconds since 1970 UTC.
    let departure: Int
    let arrival: Int
    private var route: Route
    /// How far it has come at the end of each step, from 0 to the length of the route.
    private let meters: [Double]

    private static let stepSeconds = 30

    init(
        from spot: TrueState.Spot, to visit: Visit, leaving departure: Int, _ device: SampleDevice, _ random: inout RandomSource
    ) {
        destination = visit
        self.departure = departure
        var (slowest, fastest) = device.kind.travelMetersPerSecond
        if visit.way != .ride { (slowest, fastest) = (1.1, 1.5) }
        let usual = random.real(slowest, fastest)
        if case .roundTheBlock(let minutes) = visit.way {
            route = Route(roundTheBlockFrom: spot.position, meters: Double(minutes * 60) * usual, &random)
        } else {
            let road = UInt64(spot.place * 16 + visit.place)
            let end = device.places[visit.place].position
            route = Route(from: spot.position, to: end, seed: RandomSource.mixed(device.roadSeed, road))
        }
        meters = Self.meters(to: route.lengthMeters, usual, &random)
        arrival = departure + (meters.count - 1) * Self.stepSeconds
    }

    /// Goes at varying speed, stands at a traffic light for a step, or pauses for 2 to 5 minutes.
    private static func meters(to length: Double, _ usual: Double, _ random: inout RandomSource) -> [Double] {
        var meters = [0.0]
        var come = 0.0
        var pause = 0
        while come < length {
            if pause > 0 {
                pause -= 1
            } else {
                let chance = random.unit()
                if chance < 0.015 { pause = random.integer(3, 9) }
                if chance >= 0.06 { come += usual * random.real(0.7, 1.3) * Double(stepSeconds) }
            }
            meters.append(min(come, length))
        }
        return meters
    }

    /// Where the device is at a second from departure to before arrival; seconds never fall from call to call.
    mutating func state(at second: Int) -> TrueState {
        let (step, rest) = (second - departure).quotientAndRemainder(dividingBy: Self.stepSeconds)
        let speed = (meters[step + 1] - meters[step]) / Double(Self.stepSeconds)
        let (position, course) = route.position(after: meters[step] + speed * Double(rest))
        return TrueState(position: position, spot: nil, speedMetersPerSecond: speed, courseDegrees: course)
    }

    /// The metres of each step, with the second at which it ends.
    var steps: some Sequence<(second: Int, meters: Double)> {
        meters.indices.dropFirst().lazy.map { (departure + $0 * Self.stepSeconds, meters[$0] - meters[$0 - 1]) }
    }
}

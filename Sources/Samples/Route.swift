/// The road between two places: a few straight legs.
struct Route {
    private let corners: [PlaneVector]
    let lengthMeters: Double
    private var leg = 0
    private var metersBeforeLeg = 0.0

    /// The same seed gives the same road.
    init(from start: PlaneVector, to end: PlaneVector, seed: UInt64) {
        var random = RandomSource(seed: seed, stream: 0)
        let way = end - start
        let bends = way.length < 1_500 ? 2 : 4
        var corners = [start]
        for bend in 1...bends {
            let share = (Double(bend) + random.real(-0.2, 0.2)) / Double(bends + 1)
            corners.append(start + way * share + way.left * random.real(-0.12, 0.12))
        }
        corners.append(end)
        self.init(corners)
    }

    /// Four streets of the same length, back to where it starts.
    init(roundTheBlockFrom start: PlaneVector, meters: Double, _ random: inout RandomSource) {
        let side = random.direction() * (meters / 4)
        self.init([start, start + side, start + side + side.left, start + side.left, start])
    }

    private init(_ corners: [PlaneVector]) {
        self.corners = corners
        lengthMeters = zip(corners, corners.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }

    /// Where one is after so many metres, and the course there; the metres never fall from call to call.
    mutating func position(after meters: Double) -> (position: PlaneVector, courseDegrees: Int) {
        var step = corners[leg + 1] - corners[leg]
        while meters - metersBeforeLeg > step.length && leg + 2 < corners.count {
            metersBeforeLeg += step.length
            leg += 1
            step = corners[leg + 1] - corners[leg]
        }
        let share = min(1, (meters - metersBeforeLeg) / step.length)
        return (corners[leg] + step * share, step.courseDegrees)
    }
}

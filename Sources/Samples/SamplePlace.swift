/// Where a device dwells again and again.
struct SamplePlace {
    let name: String
    let position: PlaneVector

    /// Home, then the second place, then the errands, then the one near the second: that at least 200 m from any other, those 600 m.
    static func places(of kind: SampleKind, in city: SampleCity, _ random: inout RandomSource) -> [SamplePlace] {
        let reach = max(500, city.reachMeters - kind.placeMeters.farthest)
        let home = random.direction() * random.real(0, reach)
        var places = [SamplePlace(home: home)]
        let names = [kind.secondPlaceName] + (1...kind.errands).map { "errand-\($0)" }
        let farthest = min(kind.placeMeters.farthest, city.reachMeters)
        for name in names {
            places.append(
                SamplePlace(name: name, around: home, kind.placeMeters.nearest...farthest, apart: 600, places, in: city, &random))
        }
        places.append(
            SamplePlace(
                name: kind.nearbyPlaceName, around: places[1].position, 220...900, apart: 200, places, in: city, &random))
        return places
    }

    /// A place so many metres from a point, and at least so many apart from others.
    private init(
        name: String, around point: PlaneVector, _ meters: ClosedRange<Double>, apart: Double, _ others: [SamplePlace],
        in city: SampleCity, _ random: inout RandomSource
    ) {
        self.name = name
        while true {
            let position = point + random.direction() * random.real(meters.lowerBound, meters.upperBound)
            guard position.length <= city.reachMeters + 900, others.allSatisfy({ ($0.position - position).length >= apart })
            else {
                continue
            }
            self.position = position
            return
        }
    }

    private init(home position: PlaneVector) {
        name = "home"
        self.position = position
    }
}

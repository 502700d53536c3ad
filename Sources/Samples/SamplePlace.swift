/// Where a device dwells again and again.
struct SamplePlace {
    let name: String
    let position: PlaneVector

    /// Places of one device are at least this far apart, so that stays at two of them never melt into one.
    static let leastDistanceMeters = 600.0

    /// Home, then the second place, then the errands.
    static func places(of kind: SampleKind, in city: SampleCity, _ random: inout RandomSource) -> [SamplePlace] {
        let reach = max(500, city.reachMeters - kind.placeMeters.farthest)
        let home = random.direction() * random.real(0, reach)
        var places = [SamplePlace(name: "home", position: home)]
        let names = [kind.secondPlaceName] + (1...kind.errands).map { "errand-\($0)" }
        let farthest = min(kind.placeMeters.farthest, city.reachMeters)
        while places.count <= names.count {
            let position = home + random.direction() * random.real(kind.placeMeters.nearest, farthest)
            guard position.length <= city.reachMeters,
                places.allSatisfy({ ($0.position - position).length >= leastDistanceMeters })
            else { continue }
            places.append(SamplePlace(name: names[places.count - 1], position: position))
        }
        return places
    }
}

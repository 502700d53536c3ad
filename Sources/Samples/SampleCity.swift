import Geodesy

/// A city that sample devices live in, with the plane their movement is computed on.
struct SampleCity {
    /// WGS-84 degrees; everything of a device lies within `reachMeters` of it, but its spikes.
    let center: Coordinate
    /// Cosine of the latitude: written out, since libm's last bits differ from processor to processor.
    let latitudeCosine: Double
    let reachMeters: Double
    /// Seconds that its clocks are ahead of UTC in June.
    let utcOffsetSeconds: Int
    /// Devices in China log in three coordinate systems, others in WGS-84 only.
    let isInChina: Bool
    /// Where far spikes go, so that they too lie clearly inside or outside China; nil: anywhere.
    let inland: PlaneVector?

    /// A direction of length 1 to a point so far off.
    func direction(meters: Double, _ random: inout RandomSource) -> PlaneVector {
        let direction = random.direction()
        guard let inland, meters > 1_000 else { return direction }
        let leaning = direction * 0.7 + inland
        return leaning * (1 / leaning.length)
    }

    /// WGS-84 degrees of a point of the plane.
    func coordinate(_ position: PlaneVector) -> Coordinate {
        Coordinate(
            latitude: center.latitude + position.north / metersPerDegree,
            longitude: center.longitude + position.east / (metersPerDegree * latitudeCosine))
    }

    private static let beijing = SampleCity(
        center: Coordinate(latitude: 39.915, longitude: 116.39), latitudeCosine: 0.766_997, reachMeters: 14_000,
        utcOffsetSeconds: 28_800, isInChina: true, inland: nil)
    private static let shanghai = SampleCity(
        center: Coordinate(latitude: 31.2, longitude: 121.40), latitudeCosine: 0.855_364, reachMeters: 9_000,
        utcOffsetSeconds: 28_800, isInChina: true, inland: PlaneVector(east: -1, north: 0))
    private static let shenzhen = SampleCity(
        center: Coordinate(latitude: 22.62, longitude: 114.05), latitudeCosine: 0.923_076, reachMeters: 6_000,
        utcOffsetSeconds: 28_800, isInChina: true, inland: PlaneVector(east: 0, north: 1))
    private static let chengdu = SampleCity(
        center: Coordinate(latitude: 30.66, longitude: 104.06), latitudeCosine: 0.860_208, reachMeters: 12_000,
        utcOffsetSeconds: 28_800, isInChina: true, inland: nil)
    private static let hongKong = SampleCity(
        center: Coordinate(latitude: 22.385, longitude: 114.13), latitudeCosine: 0.924_646, reachMeters: 5_000,
        utcOffsetSeconds: 28_800, isInChina: true, inland: PlaneVector(east: 0, north: 1))
    private static let seoul = SampleCity(
        center: Coordinate(latitude: 37.55, longitude: 127.0), latitudeCosine: 0.792_822, reachMeters: 10_000,
        utcOffsetSeconds: 32_400, isInChina: false, inland: nil)
    private static let hanoi = SampleCity(
        center: Coordinate(latitude: 21.02, longitude: 105.83), latitudeCosine: 0.933_455, reachMeters: 8_000,
        utcOffsetSeconds: 25_200, isInChina: false, inland: PlaneVector(east: 0, north: -1))
    private static let paris = SampleCity(
        center: Coordinate(latitude: 48.86, longitude: 2.34), latitudeCosine: 0.657_901, reachMeters: 9_000,
        utcOffsetSeconds: 7_200, isInChina: false, inland: nil)

    /// Device i lives in city i of these, again and again: three of fourteen are abroad.
    static let order = [
        beijing, shanghai, shenzhen, chengdu, hongKong, beijing, seoul, shanghai, shenzhen, hanoi, beijing, chengdu, hongKong,
        paris,
    ]
}

/// Metres a degree of latitude spans on the sphere of rule 2.2.
private let metersPerDegree = 111_195.080_2

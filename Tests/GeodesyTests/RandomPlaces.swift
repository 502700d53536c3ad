import Geodesy

/// Numbers of the yardstick's generator (shared/bench/coordinates.c): the same in every run.
struct RandomPlaces {
    private var seed: UInt64

    init(seed: UInt64 = 42) { self.seed = seed }

    /// The next number in [0, 1).
    mutating func unit() -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 11) / 9_007_199_254_740_992
    }

    /// A place in a rectangle of degrees.
    mutating func place(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) -> Coordinate {
        let latitude = latitudes.lowerBound + (latitudes.upperBound - latitudes.lowerBound) * unit()
        let longitude = longitudes.lowerBound + (longitudes.upperBound - longitudes.lowerBound) * unit()
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Places that lie inside the outline in all three kinds of degrees, among the yardstick's own.
    mutating func insideChina(_ count: Int) -> [Coordinate] {
        let shift = Conversion(from: .wgs84, to: .gcj02)
        let on = Conversion(from: .gcj02, to: .bd09)
        let back = Conversion(from: .bd09, to: .gcj02)
        var places: [Coordinate] = []
        while places.count < count {
            let place = place(latitudes: 20...50, longitudes: 80...125)
            let shifted = shift.converted(place)
            let shiftedTwice = on.converted(shifted)
            let shiftedAlone = on.converted(place)
            let areInside = back.converted(shiftedTwice) != shiftedTwice && back.converted(shiftedAlone) != shiftedAlone
            if shifted != place && shiftedTwice != shifted && areInside { places.append(place) }
        }
        return places
    }
}

/// Two columns of places.
struct PlaceColumns {
    var latitudes: [Double]
    var longitudes: [Double]

    init(_ places: [Coordinate]) {
        latitudes = places.map(\.latitude)
        longitudes = places.map(\.longitude)
    }

    mutating func convert(_ conversion: Conversion) {
        conversion.convert(latitudes: &latitudes, longitudes: &longitudes, count: latitudes.count)
    }

    subscript(row: Int) -> Coordinate { Coordinate(latitude: latitudes[row], longitude: longitudes[row]) }
}

extension Coordinate {
    /// The bits of both values.
    var bits: [UInt64] { [latitude.bitPattern, longitude.bitPattern] }

    /// The larger difference of the two values.
    func distance(to other: Coordinate) -> Double { max(abs(latitude - other.latitude), abs(longitude - other.longitude)) }
}

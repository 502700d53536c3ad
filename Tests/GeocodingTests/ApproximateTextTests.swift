import Geodesy
import Testing

@testable import Geocoding

@Suite struct ApproximateTextTests {
    private func text(
        _ name: PlaceName, province: PlaceName? = nil, country: PlaceName? = nil, meters: Double = 1_234
    ) -> String {
        approximateText(
            GazetteerPlace(
                geonameID: 1, name: name, province: nil, country: country,
                coordinate: Coordinate(latitude: 0, longitude: 0), distanceMeters: meters), province: province)
    }

    private func latin(_ english: String) -> PlaceName { PlaceName(english: english, chinese: nil) }

    private let beijing = PlaceName(english: "Beijing", chinese: "北京市")
    private let china = PlaceName(english: "China", chinese: "中国")

    @Test func `names place, province and country, Chinese in brackets`() {
        let place = PlaceName(english: "Zhongguancun", chinese: "中关村")
        #expect(
            text(place, province: beijing, country: china) == "1.2 km from Zhongguancun (中关村), Beijing (北京市), China")
    }

    @Test func `a place without a Chinese name stands without brackets`() {
        #expect(text(latin("Seoul"), country: latin("South Korea")) == "1.2 km from Seoul, South Korea")
    }

    @Test func `does not repeat a province equal to the city`() {
        #expect(
            text(PlaceName(english: "Beijing", chinese: "北京"), province: beijing, country: china)
                == "1.2 km from Beijing (北京), China")
    }

    @Test func `does not repeat a country equal to the province or the city`() {
        let hongKong = PlaceName(english: "Hong Kong", chinese: "香港特別行政區")
        #expect(
            text(PlaceName(english: "Mong Kok", chinese: "旺角"), province: hongKong, country: latin("Hong Kong"))
                == "1.2 km from Mong Kok (旺角), Hong Kong (香港特別行政區)")
        #expect(text(latin("Singapore"), country: latin("Singapore")) == "1.2 km from Singapore")
    }

    @Test(arguments: [
        (0, "0 m"), (4.9, "0 m"), (80, "80 m"), (84.9, "80 m"), (85, "90 m"), (994.9, "990 m"), (995, "1.0 km"),
        (1_249, "1.2 km"), (9_949, "9.9 km"), (9_950, "10 km"), (12_400, "12 km"), (2_697_904, "2698 km"),
    ])
    func `rounds distances to tens of metres, tenths of a kilometre, kilometres`(_ meters: Double, _ expected: String) {
        #expect(roundedDistance(meters: meters) == expected)
    }
}

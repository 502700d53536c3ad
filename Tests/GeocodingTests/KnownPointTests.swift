import Geodesy
import Testing

@testable import Geocoding

@Suite struct KnownPointTests {
    @Test(arguments: KnownPoint.all)
    func `a known point is said to lie in its country and province, or in none`(point: KnownPoint) {
        let address = Gazetteer.embedded.address(at: point.coordinate)
        if let country = point.country { #expect(address.country == country) }
        switch point.province {
        case .sure(let name): #expect(address.province == name)
        case .atMost(let name): #expect(address.province == nil || address.province == name)
        case .none: #expect(address.province == nil)
        }
    }

    @Test func `there are 60 known points or more, and no two of one name`() {
        #expect(KnownPoint.all.count >= 60)
        #expect(Set(KnownPoint.all.map(\.name)).count == KnownPoint.all.count)
    }
}

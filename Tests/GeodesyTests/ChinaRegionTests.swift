import Testing

@testable import Geodesy

@Suite struct ChinaRegionTests {
    private func region(_ latitude: Double, _ longitude: Double) -> ChinaRegion {
        ChinaRegion(holding: Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: NamedTown.all)
    func `a town outside China lies elsewhere, a town inside does not`(town: NamedTown) {
        #expect((region(town.latitude, town.longitude) != .elsewhere) == town.isInChina)
    }

    @Test(arguments: NamedTown.ofRegions)
    func `a town of a region lies in that region, its neighbours on the mainland`(town: NamedTown) {
        let expected: ChinaRegion =
            switch town.region {
            case .hongKong: .hongKong
            case .macau: .macau
            case .taiwan: .taiwan
            default: .mainland
            }
        #expect(region(town.latitude, town.longitude) == expected)
    }

    // Stations and ports on both sides, written by hand from public knowledge, to about 100 m.
    @Test func `the border of Hong Kong runs between its ports`() {
        #expect(region(22.5348, 114.1120) == .mainland)  // Shenzhen railway station
        #expect(region(22.5328, 114.1130) == .mainland)  // Luohu port
        #expect(region(22.5283, 114.1131) == .hongKong)  // Lo Wu station
        #expect(region(22.5143, 114.0656) == .hongKong)  // Lok Ma Chau station
        #expect(region(22.5225, 114.0706) == .mainland)  // Huanggang port
        #expect(region(22.5367, 114.1289) == .hongKong)  // Man Kam To control point
        #expect(region(22.5445, 114.1300) == .mainland)  // Wenjindu port
    }

    @Test func `what is no place lies elsewhere`() {
        #expect(region(.nan, 116) == .elsewhere)
        #expect(region(39, .infinity) == .elsewhere)
        #expect(region(90, 0) == .elsewhere)
        #expect(region(-90, 180) == .elsewhere)
    }
}

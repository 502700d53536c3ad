import Geodesy
import Testing

@testable import Geocoding

@Suite struct DivisionMapTests {
    private let file = Gazetteer.embedded.file

    private func division(_ latitude: Double, _ longitude: Double) -> Division {
        file.divisionMap.division(at: Coordinate(latitude: latitude, longitude: longitude))
    }

    private func province(_ latitude: Double, _ longitude: Double) -> String? {
        file.region(Int(division(latitude, longitude).number)).province?.english
    }

    /// Every place of the mainland, with its division.
    private func mainlandPlaces() -> [(coordinate: Coordinate, division: Division)] {
        var places: [(coordinate: Coordinate, division: Division)] = []
        for index in 0..<file.leafCount {
            let leaf = file.leaf(index)
            for position in 0..<leaf.count {
                let division = leaf.division(at: position)
                guard division == .mainland || division.isMainlandProvince else { continue }
                places.append((leaf.coordinate(at: position), division))
            }
        }
        return places
    }

    @Test func `a place where the map is sure is in that province`() {
        for place in mainlandPlaces() {
            let sure = file.divisionMap.division(at: place.coordinate)
            if sure.isMainlandProvince && sure != place.division { Issue.record("\(place): \(sure)") }
        }
    }

    // What is sure lies 4 km or more from every other province, so nothing sure of another one lies that near.
    @Test func `39 hundred metres from what is sure no other province is said`() {
        for place in mainlandPlaces() {
            let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
            let sure = division(latitude, longitude)
            guard sure.isMainlandProvince else { continue }
            // A degree of the sphere of radius 6,371,008.8 m is 111.195 km.
            let (north, east) = (3.9 / 111.195, 3.9 / 111.195 / cosineOfLatitude(rounded1e7(latitude)))
            for (up, right) in [(north, 0.0), (-north, 0), (0, east), (0, -east)] {
                let near = division(latitude + up, longitude + right)
                if near.isMainlandProvince && near != sure { Issue.record("\(place.coordinate): \(sure), \(near)") }
            }
        }
    }

    // Bridges over the rivers that are borders of provinces.
    @Test func `on a border of provinces none is said`() {
        #expect(province(39.955, 116.79) == nil)  // the Chaobai river between Beijing and Hebei
        #expect(province(34.61, 110.28) == nil)  // Tongguan, where Shaanxi, Shanxi and Henan meet
        #expect(province(31.295, 121.12) == nil)  // between Huaqiao in Jiangsu and Anting in Shanghai
    }

    @Test func `at sea a province is said near its coast, farther out none`() {
        #expect(province(36.00, 120.50) == "Shandong")  // 10 km off Qingdao
        #expect(province(35.20, 121.00) == nil)  // 80 km off it
        #expect(division(35.20, 121.00) == .mainland || division(35.20, 121.00) == .elsewhere)
    }

    @Test func `Hong Kong, Macau, Taiwan and its islets are divisions of their own`() {
        #expect(division(22.2816, 114.158) == .hongKong)
        #expect(division(22.1987, 113.5439) == .macau)
        #expect(division(25.033, 121.5654) == .taiwan)
        #expect(division(24.4321, 118.3171) == .taiwanIslets)
        #expect(division(24.4798, 118.0894).isMainlandProvince)
        #expect(division(48.8584, 2.2945) == .elsewhere)
    }

    @Test func `off the map and at the poles lies elsewhere`() {
        for coordinate in [(90.0, 0.0), (-90, 180), (0, -180), (54.05, 104), (14.9, 115)] {
            #expect(division(coordinate.0, coordinate.1) == .elsewhere)
        }
    }
}

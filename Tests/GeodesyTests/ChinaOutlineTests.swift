import Testing

@testable import Geodesy

@Suite struct ChinaOutlineTests {
    private func isShifted(_ latitude: Double, _ longitude: Double, regions: ShiftRegions = .all) -> Bool {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return Conversion(from: .wgs84, to: .gcj02, shift: .outline, regions: regions).converted(place) != place
    }

    @Test func `at least 99.5 % of the places within 30 km of the land border are on their own country's side`() {
        var places = 0
        var misses: [Substring] = []
        for row in borderPlaces.split(whereSeparator: { $0 == "\n" || $0 == ";" }) {
            let cells = row.split(separator: ",")
            guard cells.count == 4, let latitude = Double(cells[2]), let longitude = Double(cells[3]) else {
                misses.append(row)
                continue
            }
            places += 1
            if isShifted(latitude, longitude) != (cells[1] == "CN") { misses.append(row) }
        }
        #expect(places == 394)
        #expect(Double(misses.count) <= 0.005 * Double(places), "\(misses)")
    }

    @Test(arguments: NamedTown.all)
    func `a named town near the border is on its own side`(town: NamedTown) {
        #expect(isShifted(town.latitude, town.longitude) == town.isInChina)
    }

    @Test(arguments: NamedTown.ofRegions)
    func `a region that is off stays put and its neighbours shift`(town: NamedTown) {
        #expect(isShifted(town.latitude, town.longitude))
        #expect(isShifted(town.latitude, town.longitude, regions: []) == (town.region == []))
        #expect(isShifted(town.latitude, town.longitude, regions: .all.subtracting(town.region)) == (town.region == []))
        #expect(isShifted(town.latitude, town.longitude, regions: town.region))
    }

    @Test func `the grid answers as counting the crossings of all edges does`() {
        let rings = [ChinaMainlandRing.ring] + ChinaRegionRings.islands
        let edges = rings.flatMap(AreaEdge.edges(ofRing:))
        var generator = RandomPlaces(seed: 5)
        for _ in 0..<5_000 {
            let place = generator.place(latitudes: 2...56, longitudes: 71...137)
            let crossings = edges.filter { $0.isCrossed(alongParallel: place.latitude, from: 0, to: place.longitude) }.count
            #expect(ChinaGate.outline.contains(latitude: place.latitude, longitude: place.longitude) == (crossings % 2 == 1))
        }
    }

    @Test func `near every vertex of the outline the grid answers as counting does`() {
        let rings = [ChinaMainlandRing.ring] + ChinaRegionRings.islands
        let edges = rings.flatMap(AreaEdge.edges(ofRing:))
        var generator = RandomPlaces(seed: 6)
        for i in stride(from: 0, to: edges.count, by: 3) {
            let latitude = edges[i].latitude + (generator.unit() - 0.5) * 2e-3
            let longitude = edges[i].longitude + (generator.unit() - 0.5) * 2e-3
            let crossings = edges.filter { $0.isCrossed(alongParallel: latitude, from: 0, to: longitude) }.count
            #expect(ChinaGate.outline.contains(latitude: latitude, longitude: longitude) == (crossings % 2 == 1))
        }
    }

    @Test func `places within 1e-3 degrees of the outline end and are stable, both ways`() {
        let edges = AreaEdge.edges(ofRing: ChinaMainlandRing.ring)
        var generator = RandomPlaces(seed: 8)
        for edge in edges {
            let part = generator.unit()
            let place = Coordinate(
                latitude: edge.latitude + part * edge.northward + (generator.unit() - 0.5) * 2e-3,
                longitude: edge.longitude + part * edge.eastward + (generator.unit() - 0.5) * 2e-3)
            for source in [CoordinateSystem.wgs84, .gcj02, .bd09] {
                for target in [CoordinateSystem.wgs84, .gcj02, .bd09] {
                    let conversion = Conversion(from: source, to: target)
                    let found = conversion.converted(place)
                    #expect(found.bits == conversion.converted(place).bits)
                    // Shifted by less than 0.02 degrees, or not at all: nothing in between, nothing broken.
                    #expect(found.distance(to: place) < 0.02)
                }
            }
        }
    }

    @Test func `places within 1e-3 degrees of the box end and are stable, both ways`() {
        let box = ChinaGate.box
        var generator = RandomPlaces(seed: 9)
        for _ in 0..<2_000 {
            let step = (generator.unit() - 0.5) * 2e-3
            let along = generator.place(latitudes: box.south...box.north, longitudes: box.west...box.east)
            let places = [
                Coordinate(latitude: box.south + step, longitude: along.longitude),
                Coordinate(latitude: box.north + step, longitude: along.longitude),
                Coordinate(latitude: along.latitude, longitude: box.west + step),
                Coordinate(latitude: along.latitude, longitude: box.east + step),
            ]
            for place in places {
                for (source, target) in ConversionTests.degreePairs + ConversionTests.degreePairs.map({ ($1, $0) }) {
                    let conversion = Conversion(from: source, to: target, shift: .box)
                    let found = conversion.converted(place)
                    #expect(found.bits == conversion.converted(place).bits && found.distance(to: place) < 0.02)
                }
            }
        }
    }

    @Test func `the box has its edges and nothing beyond them`() {
        let box = ChinaGate.box
        let conversion = Conversion(from: .wgs84, to: .gcj02, shift: .box)
        for (latitude, longitude) in [(box.south, 100.0), (box.north, 100.0), (30.0, box.west), (30.0, box.east)] {
            let edge = Coordinate(latitude: latitude, longitude: longitude)
            #expect(conversion.converted(edge) != edge)
        }
        let beyond = [
            (box.south.nextDown, 100.0), (box.north.nextUp, 100.0), (30.0, box.west.nextDown), (30.0, box.east.nextUp),
        ]
        for (latitude, longitude) in beyond {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            #expect(conversion.converted(place) == place)
        }
    }
}

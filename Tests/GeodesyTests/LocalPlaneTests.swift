import Geodesy
import Testing

@Suite struct LocalPlaneTests {
    @Test func `a degree is 111195 m north and half of that east at 60 degrees`() {
        let plane = LocalPlane(centre: Coordinate(latitude: 60, longitude: 10))
        // π R / 180 = 111,195.0802 m.
        #expect(abs(plane.y(latitude: 610_000_000) - 111_195.0802335329) < 1e-6)
        #expect(abs(plane.x(longitude: 110_000_000) - 55_597.54011676645) < 1e-6)
    }

    @Test func `180 degrees is no border`() {
        let plane = LocalPlane(centre: Coordinate(latitude: 0, longitude: 179.9))
        #expect(abs(plane.x(longitude: -1_799_000_000) - 22_239.01604670658) < 1e-6)
        #expect(abs(plane.x(Coordinate(latitude: 0, longitude: -179.9)) - 22_239.01604670658) < 1e-6)
    }

    @Test func `a place of the plane comes back`() {
        let plane = LocalPlane(meanLatitude: 39.95, centre: GridPoint(latitude: 399_000_000, longitude: 1_164_000_000))
        let place = plane.coordinate(x: 1_234.5, y: -678.9)
        #expect(abs(plane.x(place) - 1_234.5) < 1e-6)
        #expect(abs(plane.y(place) + 678.9) < 1e-6)
    }

    @Test func `lengths on the plane are those of the haversine within a kilometre`() {
        let centre = Coordinate(latitude: 39.9, longitude: 116.4)
        let plane = LocalPlane(centre: centre)
        var generator = RandomPlaces(seed: 41)
        for _ in 0..<1_000 {
            let place = GridPoint(generator.place(latitudes: 39.895...39.905, longitudes: 116.395...116.405))
            let (x, y) = (plane.x(place), plane.y(place))
            let length = haversineMeters(from: GridPoint(centre), to: place)
            #expect(abs((x * x + y * y).squareRoot() - length) <= length * 1e-4)
        }
    }
}

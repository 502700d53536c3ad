import Geodesy
import Testing

@Suite struct FitRegionTests {
    @Test func `no place shows the world`() {
        #expect(FitRegion(fitting: nil) == .world)
        #expect(FitRegion.world.longitudeSpanDegrees == 360)
    }

    @Test func `one place is shown in the middle of 0.0055 degrees`() {
        let region = FitRegion(
            fitting: BoundingBox(south: 399_000_000, west: 1_164_000_000, north: 399_000_000, east: 1_164_000_000))
        #expect(region.centre == Coordinate(latitude: 39.9, longitude: 116.4))
        #expect(region.latitudeSpanDegrees == 0.0055)
        #expect(region.longitudeSpanDegrees == 0.0055)
    }

    @Test func `a box is shown with a tenth on each side`() {
        let region = FitRegion(fitting: BoundingBox(south: 100_000_000, west: 200_000_000, north: 110_000_000, east: 220_000_000))
        #expect(region.centre == Coordinate(latitude: 10.5, longitude: 21))
        #expect(abs(region.latitudeSpanDegrees - 1.2) < 1e-12)
        #expect(abs(region.longitudeSpanDegrees - 2.4) < 1e-12)
    }

    @Test func `across 180 degrees the middle lies between the places`() {
        let box = BoundingBox(south: 0, west: 1_780_000_000, north: 0, east: -1_760_000_000)
        let region = FitRegion(fitting: box, padding: 0)
        #expect(region.centre == Coordinate(latitude: 0, longitude: -179))
        #expect(region.longitudeSpanDegrees == 6)
    }

    @Test func `places all over the Earth show no more than the Earth`() {
        let region = FitRegion(
            fitting: BoundingBox(south: -850_000_000, west: -1_790_000_000, north: 850_000_000, east: 1_790_000_000))
        #expect(region.latitudeSpanDegrees == 180)
        #expect(region.longitudeSpanDegrees == 360)
    }
}

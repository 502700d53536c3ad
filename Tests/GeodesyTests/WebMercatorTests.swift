import Geodesy
import Testing

@Suite struct WebMercatorTests {
    /// Tiles of OpenStreetMap's wiki, "Slippy map tilenames", and of mercantile 1.2 (`mercantile.tile`).
    @Test(arguments: [
        (59.9, 10.75, 0, 0, 0), (50.0, 8.0, 10, 534, 347), (20.6852, -105.0844, 9, 106, 225), (0.0, 0.0, 1, 1, 1),
        (90.0, 180.0, 3, 7, 0), (-90.0, -180.0, 3, 0, 7),
    ])
    func `a place lies on the tile that others give`(row: (Double, Double, Int, Int, Int)) {
        let tile = WebMercator.tile(of: Coordinate(latitude: row.0, longitude: row.1), zoom: row.2)
        #expect(tile == MapTile(zoom: row.2, column: row.3, row: row.4))
    }

    @Test func `the square's corners and middle are where they belong`() {
        let middle = WebMercator.unitSquare(Coordinate(latitude: 0, longitude: 0))
        #expect(middle == UnitSquarePoint(x: 0.5, y: 0.5))
        let corner = WebMercator.unitSquare(Coordinate(latitude: WebMercator.largestLatitudeDegrees, longitude: -180))
        #expect(corner.x == 0 && abs(corner.y) < 1e-15)
        #expect(WebMercator.unitSquare(Coordinate(latitude: -90, longitude: 0)).y == 1)
        #expect(WebMercator.unitSquare(Coordinate(latitude: 90, longitude: 0)).y == 0)
    }

    @Test func `a place of the square comes back`() {
        var generator = RandomPlaces(seed: 61)
        for _ in 0..<1_000 {
            let place = generator.place(latitudes: -85...85, longitudes: -180...180)
            #expect(WebMercator.coordinate(WebMercator.unitSquare(place)).distance(to: place) < 1e-12)
            #expect(WebMercator.degrees(WebMercator.meters(place)).distance(to: place) < 1e-12)
        }
    }

    @Test func `a tile begins at its north-western corner`() {
        let corner = WebMercator.northWest(of: MapTile(zoom: 1, column: 1, row: 1))
        #expect(corner == Coordinate(latitude: 0, longitude: 0))
    }

    /// 2 π · 6,378,137 / 256 = 156,543.03392804097 m on zoom 0 at the equator (OpenStreetMap's wiki, "Zoom levels").
    @Test func `a pixel at the equator is 156543 m on zoom 0 and half of that on zoom 1`() {
        #expect(abs(WebMercator.metersPerPixel(latitude: 0, zoom: 0) - 156_543.03392804097) < 1e-6)
        #expect(abs(WebMercator.metersPerPixel(latitude: 60, zoom: 1) - 156_543.03392804097 / 4) < 1e-6)
    }
}

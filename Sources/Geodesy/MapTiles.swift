import Glibc

/// A place on the unit square of web maps: (0, 0) is its north-western corner, (1, 1) its south-eastern one.
public struct UnitSquarePoint: Sendable, Hashable {
    /// East, 0 at 180° W and 1 at 180° E.
    public var x: Double
    /// South, 0 at 85.05° N and 1 at 85.05° S.
    public var y: Double

    /// Makes a place on the square.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A tile of a web map.
public struct MapTile: Sendable, Hashable {
    /// 0 shows the world on one tile; each level halves the side.
    public var zoom: Int
    /// From the west, 0 to 2^zoom − 1.
    public var column: Int
    /// From the north, 0 to 2^zoom − 1.
    public var row: Int

    /// Makes a tile of its numbers.
    public init(zoom: Int, column: Int, row: Int) {
        self.zoom = zoom
        self.column = column
        self.row = row
    }
}

extension WebMercator {
    /// The place on the unit square of WGS-84 degrees; y is clamped to [0, 1].
    /// - Source: the projection of supercluster's `lngX` and `latY`.
    public static func unitSquare(_ place: Coordinate) -> UnitSquarePoint {
        let sine = sin(place.latitude * radiansPerDegree)
        let y = 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / Double.pi
        return UnitSquarePoint(x: place.longitude / 360 + 0.5, y: min(max(y, 0), 1))
    }

    /// WGS-84 degrees of a place on the unit square.
    public static func coordinate(_ place: UnitSquarePoint) -> Coordinate {
        Coordinate(
            latitude: atan(sinh((1 - 2 * place.y) * Double.pi)) * degreesPerRadian,
            longitude: (place.x - 0.5) * 360)
    }

    /// The tile that shows a place in WGS-84 degrees; beyond the square's edges the tile at the edge.
    /// - Parameters:
    ///   - place: Degrees.
    ///   - zoom: 0 to 30.
    public static func tile(of place: Coordinate, zoom: Int) -> MapTile {
        let side = Double(1 << zoom)
        let square = unitSquare(place)
        let last = side - 1
        return MapTile(
            zoom: zoom,
            column: Int(min(max((square.x * side).rounded(.down), 0), last)),
            row: Int(min(max((square.y * side).rounded(.down), 0), last)))
    }

    /// The north-western corner of a tile, in WGS-84 degrees.
    public static func northWest(of tile: MapTile) -> Coordinate {
        let side = Double(1 << tile.zoom)
        return coordinate(UnitSquarePoint(x: Double(tile.column) / side, y: Double(tile.row) / side))
    }

    /// Metres on the ground of a pixel at a latitude in degrees, on tiles of 256 pixels.
    public static func metersPerPixel(latitude: Double, zoom: Int) -> Double {
        cosineOfDegrees(latitude) * 2 * halfSideMeters / Double(256 << zoom)
    }
}

import Geodesy
import Glibc
import Options
import Tracks

/// The overview of a page: tracks, stays, scale and north as SVG, for browsers without a script or WebGL.
struct PageOverview {
    private static let size = (width: 1920.0, height: 1080.0)
    private static let margin = 60.0

    private let data: PageData
    private let west: Double
    private let north: Double
    private let unitsPerMeter: Double
    private let offset: (x: Double, y: Double)

    /// nil where there is nothing to show.
    init?(_ data: PageData) throws {
        guard let box = try data.box() else { return nil }
        self.data = data
        let degrees = (south: Double(box.south) / 1e7, north: Double(box.north) / 1e7)
        let low = WebMercator.meters(Coordinate(latitude: degrees.south, longitude: 0))
        let high = WebMercator.meters(Coordinate(latitude: degrees.north, longitude: 0))
        west = Double(box.west) / 1e7
        north = high.latitude
        // A single place is shown with some streets around it.
        let width = max(Double(box.width) / 1e7 * Self.metersPerDegree, 500)
        let height = max(high.latitude - low.latitude, 500)
        unitsPerMeter = min((Self.size.width - 2 * Self.margin) / width, (Self.size.height - 2 * Self.margin) / height)
        offset = (
            (Self.size.width - Double(box.width) / 1e7 * Self.metersPerDegree * unitsPerMeter) / 2,
            (Self.size.height - (high.latitude - low.latitude) * unitsPerMeter) / 2
        )
    }

    private static let metersPerDegree = WebMercator.halfSideMeters / 180

    private func place(latitude: Double, longitude: Double) -> (x: Int, y: Int) {
        var east = longitude - west
        if east < 0 { east += 360 }
        let y = WebMercator.meters(Coordinate(latitude: latitude, longitude: 0)).latitude
        return (
            Int((offset.x + east * Self.metersPerDegree * unitsPerMeter).rounded()),
            Int((offset.y + (north - y) * unitsPerMeter).rounded())
        )
    }

    /// Writes it piece by piece.
    func write(to write: (String) throws -> Void) throws {
        try write(
            "<svg class=\"overview\" viewBox=\"0 0 \(Int(Self.size.width)) \(Int(Self.size.height))\" role=\"img\" aria-label=\"Overview\" xmlns=\"http://www.w3.org/2000/svg\">\n"
        )
        for device in data.scope.devices { try writeTrack(of: device, write) }
        try writeStays(write)
        try write(
            scale
                + "<path class=\"north\" d=\"M1860 110V40l-14 24m14-24 14 24\"/><text x=\"1860\" y=\"140\" text-anchor=\"middle\">N</text></svg>\n"
        )
    }

    private func color(_ kind: String?) -> String { escaped(data.kinds.looks[Int(data.kinds.number(of: kind))].color) }

    private func writeTrack(of device: PageScope.Device, _ write: (String) throws -> Void) throws {
        var path = ""
        var breaks = LineBreaks(try data.tracks.gaps(of: device), data.tracks.content)
        var last: (x: Int, y: Int)?
        try data.tracks.forEach(of: device) { fix in
            let point = place(latitude: Double(fix.latitude) / 1e7, longitude: Double(fix.longitude) / 1e7)
            let isBreak = breaks.isBreak(at: fix.time)
            guard let before = last, !isBreak else {
                path += "M\(point.x) \(point.y)l0 0"
                last = point
                return
            }
            let (x, y) = (point.x - before.x, point.y - before.y)
            // Nearer than three units, a pixel and a half of most screens, nothing is seen.
            guard x * x + y * y >= 9 else { return }
            path += "l\(x)\(y < 0 ? "" : " ")\(y)"
            last = point
        }
        guard !path.isEmpty else { return }
        try write(
            "<path class=\"track\" stroke=\"\(color(device.kind))\" d=\"\(path)\"><title>\(escaped(device.id))</title></path>\n")
    }

    private func writeStays(_ write: (String) throws -> Void) throws {
        struct Cell: Hashable {
            let x: Int
            let y: Int
        }
        let points = data.findings.stayPoints
        var drawn: Set<Cell> = []
        for i in 0..<points.count {
            let point = place(latitude: points.latitudes[i], longitude: points.longitudes[i])
            // Of circles that lie on one another, in a square of their own width, one is drawn.
            guard drawn.insert(Cell(x: point.x / 16, y: point.y / 16)).inserted else { continue }
            let color = escaped(data.kinds.looks[Int(points.kinds[i])].color)
            try write("<circle class=\"stay\" cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"8\" fill=\"\(color)\"/>\n")
        }
    }

    /// A bar of a round length: 1, 2 or 5 and noughts.
    private var scale: String {
        let latitude = WebMercator.degrees(Coordinate(latitude: north - Self.size.height / 2 / unitsPerMeter, longitude: 0))
            .latitude
        let units = unitsPerMeter / max(0.01, cos(latitude * .pi / 180))
        var length = 1.0
        for next in [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6]
        where next * units <= 400 { length = next }
        let right = 40 + Int((length * units).rounded())
        return
            "<path class=\"scale\" d=\"M40 1030v14H\(right)v-14\"/><text x=\"40\" y=\"1022\">\(distanceInWords(meters: length))</text>\n"
    }
}

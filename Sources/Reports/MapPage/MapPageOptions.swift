import Options
import Tracks

/// How the map of a page looks and behaves.
public struct MapPageOptions: Sendable {
    /// A map of tiles that the page loads; without it a page asks for nothing.
    public struct Tiles: Sendable, Equatable {
        /// With `{z}`, `{x}` and `{y}`.
        public var url: String
        /// What stands in the corner of the map.
        public var attribution: String
        /// `wgs84` or `gcj02`: the system that the tiles are drawn in.
        public var system: String
    }

    /// `adaptive` (gone at north and level), `visible` or `hidden`.
    public var compass = "adaptive"
    /// A corner of the map.
    public var compassCorner = "top-right"
    /// `adaptive` (seen while the zoom changes), `visible` or `hidden`.
    public var scale = "visible"
    /// `leading` or `trailing`.
    public var scaleAlign = "leading"
    /// A corner of the map.
    public var scaleCorner = "bottom-left"
    /// Whether the map can be tilted.
    public var tilts = true
    /// `all` or `first`: which points of the history are marked.
    public var historyShow = "all"
    /// `none`, `all` or `as-played`: which lines of tracks are drawn.
    public var historyLines = "all"
    /// The longest time that is played at once, in seconds.
    public var longestSeconds = 604_800.0
    /// So many fixes are all shown.
    public var most = 50_000
    /// A GeoJSON file that is drawn below all.
    public var basemap: String?
    /// Tiles that are loaded; nil for none.
    public var tiles: Tiles?
    /// `en`, `zh` or `ru`; nil for the browser's.
    public var language: String?
    /// A folder with MapLibre's two files.
    public var mapLibrary: String?

    /// The defaults.
    public init() {}

    /// Reads all of them.
    public init(reading reader: inout OptionReader) {
        let visibility = ["adaptive", "visible", "hidden"]
        let corners = ["top-left", "top-right", "bottom-left", "bottom-right"]
        compass = reader.choice(
            "compass", default: compass, of: visibility,
            help: "When the compass is shown; adaptive hides it while the map is level with north up.")
        compassCorner = reader.choice("compass-corner", default: compassCorner, of: corners, help: "Where the compass is.")
        scale = reader.choice(
            "scale", default: scale, of: visibility,
            help: "When the scale bar is shown; adaptive shows it while the zoom changes.")
        scaleAlign = reader.choice(
            "scale-align", default: scaleAlign, of: ["leading", "trailing"],
            help: "The side of the scale bar that stays in place; leading is the left where texts run to the right.")
        scaleCorner = reader.choice("scale-corner", default: scaleCorner, of: corners, help: "Where the scale bar is.")
        tilts = reader.flag("tilt", default: true, help: "Whether two fingers can tilt the map.")
        readHistory(&reader)
        most = reader.integer(
            "most", default: most, in: 2...5_000_000,
            help: "So many fixes are all shown; of more the points of the history, of more of those the ends of each device-day.")
        basemap = reader.text("basemap", help: "A GeoJSON file (WGS-84) that is drawn below all, instead of the outline of land.")
        readTiles(&reader)
        let language = reader.choice(
            "language", default: "browser", of: ["browser", "en", "zh", "ru"], help: "Of the page; browser takes the reader's.")
        self.language = language == "browser" ? nil : language
        mapLibrary = reader.text(
            "map-library", help: "The folder with maplibre-gl.js and maplibre-gl.css, where they are not installed.")
    }

    private mutating func readHistory(_ reader: inout OptionReader) {
        (historyShow, historyLines, longestSeconds) = reader.nested("history", help: "How tracks are shown and played.") {
            inner in
            (
                inner.choice(
                    "show", default: "all", of: ["all", "first"],
                    help: "Whether all fixes or points are marked, or the first of each line only."),
                inner.choice(
                    "lines", default: "all", of: ["none", "all", "as-played"],
                    help: "Which lines are drawn; as-played draws them up to the moment that is played."),
                inner.seconds(
                    "longest", default: 604_800, in: 3600...3_660 * 86_400, help: "The longest time that is played at once.")
            )
        }
    }

    private mutating func readTiles(_ reader: inout OptionReader) {
        guard reader.has("tiles") || reader.isReference else {
            // Nothing is asked for unless a file says so.
            _ = reader.anything(
                "tiles", type: "{url, attribution, crs}", default: "none", help: Self.helpOfTiles)
            return
        }
        tiles = reader.nested("tiles", default: "none", help: Self.helpOfTiles) { inner in
            let url = inner.text("url", isRequired: true, help: "Of a tile, with {z}, {x} and {y}; https.") ?? ""
            let attribution = inner.text("attribution", isRequired: true, help: "Whose map it is, as its makers want it said.")
            let system = inner.choice(
                "crs", default: "wgs84", of: ["wgs84", "gcj02"],
                help: "The system that the tiles are drawn in; under gcj02 the positions are converted.")
            if inner.isKnown("url"), inner.has("url"), Self.host(of: url) == nil {
                inner.report(at: "url", "'url' is '\(url)'; it may be such as https://tiles.example.org/{z}/{x}/{y}.png.")
            }
            return Tiles(url: url, attribution: attribution ?? "", system: system)
        }
        if tiles?.url.isEmpty ?? true { tiles = nil }
    }

    private static let helpOfTiles = "A map of tiles that the page loads when it is opened; without it a page asks for nothing."

    /// Scheme and host of the URL of tiles, as a Content-Security-Policy names them; nil where it is none.
    static func host(of url: String) -> String? {
        for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
            let host = url.dropFirst(scheme.count).prefix { $0 != "/" }
            let isHost =
                !host.isEmpty
                && host.utf8.allSatisfy { byte in
                    (48...58).contains(byte) || (97...122).contains(byte) || (65...90).contains(byte) || byte == 45 || byte == 46
                }
            guard isHost, ["{z}", "{x}", "{y}"].allSatisfy(url.contains), url.unicodeScalars.allSatisfy({ $0.value > 32 }) else {
                return nil
            }
            return scheme + host
        }
        return nil
    }

    /// As the page's script reads them.
    var json: String {
        let map =
            tiles.map {
                "{\"url\":\(jsonText($0.url)),\"attribution\":\(jsonText($0.attribution)),\"crs\":\"\($0.system)\"}"
            } ?? "null"
        return
            "{\"compass\":\"\(compass)\",\"compassCorner\":\"\(compassCorner)\",\"scale\":\"\(scale)\",\"scaleAlign\":\"\(scaleAlign)\",\"scaleCorner\":\"\(scaleCorner)\",\"tilt\":\(tilts),\"history\":{\"show\":\"\(historyShow)\",\"lines\":\"\(historyLines)\",\"longestMs\":\(Int64((longestSeconds * 1000).rounded()))},\"tiles\":\(map)}"
    }
}

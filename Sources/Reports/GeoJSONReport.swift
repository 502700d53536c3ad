import Geodesy
import Options
import Store
import Tracks

/// A view as GeoJSON (RFC 7946): a FeatureCollection, a feature a line.
///
/// Longitude comes first. Properties are the view's other columns: their names say the units, NULL is null. A trip is the line of its
/// fixes, all else is a point. A stay, trip, place, cluster, device or cell is named by `id`, too. In another coordinate system than
/// the WGS-84 of RFC 7946 the member `crs_name` of the collection says which.
public struct GeoJSONReport: Sendable {
    /// `geojson`.
    public static let name = "geojson"
    /// One sentence.
    public static let summary = "A view with positions as GeoJSON (RFC 7946)."

    /// The view.
    public var table: String
    /// Only this zoom of map clusters.
    public var zoom: Int?

    /// Reads `table` and `zoom`.
    public init(reading reader: inout OptionReader) {
        table = reader.choice("table", default: "stays", of: Self.tables, help: "Which view.")
        zoom = readZoom(
            &reader, table: table, help: "The zoom of map_clusters, which must be given: all on one map would hide each other.")
        if table == "map_clusters", !reader.has("zoom") {
            reader.report(
                at: "table", "geojson of map_clusters wants 'zoom', such as zoom: 12: all zooms on one map hide each other.")
        }
    }

    /// The views with positions.
    static let tables = View.all.filter { $0.shape != nil }.map(\.name)

    /// Writes rows of a view.
    ///
    /// - Throws: `StoreMismatch` where the view has no positions.
    public static func write(_ selection: ViewSelection, of store: Store, to output: OutputFile) throws {
        try FeatureLines(selection, of: store).write(selection, of: store, to: output)
    }

    /// Writes rows of a view to files of so many features each, and gives their names: `stays-1.geojson` and so on for
    /// `stays.geojson`.
    public static func writePages(
        _ selection: ViewSelection, of store: Store, rowsEach: Int, to path: String, sparing spared: [SparedFile]
    ) throws -> [String] {
        try FeatureLines(selection, of: store).writePages(selection, of: store, rowsEach: rowsEach, to: path, sparing: spared)
    }
}

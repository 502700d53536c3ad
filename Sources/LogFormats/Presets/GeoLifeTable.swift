/// GeoLife's tracks in one table, as scikit-mobility gives them.
public struct GeoLifeTable: PresetFormat {
    /// The value of `format`.
    public static let name = "geolife-table"
    /// What it is.
    public static let summary =
        "GeoLife as one table: lat, lng, datetime in UTC, uid."

    static let preset = CSVPreset(
        columns: ["device": ["uid"], "time": ["datetime"], "latitude": ["lat"], "longitude": ["lng"]])

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }
}

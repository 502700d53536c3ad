/// Phones' tracks as the recorder of OwnTracks writes them.
public struct OwnTracksCSV: PresetFormat {
    /// The value of `format`.
    public static let name = "owntracks-csv"
    /// What it is.
    public static let summary =
        "CSV of OwnTracks' recorder (ocat --format csv): tst, lat, lon, vel in km/h."

    static let preset = CSVPreset(
        columns: [
            "device": ["device", "topic", "tid"], "time": ["tst", "isotst"], "latitude": ["lat"], "longitude": ["lon"],
            "altitude": ["alt"], "speed": ["vel"], "course": ["cog"], "accuracy": ["acc"],
        ], optional: ["altitude", "speed", "course", "accuracy"], speedUnit: "km/h")

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }
}

/// Animals' tracks as Movebank gives them; its names have dashes, and underscores or points where another program wrote them anew.
public struct Movebank: PresetFormat {
    /// The value of `format`.
    public static let name = "movebank"
    /// What it is.
    public static let summary =
        "CSV of Movebank's study downloads: times in UTC, ground-speed in m/s; rows without a position are rejects."

    static let preset = CSVPreset(
        columns: [
            "device": [
                "individual-local-identifier", "individual_local_identifier", "individual.local.identifier",
                "tag-local-identifier", "tag_local_identifier", "tag.local.identifier", "tag_id", "individual_id",
            ],
            "time": ["timestamp"], "latitude": ["location-lat", "location_lat", "location.lat"],
            "longitude": ["location-long", "location_long", "location.long"],
            "altitude": [
                "height-above-ellipsoid", "height_above_ellipsoid", "height.above.ellipsoid", "height-above-msl",
                "height_above_msl", "height.above.msl",
            ],
            "speed": ["ground-speed", "ground_speed", "ground.speed"], "course": ["heading"],
            "accuracy": [
                "eobs:horizontal-accuracy-estimate", "eobs_horizontal_accuracy_estimate", "location-error-numerical",
                "location_error_numerical",
            ],
            "hdop": ["gps:hdop", "gps_hdop"], "satellites": ["gps:satellite-count", "gps_satellite_count"],
        ], optional: ["altitude", "speed", "course", "accuracy", "hdop", "satellites"])

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }
}

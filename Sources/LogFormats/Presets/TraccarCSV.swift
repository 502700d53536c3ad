/// Positions as a server of Traccar exports them.
public struct TraccarCSV: PresetFormat {
    /// The value of `format`.
    public static let name = "traccar-csv"
    /// What it is.
    public static let summary =
        "CSV export of Traccar's positions: fixTime, speed in knots; 'timezone' is that of the user who exported it."

    /// That of the user who exported them.
    public static let saysTimezone = false

    static let preset = CSVPreset(
        columns: [
            "device": ["deviceId"], "time": ["fixTime"], "latitude": ["latitude"], "longitude": ["longitude"],
            "altitude": ["altitude"], "speed": ["speed"], "course": ["course"], "accuracy": ["accuracy"],
            "satellites": ["sat"], "hdop": ["hdop"],
        ], optional: ["altitude", "speed", "course", "accuracy", "satellites", "hdop"],
        marks: ["deviceTime", "serverTime", "valid"],
        speedUnit: "kn")

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }
}

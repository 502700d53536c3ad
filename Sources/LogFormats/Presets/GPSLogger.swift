/// Logs of the Android app GPSLogger.
public struct GPSLogger: PresetFormat {
    /// The value of `format`.
    public static let name = "gpslogger"
    /// What it is.
    public static let summary =
        "CSV of the app GPSLogger: time, lat, lon, elevation, speed in m/s; 'device' names the phone."

    static let preset = CSVPreset(
        columns: [
            "time": ["time"], "latitude": ["lat"], "longitude": ["lon"], "altitude": ["elevation"], "speed": ["speed"],
            "course": ["bearing"], "accuracy": ["accuracy"], "hdop": ["hdop"], "satellites": ["satellites"],
        ], optional: ["altitude", "speed", "course", "accuracy", "hdop", "satellites"], marks: ["bearing", "provider"])

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }
}

import Options
import Tracks

/// Batches of the app Overland: each of their locations is a fix.
///
/// What happened to the app stands among them without a place: such a row is `no-position`.
///
/// - Source: Overland's README, "API": GeoJSON features with speed in m/s, horizontal_accuracy in metres; below 0 it knows none.
public struct Overland: LogFormat {
    /// The value of `format`.
    public static let name = "overland"
    /// What it is.
    public static let summary = "Batches of the app Overland, one or many: each of their locations is a fix."
    /// None: the content tells it.
    public static let suffixes: [String] = []

    private static let paths = [
        "geometry.coordinates.0", "geometry.coordinates.1", "geometry.coordinates.2", "properties.timestamp",
        "properties.altitude", "properties.speed", "properties.course", "properties.horizontal_accuracy",
        "properties.device_id", "properties.battery_state", "properties.motion",
    ]
    private enum Field {
        static let (longitude, latitude, height, time, altitude) = (0, 1, 2, 3, 4)
        static let (speed, course, accuracy, device) = (5, 6, 7, 8)
        // What only this app says.
        static let (batteryState, motion) = (9, 10)
    }

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {}

    /// What its locations say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy] }

    private static var fields: JSONFields { JSONFields(paths, lists: ["locations"]) }

    /// By a batch, or by what the app says of a location.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.isJSON(Self.fields) { records in
            records.has(Field.time) && (records.list == 0 || records.has(Field.batteryState) || records.has(Field.motion))
        }
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        var records = JSONRecords(log, rows.context, Self.fields)
        let zone = rows.context.timeZone
        while try records.next(into: &rows) {
            var row = FixRow(empty: records.nothing)
            row.device = records.text(Field.device)
            row.setTime(records.text(Field.time), zone)
            row.setPosition(latitude: records.text(Field.latitude), longitude: records.text(Field.longitude))
            row.altitude = records.number(records.has(Field.altitude) ? Field.altitude : Field.height)
            row.speed = knownOfPhone(records.number(Field.speed))
            row.course = records.number(Field.course)
            row.accuracy = records.number(Field.accuracy)
            records.give(row, into: &rows)
        }
    }
}

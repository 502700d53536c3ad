import Options
import Tracks

/// Positions as the API of a Traccar server answers them.
///
/// - Source: Traccar's API reference, "Position": speed in knots, times in ISO 8601; attributes `sat` and `hdop` of its protocols.
public struct TraccarJSON: LogFormat {
    /// The value of `format`.
    public static let name = "traccar-json"
    /// What it is.
    public static let summary = "Positions of Traccar's API: fixTime, speed in knots; those that are not valid are rejects."
    /// None: the content tells it.
    public static let suffixes: [String] = []

    private static let paths = [
        "deviceId", "fixTime", "latitude", "longitude", "altitude", "speed", "course", "accuracy", "attributes.hdop",
        "attributes.sat", "valid", "serverTime",
    ]
    private enum Field {
        static let (device, time, latitude, longitude, altitude, speed, course, accuracy) = (0, 1, 2, 3, 4, 5, 6, 7)
        static let (hdop, satellites, valid, serverTime) = (8, 9, 10, 11)
    }

    private static let metersPerSecondOfKnot = 1852.0 / 3600

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {}

    /// What its positions say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy, .hdop, .satellites] }

    private static var fields: JSONFields { JSONFields(paths, lists: ["positions"]) }

    /// By the device and both times of a position.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.isJSON(Self.fields) { $0.has(Field.device) && $0.has(Field.time) && $0.has(Field.serverTime) }
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
            row.altitude = records.number(Field.altitude)
            row.speed = records.number(Field.speed) * Self.metersPerSecondOfKnot
            row.course = records.number(Field.course)
            row.accuracy = records.number(Field.accuracy)
            row.hdop = records.number(Field.hdop)
            row.satellites = records.number(Field.satellites)
            if records.text(Field.valid).isWord("false") { row.fault = .voidFix }
            records.give(row, into: &rows)
        }
    }
}

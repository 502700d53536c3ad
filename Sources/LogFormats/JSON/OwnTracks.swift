import Options
import Tracks

/// Messages of the app OwnTracks: files of its recorder (`.rec`), what its server answers, or a message a line.
///
/// - Source: OwnTracks Booklet, "JSON" (message types; tst in seconds, vel in km/h, acc in metres) and "Recorder".
public struct OwnTracks: LogFormat {
    /// The value of `format`.
    public static let name = "owntracks"
    /// What it is.
    public static let summary = "Messages of OwnTracks: .rec of its recorder, JSON of its server, or a message a line."
    /// Ends of names.
    public static let suffixes = [".rec"]

    private static let paths = ["_type", "tst", "lat", "lon", "alt", "vel", "cog", "acc", "device", "topic", "tid"]
    private enum Field {
        static let (type, time, latitude, longitude, altitude, speed, course, accuracy) = (0, 1, 2, 3, 4, 5, 6, 7)
        static let device = 8...10
    }

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {}

    /// What its messages say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy] }

    private static var fields: JSONFields { JSONFields(paths, lists: ["data"]) }

    /// By the type of a message.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.isJSON(Self.fields, hasPrefix: true) { $0.has(Field.type) }
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        var records = JSONRecords(log, rows.context, Self.fields, hasPrefix: true)
        let zone = rows.context.timeZone
        while try records.next(into: &rows) {
            let type = records.text(Field.type)
            guard type.isEmpty || type.isWord("location") else {
                rows.notes.skip(type)
                continue
            }
            var row = FixRow(empty: records.nothing)
            row.device = records.firstText(Field.device)
            row.setTime(records.text(Field.time), zone)
            row.setPosition(latitude: records.text(Field.latitude), longitude: records.text(Field.longitude))
            row.altitude = records.number(Field.altitude)
            row.speed = knownOfPhone(records.number(Field.speed)) / 3.6
            row.course = records.number(Field.course)
            row.accuracy = records.number(Field.accuracy)
            records.give(row, into: &rows)
        }
    }
}

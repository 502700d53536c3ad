import Options
import Tracks

/// Where a phone was, as Google gives it away: Records.json and the Semantic Location History of Takeout, and the timelines that phones
/// write since 2024.
///
/// What was inferred is read as it is dated: a visit is a fix at its start, an activity one at its start and one at its end, a path of a
/// timeline one at each of its points. Raw paths inside Takeout's segments are the same fixes as in Records.json, and are not read.
/// - Source: Google Takeout, "Location History" (Records.json, Semantic Location History: E7, m/s); exports of the timeline of Android
///   (`Timeline.json`) and iOS (`location-history.json`).
public struct GoogleLocations: LogFormat {
    /// The value of `format`.
    public static let name = "google"
    /// What it is.
    public static let summary =
        "Google's location history: Records.json, Semantic Location History, timelines of phones since 2024."
    /// None: the content tells it.
    public static let suffixes: [String] = []

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {}

    /// What its records say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy] }

    /// By the lists that it holds, and the first of their elements.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.isJSON(GoogleFields.all) { records in
            switch records.list {
            case GoogleFields.locations: records.has(GoogleFields.latitude) || records.has(GoogleFields.timestamps.upperBound)
            case GoogleFields.timelineObjects, GoogleFields.semanticSegments, GoogleFields.rawSignals: true
            default: GoogleFields.isSegment(&records)
            }
        }
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        var records = JSONRecords(log, rows.context, GoogleFields.all)
        let reader = GoogleReader(zone: rows.context.timeZone)
        while try records.next(into: &rows) {
            switch records.list {
            case GoogleFields.timelineObjects: reader.takeObject(&records, into: &rows)
            case GoogleFields.rawSignals: reader.takeSignal(&records, into: &rows)
            case GoogleFields.locations: reader.takeLocation(&records, into: &rows)
            default: reader.takeSegment(&records, into: &rows)
            }
        }
    }
}

/// Where things stand in the records of Google's files.
private enum GoogleFields {
    static let (locations, timelineObjects, semanticSegments, rawSignals) = (0, 1, 2, 3)
    private static let lists = ["locations", "timelineObjects", "semanticSegments", "rawSignals"]

    // Records.json
    static let (latitude, longitude, accuracy, altitude, velocity, heading, tag) = (0, 1, 2, 3, 4, 5, 6)
    static let timestamps = 7...8
    // Semantic Location History
    static let (visit, visitLatitude, visitLongitude) = (9, 10, 11)
    static let visitStarts = 12...13
    static let (activity, startLatitude, startLongitude, endLatitude, endLongitude) = (14, 15, 16, 17, 18)
    static let activityStarts = 19...20
    static let activityEnds = 21...22
    // Timelines of phones
    static let (startTime, endTime, stay, move, path) = (23, 24, 25, 26, 27)
    static let stayPlaces = 28...29
    static let moveStarts = 30...31
    static let moveEnds = 32...33
    static let (signalPlace, signalTime, signalAccuracy, signalAltitude, signalSpeed) = (34, 35, 36, 37, 38)

    private static let paths = [
        "latitudeE7", "longitudeE7", "accuracy", "altitude", "velocity", "heading", "deviceTag", "timestamp", "timestampMs",
        "placeVisit", "placeVisit.location.latitudeE7", "placeVisit.location.longitudeE7",
        "placeVisit.duration.startTimestamp", "placeVisit.duration.startTimestampMs",
        "activitySegment", "activitySegment.startLocation.latitudeE7", "activitySegment.startLocation.longitudeE7",
        "activitySegment.endLocation.latitudeE7", "activitySegment.endLocation.longitudeE7",
        "activitySegment.duration.startTimestamp", "activitySegment.duration.startTimestampMs",
        "activitySegment.duration.endTimestamp", "activitySegment.duration.endTimestampMs",
        "startTime", "endTime", "visit", "activity", "timelinePath", "visit.topCandidate.placeLocation",
        "visit.topCandidate.placeLocation.latLng", "activity.start", "activity.start.latLng", "activity.end",
        "activity.end.latLng", "position.LatLng", "position.timestamp", "position.accuracyMeters", "position.altitudeMeters",
        "position.speedMetersPerSecond",
    ]

    static var all: JSONFields { JSONFields(paths, lists: lists) }

    /// Whether a record is a segment of a timeline.
    static func isSegment(_ records: inout JSONRecords) -> Bool {
        (records.has(startTime) || records.has(endTime)) && (records.has(stay) || records.has(move) || records.has(path))
    }
}

private struct GoogleReader {
    let zone: TimeZoneRules

    private static let e7 = 1e7

    /// A location of Records.json.
    func takeLocation(_ records: inout JSONRecords, into rows: inout RowAssembler) {
        var row = FixRow(empty: records.nothing)
        row.device = records.text(GoogleFields.tag)
        row.setTime(records.firstText(GoogleFields.timestamps), zone)
        row.setPosition(
            latitude: records.text(GoogleFields.latitude), longitude: records.text(GoogleFields.longitude), perDegree: Self.e7)
        row.altitude = records.number(GoogleFields.altitude)
        row.speed = knownOfPhone(records.number(GoogleFields.velocity))
        row.course = records.number(GoogleFields.heading)
        row.accuracy = records.number(GoogleFields.accuracy)
        records.give(row, into: &rows)
    }

    // MARK: Semantic Location History

    /// A visit or an activity of Takeout.
    func takeObject(_ records: inout JSONRecords, into rows: inout RowAssembler) {
        func give(_ latitude: Int, _ longitude: Int, _ times: ClosedRange<Int>) {
            var row = FixRow(empty: records.nothing)
            let time = records.firstText(times)
            row.setTime(time, zone)
            row.setPosition(latitude: records.text(latitude), longitude: records.text(longitude), perDegree: Self.e7)
            rows.takeFix(row, line: UInt32(records.line), offset: records.offset(of: time), text: records.row)
        }
        if records.has(GoogleFields.visit) {
            give(GoogleFields.visitLatitude, GoogleFields.visitLongitude, GoogleFields.visitStarts)
        } else if records.has(GoogleFields.activity) {
            give(GoogleFields.startLatitude, GoogleFields.startLongitude, GoogleFields.activityStarts)
            give(GoogleFields.endLatitude, GoogleFields.endLongitude, GoogleFields.activityEnds)
        } else {
            rows.notes.skip("timelineObjects of another kind")
        }
    }

    // MARK: Timelines of phones

    /// A segment of a timeline: a visit, an activity, or a path.
    func takeSegment(_ records: inout JSONRecords, into rows: inout RowAssembler) {
        func give(_ places: ClosedRange<Int>, _ time: Int) {
            let time = records.text(time)
            var row = FixRow(empty: records.nothing)
            row.setTime(time, zone)
            row.setPosition(ofGeo: records.firstText(places))
            rows.takeFix(row, line: UInt32(records.line), offset: records.offset(of: time), text: records.row)
        }
        if records.has(GoogleFields.stay) {
            give(GoogleFields.stayPlaces, GoogleFields.startTime)
        } else if records.has(GoogleFields.move) {
            give(GoogleFields.moveStarts, GoogleFields.startTime)
            give(GoogleFields.moveEnds, GoogleFields.endTime)
        } else if let path = records.container(GoogleFields.path) {
            takePath(path, &records, into: &rows)
        } else if records.has(GoogleFields.latitude), records.list < 0 {
            takeLocation(&records, into: &rows)
        } else if records.has(GoogleFields.startTime) {
            rows.notes.skip("segments of another kind")
        } else {
            records.reject(.notARow, into: &rows)
        }
    }

    /// Points with a time of their own, or with minutes since the start of the segment.
    private func takePath(_ path: Cell, _ records: inout JSONRecords, into rows: inout RowAssembler) {
        var start = FixRow(empty: records.nothing)
        start.setTime(records.text(GoogleFields.startTime), zone)
        var points = JSONItems(path)
        while let point = points.next() {
            var row = FixRow(empty: records.nothing)
            guard point.start[0] == 123 else {
                records.give(row, of: point, into: &rows)
                continue
            }
            var members = JSONItems(point)
            while let (name, value) = members.nextMember() {
                if name.isString("point") {
                    row.setPosition(ofGeo: records.text(of: value))
                } else if name.isString("time") {
                    row.setTime(records.text(of: value), zone)
                } else if name.isString("durationMinutesOffsetFromStartTime") {
                    row.time = Self.time(start.time, minutes: decimal(records.text(of: value)))
                }
            }
            records.give(row, of: point, into: &rows)
        }
    }

    private static func time(_ start: Int64?, minutes: Double) -> Int64? {
        guard let start, start != TimeFormat.bad else { return start }
        guard abs(minutes) < 1e9 else { return TimeFormat.bad }
        return start + Int64((minutes * 60_000).rounded(.down))
    }

    /// A signal that a phone took: most are no positions.
    func takeSignal(_ records: inout JSONRecords, into rows: inout RowAssembler) {
        guard records.has(GoogleFields.signalPlace) || records.has(GoogleFields.signalTime) else {
            return rows.notes.skip("signals without a position")
        }
        var row = FixRow(empty: records.nothing)
        row.setTime(records.text(GoogleFields.signalTime), zone)
        row.setPosition(ofGeo: records.text(GoogleFields.signalPlace))
        row.altitude = records.number(GoogleFields.signalAltitude)
        row.speed = knownOfPhone(records.number(GoogleFields.signalSpeed))
        row.accuracy = records.number(GoogleFields.signalAccuracy)
        records.give(row, into: &rows)
    }
}

extension FixRow {
    /// Takes a position in one text: `geo:52.5,13.4`, or `52.5°, 13.4°`.
    fileprivate mutating func setPosition(ofGeo cell: Cell) {
        guard !cell.isEmpty else { return }
        var (start, end) = (0, cell.count)
        if cell.count > 4, cell.start[0] == 103, cell.start[1] == 101, cell.start[2] == 111, cell.start[3] == 58 { start = 4 }
        guard let comma = (start..<end).first(where: { cell.start[$0] == 44 }) else {
            isPositionUnreadable = true
            return
        }
        if let other = (comma..<end).first(where: { cell.start[$0] == 59 }) { end = other }
        setPosition(
            latitude: Self.withoutDegreeSign(Cell(cell.start + start, comma - start)),
            longitude: Self.withoutDegreeSign(Cell(cell.start + comma + 1, end - comma - 1)))
    }

    private static func withoutDegreeSign(_ cell: Cell) -> Cell {
        let count = cell.count
        return count > 2 && cell.start[count - 2] == 0xC2 && cell.start[count - 1] == 0xB0 ? Cell(cell.start, count - 2) : cell
    }
}

import Options
import Tracks

/// Features of GeoJSON that say when: points with a time, and lines with a time for each of their positions.
///
/// A line's times stand in `coordTimes`, `coordinateProperties.times` or `times` of its properties. Lines without times, areas and
/// features without a geometry are drawings, no rows.
/// - Source: RFC 7946; toGeoJSON (coordTimes, coordinateProperties); Leaflet.TimeDimension (times in milliseconds).
public struct GeoJSON: LogFormat {
    /// The value of `format`.
    public static let name = "geojson"
    /// What it is.
    public static let summary = "GeoJSON: points with a time, lines with coordTimes; a feature a line, or a collection."
    /// Ends of names.
    public static let suffixes = [".geojson"]

    private let takesName: Bool
    /// A line of so many bytes stays at hand as a whole.
    private static let longestFeature = 64 << 20

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        takesName = reader.flag("device-from-name", default: false, help: DeviceOutsideRows.nameHelp)
    }

    /// What its features say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy] }

    /// By the type of the text or of its first feature.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.isJSON(GeoJSONFields.all) { records in
            let type = records.text(GeoJSONFields.type)
            return type.isWord("Feature") || type.isWord("FeatureCollection")
                || (records.list == GeoJSONFields.features && (type.isEmpty || records.has(GeoJSONFields.coordinates)))
        }
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        var records = JSONRecords(log, rows.context, GeoJSONFields.all, longest: Self.longestFeature)
        var reader = GeoJSONReader(zone: rows.context.timeZone, takesName: takesName)
        while try records.next(into: &rows) { reader.take(&records, into: &rows) }
    }
}

/// Where things stand in a feature.
private enum GeoJSONFields {
    static let features = 0
    static let (type, geometry, shape, coordinates, name) = (0, 1, 2, 3, 4)
    static let lineTimes = 5...7
    static let times = 8...13
    static let altitudes = 14...16
    static let speeds = 17...18
    static let courses = 19...22
    static let accuracies = 23...25
    static let devices = 26...28

    private static let paths = [
        "type", "geometry", "geometry.type", "geometry.coordinates", "properties.name",
        "properties.coordTimes", "properties.coordinateProperties.times", "properties.times",
        "properties.time", "properties.timestamp", "properties.datetime", "properties.recorded_at", "properties.time_utc",
        "properties.time_ms",
        "properties.altitude", "properties.ele", "properties.altitude_m",
        "properties.speed", "properties.speed_mps",
        "properties.course", "properties.heading", "properties.bearing", "properties.course_deg",
        "properties.accuracy", "properties.horizontal_accuracy", "properties.accuracy_m",
        "properties.device", "properties.device_id", "properties.deviceId",
    ]

    static var all: JSONFields { JSONFields(paths, lists: ["features"]) }
}

private struct GeoJSONReader {
    let zone: TimeZoneRules
    let takesName: Bool
    private var linesOfPositions = LinesInFeature()
    private var linesOfTimes = LinesInFeature()

    init(zone: TimeZoneRules, takesName: Bool) { (self.zone, self.takesName) = (zone, takesName) }

    /// A feature.
    mutating func take(_ records: inout JSONRecords, into rows: inout RowAssembler) {
        guard records.text(GeoJSONFields.type).isWord("Feature") else { return records.reject(.notARow, into: &rows) }
        let shape = records.text(GeoJSONFields.shape)
        guard let coordinates = records.container(GeoJSONFields.coordinates) else {
            return rows.notes.skip("features without a position")
        }
        if shape.isWord("Point") { return takePoint(coordinates, &records, into: &rows) }
        let isLine = shape.isWord("LineString") || shape.isWord("MultiPoint")
        let times = records.firstContainer(GeoJSONFields.lineTimes)
        guard isLine || shape.isWord("MultiLineString"), let times else {
            return rows.notes.skip("\(shape.text) without times")
        }
        (linesOfPositions, linesOfTimes) = (LinesInFeature(), LinesInFeature())
        if isLine { return takeLine(coordinates, times, &records, into: &rows) }
        var (lines, timesOfLines) = (JSONItems(coordinates), JSONItems(times))
        while let line = lines.next() {
            let times = timesOfLines.next() ?? records.nothing
            takeLine(line, times, &records, into: &rows)
        }
    }

    private func device(of records: inout JSONRecords) -> Cell {
        takesName ? records.text(GeoJSONFields.name) : records.firstText(GeoJSONFields.devices)
    }

    private func takePoint(_ coordinates: Cell, _ records: inout JSONRecords, into rows: inout RowAssembler) {
        var row = FixRow(empty: records.nothing)
        row.device = device(of: &records)
        row.setTime(records.firstText(GeoJSONFields.times), zone)
        Self.setPosition(coordinates, of: &row, &records)
        let altitude = records.firstText(GeoJSONFields.altitudes)
        if !altitude.isEmpty { row.altitude = decimal(altitude) }
        row.speed = decimal(records.firstText(GeoJSONFields.speeds))
        row.course = decimal(records.firstText(GeoJSONFields.courses))
        row.accuracy = decimal(records.firstText(GeoJSONFields.accuracies))
        records.give(row, into: &rows)
    }

    /// The positions of a line, each with the time in its place: one without a time, or a time without one, is a row that lacks it.
    private mutating func takeLine(_ line: Cell, _ times: Cell, _ records: inout JSONRecords, into rows: inout RowAssembler) {
        guard var positions = JSONItems.inside(line) else { return records.reject(.notARow, into: &rows) }
        var moments = JSONItems.inside(times)
        let device = device(of: &records)
        while true {
            let (position, moment) = (positions.next(), moments?.next())
            guard let place = position ?? moment else { return }
            var row = FixRow(empty: records.nothing)
            row.device = device
            if let moment { row.setTime(records.text(of: moment), zone) }
            if let position { Self.setPosition(position, of: &row, &records) }
            let from = (records.row.start, records.line)
            let line = position == nil ? linesOfTimes.line(of: place, from: from) : linesOfPositions.line(of: place, from: from)
            records.give(row, of: place, line: line, into: &rows)
            rows.flushIfFull()
        }
    }

    /// Longitude, latitude and altitude.
    private static func setPosition(_ position: Cell, of row: inout FixRow, _ records: inout JSONRecords) {
        guard var numbers = JSONItems.inside(position), let longitude = numbers.next(), let latitude = numbers.next() else {
            return
        }
        row.setPosition(latitude: records.text(of: latitude), longitude: records.text(of: longitude))
        if let altitude = numbers.next() { row.altitude = decimal(records.text(of: altitude)) }
    }
}

/// The lines of places in a feature, which are asked for one behind the other.
private struct LinesInFeature {
    /// The last place whose line is known.
    private var known: (place: UnsafePointer<UInt8>, line: UInt64)?

    /// The line of a place.
    ///
    /// - Parameter start: Where the feature begins, and its line.
    mutating func line(of cell: Cell, from start: (place: UnsafePointer<UInt8>, line: UInt64)) -> UInt64 {
        var (place, line) = known ?? start
        while place < cell.start {
            if place.pointee == 10 || (place.pointee == 13 && place[1] != 10) { line += 1 }
            place += 1
        }
        known = (place, line)
        return line
    }
}

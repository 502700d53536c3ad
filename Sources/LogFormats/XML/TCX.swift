import Options
import Tracks

/// Activities of Garmin's Training Center: each `Trackpoint` is a fix.
///
/// - Source: TrainingCenterDatabase v2 schema (Garmin); ActivityExtension v2 (TPX).
public struct TCX: LogFormat {
    /// The value of `format`.
    public static let name = "tcx"
    /// What it is.
    public static let summary = "Activities of Garmin's Training Center (TCX): each Trackpoint is a fix."
    /// Ends of names.
    public static let suffixes = [".tcx"]

    private let device: DeviceOutsideRows

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name)
    }

    /// Altitude and speed.
    public var fixColumns: FixColumns { [.altitude, .speed] }

    /// By its outermost element.
    public func recognizes(_ beginning: LogBeginning) -> Bool { isXML(beginning, of: "TrainingCenterDatabase") }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        let reader = try TCXReader(log, rows)
        defer { rows = reader.rows }
        try reader.read()
    }
}

private final class TCXReader: XMLReader {
    private let zone: TimeZoneRules
    private var point = XMLPoint()
    private var isInPoint = false
    private var latitude: [UInt8]?
    private var longitude: [UInt8]?

    override init(_ log: LogFile, _ rows: RowAssembler) throws {
        zone = rows.context.timeZone
        try super.init(log, rows)
    }

    override func start(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        if isInPoint { return true }
        guard name.isWord("Trackpoint") else { return false }
        isInPoint = true
        (latitude, longitude) = (nil, nil)
        point.begin(line: line, offset: offset)
        return false
    }

    override func end(_ name: XMLName, text: Cell?) {
        if name.isWord("Trackpoint") {
            isInPoint = false
            setPosition()
            return point.give(device: [], into: &rows)
        }
        guard isInPoint, let text else { return }
        if name.isWord("Time") {
            point.note("Time", text)
            point.setTime(text, zone)
        } else if name.isWord("LatitudeDegrees") {
            latitude = Array(text.bytes)
            point.note("LatitudeDegrees", text)
        } else if name.isWord("LongitudeDegrees") {
            longitude = Array(text.bytes)
            point.note("LongitudeDegrees", text)
        } else if name.isWord("AltitudeMeters") {
            point.altitude = decimal(text)
        } else if name.isWord("Speed") {
            point.speed = decimal(text)
        }
    }

    private func setPosition() {
        latitude?.withUnsafeBufferPointer { latitude in
            longitude?.withUnsafeBufferPointer { longitude in
                guard let first = latitude.baseAddress, let second = longitude.baseAddress else { return }
                point.setPosition(latitude: Cell(first, latitude.count), longitude: Cell(second, longitude.count))
            }
        }
    }
}

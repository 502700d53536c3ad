import Options
import Tracks

/// Tracks of GPX 1.0 and 1.1: each `trkpt` is a fix.
///
/// Waypoints and the points of routes are no fixes: nobody was there at a time. Extensions are read under any prefix.
/// - Source: GPX 1.0 and 1.1 schema (Topografix); Garmin TrackPointExtension v1 and v2.
public struct GPX: LogFormat {
    /// The value of `format`.
    public static let name = "gpx"
    /// What it is.
    public static let summary = "Tracks of GPX 1.0 and 1.1, with extensions of any maker: each trkpt is a fix."
    /// Ends of names.
    public static let suffixes = [".gpx"]

    private let device: DeviceOutsideRows

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name, mayBeName: true)
    }

    /// What its points say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .accuracy, .hdop, .satellites] }

    /// By its outermost element.
    public func recognizes(_ beginning: LogBeginning) -> Bool { isXML(beginning, of: "gpx") }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        let reader = try GPXReader(log, rows, takesName: device.isName)
        defer { rows = reader.rows }
        try reader.read()
        guard reader.trackPoints == 0, reader.otherPoints > 0 else { return }
        let others =
            reader.otherPoints == 1
            ? "one waypoint or point of a route" : "\(grouped(reader.otherPoints)) waypoints and points of routes"
        throw Damage(what: "holds \(others) and no point of a track: such points are no fixes, nobody need have been there")
    }
}

/// Whether a text begins as XML of an outermost element.
func isXML(_ beginning: LogBeginning, of root: String) -> Bool {
    var rest = Substring(beginning.text)
    while true {
        rest = rest.drop { $0.isWhitespace }
        guard rest.hasPrefix("<") else { return false }
        if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
            let end = rest.hasPrefix("<!--") ? "-->" : ">"
            guard let found = rest.firstRange(of: end) else { return false }
            rest = rest[found.upperBound...]
            continue
        }
        let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        return (name.split(separator: ":").last.map(String.init) ?? "") == root
    }
}

private final class GPXReader: XMLReader {
    /// How many points of tracks came.
    private(set) var trackPoints = Int64(0)
    /// How many waypoints and points of routes came.
    private(set) var otherPoints = Int64(0)
    private let takesName: Bool
    private var point = XMLPoint()
    private var isInPoint = false
    private var isInTrack = false
    private var device: [UInt8] = []
    private let zone: TimeZoneRules

    init(_ log: LogFile, _ rows: RowAssembler, takesName: Bool) throws {
        self.takesName = takesName
        zone = rows.context.timeZone
        try super.init(log, rows)
    }

    override func start(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        if isInPoint { return true }
        if name.isWord("trkpt") {
            isInPoint = true
            trackPoints += 1
            point.begin(line: line, offset: offset)
            let (latitude, longitude) = (attributes.value("lat"), attributes.value("lon"))
            point.note("lat", latitude)
            point.note("lon", longitude)
            point.setPosition(latitude: latitude, longitude: longitude)
            return false
        }
        if name.isWord("wpt") || name.isWord("rtept") { otherPoints += 1 }
        if name.isWord("trk") {
            isInTrack = true
            device.removeAll()
        }
        return takesName && isInTrack && name.isWord("name")
    }

    override func end(_ name: XMLName, text: Cell?) {
        if name.isWord("trkpt") {
            isInPoint = false
            return point.give(device: device, into: &rows)
        }
        if name.isWord("trk") { isInTrack = false }
        guard let text else { return }
        guard isInPoint else {
            device = Array(text.bytes)
            return
        }
        if name.isWord("time") {
            point.note("time", text)
            point.setTime(text, zone)
        } else if name.isWord("ele") {
            point.altitude = decimal(text)
        } else if name.isWord("speed") {
            if point.speed.isNaN { point.speed = decimal(text) }
        } else if name.isWord("course") || name.isWord("bearing") || name.isWord("heading") {
            if point.course.isNaN { point.course = decimal(text) }
        } else if name.isWord("hdop") {
            if point.hdop.isNaN { point.hdop = decimal(text) }
        } else if name.isWord("sat") {
            point.satellites = decimal(text)
        } else if name.isWord("accuracy") || name.isWord("hAcc") || name.isWord("accuracy_horizontal") {
            point.accuracy = decimal(text)
        }
    }
}

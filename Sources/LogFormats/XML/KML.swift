import Options
import Tracks

/// Tracks of KML: `gx:Track` (each `when` with its `coord`), and placemarks with a point and a time stamp.
///
/// Lines and areas say no time of their places: they are drawings, not rows.
/// - Source: OGC KML 2.3 (Track, when, coord, TimeStamp, Point); Google's extension namespace gx.
public struct KML: LogFormat {
    /// The value of `format`.
    public static let name = "kml"
    /// What it is.
    public static let summary = "Tracks (gx:Track) and placemarks with a time stamp of KML; lines and areas are no rows."
    /// Ends of names.
    public static let suffixes = [".kml"]

    private let device: DeviceOutsideRows

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name, mayBeName: true)
    }

    /// Altitude.
    public var fixColumns: FixColumns { [.altitude] }

    /// By its outermost element.
    public func recognizes(_ beginning: LogBeginning) -> Bool { isXML(beginning, of: "kml") }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        let reader = try KMLReader(log, rows, takesName: device.isName)
        defer { rows = reader.rows }
        try reader.read()
    }
}

private final class KMLReader: XMLReader {
    /// Where in a document it is.
    private enum Place { case outside, placemark, track, point, timeStamp }

    private let takesName: Bool
    private let zone: TimeZoneRules
    private var place = Place.outside
    private var device: [UInt8] = []
    /// Times of the track that no coordinates came for yet, the next at `taken`.
    private var times: [(time: Int64?, words: [UInt8], line: UInt32, offset: Int64)] = []
    private var taken = 0
    private var point = XMLPoint()
    /// Whether the placemark has a time stamp, or a point.
    private var hasStamp = false
    private var hasPoint = false

    /// Times that may wait for their coordinates: a track lists all of them first.
    private static let mostTimes = 1_000_000

    init(_ log: LogFile, _ rows: RowAssembler, takesName: Bool) throws {
        self.takesName = takesName
        zone = rows.context.timeZone
        try super.init(log, rows)
    }

    override func start(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        switch place {
        case .outside:
            guard name.isWord("Placemark") else { return false }
            place = .placemark
            device.removeAll()
            (hasStamp, hasPoint) = (false, false)
            point.begin(line: line, offset: offset)
            return false
        case .placemark:
            if name.isWord("Track") {
                place = .track
                times.removeAll()
                taken = 0
            } else if name.isWord("Point") {
                place = .point
            } else if name.isWord("TimeStamp") {
                place = .timeStamp
            }
            return takesName && name.isWord("name")
        case .track: return name.isWord("when") || name.isWord("coord")
        case .point: return name.isWord("coordinates")
        case .timeStamp: return name.isWord("when")
        }
    }

    override func end(_ name: XMLName, text: Cell?) {
        switch place {
        case .outside: break
        case .placemark:
            if name.isWord("Placemark") {
                place = .outside
                if hasStamp, hasPoint { point.give(device: device, into: &rows) }
            } else if let text {
                device = Array(text.bytes)
            }
        case .track: endOfTrack(name, text)
        case .point:
            if name.isWord("Point") { place = .placemark }
            guard let text else { return }
            hasPoint = true
            setPosition(text, between: 44)
        case .timeStamp:
            if name.isWord("TimeStamp") { place = .placemark }
            guard let text else { return }
            hasStamp = true
            point.note("when", text)
            point.setTime(text, zone)
        }
    }

    private func endOfTrack(_ name: XMLName, _ text: Cell?) {
        if name.isWord("Track") {
            place = .placemark
            // Times without coordinates.
            while taken < times.count { giveNext(nil) }
            return
        }
        guard let text else { return }
        if name.isWord("coord") { return giveNext(text) }
        guard times.count < Self.mostTimes else {
            return stop("has a track of more than \(grouped(Int64(Self.mostTimes))) times; what came before was kept")
        }
        var time = XMLPoint()
        time.setTime(text, zone)
        times.append((time.time, Array(text.bytes.prefix(40)), line, offset))
    }

    /// The next coordinates of a track with the next time.
    private func giveNext(_ coordinates: Cell?) {
        point.begin(line: line, offset: offset)
        if taken < times.count {
            let next = times[taken]
            taken += 1
            point.time = next.time
            (point.line, point.offset) = (next.line, next.offset)
            next.words.withUnsafeBufferPointer { words in
                if let start = words.baseAddress { point.note("when", Cell(start, words.count)) }
            }
        }
        if let coordinates { setPosition(coordinates, between: 32) }
        point.give(device: device, into: &rows)
    }

    /// Longitude, latitude and altitude.
    private func setPosition(_ text: Cell, between: UInt8) {
        point.note("coordinates", text)
        var cells: [Cell] = []
        var start = 0
        for i in 0...text.count where i == text.count || text.start[i] == between {
            if i > start || between == 44 { cells.append(Cell(text.start + start, i - start)) }
            start = i + 1
        }
        guard cells.count >= 2 else { return }
        point.setPosition(latitude: cells[1], longitude: cells[0])
        if cells.count > 2 { point.altitude = decimal(cells[2]) }
    }
}

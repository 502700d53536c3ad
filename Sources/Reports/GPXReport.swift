import Options
import SQLite
import Store

/// Tracks and places as GPX 1.1: speed and course in Garmin's TrackPointExtension (version 2).
///
/// Fixes are a track a device, in segments between gaps, with the stays as waypoints before them; trips are a track each, the points of
/// the history a track a device with a segment a day; stays, places and devices are waypoints.
public struct GPXReport: TextReport {
    /// `gpx`.
    public static let name = "gpx"
    /// One sentence.
    public static let summary = "Fixes, trips or history as tracks, stays, places and devices as waypoints: GPX 1.1."
    /// `.gpx`.
    public static let suffix = ".gpx"
    /// Views of tracks and places.
    public static let limits = ViewLimits.tracksAndPlaces

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    func writer(_ selection: ViewSelection, of store: Store) throws -> GPXText { GPXText(selection, store) }
}

/// The text of a GPX file, in the order of elements that its schema wants.
struct GPXText: RowWriter {
    var bytes: [UInt8] = []
    private let selection: ViewSelection
    private let store: Store
    private var columns: PointColumns?
    private var waypoint: Waypoint?
    private var breaks: TrackBreaks?
    private var day: Int?
    private var numbers = LongNumbers()
    private var openTrack: (device: [UInt8], day: [UInt8])?

    init(_ selection: ViewSelection, _ store: Store) {
        self.selection = selection
        self.store = store
    }

    mutating func begin(_ rows: any RowSource, to output: OutputFile) throws {
        bytes.add(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Trackmill" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
            <metadata><name>\(selection.view)</name></metadata>

            """)
        openTrack = nil
        day = rows.column("day")
        columns = PointColumns(rows, time: "time_ms")
        waypoint = Waypoint(view: selection.view, rows)
        guard selection.view == "fixes" else { return }
        breaks = try TrackBreaks(selection, of: store)
        try addStays(to: output)
    }

    /// The stays of the same days, devices and kinds.
    private mutating func addStays(to output: OutputFile) throws {
        guard selection.memberOf == nil else { return }
        let stays = try ViewSelection(
            view: "stays", from: selection.from, to: selection.to, devices: selection.devices, kinds: selection.kinds
        ).rows(in: store)
        guard let waypoint = Waypoint(view: "stays", stays) else { return }
        while try stays.next() {
            waypoint.add(stays, to: &bytes)
            try handPiece(to: output)
        }
    }

    mutating func add(_ rows: any RowSource) throws {
        if let waypoint { return waypoint.add(rows, to: &bytes) }
        if selection.view == "trips" { return try addTrip(rows) }
        guard let columns, let device = columns.device else { return }
        if let breaks {
            switch try breaks.step(to: rows.cell(device), at: rows.integer(columns.time)) {
            case .device: beginTrack(rows, device)
            case .gap: bytes.add("</trkseg>\n<trkseg>\n")
            case .none: break
            }
        } else {
            beginDay(rows, device)
        }
        if let point = columns.point(rows) { bytes.addTrackPoint(point, &numbers) }
    }

    /// A new device is a new track, a new day a new segment.
    private mutating func beginDay(_ rows: any RowSource, _ device: Int) {
        guard case .text(let id) = rows.cell(device), let day, case .text(let date) = rows.cell(day) else { return }
        if let openTrack, id.elementsEqual(openTrack.device) {
            guard !date.elementsEqual(openTrack.day) else { return }
            bytes.add("</trkseg>\n<trkseg>\n")
        } else {
            beginTrack(rows, device)
        }
        openTrack = (Array(id), Array(date))
    }

    private mutating func beginTrack(_ rows: any RowSource, _ device: Int) {
        endTrack()
        openTrack = ([], [])
        bytes.add("<trk><name>")
        bytes.addXML(rows.cell(device))
        bytes.add("</name>")
        bytes.addElement("type", rows, columns?.kind)
        bytes.add("<trkseg>\n")
    }

    private mutating func endTrack() {
        if openTrack != nil { bytes.add("</trkseg></trk>\n") }
        openTrack = nil
    }

    private mutating func addTrip(_ rows: any RowSource) throws {
        guard let device = rows.text(columns?.device), let start = rows.integer(rows.column("start_ms")),
            let end = rows.integer(rows.column("end_ms"))
        else { return }
        bytes.add("<trk><name>")
        bytes.addXML(device)
        bytes.add(" ")
        bytes.addInstant(start)
        bytes.add("</name>")
        bytes.addElement("type", rows, columns?.kind)
        bytes.add("<trkseg>\n")
        for fix in try store.fixes(ofDevice: device, from: start, to: end) { bytes.addTrackPoint(TrackedPoint(fix), &numbers) }
        bytes.add("</trkseg></trk>\n")
    }

    mutating func end() {
        endTrack()
        bytes.add("</gpx>\n")
    }
}

extension TrackedPoint {
    /// A fix as the store has it.
    init(_ fix: StoredFix) {
        self.init(
            time: fix.time, latitude: fix.place.latitude, longitude: fix.place.longitude, altitude: fix.altitude,
            speed: fix.speed, course: fix.course)
    }
}

/// A stay, place or device as a waypoint of GPX.
private struct Waypoint {
    private let columns: PointColumns
    private let names: [Int]
    private let descriptions: [Int]
    private let type: String

    /// Nil where rows are points of tracks, or tracks.
    init?(view: String, _ rows: any RowSource) {
        let types = ["stays": "stay", "places": "place", "devices": "device"]
        guard let type = types[view] else { return nil }
        self.type = type
        let time = ["stays": "arrived_ms", "places": "first_ms", "devices": "last_ms"][view] ?? ""
        columns = PointColumns(rows, time: time)
        names = ["name", "address", "device"].compactMap(rows.column)
        descriptions = ["device", "kind", "role", "arrived_local", "departed_local", "last_local"].compactMap(rows.column)
    }

    func add(_ rows: any RowSource, to bytes: inout [UInt8]) {
        guard let point = columns.point(rows) else { return }
        bytes.add("<wpt")
        bytes.addPlace(point)
        bytes.add(">")
        if let time = point.time { bytes.addTime(time) }
        if let name = names.first(where: { rows.text($0) != nil }) { bytes.addElement("name", rows, name) }
        bytes.add("<desc>")
        for (i, column) in descriptions.filter({ rows.text($0) != nil }).enumerated() {
            if i > 0 { bytes.add(", ") }
            bytes.addXML(rows.cell(column))
        }
        bytes.add("</desc><type>\(type)</type></wpt>\n")
    }
}

extension [UInt8] {
    /// Adds an element with the text of a column; nothing for NULL.
    mutating func addElement(_ name: String, _ rows: any RowSource, _ column: Int?) {
        guard let column, case .text(let text) = rows.cell(column) else { return }
        add("<\(name)>")
        addXML(text)
        add("</\(name)>")
    }

    /// Adds a point of a track of GPX.
    fileprivate mutating func addTrackPoint(_ point: TrackedPoint, _ numbers: inout LongNumbers) {
        add("<trkpt")
        addPlace(point)
        add(">")
        if let altitude = point.altitude {
            add("<ele>")
            addDecimal(altitude)
            add("</ele>")
        }
        if let time = point.time { addTime(time) }
        if point.speed != nil || point.course != nil {
            add("<extensions><gpxtpx:TrackPointExtension>")
            if let speed = point.speed {
                add("<gpxtpx:speed>")
                numbers.add(speed, to: &self)
                // Without the end of the line GDAL takes the text of the whole extension for a number, and warns of each point.
                add("</gpxtpx:speed>\n")
            }
            if let course = point.course {
                add("<gpxtpx:course>")
                addDecimal(course)
                add("</gpxtpx:course>\n")
            }
            add("</gpxtpx:TrackPointExtension></extensions>")
        }
        add("</trkpt>\n")
    }

    fileprivate mutating func addPlace(_ point: TrackedPoint) {
        add(" lat=\"")
        addDecimal(point.latitude)
        add("\" lon=\"")
        // The schema wants longitudes below 180.
        addDecimal(point.longitude == 180 ? -180 : point.longitude)
        add("\"")
    }

    fileprivate mutating func addTime(_ time: Int64) {
        add("<time>")
        addInstant(time)
        add("</time>")
    }
}

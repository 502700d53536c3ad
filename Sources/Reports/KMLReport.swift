import Options
import SQLite
import Store

/// Tracks and places as KML 2.2, for Google Earth and QGIS: tracks with all their times, folders of places in the colours of kinds.
///
/// Fixes are a track a device, in pieces between gaps, with the stays and the places of these in folders before them; trips are a track
/// each, the points of the history a track a device and day; stays, places and devices are placemarks with all columns.
public struct KMLReport: TextReport {
    /// `kml`.
    public static let name = "kml"
    /// One sentence.
    public static let summary = "Fixes, trips or history as tracks in time, stays, places and devices as places: KML 2.2."
    /// `.kml`.
    public static let suffix = ".kml"
    /// Views of tracks and places.
    public static let limits = ViewLimits.tracksAndPlaces

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    func writer(_ selection: ViewSelection, of store: Store) throws -> KMLText { try KMLText(selection, store) }
}

/// The text of a KML file.
struct KMLText: RowWriter {
    /// So many points are held back, as all times of a track stand before all its places.
    private static let pointsOfTrack = 100_000

    var bytes: [UInt8] = []
    private let selection: ViewSelection
    private let store: Store
    private let styles: KMLStyles
    private var columns: PointColumns?
    private var placemark: Placemark?
    private var breaks: TrackBreaks?
    private var day: Int?
    private var openDay: (device: [UInt8], day: [UInt8])?
    private var hasPlacemark = false
    /// The places of the track that is open, and how many.
    private var coordinates: [UInt8] = []
    private var points = 0

    init(_ selection: ViewSelection, _ store: Store) throws {
        self.selection = selection
        self.store = store
        styles = try KMLStyles(store)
    }

    mutating func begin(_ rows: any RowSource, to output: OutputFile) throws {
        bytes.add(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>\(selection.view)</name>

            """)
        styles.add(to: &bytes)
        (openDay, hasPlacemark) = (nil, false)
        day = rows.column("day")
        columns = PointColumns(rows, time: "time_ms")
        placemark = Placemark(view: selection.view, rows, styles)
        if selection.view == "fixes" {
            breaks = try TrackBreaks(selection, of: store)
            if selection.memberOf == nil { try addFindings(to: output) }
        }
        bytes.add("<Folder><name>\(selection.view)</name>\n")
    }

    /// Folders of the stays of the same days, devices and kinds, and of the places that these belong to.
    private mutating func addFindings(to output: OutputFile) throws {
        let stays = try ViewSelection(
            view: "stays", from: selection.from, to: selection.to, devices: selection.devices, kinds: selection.kinds
        ).rows(in: store)
        let place = stays.column("place")
        var visited: Set<String> = []
        try addFolder("stays", stays, to: output) { row in
            if let id = row.text(place) { visited.insert(id) }
            return true
        }
        let places = try ViewSelection(view: "places").rows(in: store)
        let id = places.column("place")
        try addFolder("places", places, to: output) { row in row.text(id).map(visited.contains) ?? false }
    }

    private mutating func addFolder(
        _ view: String, _ rows: ViewRows, to output: OutputFile, where isIn: (ViewRows) -> Bool
    ) throws {
        guard let placemark = Placemark(view: view, rows, styles) else { return }
        bytes.add("<Folder><name>\(view)</name>\n")
        while try rows.next() {
            guard isIn(rows) else { continue }
            placemark.add(rows, to: &bytes)
            try handPiece(to: output)
        }
        bytes.add("</Folder>\n")
    }

    mutating func add(_ rows: any RowSource) throws {
        if let placemark { return placemark.add(rows, to: &bytes) }
        if selection.view == "trips" { return try addTrip(rows) }
        guard let columns, let device = columns.device else { return }
        if let breaks {
            switch try breaks.step(to: rows.cell(device), at: rows.integer(columns.time)) {
            case .device: beginPlacemark(rows)
            case .gap: nextTrack()
            case .none: if points == Self.pointsOfTrack { nextTrack() }
            }
        } else {
            beginDay(rows, device)
        }
        if let point = columns.point(rows) { add(point) }
    }

    private mutating func beginDay(_ rows: any RowSource, _ device: Int) {
        guard case .text(let id) = rows.cell(device), let day, case .text(let date) = rows.cell(day) else { return }
        if let openDay, id.elementsEqual(openDay.device), date.elementsEqual(openDay.day) { return }
        beginPlacemark(rows)
        openDay = (Array(id), Array(date))
    }

    private mutating func beginPlacemark(_ rows: any RowSource) {
        endPlacemark()
        hasPlacemark = true
        bytes.add("<Placemark><name>")
        if let device = columns?.device { bytes.addXML(rows.cell(device)) }
        if breaks == nil, let day {
            bytes.add(" ")
            bytes.addXML(rows.cell(day))
        }
        bytes.add(
            "</name><styleUrl>#\(styles.id(ofKind: rows.text(columns?.kind), device: rows.text(columns?.device)))</styleUrl>")
        bytes.add("<gx:MultiTrack>\n<gx:Track>\n")
    }

    private mutating func nextTrack() {
        endTrack()
        bytes.add("<gx:Track>\n")
    }

    private mutating func endTrack() {
        bytes += coordinates
        coordinates.removeAll(keepingCapacity: true)
        points = 0
        bytes.add("</gx:Track>\n")
    }

    private mutating func endPlacemark() {
        guard hasPlacemark else { return }
        endTrack()
        bytes.add("</gx:MultiTrack></Placemark>\n")
        hasPlacemark = false
    }

    private mutating func add(_ point: TrackedPoint) {
        guard let time = point.time else { return }
        bytes.add("<when>")
        bytes.addInstant(time)
        bytes.add("</when>\n")
        coordinates.add("<gx:coord>")
        coordinates.addDecimal(point.longitude)
        coordinates.append(UInt8(ascii: " "))
        coordinates.addDecimal(point.latitude)
        coordinates.append(UInt8(ascii: " "))
        coordinates.addDecimal(point.altitude ?? 0)
        coordinates.add("</gx:coord>\n")
        points += 1
    }

    private mutating func addTrip(_ rows: any RowSource) throws {
        guard let device = rows.text(columns?.device), let start = rows.integer(rows.column("start_ms")),
            let end = rows.integer(rows.column("end_ms"))
        else { return }
        bytes.add("<Placemark><name>")
        bytes.addXML(device)
        bytes.add(" ")
        bytes.addInstant(start)
        bytes.add("</name><styleUrl>#\(styles.id(ofKind: rows.text(columns?.kind), device: device))</styleUrl>")
        Placemark.addData(rows, to: &bytes)
        bytes.add("<gx:MultiTrack>\n<gx:Track>\n")
        hasPlacemark = true
        for (i, fix) in try store.fixes(ofDevice: device, from: start, to: end).enumerated() {
            if i > 0, i % Self.pointsOfTrack == 0 { nextTrack() }
            add(TrackedPoint(fix))
        }
        endPlacemark()
    }

    mutating func end() {
        endPlacemark()
        bytes.add("</Folder>\n</Document>\n</kml>\n")
    }
}

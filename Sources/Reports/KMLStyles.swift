import SQLite
import Store
import Tracks

/// The styles of a KML file: one a kind of the pipeline file, with its colour, and one for the rest.
struct KMLStyles {
    private var kinds: [(name: ExactText, color: String)] = []
    private var numbers: [ExactText: Int] = [:]
    private var kindsOfDevices: [ExactText: ExactText] = [:]

    /// Reads the views `kinds` and `devices`.
    init(_ store: Store) throws {
        // Files of the first versions have no kinds.
        guard
            try store.reader.first("SELECT 1 FROM sqlite_master WHERE name = 'kinds' AND type = 'view'", read: { _ in true })
                != nil
        else { return }
        kinds = try store.reader.rows("SELECT name, color FROM kinds ORDER BY number") { (ExactText($0.text(0)), $0.text(1)) }
        for (i, kind) in kinds.enumerated() { numbers[kind.name] = i }
        guard !kinds.isEmpty else { return }
        for (device, kind) in try store.reader.rows(
            "SELECT device, kind FROM devices WHERE kind IS NOT NULL", read: { (ExactText($0.text(0)), ExactText($0.text(1))) })
        where numbers[kind] != nil {
            kindsOfDevices[device] = kind
        }
    }

    /// The id of the style of a kind, or of that of a device.
    func id(ofKind kind: String?, device: String?) -> String {
        let kind = kind.map { ExactText($0) } ?? device.flatMap { kindsOfDevices[ExactText($0)] }
        return kind.flatMap { numbers[$0] }.map { "kind-\($0)" } ?? "other"
    }

    /// Adds all styles.
    func add(to bytes: inout [UInt8]) {
        for (i, kind) in kinds.enumerated() { add("kind-\(i)", kind.color, to: &bytes) }
        add("other", "#3366CC", to: &bytes)
    }

    private func add(_ id: String, _ color: String, to bytes: inout [UInt8]) {
        let digits = color.dropFirst().filter(\.isHexDigit).lowercased()
        guard digits.utf8.count == 6 else { return add(id, "#3366CC", to: &bytes) }
        // KML writes a colour as alpha, blue, green, red.
        let (red, green, blue) = (digits.prefix(2), digits.dropFirst(2).prefix(2), digits.suffix(2))
        let value = "<color>ff\(blue)\(green)\(red)</color>"
        bytes.add("<Style id=\"\(id)\"><IconStyle>\(value)</IconStyle><LineStyle>\(value)<width>3</width></LineStyle></Style>\n")
    }
}

/// A stay, place or device as a placemark of KML, with all its columns.
struct Placemark {
    private let columns: PointColumns
    private let styles: KMLStyles
    private let names: [Int]
    private let begin, end: Int?

    /// Nil where rows are points of tracks, or tracks.
    init?(view: String, _ rows: any RowSource, _ styles: KMLStyles) {
        let times = [
            "stays": ("arrived_ms", "last_seen_ms"), "places": ("first_ms", "last_ms"), "devices": ("last_ms", "last_ms"),
        ]
        guard let times = times[view] else { return nil }
        self.styles = styles
        columns = PointColumns(rows, time: times.0)
        (begin, end) = (rows.column(times.0), rows.column(times.1))
        names = ["name", "address", "device"].compactMap(rows.column)
    }

    func add(_ rows: any RowSource, to bytes: inout [UInt8]) {
        guard let point = columns.point(rows) else { return }
        bytes.add("<Placemark>")
        if let name = names.first(where: { rows.text($0) != nil }) { bytes.addElement("name", rows, name) }
        if let begin = rows.integer(begin), let end = rows.integer(end) {
            bytes.add("<TimeSpan><begin>")
            bytes.addInstant(begin)
            bytes.add("</begin><end>")
            bytes.addInstant(end)
            bytes.add("</end></TimeSpan>")
        }
        bytes.add("<styleUrl>#\(styles.id(ofKind: rows.text(columns.kind), device: rows.text(columns.device)))</styleUrl>")
        Self.addData(rows, to: &bytes)
        bytes.add("<Point><coordinates>")
        bytes.addDecimal(point.longitude)
        bytes.append(UInt8(ascii: ","))
        bytes.addDecimal(point.latitude)
        bytes.add("</coordinates></Point></Placemark>\n")
    }

    /// Adds all columns of a row that are not NULL.
    static func addData(_ rows: any RowSource, to bytes: inout [UInt8]) {
        bytes.add("<ExtendedData>")
        for column in 0..<rows.shown {
            let cell = rows.cell(column)
            if case .null = cell { continue }
            bytes.add("<Data name=\"\(rows.names[column])\"><value>")
            bytes.addXML(cell)
            bytes.add("</value></Data>")
        }
        bytes.add("</ExtendedData>")
    }
}

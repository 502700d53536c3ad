import SQLite
import Store

/// The columns of a row that is a point of a track or a place of its own, for formats of tracks.
struct PointColumns {
    let device, kind, time, latitude, longitude, altitude, speed, course: Int?

    /// - Parameter time: The column with the point's time.
    init(_ rows: any RowSource, time: String) {
        device = rows.column("device")
        kind = rows.column("kind")
        self.time = rows.column(time)
        latitude = rows.column("latitude")
        longitude = rows.column("longitude")
        altitude = rows.column("altitude_m")
        speed = rows.column("speed_mps")
        course = rows.column("course_deg")
    }

    /// The row as a point; nil where it is nowhere.
    func point(_ rows: any RowSource) -> TrackedPoint? {
        guard let latitude = rows.real(latitude), let longitude = rows.real(longitude) else { return nil }
        return TrackedPoint(
            time: rows.integer(time), latitude: latitude, longitude: longitude, altitude: rows.real(altitude),
            speed: rows.real(speed), course: rows.real(course))
    }
}

/// A point of a track.
struct TrackedPoint {
    /// Milliseconds since 1970 UTC.
    var time: Int64?
    /// Degrees north.
    var latitude: Double
    /// Degrees east.
    var longitude: Double
    /// Metres.
    var altitude: Double?
    /// Metres per second.
    var speed: Double?
    /// Degrees.
    var course: Double?
}

/// Where a track of fixes breaks: at another device, and at gaps. A class: it reads the gaps beside the fixes.
final class TrackBreaks {
    private let gaps: ViewRows
    private let columns: (device: Int?, from: Int?, to: Int?)
    private var gap: (device: [UInt8], from: Int64, to: Int64)?
    private var hasBegun = false
    private var device: [UInt8] = []
    private var time: Int64?

    /// Reads gaps of the same days and devices, in the same order.
    init(_ selection: ViewSelection, of store: Store) throws {
        let all = ViewSelection(view: "gaps", from: selection.from, to: selection.to, devices: selection.devices)
        gaps = try all.rows(in: store)
        columns = (gaps.column("device"), gaps.column("from_ms"), gaps.column("to_ms"))
        try advance()
    }

    /// What lies between a fix and the one before it.
    enum Break { case none, gap, device }

    /// Goes to a fix.
    func step(to device: Cell, at time: Int64?) throws -> Break {
        defer { self.time = time }
        guard case .text(let bytes) = device else { return .none }
        guard hasBegun, bytes.elementsEqual(self.device) else {
            hasBegun = true
            self.device = Array(bytes)
            // Gaps of devices that have no fixes here lie before.
            while let gap, gap.device.lexicographicallyPrecedes(self.device) { try advance() }
            return .device
        }
        guard let before = self.time, let time else { return .none }
        while let gap, gap.device == self.device, gap.to <= before { try advance() }
        guard let gap, gap.device == self.device else { return .none }
        return gap.from < time ? .gap : .none
    }

    private func advance() throws {
        gap = nil
        while gap == nil, try gaps.next() {
            guard let device = gaps.text(columns.device), let from = gaps.integer(columns.from), let to = gaps.integer(columns.to)
            else { continue }
            gap = (Array(device.utf8), from, to)
        }
    }
}

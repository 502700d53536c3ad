import Geodesy
import SQLite
import Store
import Tracks

/// Rows of the view `fixes` that the store reads by the keys of device-days, with trips and stays beside them.
final class FixLineRows: RowSource {
    let names: [String]
    let shown: Int
    private let store: Store
    private let selection: ViewSelection
    private let columns: [Column]
    private let conversion: Conversion?
    private var line = FixLine()
    private var place = Coordinate(latitude: 0, longitude: 0)
    private let day = LentText()
    private let device = LentText()
    private let kind = LentText()
    private let trip = LentText()
    private let stay = LentText()
    private let extra = LentText()
    private let utc = LentText()
    private let local = LentText()

    private enum Column: String {
        case day, device, kind
        case time = "time_ms"
        case utc = "time_utc"
        case local = "time_local"
        case latitude, longitude
        case altitude = "altitude_m"
        case speed = "speed_mps"
        case course = "course_deg"
        case accuracy = "accuracy_m"
        case extra, trip, stay
    }

    /// Nil where the rows want the view: another one, members of a map cluster, a file of another version, a column that is not known here.
    init?(_ selection: ViewSelection, in store: Store, needed: [String], namesSystem: Bool) throws {
        guard let view = View.named("fixes"), selection.view == view.name, selection.memberOf == nil, selection.zoom == nil,
            selection.cluster == nil, try store.hasFixLines
        else { return nil }
        let shown = try selection.shownColumns(of: view.columns.map(\.name))
        let read = shown + needed.filter { !shown.contains($0) }
        columns = read.compactMap(Column.init(rawValue:))
        guard columns.count == read.count else { return nil }
        let positions = try ConvertedPositions(view, selection.system, columns: ["latitude", "longitude"])
        conversion = positions == nil ? nil : Conversion(from: .wgs84, to: selection.system)
        let saysSystem = positions != nil && namesSystem
        names = read.map { name in
            let isPosition = name == "latitude" || name == "longitude"
            return isPosition && saysSystem ? "\(name)_\(selection.system.name)" : name
        }
        (self.store, self.selection, self.shown) = (store, selection, shown.count)
    }

    func forEach(_ body: () throws -> Void) throws {
        try store.forEachFix(from: selection.from, to: selection.to, devices: selection.devices, kinds: selection.kinds) { line in
            self.line = line
            place = Coordinate(latitude: Double(line.latitude) / 1e7, longitude: Double(line.longitude) / 1e7)
            if let conversion { place = conversion.converted(place) }
            try body()
        }
    }

    func cell(_ column: Int) -> Cell {
        switch columns[column] {
        case .day: day.cell(line.day)
        case .device: device.cell(line.device)
        case .kind: kind.cell(line.kind)
        case .time: .integer(line.milliseconds)
        case .utc: utc.cell { line.appendUTC(to: &$0) }
        case .local: local.cell { line.appendLocal(to: &$0) }
        case .latitude: number(place.latitude)
        case .longitude: number(place.longitude)
        case .altitude: number(line.altitudeMeters)
        case .speed: number(line.speedMetersPerSecond)
        case .course: number(line.courseDegrees)
        case .accuracy: number(line.accuracyMeters)
        case .extra: extra.cell(line.extra)
        case .trip: trip.cell(line.trip)
        case .stay: stay.cell(line.stay)
        }
    }

    private func number(_ value: Double) -> Cell { value.isNaN ? .null : .real(value) }
}

/// A text whose bytes are lent by address, as SQLite lends them. A class: it owns them.
private final class LentText {
    private var text: String?
    private var bytes: [UInt8] = []
    // Unsafe: a row's bytes are read by address, so that no cell is copied; they stay until the next text.
    private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
    private var count = 0

    deinit { room.deallocate() }

    /// A text, which is mostly that of the row before.
    func cell(_ text: String?) -> Cell {
        guard let text else { return .null }
        // Canonically equal texts may differ in their bytes.
        if self.text.map(ExactText.init) != ExactText(text) {
            self.text = text
            var copy = text
            copy.withUTF8(keep)
        }
        return .text(UnsafeBufferPointer(rebasing: room[..<count]))
    }

    /// A text that a body writes.
    func cell(_ write: (inout [UInt8]) -> Void) -> Cell {
        bytes.removeAll(keepingCapacity: true)
        write(&bytes)
        bytes.withUnsafeBufferPointer(keep)
        return .text(UnsafeBufferPointer(rebasing: room[..<count]))
    }

    private func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count > room.count {
            room.deallocate()
            room = .allocate(capacity: bytes.count * 2)
        }
        _ = room.update(fromContentsOf: bytes)
        count = bytes.count
    }
}

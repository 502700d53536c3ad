import Geodesy
import Tracks

/// A row as numbers, for formats whose rows are no cells of text. What a row does not say stays as `init` leaves it.
struct FixRow {
    /// The device in UTF-8; empty where the row names none. Not looked at where the source says the device.
    var device: Cell
    /// The kind; empty for none.
    var kind: Cell
    /// Milliseconds since 1970 UTC, the millisecond that the time lies in; nil for none, `TimeFormat.bad` for one that cannot be read.
    var time: Int64?
    /// Degrees, or metres of a projection; NaN for none.
    var latitude = Double.nan
    /// Degrees, or metres of a projection; NaN for none.
    var longitude = Double.nan
    /// Whether the position that is none stands there as something that is no number.
    var isPositionUnreadable = false
    /// The coordinate system that the row names; nil: that of the source.
    var system: CoordinateSystem?
    /// Metres above the reference the log uses.
    var altitude = Double.nan
    /// Metres per second.
    var speed = Double.nan
    /// Degrees from north; 360 becomes 0, what is no course none.
    var course = Double.nan
    /// Metres.
    var accuracy = Double.nan
    /// Horizontal dilution of precision.
    var hdop = Double.nan
    /// Number of satellites.
    var satellites = Double.nan
    /// Why the format itself refuses the row: it goes behind no-device and bad-text, before no-time.
    var fault: RejectReason?

    /// A row that says nothing; `empty` is a cell without bytes.
    init(empty: Cell) {
        device = empty
        kind = empty
    }
}

extension RowAssembler {
    /// Takes a row as numbers: it becomes a fix, or a reject by rule 1.7.
    ///
    /// The share of its day holds the values, as for a row of cells: a row's bytes do not say what was carried over from another one.
    /// - Parameters:
    ///   - line: Of the record, from 1.
    ///   - offset: The byte of the unpacked text that it begins at.
    ///   - text: The row as it stands, for rejects; what is no text in words.
    ///   - extra: Further values as one JSON object, or nothing.
    mutating func takeFix(
        _ row: FixRow, line: UInt32, offset: Int64, text: Cell,
        extra: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) {
        countRow()
        let device = fixedDevice ?? (row.device.isEmpty ? (0, 0) : devices.number(of: row.device))
        let kind = row.kind.isEmpty ? fixedKind : kinds.number(of: row.kind)
        let time = repaired(row.time ?? TimeFormat.bad)
        var fix = ReadFix()
        fix.device = device.number
        fix.kind = kind.number
        fix.line = line
        fix.time = time
        fix.latitude = row.latitude
        fix.longitude = row.longitude
        fix.system = row.system?.rawValue ?? fixedSystem
        fix.numbers = keptNumbers(row)
        let hasDevice = fixedDevice != nil || !row.device.isEmpty
        let isTextBad = device.number == CellNames.bad || kind.number == CellNames.bad
        let outside = time == TimeFormat.bad ? nil : window.reason(for: time)
        let fault = fault(of: row, fix, hasDevice: hasDevice, isTextBad: isTextBad) ?? outside
        if fault == .badText { noteBadText(text) }
        guard let fault else {
            openSlot(for: time)
            countEmptyNumbers(fix)
            return keep(fix, deviceHash: device.hash, kindHash: kind.hash, offset: offset, extra: extra)
        }
        let rejected = RejectedRow(fault, culprit(fault, row, fix), line: line, offset: offset, text: text)
        tell(rejected, device: row.device, time: time)
        guard hasDevice, device.number != CellNames.bad, time != TimeFormat.bad, outside == nil else {
            return rejectDayless(rejected)
        }
        openSlot(for: time)
        reject(rejected, device: device.number, deviceHash: device.hash)
    }

    private func fault(of row: FixRow, _ fix: ReadFix, hasDevice: Bool, isTextBad: Bool) -> RejectReason? {
        if !hasDevice { return .noDevice }
        if isTextBad { return .badText }
        if let fault = row.fault { return fault }
        if fix.time == TimeFormat.bad { return row.time == nil ? .noTime : .badTime }
        if row.isPositionUnreadable { return .badNumber }
        if row.latitude.isNaN || row.longitude.isNaN { return .noPosition }
        return placeFault(fix)
    }

    /// The numbers that the source has columns for.
    private func keptNumbers(_ row: FixRow) -> SIMD8<Double> {
        func kept(_ number: Double, _ column: FixColumns) -> Double {
            columns.contains(column) && number.isFinite ? number : .nan
        }
        return SIMD8(
            kept(row.altitude, .altitude), kept(row.speed, .speed), kept(course(row.course), .course),
            kept(row.accuracy, .accuracy), kept(row.hdop, .hdop), kept(row.satellites, .satellites), .nan, .nan)
    }

    private mutating func countEmptyNumbers(_ fix: ReadFix) {
        if fix.numbers[1].isNaN { notes.speeds.empty += 1 }
        if fix.numbers[2].isNaN { notes.courses.empty += 1 }
        if fix.numbers[3].isNaN { notes.accuracies.empty += 1 }
    }

    private func culprit(_ reason: RejectReason, _ row: FixRow, _ fix: ReadFix) -> (field: String, value: String) {
        switch reason {
        case .noDevice: ("device", "")
        case .badText:
            fixedDevice == nil && !isPlainText(row.device.bytes) ? ("device", row.device.text) : ("kind", row.kind.text)
        case .noTime, .badTime: ("time", "")
        case .past, .tooLate, .aheadOfFile, .future: ("time", isoText(milliseconds: fix.time))
        case .noPosition: (row.latitude.isNaN ? "latitude" : "longitude", "")
        case .badNumber: ("latitude", "")
        case .outOfRange:
            abs(fix.latitude) > limits(of: fix.system).latitude
                ? ("latitude", "\(fix.latitude)") : ("longitude", "\(fix.longitude)")
        case .nullIsland: ("latitude", "\(fix.latitude)")
        case .unknownCrs: ("crs", "")
        default: ("", "")
        }
    }
}

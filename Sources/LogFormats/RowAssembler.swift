import Geodesy
import Tracks

/// Makes fixes and rejects of records (rules 1.1, 1.4, 1.5, 1.7) and parts them by day and device.
public struct RowAssembler {
    let context: ReadingContext
    private(set) var reading = FileReading()
    var notes = ReadingNotes()
    private(set) var waitingBytes = 0

    private let window: FileWindow
    private let columns: FixColumns
    private let hasClock: Bool
    private let repairs: Bool
    private let hasSystemColumn: Bool
    private let speedFactor: Double
    private let isInKilometersPerHour: Bool
    private let fixedDevice: (number: UInt32, hash: UInt64)?
    private let fixedSystem: UInt8
    private let fixedKind: (number: UInt32, hash: UInt64)
    private var repeatedHour: RepeatedHour?
    private var zones: NamedZones
    private var devices: CellNames
    private var kinds: CellNames
    private var systems: [[UInt8]: UInt8] = [:]
    private var lastSystem: (text: [UInt8], value: UInt8) = ([], 255)
    private var slots: [DaySlot] = []
    private var slotOfDay: [CalendarDay: Int] = [:]
    private var current = -1
    private var sequence = 0
    private var speedCheck = SpeedCheck()
    private var fix = ReadFix()

    private struct DaySlot {
        let day: CalendarDay
        let start: Int64
        let end: Int64
        let isWanted: Bool
        /// Whether an hour of it comes twice in the zone of times without an offset.
        let hasRepeatedHour: Bool
        var share = DayShare()
        var rejects = 0
        var parts: [PackedRows?] = []
    }

    private static let unknownSystem: UInt8 = 254

    init(_ context: ReadingContext) {
        self.context = context
        window = context.window
        columns = context.fixColumns
        hasClock = context.cells.hasClock
        repairs = context.source.repairsWeekRollover
        hasSystemColumn = context.source.systemColumn != nil
        isInKilometersPerHour = context.cells.speedUnit == "km/h"
        speedFactor = ["mph": 0.44704, "kn": 1852.0 / 3600][context.cells.speedUnit] ?? 1
        devices = CellNames(context.devices)
        kinds = CellNames(context.kinds)
        fixedDevice = context.device.map { (context.devices.number(of: $0), NameTable.hash($0)) }
        fixedKind = context.source.kind.map { (context.kinds.number(of: $0), NameTable.hash($0)) } ?? (0, 0)
        repeatedHour = context.cells.tellsRepeatedHourByOrder ? RepeatedHour(zone: context.timeZone) : nil
        zones = NamedZones(find: context.zoneNamed)
        fixedSystem = context.source.system?.rawValue ?? Self.unknownSystem
    }

    // MARK: A record

    /// A record that cannot be trusted as a whole.
    mutating func reject(_ reason: RejectReason, line: UInt32, offset: Int64, text: Cell) {
        reading.rows += 1
        rejectDayless(reason, line: line, offset: offset, field: "", value: "", text: text)
    }

    /// A record with all its cells. `text` is the whole of it; `extra` the further columns as JSON.
    @inline(__always)
    mutating func take(
        _ cells: RecordCells, line: UInt32, offset: Int64, text: Cell, extra: UnsafeRawBufferPointer
    ) {
        reading.rows += 1
        let (device, deviceHash) = fixedDevice ?? (cells.device.isEmpty ? (0, 0) : devices.number(of: cells.device))
        let hasDevice = fixedDevice != nil || !cells.device.isEmpty
        let kind = cells.kind.isEmpty ? fixedKind : kinds.number(of: cells.kind)
        let isBadDevice = device == CellNames.bad
        let hasTime = hasClock ? !cells.date.isEmpty && !cells.clock.isEmpty : !cells.time.isEmpty
        var time = hasTime ? readTime(cells) : TimeFormat.bad
        if time == TimeFormat.bad, hasTime { time = readTimeWithZone(cells) }
        if repeatedHour != nil, time != TimeFormat.bad, !saysOffset(cells, time) {
            time = repeatedHour?.time(time, of: device) ?? time
        }
        if repairs, time != TimeFormat.bad {
            let moved = window.repaired(time)
            if moved != time { reading.repaired += 1 }
            time = moved
        }
        fix.latitude = decimal(cells.latitude)
        fix.longitude = decimal(cells.longitude)
        fix.system = hasSystemColumn ? system(cells.system) : fixedSystem
        let outside = time == TimeFormat.bad ? nil : window.reason(for: time)
        var fault: RejectReason?
        if !hasDevice {
            fault = .noDevice
        } else if isBadDevice || kind.number == CellNames.bad || cells.badExtra.column >= 0 {
            fault = .badText
            if notes.firstBadText.isEmpty { notes.firstBadText = Array(text.bytes.prefix(1000)) }
        } else if time == TimeFormat.bad {
            fault = hasTime ? .badTime : .noTime
        } else {
            fault = positionFault(cells) ?? outside
        }
        guard hasDevice, !isBadDevice, time != TimeFormat.bad, outside == nil else {
            let (field, value) = culprit(fault ?? .notARow, cells)
            tell(fault ?? .notARow, cells, time: time, line: line, text: text)
            rejectDayless(fault ?? .notARow, line: line, offset: offset, field: field, value: value, text: text)
            return
        }
        if current < 0 || time < slots[current].start || time >= slots[current].end { current = slot(for: time) }
        if let fault {
            tell(fault, cells, time: time, line: line, text: text)
            reject(fault, cells, device: device, deviceHash: deviceHash, line: line, offset: offset, text: text)
            return
        }
        fix.device = device
        fix.line = line
        fix.time = time
        fix.kind = kind.number
        readNumbers(cells, line)
        if slots[current].hasRepeatedHour { noteRepeatedHour(cells, time, line) }
        reading.firstFix = min(reading.firstFix ?? time, time)
        reading.lastFix = max(reading.lastFix ?? time, time)
        slots[current].share.add(hash(line: line, offset: offset, device: deviceHash, kind: kind.hash, extra: extra))
        guard slots[current].isWanted else { return }
        let part = partition(ofHash: deviceHash)
        let rows = slots[current].parts[part] ?? open(part)
        let before = rows.count
        rows.append(fix, extra: extra)
        waitingBytes += rows.count - before
    }

    private mutating func open(_ part: Int) -> PackedRows {
        let rows = PackedRows(file: context.file)
        slots[current].parts[part] = rows
        return rows
    }

    @inline(__always)
    private func readTime(_ cells: RecordCells) -> Int64 { readTime(cells, in: context.timeZone) }

    @inline(__always)
    private func readTime(_ cells: RecordCells, in zone: TimeZoneRules) -> Int64 {
        guard hasClock else { return LogFormats.time(cells.time, format: context.cells.timeFormat, zone: zone) }
        var text = Array(cells.date.bytes)
        text.append(32)
        text += cells.clock.bytes
        return text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return TimeFormat.bad }
            return LogFormats.time(Cell(start, bytes.count), format: context.cells.timeFormat, zone: zone)
        }
    }

    /// Counts a time that lies in the first of two equal hours and does not say by an offset that it does.
    private mutating func noteRepeatedHour(_ cells: RecordCells, _ time: Int64, _ line: UInt32) {
        guard repeatedHour == nil, context.timeZone.readsTwice(time), !saysOffset(cells, time) else { return }
        if notes.repeatedTimes.count == 0 { (notes.repeatedTimes.line, notes.repeatedTimes.time) = (line, time) }
        notes.repeatedTimes.count += 1
    }

    /// Rule 1.7 from no-position to unknown-crs.
    @inline(__always)
    private func positionFault(_ cells: RecordCells) -> RejectReason? {
        if cells.latitude.isEmpty || cells.longitude.isEmpty { return .noPosition }
        if fix.latitude.isNaN || fix.longitude.isNaN { return .badNumber }
        if fix.system < CoordinateSystem.bd09mc.rawValue || fix.system == Self.unknownSystem {
            if abs(fix.latitude) > 90 || abs(fix.longitude) > 180 { return rangeFault(fix.latitude, fix.longitude) }
        } else if abs(fix.latitude) > mercatorHalfMeters || abs(fix.longitude) > mercatorHalfMeters {
            return .outOfRange
        }
        if fix.latitude == 0, fix.longitude == 0, !context.source.keepsNullIsland { return .nullIsland }
        return fix.system == Self.unknownSystem ? .unknownCrs : nil
    }

    /// A time that names its zone: `2025-06-01 08:00:00 Europe/Berlin`.
    @inline(never)
    private mutating func readTimeWithZone(_ cells: RecordCells) -> Int64 {
        let cell = hasClock ? cells.clock : cells.time
        guard let (zone, count) = zones.zone(behind: cell) else { return TimeFormat.bad }
        var cells = cells
        if hasClock { cells.clock = Cell(cell.start, count) } else { cells.time = Cell(cell.start, count) }
        return readTime(cells, in: zone)
    }

    /// Whether a time in a cell is the same whatever the zone.
    @inline(never)
    private func saysOffset(_ cells: RecordCells, _ time: Int64) -> Bool {
        let other = TimeZoneRules(name: "", changes: [Int64.min], offsets: [1])
        let read = readTime(cells, in: other)
        return read == TimeFormat.bad || read == readTime(cells)
    }

    private mutating func system(_ cell: Cell) -> UInt8 {
        if cell.isEmpty { return fixedSystem }
        if lastSystem.text.count == cell.count, lastSystem.text.withUnsafeBytes({ $0.elementsEqual(cell.bytes) }) {
            return lastSystem.value
        }
        let text = Array(cell.bytes)
        let value = systems[text] ?? CoordinateSystem(name: cell.text)?.rawValue ?? Self.unknownSystem
        systems[text] = value
        lastSystem = (text, value)
        return value
    }

    @inline(__always)
    private mutating func readNumbers(_ cells: RecordCells, _ line: UInt32) {
        if columns.contains(.altitude) { fix.numbers[0] = decimal(cells.numbers.0) }
        if columns.contains(.speed) {
            let speed = decimal(cells.numbers.1)
            if speed.isNaN { notes.speeds.take(cells.numbers.1, line: line) }
            fix.numbers[1] = metersPerSecond(speed)
        }
        if columns.contains(.course) {
            let course = decimal(cells.numbers.2)
            if course.isNaN { notes.courses.take(cells.numbers.2, line: line) }
            fix.numbers[2] = self.course(course)
        }
        if columns.contains(.accuracy) {
            fix.numbers[3] = decimal(cells.numbers.3)
            if fix.numbers[3].isNaN { notes.accuracies.take(cells.numbers.3, line: line) }
        }
        if columns.contains(.hdop) { fix.numbers[4] = decimal(cells.numbers.4) }
        if columns.contains(.satellites) { fix.numbers[5] = decimal(cells.numbers.5) }
    }

    /// A division keeps 90 km/h exactly 25 m/s, where a product with 1/3.6 would not.
    @inline(__always)
    private func metersPerSecond(_ speed: Double) -> Double { isInKilometersPerHour ? speed / 3.6 : speed * speedFactor }

    /// Rule 2.9: [0, 360), 360 never; what is no course is none.
    @inline(__always)
    private func course(_ degrees: Double) -> Double {
        degrees == 360 ? 0 : degrees >= 0 && degrees < 360 ? degrees : .nan
    }

    @inline(__always)
    private func hash(line: UInt32, offset: Int64, device: UInt64, kind: UInt64, extra: UnsafeRawBufferPointer) -> UInt64 {
        var h = folded(UInt64(line), UInt64(bitPattern: offset)) &+ folded(device, UInt64(bitPattern: fix.time))
        h = folded(h ^ fix.latitude.bitPattern, fix.longitude.bitPattern) &+ folded(kind, UInt64(fix.system))
        for i in stride(from: 0, to: 6, by: 2) where columns.rawValue & (3 << UInt8(i)) != 0 {
            h = folded(h ^ fix.numbers[i].bitPattern, fix.numbers[i + 1].bitPattern)
        }
        return extra.isEmpty ? h : folded(h, NameTable.hash(bytes: extra))
    }

    // MARK: Days

    private mutating func slot(for time: Int64) -> Int {
        let day = context.zone.day(of: time)
        if let slot = slotOfDay[day] { return slot }
        let isWanted = CalendarDay.storable.contains(day) && context.wants(day)
        let (start, end) = (context.zone.start(of: day), context.zone.end(of: day))
        slots.append(
            DaySlot(
                day: day, start: start, end: end, isWanted: isWanted,
                hasRepeatedHour: context.timeZone.hasRepeatedReadings(from: start, to: end),
                parts: isWanted ? Array(repeating: nil, count: partitionCount) : []))
        slotOfDay[day] = slots.count - 1
        return slots.count - 1
    }

    /// Hands over the rows that wait.
    mutating func flush() {
        var parcels: [RowParcel] = []
        for slot in slots.indices where slots[slot].isWanted {
            for part in 0..<partitionCount {
                guard let rows = slots[slot].parts[part], rows.count > 0 else { continue }
                parcels.append(RowParcel(day: slots[slot].day, partition: part, sequence: sequence, rows: rows))
                slots[slot].parts[part] = nil
            }
        }
        if sequence == 0, columns.contains(.speed) { for parcel in parcels { speedCheck.take(parcel.rows) } }
        sequence += 1
        waitingBytes = 0
        if !parcels.isEmpty { context.deliver(parcels) }
    }

    /// What the file gave, once all is read.
    mutating func finish(damage: String?, bytes: Int64) -> FileReading {
        flush()
        for slot in slots { reading.days[slot.day] = slot.share }
        reading.damage = damage
        reading.bytes = bytes
        guard damage == nil, !context.isCancelled() else { return reading }
        reading.judge(notes, context)
        reading.notes += [
            wordsOfSimilarDevices(devices.numbers.map(context.devices.name(of:))),
            speedCheck.words(unit: context.cells.speedUnit),
        ].compactMap { $0 }
        return reading
    }

    // MARK: Rejects

    private mutating func rejectDayless(
        _ reason: RejectReason, line: UInt32, offset: Int64, field: String, value: String, text: Cell
    ) {
        reading.rejected[reason, default: 0] += 1
        reading.daylessReasons[reason, default: 0] += 1
        noteFirst(reason, line: line, field: field, value: value, text: text)
        reading.dayless.add(rejectHash(reason, line: line, offset: offset, text: text))
        guard reading.daylessRejects.count < context.source.rejectsKept else { return }
        reading.daylessRejects.append(
            Reject(file: context.file, line: line, reason: reason, field: field, value: value, text: shortened(text)))
    }

    private mutating func reject(
        _ reason: RejectReason, _ cells: RecordCells, device: UInt32, deviceHash: UInt64, line: UInt32, offset: Int64, text: Cell
    ) {
        reading.rejected[reason, default: 0] += 1
        slots[current].share.add(rejectHash(reason, line: line, offset: offset, text: text))
        let (field, value) = culprit(reason, cells)
        noteFirst(reason, line: line, field: field, value: value, text: text)
        guard slots[current].isWanted else { return }
        let part = partition(ofHash: deviceHash)
        let rows = slots[current].parts[part] ?? open(part)
        slots[current].rejects += 1
        let before = rows.count
        rows.append(
            device: device, line: line, reason: reason,
            texts: slots[current].rejects <= context.source.rejectsKept ? (field, value, shortened(text)) : nil)
        waitingBytes += rows.count - before
    }

    private mutating func noteFirst(_ reason: RejectReason, line: UInt32, field: String, value: String, text: Cell) {
        guard notes.firstRejects[reason] == nil else { return }
        notes.firstRejects[reason] = Reject(
            file: context.file, line: line, reason: reason, field: field, value: value, text: shortened(text))
    }

    private func tell(_ reason: RejectReason, _ cells: RecordCells, time: Int64, line: UInt32, text: Cell) {
        guard let saw = context.sawReject else { return }
        let (field, value) = culprit(reason, cells)
        let reject = Reject(
            file: context.file, line: line, reason: reason, field: field, value: value, text: shortened(text))
        saw(SeenReject(device: context.device ?? cells.device.text, time: time == TimeFormat.bad ? nil : time, reject: reject))
    }

    private func rejectHash(_ reason: RejectReason, line: UInt32, offset: Int64, text: Cell) -> UInt64 {
        folded(folded(UInt64(line), UInt64(bitPattern: offset)) ^ UInt64(reason.rawValue), NameTable.hash(bytes: text.bytes))
    }

    /// The text of a row in a reject: its first 1,000 bytes.
    private func shortened(_ text: Cell) -> String { String(decoding: text.bytes.prefix(1000), as: UTF8.self) }

    private var latitudeLimit: Double {
        fix.system < CoordinateSystem.bd09mc.rawValue || fix.system == Self.unknownSystem ? 90 : mercatorHalfMeters
    }

    private func culprit(_ reason: RejectReason, _ cells: RecordCells) -> (field: String, value: String) {
        switch reason {
        case .noDevice: ("device", "")
        case .badText: badText(cells)
        case .badTime where !hasClock: ("time", timeValue(cells.time))
        case .noTime, .badTime, .past, .tooLate, .aheadOfFile, .future:
            hasClock ? ("date", cells.date.text + " " + cells.clock.text) : ("time", cells.time.text)
        case .noPosition: (cells.latitude.isEmpty ? "latitude" : "longitude", "")
        case .badNumber: fix.latitude.isNaN ? ("latitude", cells.latitude.text) : ("longitude", cells.longitude.text)
        case .outOfRange:
            abs(fix.latitude) > latitudeLimit ? ("latitude", cells.latitude.text) : ("longitude", cells.longitude.text)
        case .swappedLatLon, .mercatorAsDegrees: ("latitude", cells.latitude.text)
        case .nullIsland: ("latitude", cells.latitude.text)
        case .unknownCrs: ("crs", cells.system.text)
        default: ("", "")
        }
    }

    /// The text of a time that cannot be read; of digits that count smaller units, with the option that says so.
    private func timeValue(_ cell: Cell) -> String {
        guard context.cells.timeFormat == .automatic, cell.bytes.allSatisfy({ $0 &- 48 < 10 }),
            let unit = [13: "milliseconds", 16: "microseconds"][cell.count]
        else { return cell.text }
        return "\(cell.text) (time-format: \(unit)?)"
    }

    private func badText(_ cells: RecordCells) -> (field: String, value: String) {
        if fixedDevice == nil, !isPlainText(cells.device.bytes) { return ("device", cells.device.text) }
        guard let cell = cells.badExtra.cell, isPlainText(cells.kind.bytes) else { return ("kind", cells.kind.text) }
        return (context.cells.extra[cells.badExtra.column], cell.text)
    }
}

/// Half the side of the square of Web Mercator, in metres: π · 6,378,137.
let mercatorHalfMeters = 20_037_508.342789244

import Geodesy
import Tracks

/// Makes fixes and rejects of records (rules 1.1, 1.4, 1.5, 1.7) and parts them by day and device.
public struct RowAssembler {
    let context: ReadingContext
    private(set) var reading = FileReading()
    var notes = ReadingNotes()
    /// Bytes that rows take which were not handed over yet, used or not.
    private(set) var waitingBytes = 0

    let window: FileWindow
    let columns: FixColumns
    let hasClock: Bool
    private let repairs: Bool
    private let hasSystemColumn: Bool
    private let speedFactor: Double
    private let isInKilometersPerHour: Bool
    let fixedDevice: (number: UInt32, hash: UInt64)?
    let fixedSystem: UInt8
    let fixedKind: (number: UInt32, hash: UInt64)
    private let firstInMeters = CoordinateSystem.bd09mc.rawValue
    private(set) var repeatedHour: RepeatedHour?
    var zones: NamedZones
    let devices: CellNames
    let kinds: CellNames
    let systems: CellNames
    private var slots: [DaySlot] = []
    private var slotOfDay: [CalendarDay: Int] = [:]
    private var current = -1
    /// The slot of the last row, which `slots` has as it was before.
    private(set) var open = DaySlot.none
    private var sequence = 0
    private var firstFix = Int64.max
    private var lastFix = Int64.min
    private var firstRows = FirstRows()
    private var fix = ReadFix()
    let isAutomaticTime: Bool
    var days: KnownDays

    static let unknownSystem: UInt8 = 254

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
        systems = CellNames { UInt32(CoordinateSystem(name: $0.text)?.rawValue ?? Self.unknownSystem) }
        isAutomaticTime = context.cells.timeFormat == .automatic
        days = KnownDays(zone: context.timeZone)
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
        rejectDayless(RejectedRow(reason, ("", ""), line: line, offset: offset, text: text))
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
        time = repaired(time)
        fix.latitude = decimal(cells.latitude)
        fix.longitude = decimal(cells.longitude)
        fix.system = hasSystemColumn ? system(cells.system) : fixedSystem
        let outside = time == TimeFormat.bad ? nil : window.reason(for: time)
        var fault: RejectReason?
        if !hasDevice {
            fault = .noDevice
        } else if isBadDevice || kind.number == CellNames.bad || cells.badExtra.column >= 0 {
            fault = .badText
            noteBadText(text)
        } else if time == TimeFormat.bad {
            fault = hasTime ? .badTime : .noTime
        } else {
            fault = positionFault(cells) ?? outside
        }
        guard hasDevice, !isBadDevice, time != TimeFormat.bad, outside == nil else {
            let reason = fault ?? .notARow
            let row = RejectedRow(reason, culprit(reason, cells), line: line, offset: offset, text: text)
            tell(row, device: cells.device, time: time)
            return rejectDayless(row)
        }
        openSlot(for: time)
        if let fault {
            let row = RejectedRow(fault, culprit(fault, cells), line: line, offset: offset, text: text)
            tell(row, device: cells.device, time: time)
            return reject(row, device: device, deviceHash: deviceHash)
        }
        fix.device = device
        fix.line = line
        fix.time = time
        fix.kind = kind.number
        readNumbers(cells, line)
        if open.hasRepeatedHour { noteRepeatedHour(cells, time, line) }
        keep(fix, deviceHash: deviceHash, kindHash: kind.hash, offset: offset, extra: extra)
    }

    /// Rule 1.4, counted.
    @inline(__always)
    mutating func repaired(_ time: Int64) -> Int64 {
        guard repairs, time != TimeFormat.bad else { return time }
        let moved = window.repaired(time)
        if moved != time { reading.repaired += 1 }
        return moved
    }

    /// Counts a row, whatever becomes of it.
    @inline(__always)
    mutating func countRow() { reading.rows &+= 1 }

    /// Keeps a fix; its day's slot is open.
    @inline(__always)
    mutating func keep(_ fix: ReadFix, deviceHash: UInt64, kindHash: UInt64, offset: Int64, extra: UnsafeRawBufferPointer) {
        firstFix = min(firstFix, fix.time)
        lastFix = max(lastFix, fix.time)
        open.share.add(hash(fix, offset: offset, device: deviceHash, kind: kindHash, extra: extra))
        guard open.isWanted else { return }
        let rows = rows(ofHash: deviceHash)
        waitingBytes &+= rows._withUnsafeGuaranteedRef { $0.append(fix, extra: extra) }
    }

    /// The rows of the open day that a device's are packed into.
    @inline(__always)
    private mutating func rows(ofHash hash: UInt64) -> Unmanaged<PackedRows> {
        let part = partition(ofHash: hash)
        if let rows = open.parts[part] { return rows }
        let new = PackedRows(file: context.file)
        waitingBytes &+= new.capacity
        let rows = Unmanaged.passRetained(new)
        open.parts[part] = rows
        return rows
    }

    @inline(__always)
    func readTime(_ cells: RecordCells) -> Int64 { readTime(cells, in: context.timeZone) }

    @inline(__always)
    func readTime(_ cells: RecordCells, in zone: TimeZoneRules) -> Int64 {
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
        return placeFault(fix)
    }

    /// Rule 1.7 from out-of-range to unknown-crs, of a position that is there.
    @inline(__always)
    func placeFault(_ fix: ReadFix) -> RejectReason? {
        let (latitudes, longitudes) = limits(of: fix.system)
        if abs(fix.latitude) > latitudes || abs(fix.longitude) > longitudes {
            return longitudes == 180 ? rangeFault(fix.latitude, fix.longitude) : .outOfRange
        }
        if fix.latitude == 0, fix.longitude == 0, !context.source.keepsNullIsland { return .nullIsland }
        return fix.system == Self.unknownSystem ? .unknownCrs : nil
    }

    /// The largest latitude and longitude of a coordinate system; an unknown one is taken for degrees.
    @inline(__always)
    func limits(of system: UInt8) -> (latitude: Double, longitude: Double) {
        let isInMeters = system >= firstInMeters && system != Self.unknownSystem
        return isInMeters ? (mercatorHalfMeters, mercatorHalfMeters) : (90, 180)
    }

    private func system(_ cell: Cell) -> UInt8 {
        cell.isEmpty ? fixedSystem : UInt8(truncatingIfNeeded: systems.number(of: cell).number)
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
    func metersPerSecond(_ speed: Double) -> Double { isInKilometersPerHour ? speed / 3.6 : speed * speedFactor }

    /// Rule 2.9: [0, 360), 360 never; what is no course is none.
    @inline(__always)
    func course(_ degrees: Double) -> Double {
        degrees == 360 ? 0 : degrees >= 0 && degrees < 360 ? degrees : .nan
    }

    @inline(__always)
    private func hash(
        _ fix: ReadFix, offset: Int64, device: UInt64, kind: UInt64, extra: UnsafeRawBufferPointer
    ) -> UInt64 {
        var h = folded(UInt64(fix.line), UInt64(bitPattern: offset)) &+ folded(device, UInt64(bitPattern: fix.time))
        h = folded(h ^ fix.latitude.bitPattern, fix.longitude.bitPattern) &+ folded(kind, UInt64(fix.system))
        let (numbers, given) = (fix.numbers, columns.rawValue)
        if given & 0b00_0011 != 0 { h = folded(h ^ numbers[0].bitPattern, numbers[1].bitPattern) }
        if given & 0b00_1100 != 0 { h = folded(h ^ numbers[2].bitPattern, numbers[3].bitPattern) }
        if given & 0b11_0000 != 0 { h = folded(h ^ numbers[4].bitPattern, numbers[5].bitPattern) }
        return extra.isEmpty ? h : folded(h, NameTable.hash(bytes: extra))
    }

    // MARK: Days

    /// Opens the slot of the day that a time lies in.
    @inline(__always)
    mutating func openSlot(for time: Int64) {
        if time < open.start || time >= open.end { changeSlot(to: context.zone.day(of: time)) }
    }

    @inline(never)
    private mutating func changeSlot(to day: CalendarDay) {
        closeSlot()
        if let slot = slotOfDay[day] {
            current = slot
        } else {
            let isWanted = CalendarDay.storable.contains(day) && context.wants(day)
            let (start, end) = (context.zone.start(of: day), context.zone.end(of: day))
            let hasRepeatedHour = context.timeZone.hasRepeatedReadings(from: start, to: end)
            slots.append(DaySlot(day: day, start: start, end: end, isWanted: isWanted, hasRepeatedHour: hasRepeatedHour))
            current = slots.count - 1
            slotOfDay[day] = current
        }
        open = slots[current]
    }

    private mutating func closeSlot() {
        if current >= 0 { slots[current] = open }
    }

    /// Hands over the rows that wait.
    mutating func flush() {
        closeSlot()
        let parcels = slots.flatMap { $0.takeParcels(sequence: sequence) }
        if sequence == 0 { firstRows.take(parcels, haveSpeeds: columns.contains(.speed)) }
        sequence += 1
        waitingBytes = 0
        if !parcels.isEmpty { context.deliver(parcels) }
    }

    /// What the file gave, once all is read.
    mutating func finish(damage: String?, bytes: Int64) -> FileReading {
        flush()
        for slot in slots {
            reading.days[slot.day] = slot.share
            slot.close()
        }
        (slots, current, open) = ([], -1, .none)
        if firstFix <= lastFix { (reading.firstFix, reading.lastFix) = (firstFix, lastFix) }
        reading.damage = damage
        reading.bytes = bytes
        guard damage == nil, !context.isCancelled() else { return reading }
        reading.judge(notes, context)
        reading.notes += [wordsOfSimilarDevices(devices.numbers.map(context.devices.name(of:)))].compactMap { $0 }
        firstRows.tell(&reading, speedUnit: context.cells.speedUnit)
        return reading
    }

    // MARK: Rejects

    mutating func rejectDayless(_ row: RejectedRow) {
        reading.rejected[row.reason, default: 0] += 1
        reading.daylessReasons[row.reason, default: 0] += 1
        noteFirst(row)
        reading.dayless.add(row.hash)
        guard reading.daylessRejects.count < context.source.rejectsKept else { return }
        reading.daylessRejects.append(row.reject(file: context.file))
    }

    /// Takes a reject of a device; the slot of its day is open.
    mutating func reject(_ row: RejectedRow, device: UInt32, deviceHash: UInt64) {
        reading.rejected[row.reason, default: 0] += 1
        open.share.add(row.hash)
        noteFirst(row)
        guard open.isWanted else { return }
        open.rejects += 1
        let texts = open.rejects <= context.source.rejectsKept ? (row.field, row.value, row.shortText) : nil
        let rows = rows(ofHash: deviceHash)
        waitingBytes += rows._withUnsafeGuaranteedRef { rows in
            let before = rows.capacity
            rows.append(device: device, line: row.line, reason: row.reason, texts: texts)
            return rows.capacity - before
        }
    }

    private mutating func noteFirst(_ row: RejectedRow) {
        guard notes.firstRejects[row.reason] == nil else { return }
        notes.firstRejects[row.reason] = row.reject(file: context.file)
    }

    mutating func noteBadText(_ text: Cell) {
        if notes.firstBadText.isEmpty { notes.firstBadText = Array(text.bytes.prefix(1000)) }
    }

    /// Tells who wants to see each reject.
    func tell(_ row: RejectedRow, device: Cell, time: Int64) {
        guard let saw = context.sawReject else { return }
        let time = time == TimeFormat.bad ? nil : time
        saw(SeenReject(device: context.device ?? device.text, time: time, reject: row.reject(file: context.file)))
    }

    /// The cell at fault, its first 1,000 bytes: of 10,000 rejects whole cells would take as much memory as a file says.
    private func culprit(_ reason: RejectReason, _ cells: RecordCells) -> (field: String, value: String) {
        let (field, value) = wholeCulprit(reason, cells)
        return (field, value.utf8.count <= 1000 ? value : String(decoding: value.utf8.prefix(1000), as: UTF8.self))
    }

    private func wholeCulprit(_ reason: RejectReason, _ cells: RecordCells) -> (field: String, value: String) {
        switch reason {
        case .noDevice: ("device", "")
        case .badText: badText(cells)
        case .badTime where !hasClock: ("time", timeValue(cells.time))
        case .noTime, .badTime, .past, .tooLate, .aheadOfFile, .future:
            hasClock ? ("date", cells.date.text + " " + cells.clock.text) : ("time", cells.time.text)
        case .noPosition: (cells.latitude.isEmpty ? "latitude" : "longitude", "")
        case .badNumber: fix.latitude.isNaN ? ("latitude", cells.latitude.text) : ("longitude", cells.longitude.text)
        case .outOfRange:
            abs(fix.latitude) > limits(of: fix.system).latitude
                ? ("latitude", cells.latitude.text) : ("longitude", cells.longitude.text)
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

import Tracks

/// Text that plain rows are looked for in.
struct PlainText {
    /// Bytes that must be readable behind the end, the first of which is a line feed.
    static let margin = 64

    let start: UnsafePointer<UInt8>
    let end: Int
    /// Bytes of the log before it.
    let base: Int64
    let delimiter: UInt8
}

/// What was read of a plain row.
private struct PlainRow {
    var device: (number: UInt32, hash: UInt64)
    var kind: (number: UInt32, hash: UInt64) = (0, 0)
    var system: UInt8
    var time = TimeFormat.bad
    var latitude = Double.nan
    var longitude = Double.nan
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var accuracy = Double.nan
    var hdop = Double.nan
    var satellites = Double.nan
}

/// The one-pass reader: cells, numbers and times of a row are read in one walk over its bytes (measured: 1,510
/// instructions a row of nine cells, 4,890 through the scanner).
///
/// A row is plain when it is one line whose cells have no quotes, no spaces round them and nothing unusual, and which becomes a fix.
/// Any other row is left to `CSVScanner` and `take`, which give the same of a plain one: a test holds them against each other.
extension RowAssembler {
    /// Takes rows as long as they are plain, at most until so many bytes wait.
    ///
    /// - Parameters:
    ///   - at: The byte that a row begins at; then the one that the first row left begins at.
    ///   - line: Its line; moved on likewise.
    mutating func takePlainRows(
        _ text: PlainText, from at: inout Int, line: inout UInt64, lastLine: UInt64, columns: [PlainColumns.Column],
        parcelBytes: Int
    ) {
        let delimiters = UInt64(text.delimiter) &* ByteWords.ones
        // Each row writes all that its columns hold; the rest stays as it is here.
        var row = PlainRow(device: fixedDevice ?? (CellNames.bad, 0), system: fixedSystem)
        columns.withUnsafeBufferPointer { columns in
            while at < text.end, line <= lastLine, waitingBytes <= parcelBytes {
                guard let behind = read(&row, text.start + at, columns, delimiters) else { return }
                let end = text.start.distance(to: behind)
                guard end <= text.end, end &- at <= CSVScanner.longestRecord else { return }
                guard keep(row, line: UInt32(truncatingIfNeeded: line), offset: text.base &+ Int64(at)) else { return }
                at = end
                line &+= 1
            }
        }
    }

    /// Reads the row that begins at a byte. Returns where the next begins; nil where it is not plain.
    @inline(__always)
    private mutating func read(
        _ row: inout PlainRow, _ start: UnsafePointer<UInt8>, _ columns: UnsafeBufferPointer<PlainColumns.Column>,
        _ delimiters: UInt64
    ) -> UnsafePointer<UInt8>? {
        var p = start
        let delimiter = UInt8(truncatingIfNeeded: delimiters)
        var i = 0
        while true {
            guard read(columns[i], of: &row, at: &p, delimiters) else { return nil }
            i &+= 1
            if i == columns.count { break }
            guard p[0] == delimiter else { return nil }
            p += 1
        }
        if p[0] == 10 { return p + 1 }
        return p[0] == 13 && p[1] == 10 ? p + 2 : nil
    }

    /// Reads a cell and moves behind it; false where it is not plain.
    @inline(__always)
    private mutating func read(
        _ column: PlainColumns.Column, of row: inout PlainRow, at p: inout UnsafePointer<UInt8>, _ delimiters: UInt64
    ) -> Bool {
        switch column {
        case .other:
            // A quote opens the cell.
            if p[0] == 34 { return false }
            ByteWords.skipCell(&p, delimiters)
        case .device: return readName(&p, delimiters, devices, none: CellNames.bad, &row.device)
        case .kind: return readName(&p, delimiters, kinds, none: 0, &row.kind)
        case .system:
            var system = (number: UInt32(fixedSystem), hash: UInt64(0))
            guard readName(&p, delimiters, systems, none: system.number, &system) else { return false }
            row.system = UInt8(truncatingIfNeeded: system.number)
        case .time: row.time = readTime(&p, delimiters)
        case .latitude: return readNumber(&p, delimiters, &row.latitude) && !row.latitude.isNaN
        case .longitude: return readNumber(&p, delimiters, &row.longitude) && !row.longitude.isNaN
        case .altitude: return readNumber(&p, delimiters, &row.altitude)
        case .speed: return readNumber(&p, delimiters, &row.speed)
        case .course: return readNumber(&p, delimiters, &row.course)
        case .accuracy: return readNumber(&p, delimiters, &row.accuracy)
        case .hdop: return readNumber(&p, delimiters, &row.hdop)
        case .satellites: return readNumber(&p, delimiters, &row.satellites)
        }
        return true
    }

    /// Keeps a plain row as a fix; false where it is not surely one.
    @inline(__always)
    private mutating func keep(_ row: PlainRow, line: UInt32, offset: Int64) -> Bool {
        let (latitudes, longitudes) = limits(of: row.system)
        guard row.device.number != CellNames.bad, row.kind.number != CellNames.bad, row.system != Self.unknownSystem,
            row.time >= window.low, row.time < window.high, abs(row.latitude) <= latitudes,
            abs(row.longitude) <= longitudes, row.latitude != 0 || row.longitude != 0
        else { return false }
        openSlot(for: row.time)
        guard !open.hasRepeatedHour else { return false }
        countRow()
        // Cells of these three that are no numbers are empty here.
        if row.speed.isNaN, columns.contains(.speed) { notes.speeds.empty += 1 }
        if row.course.isNaN, columns.contains(.course) { notes.courses.empty += 1 }
        if row.accuracy.isNaN, columns.contains(.accuracy) { notes.accuracies.empty += 1 }
        var fix = ReadFix()
        fix.device = row.device.number
        fix.kind = row.kind.number
        fix.line = line
        fix.time = row.time
        fix.latitude = row.latitude
        fix.longitude = row.longitude
        fix.system = row.system
        fix.numbers = SIMD8(
            row.altitude, metersPerSecond(row.speed), course(row.course), row.accuracy, row.hdop, row.satellites, .nan, .nan)
        keep(fix, deviceHash: row.device.hash, kindHash: row.kind.hash, offset: offset, extra: Self.noExtra)
        return true
    }

    private static var noExtra: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    // MARK: Cells

    @inline(__always)
    private func isEnd(_ byte: UInt8, _ delimiter: UInt8) -> Bool { byte == delimiter || byte == 10 || byte == 13 }

    /// Reads the name in a cell, which must have been met before: false for any other, which may be new, or have spaces round it.
    @inline(__always)
    private func readName(
        _ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64, _ names: CellNames, none: UInt32,
        _ name: inout (number: UInt32, hash: UInt64)
    ) -> Bool {
        var (first, second) = (ByteWords.word(at: place), UInt64(0))
        var count = 0
        if first & 0xFF == 34 { return false }
        let marks = ByteWords.stops(first, delimiters)
        if marks != 0 {
            count = ByteWords.count(before: marks)
            first &= ~(UInt64.max &<< UInt64(8 &* count))
            if count == 0 {
                name = (none, 0)
                return true
            }
        } else {
            second = ByteWords.word(at: place + 8)
            let others = ByteWords.stops(second, delimiters)
            guard others != 0 else { return readLongName(&place, delimiters, names, &name) }
            count = ByteWords.count(before: others)
            second &= ~(UInt64.max &<< UInt64(8 &* count))
            count &+= 8
        }
        place += count
        guard let entry = names.find(first, second, count) else { return false }
        name = (entry.number, entry.hash)
        return true
    }

    @inline(never)
    private func readLongName(
        _ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64, _ names: CellNames,
        _ name: inout (number: UInt32, hash: UInt64)
    ) -> Bool {
        let start = place
        ByteWords.skipCell(&place, delimiters)
        let cell = Cell(start, start.distance(to: place))
        guard let entry = names.find(cell) else { return false }
        name = (entry.number, entry.hash)
        return true
    }

    /// The time in a cell; `TimeFormat.bad` where it cannot be read.
    @inline(__always)
    private mutating func readTime(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) -> Int64 {
        let (start, delimiter) = (place, UInt8(truncatingIfNeeded: delimiters))
        // Where spaces part cells, one behind the day ends the cell.
        if isAutomaticTime, start[10] != delimiter {
            let time = days.read(&place)
            if time != TimeFormat.bad, isEnd(place[0], delimiter) { return time }
        }
        place = start
        return readAnyTime(&place, delimiters)
    }

    @inline(never)
    private func readAnyTime(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) -> Int64 {
        let start = place
        ByteWords.skipCell(&place, delimiters)
        return LogFormats.time(Cell(start, start.distance(to: place)), format: context.source.timeFormat, zone: context.timeZone)
    }

    /// Reads the number in a cell, NaN in an empty one; false where it holds something else.
    @inline(__always)
    private func readNumber(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64, _ number: inout Double) -> Bool {
        let start = place
        if plainDecimal(&place, &number), isEnd(place[0], UInt8(truncatingIfNeeded: delimiters)) { return true }
        place = start
        return readAnyNumber(&place, delimiters, &number)
    }

    @inline(never)
    private func readAnyNumber(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64, _ number: inout Double) -> Bool {
        let start = place
        ByteWords.skipCell(&place, delimiters)
        number = decimal(Cell(start, start.distance(to: place)))
        return !number.isNaN || start == place
    }
}

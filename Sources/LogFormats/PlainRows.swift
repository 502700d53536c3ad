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

/// The one-pass reader: cells, numbers and times of a row are read in one walk over its bytes (measured: … instructions a row).
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
        _ text: PlainText, from at: inout Int, line: inout UInt64, lastLine: UInt64, columns: [PlainColumns.Column], parcelBytes: Int
    ) {
        let delimiters = UInt64(text.delimiter) &* ByteWords.ones
        columns.withUnsafeBufferPointer { columns in
            while at < text.end, line <= lastLine, waitingBytes <= parcelBytes {
                let start = text.start + at
                guard let row = plainRow(start, columns, delimiters) else { return }
                let end = text.start.distance(to: row.end)
                guard end <= text.end, end - at <= CSVScanner.longestRecord else { return }
                guard keepPlainRow(row, line: UInt32(line), offset: text.base + Int64(at)) else { return }
                at = end
                line += 1
            }
        }
    }

    /// What was read of a plain row besides the numbers, which lie in `fix`.
    private struct Row {
        var device: (number: UInt32, hash: UInt64)
        var kind: (number: UInt32, hash: UInt64) = (0, 0)
        var system: UInt8
        var time = TimeFormat.bad
        /// Of speed, course and accuracy, the cells without a number.
        var empty: (speed: Int64, course: Int64, accuracy: Int64) = (0, 0, 0)
        var end: UnsafePointer<UInt8>
    }

    /// Reads the row that begins at a byte; nil where it is not plain.
    @inline(__always)
    private mutating func plainRow(
        _ start: UnsafePointer<UInt8>, _ columns: UnsafeBufferPointer<PlainColumns.Column>, _ delimiters: UInt64
    ) -> Row? {
        var row = Row(device: fixedDevice ?? (CellNames.bad, 0), system: fixedSystem, end: start)
        var p = start
        let delimiter = UInt8(truncatingIfNeeded: delimiters)
        for i in columns.indices {
            // A quote opens a cell here.
            if p[0] == 34 { return nil }
            switch columns[i] {
            case .other: ByteWords.skipCell(&p, delimiters)
            case .device:
                guard let name = plainName(&p, delimiters, devices) else { return nil }
                if fixedDevice == nil { row.device = (name.number, name.hash) }
            case .kind:
                guard !isEnd(p[0], delimiter) else { break }
                guard let name = plainName(&p, delimiters, kinds), name.number != CellNames.bad else { return nil }
                row.kind = (name.number, name.hash)
            case .system:
                guard !isEnd(p[0], delimiter) else { break }
                guard let name = plainName(&p, delimiters, systems) else { return nil }
                row.system = UInt8(truncatingIfNeeded: name.number)
            case .time:
                row.time = plainTime(&p, delimiters)
            case .latitude:
                guard let number = plainNumber(&p, delimiters) else { return nil }
                fix.latitude = number
            case .longitude:
                guard let number = plainNumber(&p, delimiters) else { return nil }
                fix.longitude = number
            case .altitude, .hdop, .satellites:
                guard let number = plainNumberOrNone(&p, delimiters) else { return nil }
                fix.numbers[columns[i] == .altitude ? 0 : columns[i] == .hdop ? 4 : 5] = number
            case .speed:
                guard let number = plainNumberOrNone(&p, delimiters) else { return nil }
                row.empty.speed = number.isNaN ? 1 : 0
                fix.numbers[1] = metersPerSecond(number)
            case .course:
                guard let number = plainNumberOrNone(&p, delimiters) else { return nil }
                row.empty.course = number.isNaN ? 1 : 0
                fix.numbers[2] = course(number)
            case .accuracy:
                guard let number = plainNumberOrNone(&p, delimiters) else { return nil }
                row.empty.accuracy = number.isNaN ? 1 : 0
                fix.numbers[3] = number
            }
            if i + 1 < columns.count {
                guard p[0] == delimiter else { return nil }
                p += 1
            }
        }
        guard p[0] == 10 || p[0] == 13 && p[1] == 10 else { return nil }
        row.end = p + (p[0] == 10 ? 1 : 2)
        return row
    }

    /// Keeps a plain row as a fix; false where it is not surely one.
    @inline(__always)
    private mutating func keepPlainRow(_ row: Row, line: UInt32, offset: Int64) -> Bool {
        let isInDegrees = row.system < 3
        let (latitudes, longitudes) = isInDegrees ? (90, 180) : (mercatorHalfMeters, mercatorHalfMeters)
        guard row.device.number != CellNames.bad, row.time >= window.low, row.time < window.high,
            row.system != Self.unknownSystem, abs(fix.latitude) <= latitudes, abs(fix.longitude) <= longitudes,
            fix.latitude != 0 || fix.longitude != 0
        else { return false }
        openSlot(for: row.time)
        guard !open.hasRepeatedHour else { return false }
        countRow()
        fix.device = row.device.number
        fix.line = line
        fix.time = row.time
        fix.kind = row.kind.number
        fix.system = row.system
        notes.speeds.empty += row.empty.speed
        notes.courses.empty += row.empty.course
        notes.accuracies.empty += row.empty.accuracy
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        keepFix(deviceHash: row.device.hash, kindHash: row.kind.hash, offset: offset, extra: none)
        return true
    }

    // MARK: Cells

    @inline(__always)
    private func isEnd(_ byte: UInt8, _ delimiter: UInt8) -> Bool { byte == delimiter || byte == 10 || byte == 13 }

    /// The name in a cell that was met before; nil for any other, which may be new, bad, empty or have spaces round it.
    @inline(__always)
    private func plainName(
        _ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64, _ names: CellNames
    ) -> CellNames.Entry? {
        let first = ByteWords.word(at: place)
        let marks = ByteWords.stops(first, delimiters)
        if marks != 0 {
            let count = ByteWords.count(before: marks)
            place += count
            return names.find(first & ~(UInt64.max &<< UInt64(8 * count)), 0, count)
        }
        let second = ByteWords.word(at: place + 8)
        let others = ByteWords.stops(second, delimiters)
        if others != 0 {
            let count = ByteWords.count(before: others)
            place += 8 + count
            return names.find(first, second & ~(UInt64.max &<< UInt64(8 * count)), 8 + count)
        }
        let start = place
        ByteWords.skipCell(&place, delimiters)
        return longName(start, place, names)
    }

    @inline(never)
    private func longName(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ names: CellNames
    ) -> CellNames.Entry? {
        let (count, cell) = (start.distance(to: end), Cell(start, start.distance(to: end)))
        return cell.count == count ? names.find(cell) : nil
    }

    /// The time in a cell; `TimeFormat.bad` where it cannot be read.
    @inline(__always)
    private mutating func plainTime(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) -> Int64 {
        let start = place
        if case .automatic = context.source.timeFormat {
            let time = days.read(&place)
            if time != TimeFormat.bad, isEnd(place[0], UInt8(truncatingIfNeeded: delimiters)) { return time }
        }
        place = start
        ByteWords.skipCell(&place, delimiters)
        return anyTime(Cell(start, start.distance(to: place)))
    }

    @inline(never)
    private func anyTime(_ cell: Cell) -> Int64 {
        LogFormats.time(cell, format: context.source.timeFormat, zone: context.timeZone)
    }

    /// The number in a cell; nil where it holds none.
    @inline(__always)
    private func plainNumber(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) -> Double? {
        let start = place
        if let number = plainDecimal(&place), isEnd(place[0], UInt8(truncatingIfNeeded: delimiters)) { return number }
        place = start
        ByteWords.skipCell(&place, delimiters)
        let number = anyNumber(Cell(start, start.distance(to: place)))
        return number.isNaN ? nil : number
    }

    @inline(never)
    private func anyNumber(_ cell: Cell) -> Double { decimal(cell) }

    /// The number in a cell, NaN in an empty one; nil where it holds something else.
    @inline(__always)
    private func plainNumberOrNone(_ place: inout UnsafePointer<UInt8>, _ delimiters: UInt64) -> Double? {
        isEnd(place[0], UInt8(truncatingIfNeeded: delimiters)) ? .nan : plainNumber(&place, delimiters)
    }
}

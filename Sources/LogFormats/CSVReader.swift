import Options
import Tracks

/// Reads a log of delimited text.
///
/// - Parameters:
///   - path: Where it lies.
///   - context: How it is to be read, and who takes the rows.
/// - Returns: What it gave. Damage and a header that lacks a mapped column are in it, not thrown.
/// - Throws: `FileError` where it cannot be opened.
public func readCSV(path: String, context: ReadingContext) throws(FileError) -> FileReading {
    let file = try LogFile(path: path)
    var reader = CSVReader(file: file, context: context)
    return reader.read()
}

/// Bytes that wait in a reader before it hands them over.
private let parcelBytes = 4 << 20
/// A record may have so many bytes; a quote that is not closed within them is none.
private let longestRecord = 1 << 16

private struct CSVReader {
    private let file: LogFile
    private var assembler: RowAssembler
    private let scanner: CSVScanner
    private let source: SourceOptions
    private let isCancelled: @Sendable () -> Bool
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var isLast = false
    private var isSkipping = false
    private var damage: String?
    private var failure: String?
    /// Bytes of the text before the window.
    private var base: Int64 = 0
    private var line: UInt32 = 1

    /// Where each key's cell stands in a record; -1 for none.
    private var positions = CellPositions()
    private var headerCount = -1
    private var extraNames: [(position: Int, name: [UInt8])] = []
    private var extra: [UInt8] = []

    init(file: LogFile, context: ReadingContext) {
        self.file = file
        source = context.source
        isCancelled = context.isCancelled
        assembler = RowAssembler(context)
        scanner = CSVScanner(delimiter: context.source.delimiter)
        buffer = .allocate(byteCount: 1 << 20, alignment: 16)
    }

    mutating func read() -> FileReading {
        defer { buffer.deallocate() }
        var at = 0
        refill(from: &at)
        if filled >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { at = 3 }
        while headerCount >= -1 {
            if isSkipping { skipLine(&at) }
            let window = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<filled])
            guard at < filled else {
                guard !isLast else { break }
                refill(from: &at)
                continue
            }
            switch scanner.scan(window, from: at, isLast: isLast) {
            case .record(let end, let lines):
                guard end - at <= longestRecord else {
                    takeLine(window, from: &at)
                    break
                }
                let isCut = damage != nil && end == filled && end > at && buffer[end - 1] != 10 && buffer[end - 1] != 13
                take(window, at..<end, isCut: isCut)
                line += UInt32(lines)
                at = end
            case .needsMore:
                if !isLast, filled - at <= longestRecord {
                    refill(from: &at)
                } else {
                    takeLine(window, from: &at)
                }
            }
            if assembler.waitingBytes > parcelBytes { assembler.flush() }
        }
        var reading = assembler.finish(damage: damage, bytes: base + Int64(filled))
        reading.checksum = file.checksum
        reading.failure = failure
        return reading
    }

    /// Moves what is left of the window to its front and fills it up.
    private mutating func refill(from at: inout Int) {
        let left = filled - at
        if at > 0, left > 0, let start = buffer.baseAddress { start.copyMemory(from: start + at, byteCount: left) }
        base += Int64(at)
        at = 0
        filled = left
        if isCancelled() { isLast = true }
        while filled < buffer.count, !isLast {
            do {
                let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                filled += count
                if count == 0 { isLast = true }
            } catch let problem as Damage {
                if problem.isOfDisk { failure = problem.what } else { damage = problem.what }
                isLast = true
            } catch {
                damage = "cannot be read: \(error)"
                isLast = true
            }
        }
    }

    /// A line by itself: its quotes mean nothing, as the quoted cell it opens is never closed.
    private mutating func takeLine(_ window: UnsafeRawBufferPointer, from at: inout Int) {
        var end = filled
        if case .record(let found, _) = scanner.scan(window, from: at, isLast: isLast, isQuoting: false) {
            end = found
        } else if at > 0 {
            return refill(from: &at)
        } else {
            isSkipping = true
        }
        if headerCount < 0 {
            damage = damage ?? "has a header that is no record"
            headerCount = -2
            return
        }
        reject(.notARow, window, at..<end)
        line += 1
        at = end
    }

    /// Passes over the rest of a line that is longer than the window.
    private mutating func skipLine(_ at: inout Int) {
        while at < filled, buffer[at] != 10 { at += 1 }
        guard at < filled else { return }
        at += 1
        isSkipping = false
    }

    private mutating func reject(_ reason: RejectReason, _ window: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard let start = window.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let text = Cell(start + range.lowerBound, range.count)
        assembler.reject(reason, line: line, offset: base + Int64(range.lowerBound), text: text)
    }

    private mutating func take(_ window: UnsafeRawBufferPointer, _ range: Range<Int>, isCut: Bool) {
        if scanner.count == 1, scanner.fields[0].start == scanner.fields[0].end, !scanner.fields[0].isQuoted { return }
        if headerCount < 0 { return takeHeader(window) }
        if isCut { return reject(.notARow, window, range) }
        guard scanner.count == headerCount else { return reject(.wrongColumnCount, window, range) }
        guard let start = window.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var cells = RecordCells(empty: Cell(start, 0))
        fill(&cells, window, start)
        if !extraNames.isEmpty { makeExtra(window, start) }
        let text = Cell(start + range.lowerBound, range.count)
        let offset = base + Int64(range.lowerBound)
        extra.withUnsafeBytes { assembler.take(cells, line: line, offset: offset, text: text, extra: $0) }
    }

    @inline(__always)
    private mutating func fill(_ cells: inout RecordCells, _ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) {
        func cell(_ position: Int) -> Cell {
            guard position >= 0 else { return Cell(start, 0) }
            let field = scanner.fields[position]
            return field.isQuoted ? quotedCell(field, window, start) : Cell(start + field.start, field.end - field.start)
        }
        cells.device = cell(positions.device)
        cells.time = cell(positions.time)
        cells.latitude = cell(positions.latitude)
        cells.longitude = cell(positions.longitude)
        cells.system = cell(positions.system)
        cells.kind = cell(positions.kind)
        cells.numbers = (
            cell(positions.altitude), cell(positions.speed), cell(positions.course), cell(positions.accuracy),
            cell(positions.hdop),
            cell(positions.satellites)
        )
        guard positions.date >= 0 else { return }
        cells.date = cell(positions.date)
        cells.clock = cell(positions.clock)
    }

    /// A cell inside its quotes. Where more quotes stand in it, it is written anew in its place: the window is ours.
    private func quotedCell(_ field: CSVScanner.Field, _ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) -> Cell {
        let last = field.end - 1
        if last > field.start, window[last] == 34, !window[field.start + 1..<last].contains(34) {
            return Cell(start + field.start + 1, last - field.start - 1)
        }
        let bytes = CSVScanner.unquoted(window, field)
        for (i, byte) in bytes.enumerated() { buffer[field.start + i] = byte }
        return Cell(start + field.start, bytes.count)
    }

    private mutating func takeHeader(_ window: UnsafeRawBufferPointer) {
        let names = (0..<scanner.count).map { i in
            let field = scanner.fields[i]
            let bytes = field.isQuoted ? CSVScanner.unquoted(window, field) : Array(window[field.start..<field.end])
            return String(decoding: bytes, as: UTF8.self).trimmingSpaces
        }
        var wanted = source.columns.map { ($0.key, $0.value) }
        if let column = source.systemColumn { wanted.append(("crs", column)) }
        let lacking = (wanted.map(\.1) + source.extra).filter { !names.contains($0) }.sorted()
        guard lacking.isEmpty else {
            damage =
                "has no column \(listedNames(lacking)); nothing of it was read. Its columns are \(listedNames(names))"
            headerCount = -2
            return
        }
        for (key, name) in wanted { positions.set(key, to: names.firstIndex(of: name) ?? -1) }
        extraNames = source.extra.map { name in (names.firstIndex(of: name) ?? -1, Array(jsonText(name).utf8)) }
        headerCount = scanner.count
    }

    // MARK: Extra columns

    private mutating func makeExtra(_ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) {
        extra.removeAll(keepingCapacity: true)
        for (position, name) in extraNames {
            let field = scanner.fields[position]
            let bytes = field.isQuoted ? CSVScanner.unquoted(window, field) : Array(window[field.start..<field.end])
            let text = String(decoding: bytes, as: UTF8.self).trimmingSpaces
            guard !text.isEmpty else { continue }
            extra.append(extra.isEmpty ? 123 : 44)
            extra += name
            extra.append(58)
            extra += isPlainNumber(text) ? Array(text.utf8) : Array(jsonText(text).utf8)
        }
        if !extra.isEmpty { extra.append(125) }
        if extra.count > 60_000 { extra.removeAll() }
    }
}

/// Where the cells of a record stand; -1 for none.
private struct CellPositions {
    var device = -1
    var time = -1
    var date = -1
    var clock = -1
    var latitude = -1
    var longitude = -1
    var altitude = -1
    var speed = -1
    var course = -1
    var accuracy = -1
    var hdop = -1
    var satellites = -1
    var kind = -1
    var system = -1

    mutating func set(_ key: String, to position: Int) {
        let paths: [String: WritableKeyPath<CellPositions, Int>] = [
            "device": \.device, "time": \.time, "date": \.date, "clock": \.clock, "latitude": \.latitude,
            "longitude": \.longitude,
            "altitude": \.altitude, "speed": \.speed, "course": \.course, "accuracy": \.accuracy, "hdop": \.hdop,
            "satellites": \.satellites, "kind": \.kind, "crs": \.system,
        ]
        if let path = paths[key] { self[keyPath: path] = position }
    }
}

extension String {
    var trimmingSpaces: String {
        var text = Substring(self)
        while let first = text.unicodeScalars.first, first.value == 32 || (9...13).contains(first.value) {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, last.value == 32 || (9...13).contains(last.value) {
            text.unicodeScalars.removeLast()
        }
        return String(text)
    }
}

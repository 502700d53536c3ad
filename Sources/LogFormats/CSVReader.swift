import Options
import Tracks

/// Reads a log of delimited text.
///
/// - Throws: `Damage` where the rest cannot be read, also of a header that lacks a mapped column.
func readCSV(_ log: LogFile, into rows: inout RowAssembler) throws {
    let (options, systemColumn) = (rows.context.cells, rows.context.source.systemColumn)
    let layout = CSVLayout(log.peek(), options) { CSVHeader($0, for: options, systemColumn: systemColumn).fault == nil }
    var reader = CSVReader(text: LogText(log, encoding: options.encoding), layout: layout, rows: rows)
    defer { rows = reader.assembler }
    try reader.read()
}

private let windowBytes = 1 << 20
private let windows = ReusedMemory(byteCount: windowBytes + PlainText.margin)

private struct CSVReader {
    private let text: LogText
    private(set) var assembler: RowAssembler
    private let scanner: CSVScanner
    private let options: CellOptions
    private let systemColumn: String?
    private let layout: CSVLayout
    private let rewriter: CellRewriter
    private let isCancelled: @Sendable () -> Bool
    /// The window, and the margin that reading words behind its end wants.
    private let whole: UnsafeMutableRawBufferPointer
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var isLast = false
    private var isSkipping = false
    private var damage: Damage?
    /// Bytes of the text before the window.
    private var base: Int64 = 0
    /// The line of the next record; a reject and a fix hold 32 bits of it.
    private var line: UInt64 = 1
    private let lastLine: UInt64
    private let readsPlainRows: Bool

    private var header = CSVHeader()
    /// Cells of the header; -1 before it was read, -2 where the rest cannot be read.
    private var headerCount = -1
    /// What its cells hold, where rows may be read in one pass.
    private var plainColumns: PlainColumns?
    private var extra: [UInt8] = []

    init(text: LogText, layout: CSVLayout, rows: RowAssembler) {
        self.text = text
        self.layout = layout
        options = rows.context.cells
        systemColumn = rows.context.source.systemColumn
        isCancelled = rows.context.isCancelled
        assembler = rows
        assembler.notes.delimiter = layout.delimiter
        scanner = CSVScanner(delimiter: layout.delimiter)
        let system = systemColumn == nil ? rows.context.source.system : nil
        rewriter = CellRewriter(options, isInDegrees: system?.isInMeters != true)
        lastLine = rows.context.lastLine
        readsPlainRows = rows.context.readsPlainRows
        whole = windows.take()
        buffer = UnsafeMutableRawBufferPointer(rebasing: whole[..<windowBytes])
    }

    mutating func read() throws {
        defer { windows.giveBack(whole) }
        var at = 0
        refill(from: &at)
        if filled >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { at = 3 }
        if !options.hasHeader, filled > 0 { takePositions() }
        while headerCount >= -1 {
            if !options.comment.isEmpty { skipComment(&at) }
            if isSkipping {
                skipLine(&at)
                // What follows may be a comment again.
                if !options.comment.isEmpty, at < filled { continue }
            } else {
                takePlainRows(&at)
            }
            assembler.flushIfFull()
            let window = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<filled])
            guard at < filled else {
                guard !isLast else { break }
                refill(from: &at)
                continue
            }
            guard line <= lastLine else {
                damage = Damage(
                    what: "has more than \(grouped(Int64(lastLine))) lines", textOffset: base + Int64(at))
                break
            }
            switch scanner.row(window, from: at, isLast: isLast, columns: headerCount < 0 ? nil : headerCount) {
            case .record(let end, let lines):
                let isCut =
                    damage?.isOfDisk == false && end == filled && end > at && buffer[end - 1] != 10 && buffer[end - 1] != 13
                take(window, at..<end, isCut: isCut)
                line += UInt64(lines)
                at = end
            case .line(let end):
                refuse(window, at..<end)
                line += 1
                at = end
            case .needsMore:
                guard at == 0, filled == buffer.count else {
                    refill(from: &at)
                    continue
                }
                refuse(window, at..<filled)
                line += 1
                isSkipping = true
                // A CR that a LF may follow is left to be looked at.
                at = buffer[filled - 1] == 13 ? filled - 1 : filled
            }
            assembler.flushIfFull()
        }
        if let damage { throw damage }
    }

    /// Takes rows as long as they are plain.
    private mutating func takePlainRows(_ at: inout Int) {
        guard let plainColumns, let start = whole.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let text = PlainText(start: start, end: filled, base: base, delimiter: scanner.delimiter)
        assembler.takePlainRows(
            text, from: &at, line: &line, lastLine: lastLine, columns: plainColumns.columns, parcelBytes: parcelBytes)
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
                let count = try text.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                filled += count
                if count == 0 { isLast = true }
            } catch let problem as Damage {
                damage = problem
                isLast = true
            } catch {
                damage = Damage(what: "cannot be read: \(error)")
                isLast = true
            }
        }
        whole[filled] = 10
    }

    /// A line that is no record.
    private mutating func refuse(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard headerCount < 0 else { return reject(.notARow, window, range) }
        damage =
            damage
            ?? Damage(what: "has a header that is no record: a quote that is not closed, text behind a quoted name, or no end")
        headerCount = -2
    }

    /// Passes over the rest of a line that is longer than the window.
    private mutating func skipLine(_ at: inout Int) {
        while at < filled, buffer[at] != 10, buffer[at] != 13 { at += 1 }
        guard at < filled else { return }
        if buffer[at] == 13 {
            if at + 1 == filled, !isLast { refill(from: &at) }
            if at + 1 < filled, buffer[at + 1] == 10 { at += 1 }
        }
        at += 1
        isSkipping = false
    }

    /// Begins to pass over a line that is a comment.
    private mutating func skipComment(_ at: inout Int) {
        guard !isSkipping else { return }
        if at + options.comment.count > filled, !isLast { refill(from: &at) }
        guard buffer[at..<filled].starts(with: options.comment) else { return }
        isSkipping = true
        line += 1
    }

    private mutating func reject(_ reason: RejectReason, _ window: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard let start = window.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let text = Cell(row: start + range.lowerBound, range.count)
        assembler.reject(reason, line: UInt32(line), offset: base + Int64(range.lowerBound), text: text)
    }

    private mutating func take(_ window: UnsafeRawBufferPointer, _ range: Range<Int>, isCut: Bool) {
        if scanner.count == 1, scanner.fields[0].start == scanner.fields[0].end, !scanner.fields[0].isQuoted { return }
        if headerCount < 0 { return takeHeader(window) }
        if isCut { return reject(.notARow, window, range) }
        guard scanner.count == headerCount else { return reject(.wrongColumnCount, window, range) }
        guard let start = window.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        if header.mayBeRepeated(scanner.firstByte(of: header.positions.latitude, start)), isHeader(window, start) {
            takeHeader(window)
            return reject(.repeatedHeader, window, range)
        }
        var cells = RecordCells(empty: Cell(start, 0))
        fill(&cells, window, start)
        if rewriter.isWanted(cells) { rewriter.rewrite(&cells, hemispheres: hemispheres(window, start)) }
        if !header.extraNames.isEmpty { makeExtra(window, start, &cells) }
        let text = Cell(row: start + range.lowerBound, range.count)
        let offset = base + Int64(range.lowerBound)
        extra.withUnsafeBytes { assembler.take(cells, line: UInt32(line), offset: offset, text: text, extra: $0) }
    }

    @inline(__always)
    private mutating func fill(_ cells: inout RecordCells, _ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) {
        let positions = header.positions
        let scanner = scanner
        func cell(_ position: Int) -> Cell { position >= 0 ? scanner.cell(position, window, start) : Cell(start, 0) }
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

    private func hemispheres(_ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) -> (latitude: Cell, longitude: Cell)
    {
        let (latitude, longitude) = (header.positions.latitudeHemisphere, header.positions.longitudeHemisphere)
        return (
            latitude >= 0 ? scanner.cell(latitude, window, start) : Cell(start, 0),
            longitude >= 0 ? scanner.cell(longitude, window, start) : Cell(start, 0)
        )
    }

    // MARK: The header

    /// Takes what stands where from positions: there is no header.
    private mutating func takePositions() {
        headerCount = layout.rowCount ?? 1
        header = CSVHeader(count: headerCount, for: options, systemColumn: systemColumn)
        guard let fault = header.fault else { return }
        damage = Damage(what: fault)
        headerCount = -2
    }

    private mutating func takeHeader(_ window: UnsafeRawBufferPointer) {
        let count = scanner.count - (layout.hasNameTooMany ? 1 : 0)
        let names = (0..<max(count, 1)).map { i in
            let field = scanner.fields[i]
            let bytes = field.isQuoted ? CSVScanner.unquoted(window, field) : Array(window[field.start..<field.end])
            return (i == 0 ? bytes.withoutByteOrderMark : bytes[...]).trimmingSpaces
        }
        guard names.allSatisfy({ isPlainText($0, allowsLines: true) }) else {
            damage = Damage(what: wordsOfHeaderThatIsNoText)
            headerCount = -2
            return
        }
        header = CSVHeader(names, for: options, systemColumn: systemColumn)
        headerCount = names.count
        // What is written in another way than trackers do goes the general way, row by row.
        let isUsual =
            options.comment.isEmpty && !options.isUnusual && assembler.repeatedHour == nil && assembler.context.source.kind == nil
        plainColumns =
            readsPlainRows && isUsual && !layout.hasNameTooMany
            ? PlainColumns(
                header, count: names.count, delimiter: scanner.delimiter, namesDevice: assembler.fixedDevice == nil) : nil
        guard let fault = header.fault else { return }
        damage = Damage(what: fault)
        headerCount = -2
    }

    private var wordsOfHeaderThatIsNoText: String {
        let wanted = Array(options.columns.values) + options.extra + [systemColumn].compactMap { $0 }
        let fits = fittingEncodings(text.beginning) { line in wanted.allSatisfy(line.contains) }.filter {
            $0 != options.encoding.name
        }
        let hint = fits.isEmpty ? "" : "; 'encoding' of the source may be \(alternatives(fits))"
        return "has a header, line \(line), that is no text in \(options.encoding.name); nothing of it was read\(hint)"
    }

    /// Whether the cells of the record are the header's names, in any order.
    private func isHeader(_ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) -> Bool {
        func name(_ i: Int) -> ArraySlice<UInt8> {
            let bytes = Array(scanner.cell(i, window, start).bytes)
            return i == 0 ? bytes.withoutByteOrderMark.trimmingSpaces[...] : bytes[...]
        }
        guard header.has(name(header.positions.latitude)) else { return false }
        return header.hasNames((0..<scanner.count).map(name))
    }

    // MARK: Extra columns

    private mutating func makeExtra(
        _ window: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>, _ cells: inout RecordCells
    ) {
        extra.removeAll(keepingCapacity: true)
        for (column, (position, name)) in header.extraNames.enumerated() {
            let cell = scanner.cell(position, window, start)
            guard !cell.isEmpty else { continue }
            if !isUTF8(cell.bytes), cells.badExtra.column < 0 { cells.badExtra = (column, cell) }
            let text = cell.text
            extra.append(extra.isEmpty ? 123 : 44)
            extra += name
            extra.append(58)
            extra += isPlainNumber(text) ? Array(text.utf8) : Array(jsonText(text).utf8)
        }
        if !extra.isEmpty { extra.append(125) }
        if extra.count > 60_000 { extra.removeAll() }
    }
}

import Glibc
import LogFormats

/// Finds the coordinates of the records of a block, a batch at a time.
///
/// Records with quotes are cut by the reader's `CSVScanner`. Those without are not: it finds all cells of a record, where two numbers and the
/// end of the line are all that is wanted (measured, whole conversion: 90 ns a line, 175 through `CSVScanner`).
/// A class: it owns the columns of its thread, as raw memory (measured: checked arrays cost 20 ns a line here).
final class ConvertScanner {
    /// Records of a batch: their columns and places stay in the first cache.
    static let batchLength = 512

    let lines: UnsafeMutablePointer<ConvertLine>
    let longitudes: UnsafeMutablePointer<Double>
    let latitudes: UnsafeMutablePointer<Double>
    private let delimiter: UInt8
    private let records: CSVScanner

    init(delimiter: UInt8) {
        self.delimiter = delimiter
        records = .ofConvert(delimiter: delimiter)
        lines = .allocate(capacity: Self.batchLength)
        longitudes = .allocate(capacity: Self.batchLength)
        latitudes = .allocate(capacity: Self.batchLength)
    }

    deinit {
        lines.deallocate()
        longitudes.deallocate()
        latitudes.deallocate()
    }

    /// Reads records from a byte of the block on; gives how many, and moves behind them.
    func scan(_ block: ConvertBlock, _ at: inout Int, hasQuotes: Bool) -> Int {
        hasQuotes ? scanQuoted(block, &at) : scanPlain(block, &at)
    }

    /// Reads records without quotes; gives how many.
    private func scanPlain(_ block: ConvertBlock, _ at: inout Int) -> Int {
        let bytes = block.bytes
        let columns = block.columns
        var count = 0
        while count < Self.batchLength, at < block.count {
            let start = at
            var i = skipCells(bytes, start, columns.first)
            let first = i < 0 ? ConvertNumber(value: .nan, end: 0) : plainNumber(bytes, at: i)
            let firstStart = i
            if i >= 0, bytes[first.end] == delimiter {
                i = skipCells(bytes, first.end + 1, columns.second - columns.first - 1)
                if i >= 0 {
                    let second = plainNumber(bytes, at: i)
                    let byte = bytes[second.end]
                    let isLast = byte == 10 || (byte == 13 && bytes[second.end + 1] == 10)
                    if isLast || byte == delimiter, second.value.isFinite, first.value.isFinite {
                        let end = isLast ? second.end + (byte == 13 ? 1 : 0) : lineEnd(bytes, second.end, block.count)
                        set(count, first.value, second.value, columns)
                        lines[count] = ConvertLine(
                            start: Int32(truncatingIfNeeded: start), firstStart: Int32(truncatingIfNeeded: firstStart),
                            firstEnd: Int32(truncatingIfNeeded: first.end), secondStart: Int32(truncatingIfNeeded: i),
                            secondEnd: Int32(truncatingIfNeeded: second.end), end: Int32(truncatingIfNeeded: end), lines: 1,
                            kind: .placed)
                        at = end + 1
                        count += 1
                        continue
                    }
                }
            }
            let end = lineEnd(bytes, start, block.count)
            place(block, count, start, end, quoted: false, lines: 1)
            at = end + 1
            count += 1
        }
        return count
    }

    /// The byte at which the cell begins that stands so many cells further; -1 where the line ends first.
    @inline(__always)
    private func skipCells(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ cells: Int) -> Int {
        var (i, left) = (start, cells)
        while left > 0 {
            let byte = bytes[i]
            if byte == 10 { return -1 }
            if byte == delimiter { left -= 1 }
            i += 1
        }
        return i
    }

    @inline(__always)
    private func lineEnd(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
        guard let newline = memchr(bytes + start, 10, count - start + 1) else { return count }
        return newline - UnsafeMutableRawPointer(bytes)
    }

    @inline(__always)
    private func set(_ row: Int, _ first: Double, _ second: Double, _ columns: ConvertColumns) {
        longitudes[row] = columns.isLongitudeFirst ? first : second
        latitudes[row] = columns.isLongitudeFirst ? second : first
    }

    /// Reads records some of whose cells may be quoted.
    private func scanQuoted(_ block: ConvertBlock, _ at: inout Int) -> Int {
        let text = UnsafeRawBufferPointer(start: block.bytes, count: block.count)
        var count = 0
        while count < Self.batchLength, at < block.count {
            let start = at
            let row = records.row(text, from: start, isLast: true, columns: block.cells)
            var lines = 1
            switch row {
            case .record(let end, let found): (at, lines) = (end, found)
            case .line(let end): at = end
            case .needsMore: at = block.count
            }
            let last = block.bytes[at - 1] == 10 ? at - 1 : at
            if case .record = row {
                place(block, count, start, last, quoted: true, lines: Int32(lines))
            } else {
                setUnreadable(block, count, start, last, lines: 1, kind: .misquoted)
            }
            at = last + 1
            count += 1
        }
        return count
    }

    /// Where the cell that begins at a byte ends; -1 where its quote is not closed.
    private func cellEnd(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ count: Int, quoted: Bool) -> Int {
        var i = start
        if quoted, i < count, bytes[i] == 34 {
            i += 1
            while true {
                while i < count, bytes[i] != 34 { i += 1 }
                guard i < count else { return -1 }
                i += 1
                guard i < count, bytes[i] == 34 else { break }
                i += 1
            }
        }
        while i < count, bytes[i] != delimiter, bytes[i] != 10 { i += 1 }
        return i
    }

    /// Finds the coordinates of a record cell by cell.
    private func place(_ block: ConvertBlock, _ row: Int, _ start: Int, _ end: Int, quoted: Bool, lines lineCount: Int32) {
        let isEmpty = Cell(block.bytes + start, end - start).isEmpty
        setUnreadable(block, row, start, end, lines: lineCount, kind: isEmpty ? .empty : .unreadable)
        guard !isEmpty, let (first, second) = cells(block, start, end, quoted: quoted) else { return }
        lines[row].firstStart = Int32(first.start - UnsafePointer(block.bytes))
        lines[row].firstEnd = lines[row].firstStart + Int32(first.count)
        lines[row].secondStart = Int32(second.start - UnsafePointer(block.bytes))
        lines[row].secondEnd = lines[row].secondStart + Int32(second.count)
        lines[row].kind = .placed
        set(row, decimal(first), decimal(second), block.columns)
    }

    private func setUnreadable(
        _ block: ConvertBlock, _ row: Int, _ start: Int, _ end: Int, lines lineCount: Int32, kind: ConvertLine.Kind
    ) {
        longitudes[row] = .nan
        latitudes[row] = .nan
        lines[row] = ConvertLine(
            start: Int32(start), firstStart: Int32(start), firstEnd: Int32(start), secondStart: Int32(start),
            secondEnd: Int32(start), end: Int32(end), lines: lineCount, kind: kind)
    }

    /// The two cells with coordinates, without spaces and quotes; nil where the record is too short.
    private func cells(_ block: ConvertBlock, _ start: Int, _ end: Int, quoted: Bool) -> (Cell, Cell)? {
        var (i, column) = (start, 0)
        var first: Cell?
        while true {
            let last = cellEnd(block.bytes, i, end, quoted: quoted)
            guard last >= 0 else { return nil }
            if column == block.columns.first { first = bare(block, i, last) }
            if column == block.columns.second, let first { return (first, bare(block, i, last)) }
            guard last < end else { return nil }
            i = last + 1
            column += 1
        }
    }

    private func bare(_ block: ConvertBlock, _ start: Int, _ end: Int) -> Cell {
        let cell = Cell(block.bytes + start, end - start)
        guard cell.count >= 2, cell.start[0] == 34, cell.start[cell.count - 1] == 34 else { return cell }
        return Cell(cell.start + 1, cell.count - 2)
    }
}

/// What stands where in a record; offsets into the block.
struct ConvertLine {
    var start: Int32
    var firstStart: Int32
    var firstEnd: Int32
    var secondStart: Int32
    var secondEnd: Int32
    /// Before the line's end.
    var end: Int32
    /// Lines that it takes; more than one inside quotes.
    var lines: Int32
    /// Whether it is empty, has no place for coordinates, or is no record.
    var kind: Kind

    enum Kind: UInt8 { case placed, empty, unreadable, misquoted }
}

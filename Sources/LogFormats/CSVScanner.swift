/// Cuts a text into records and cells (RFC 4180, with any delimiter and line end).
///
/// A quote opens a quoted cell only at the cell's beginning; a record may run over lines inside one. The scanner works on a window of
/// the text that the caller moves: a record that does not end in the window is asked for again with more of it.
///
/// A class that owns raw tables (measured: 30 ns a row less than arrays, whose checks stand in the innermost loop).
package final class CSVScanner {
    /// A cell of the record: where it lies, and whether quotes must be taken out.
    package struct Field {
        package var start: Int
        package var end: Int
        package var isQuoted: Bool
    }

    /// What scanning found.
    package enum Found {
        /// A record that ends before this byte, with the lines it takes.
        case record(end: Int, lines: Int)
        /// The window ends inside the record.
        case needsMore
        /// Text stands behind the closing quote of a cell that begins at this byte.
        case textBehindQuote(cell: Int)
    }

    /// A record may have so many bytes; a quote that is not closed within them is none.
    package static let longestRecord = 1 << 16

    package let delimiter: UInt8
    private let longestLine: Int
    private let endsAtReturn: Bool
    /// The cells of the record found last; those beyond `count` are of earlier ones.
    // Unchecked: a scanner belongs to one reader (measured as for PackedRows).
    @exclusivity(unchecked) package private(set) var fields: UnsafeMutableBufferPointer<Field>
    @exclusivity(unchecked) package private(set) var count = 0
    private let isSpecial: UnsafeMutablePointer<Bool>
    /// What a cell with quotes in its quotes becomes: each at its place in the record.
    private let unquoted: UnsafeMutablePointer<UInt8>

    /// - Parameters:
    ///   - longestLine: Bytes that a record on one line may have.
    ///   - endsAtReturn: Whether a CR alone ends a line, as a LF and a CR with a LF do.
    package init(delimiter: UInt8, longestLine: Int = longestRecord, endsAtReturn: Bool = true) {
        self.delimiter = delimiter
        self.longestLine = longestLine
        self.endsAtReturn = endsAtReturn
        fields = .allocate(capacity: 64)
        unquoted = .allocate(capacity: Self.longestRecord)
        isSpecial = .allocate(capacity: 256)
        isSpecial.initialize(repeating: false, count: 256)
        for byte in endsAtReturn ? [delimiter, 10, 13] : [delimiter, 10] { isSpecial[Int(byte)] = true }
    }

    deinit {
        fields.deallocate()
        isSpecial.deallocate()
        unquoted.deallocate()
    }

    private func makeRoom() {
        let larger = UnsafeMutableBufferPointer<Field>.allocate(capacity: fields.count * 2)
        _ = larger.initialize(from: fields)
        fields.deallocate()
        fields = larger
    }

    /// Finds the record that begins at a byte of the window.
    ///
    /// - Parameters:
    ///   - isLast: Whether the text ends with the window.
    ///   - isQuoting: Whether quotes mean something; off for a line whose quote is never closed.
    package func scan(_ text: UnsafeRawBufferPointer, from first: Int, isLast: Bool, isQuoting: Bool = true) -> Found {
        var (i, lines, found) = (first, 1, 0)
        let end = text.count
        count = 0
        guard let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .needsMore }
        while true {
            let start = i
            let isQuoted = isQuoting && i < end && bytes[i] == 34
            if isQuoted {
                guard skipQuoted(bytes, end, &i, &lines) else { return .needsMore }
                while i < end, Cell.isSpace(bytes[i]), !isSpecial[Int(bytes[i])] { i += 1 }
                guard i == end || isSpecial[Int(bytes[i])] else { return .textBehindQuote(cell: start) }
            }
            while i < end, !isSpecial[Int(bytes[i])] { i += 1 }
            if found == fields.count { makeRoom() }
            fields[found] = Field(start: start, end: i, isQuoted: isQuoted)
            found += 1
            count = found
            guard i < end else { return isLast ? .record(end: i, lines: lines) : .needsMore }
            let byte = bytes[i]
            if byte == delimiter {
                i += 1
                continue
            }
            if byte == 10 { return .record(end: i + 1, lines: lines) }
            guard i + 1 < end || isLast else { return .needsMore }
            let isPair = i + 1 < end && bytes[i + 1] == 10
            return .record(end: i + (isPair ? 2 : 1), lines: lines)
        }
    }

    /// Moves behind the closing quote of a cell; false where the window ends first.
    private func skipQuoted(_ bytes: UnsafePointer<UInt8>, _ end: Int, _ i: inout Int, _ lines: inout Int) -> Bool {
        i += 1
        while true {
            while i < end, bytes[i] != 34 {
                if bytes[i] == 10 || isLoneReturn(bytes, i, end) { lines += 1 }
                i += 1
            }
            guard i < end else { return false }
            i += 1
            guard i < end, bytes[i] == 34 else { return true }
            i += 1
        }
    }

    /// Whether a record on one line is not too long.
    @inline(__always)
    func isShort(_ first: Int, _ end: Int) -> Bool { end - first <= longestLine }

    @inline(__always)
    private func isLoneReturn(_ bytes: UnsafePointer<UInt8>, _ i: Int, _ end: Int) -> Bool {
        endsAtReturn && bytes[i] == 13 && !(i + 1 < end && bytes[i + 1] == 10)
    }

    /// A cell of the record found last, without its quotes and the spaces at its ends; it holds until the next record.
    ///
    /// - Parameter start: The first byte of the text. The record is no longer than `longestRecord`.
    @inline(__always)
    func cell(_ i: Int, _ text: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) -> Cell {
        let field = fields[i]
        return field.isQuoted ? quotedCell(field, text, start) : Cell(start + field.start, field.end - field.start)
    }

    /// A cell inside its quotes. Where more quotes stand in it, it is written anew elsewhere: the row's text stays what it was.
    @inline(never)
    private func quotedCell(_ field: Field, _ text: UnsafeRawBufferPointer, _ start: UnsafePointer<UInt8>) -> Cell {
        let last = field.end - 1
        if last > field.start, text[last] == 34, !text[field.start + 1..<last].contains(34) {
            return Cell(start + field.start + 1, last - field.start - 1)
        }
        let bytes = Self.unquoted(text, field)
        let place = unquoted + (field.start - fields[0].start)
        for (k, byte) in bytes.enumerated() { place[k] = byte }
        return Cell(place, bytes.count)
    }

    /// The byte that a cell begins with; 0 for none.
    @inline(__always)
    func firstByte(of i: Int, _ start: UnsafePointer<UInt8>) -> UInt8 {
        fields[i].start < fields[i].end ? start[fields[i].start] : 0
    }

    /// The text of a quoted cell without its quotes: doubled ones stand for one, what follows the closing one is left out.
    package static func unquoted(_ text: UnsafeRawBufferPointer, _ field: Field) -> [UInt8] {
        var bytes: [UInt8] = []
        var i = field.start + 1
        while i < field.end {
            if text[i] == 34 {
                i += 1
                guard i < field.end, text[i] == 34 else { break }
            }
            bytes.append(text[i])
            i += 1
        }
        return bytes
    }
}

/// A record or, where a quote of it cannot be trusted, a line by itself (rule 1.7).
package enum TrustedRow: Equatable {
    /// A record that ends before this byte, with the lines it takes.
    case record(end: Int, lines: Int)
    /// A line that ends before this byte and is no record.
    case line(end: Int)
    /// The window ends inside the row.
    case needsMore
}

extension CSVScanner {
    /// The row that begins at a byte of the window.
    ///
    /// A quoted cell has nothing but spaces behind its closing quote. It runs over lines only where that is sure: it is closed within
    /// the longest record, the record has as many cells as the header, and no line inside the quotes has so many by itself.
    /// Otherwise a logger has lost a quote, and the rows behind it are rows.
    /// - Parameters:
    ///   - isLast: Whether the text ends with the window.
    ///   - columns: Cells of the header; nil where this is the header.
    package func row(_ text: UnsafeRawBufferPointer, from first: Int, isLast: Bool, columns: Int?) -> TrustedRow {
        switch scan(text, from: first, isLast: isLast) {
        case .record(let end, let lines):
            if lines == 1 ? isShort(first, end) : isSure(text, first, end, columns: columns ?? count) {
                return .record(end: end, lines: lines)
            }
        case .needsMore:
            if !isLast, text.count - first <= Self.longestRecord { return .needsMore }
        case .textBehindQuote: break
        }
        guard case .record(let end, _) = scan(text, from: first, isLast: isLast, isQuoting: false) else { return .needsMore }
        return .line(end: end)
    }

    /// Whether a record over lines is sure to be one.
    private func isSure(_ text: UnsafeRawBufferPointer, _ first: Int, _ end: Int, columns: Int) -> Bool {
        guard end - first <= Self.longestRecord, count == columns else { return false }
        return !fields[..<count].contains { $0.isQuoted && holdsLine(text, $0, columns) }
    }

    /// Whether a line inside a quoted cell, or what of it lies there, has so many cells by itself.
    private func holdsLine(_ text: UnsafeRawBufferPointer, _ field: Field, _ columns: Int) -> Bool {
        // What stands behind the opening quote is the end of a line, not a line.
        var cells = Int.min
        var isEmpty = true
        for i in field.start + 1..<field.end {
            switch text[i] {
            case 10, 13:
                if cells == columns, !isEmpty { return true }
                (cells, isEmpty) = (1, true)
            default:
                if text[i] == delimiter { cells += 1 }
                isEmpty = false
            }
        }
        return cells == columns && !isEmpty
    }
}

import Foundation

/// The rows of delimited text by the words of rules 1.5 and 1.7, from all of its bytes at once.
///
/// Nothing of the reader is used. A row begins where the one before it ends; a quoted cell may run over lines only where that is sure,
/// else the line that the row begins with is a row by itself.
struct RowsByRule {
    struct Row {
        /// Where it begins, from 1.
        var line: Int
        /// Its bytes without the line end.
        var text: [UInt8]
        /// The cell of the device; nil where the row is no record of as many cells as the header, or is one.
        var device: String?
    }

    /// nil where the header does not name all mapped columns, so that nothing is read.
    private(set) var rows: [Row]?
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private let longestRecord = 65_536
    private let quote = UInt8(34)
    private let lineFeed = UInt8(10)
    private let carriageReturn = UInt8(13)

    init(_ text: [UInt8], delimiter: UInt8, mapped: Set<String>) {
        bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        self.delimiter = delimiter
        rows = rows(mapped)
    }

    private func rows(_ mapped: Set<String>) -> [Row]? {
        var (at, line) = (0, 1)
        while at < bytes.count, isEmptyLine(at) { (at, line) = (endOfLine(at), line + 1) }
        guard at < bytes.count else { return [] }
        guard let header = sureRecord(at, columns: nil), var names = names(header), mapped.isSubset(of: names) else { return nil }
        line += linesBetween(at, header.end)
        at = header.end
        var found: [Row] = []
        while at < bytes.count {
            var end = endOfLine(at)
            if !isEmptyLine(at) {
                let record = sureRecord(at, columns: names.count)
                end = record?.end ?? end
                found.append(Row(line: line, text: text(at, end), device: nil))
                if let record, record.cells.count == names.count {
                    let cells = record.cells.map(cell)
                    if self.names(record)?.sorted() == names.sorted() {
                        names = self.names(record) ?? names
                    } else {
                        found[found.count - 1].device = names.firstIndex(of: "device").map { cells[$0] }
                    }
                }
            }
            line += linesBetween(at, end)
            at = end
        }
        return found
    }

    private func text(_ start: Int, _ end: Int) -> [UInt8] {
        Array(bytes[start..<end].reversed().drop { $0 == lineFeed || $0 == carriageReturn }.reversed())
    }

    // MARK: Lines

    private func isLineEnd(_ at: Int) -> Bool { bytes[at] == lineFeed || bytes[at] == carriageReturn }

    private func isEmptyLine(_ at: Int) -> Bool { isLineEnd(at) }

    /// Behind the end of a line, which is a line feed, a carriage return, or both.
    private func behindLineEnd(_ at: Int) -> Int {
        bytes[at] == carriageReturn && at + 1 < bytes.count && bytes[at + 1] == lineFeed ? at + 2 : at + 1
    }

    private func endOfLine(_ start: Int) -> Int {
        var at = start
        while at < bytes.count, !isLineEnd(at) { at += 1 }
        return at < bytes.count ? behindLineEnd(at) : at
    }

    private func linesBetween(_ start: Int, _ end: Int) -> Int {
        var (at, count) = (start, 0)
        while at < end { (at, count) = (endOfLine(at), count + 1) }
        return count
    }

    // MARK: Records

    private struct Record {
        var cells: [Range<Int>]
        /// Behind its line end.
        var end: Int
    }

    /// The record that begins at a byte, whatever it holds; nil where a quote is not closed or text stands behind a closing one.
    private func record(_ start: Int) -> Record? {
        var (at, cells) = (start, [Range<Int>]())
        while true {
            let cell = at
            if at < bytes.count, bytes[at] == quote {
                guard let behind = behindQuotes(at) else { return nil }
                at = behind
                while at < bytes.count, bytes[at] != delimiter, [9, 11, 12, 32].contains(bytes[at]) { at += 1 }
                guard at == bytes.count || bytes[at] == delimiter || isLineEnd(at) else { return nil }
            } else {
                while at < bytes.count, bytes[at] != delimiter, !isLineEnd(at) { at += 1 }
            }
            cells.append(cell..<at)
            guard at < bytes.count else { return Record(cells: cells, end: at) }
            guard bytes[at] == delimiter else { return Record(cells: cells, end: behindLineEnd(at)) }
            at += 1
        }
    }

    private func behindQuotes(_ start: Int) -> Int? {
        var at = start + 1
        while at < bytes.count {
            if bytes[at] == quote {
                guard at + 1 < bytes.count, bytes[at + 1] == quote else { return at + 1 }
                at += 1
            }
            at += 1
        }
        return nil
    }

    /// The record that begins at a byte, where it is sure to be one.
    ///
    /// - Parameter columns: Cells of the header; nil where this is the header.
    private func sureRecord(_ start: Int, columns: Int?) -> Record? {
        guard let record = record(start), record.end - start <= longestRecord else { return nil }
        let long = record.cells.filter { cell in cell.contains { isLineEnd($0) } }
        let columns = columns ?? record.cells.count
        guard !long.isEmpty else { return record }
        guard record.cells.count == columns else { return nil }
        return long.contains { holdsRecord($0, columns: columns) } ? nil : record
    }

    /// Whether a line inside a cell, the last one up to the closing quote, has as many cells by itself as the header.
    private func holdsRecord(_ cell: Range<Int>, columns: Int) -> Bool {
        let lines = bytes[endOfLine(cell.lowerBound)..<cell.upperBound].split { $0 == lineFeed || $0 == carriageReturn }
        return lines.contains { line in 1 + line.count { $0 == delimiter } == columns }
    }

    // MARK: Cells

    /// A cell without its quotes and without white space at its ends.
    private func cell(_ range: Range<Int>) -> String {
        var text = String(decoding: bytes[range], as: UTF8.self)
        if bytes[range].first == quote {
            text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            text = String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
        return text.trimmingCharacters(in: Self.whiteSpace)
    }

    private static let whiteSpace = CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r")

    /// The names of a header; nil where one is no text: not UTF-8, a letter that could not be decoded, or a control character.
    private func names(_ header: Record) -> [String]? {
        guard header.cells.allSatisfy({ String(validating: bytes[$0], as: UTF8.self) != nil }) else { return nil }
        let names = header.cells.map(cell)
        let isText = names.joined().unicodeScalars.allSatisfy { letter in
            let isControl = letter.value < 32 && !"\t\n\r".unicodeScalars.contains(letter) || (127..<160).contains(letter.value)
            return !isControl && letter != "\u{FEFF}" && letter != "\u{FFFD}"
        }
        return isText ? names : nil
    }
}

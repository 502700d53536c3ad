import Tracks

/// The first bytes of a log, unpacked: what somebody who does not know it looks at.
package struct LogSample: Sendable {
    /// Bytes that are looked at.
    package static let length = 1 << 18

    /// At most the first 262,144 bytes.
    package let bytes: [UInt8]
    /// Whether it has no more bytes.
    package let isWhole: Bool
    /// Why no more bytes could be read; nil where nothing was wrong so far.
    package let damage: String?
    private let beginning: LogBeginning

    /// The sample of a file.
    package init(path: String) throws(FileError) {
        let log = try LogFile(path: path)
        beginning = log.peek()
        var bytes = [UInt8](repeating: 0, count: Self.length)
        var (count, isAtEnd) = (0, false)
        var damage: String?
        while count < bytes.count, !isAtEnd, damage == nil {
            do {
                let more = try bytes.withUnsafeMutableBytes {
                    try log.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
                }
                count += more
                isAtEnd = more == 0
            } catch let fault as Damage {
                damage = fault.what
            } catch {
                damage = "cannot be read: \(error)"
            }
        }
        self.bytes = Array(bytes[..<count])
        (isWhole, self.damage) = (isAtEnd, damage)
    }

    /// The format that knows its content, or else the end of its name; nil where none does.
    package func format(among formats: [any LogFormat]) -> (any LogFormat)? {
        formats.first { $0.recognizes(beginning) } ?? formats.first { beginning.isNamed(type(of: $0).suffixes) }
    }

    /// What a file that is in none of the formats looks like, and what to do: the rest of a sentence about it.
    package func foreignWords(knowing formats: [any LogFormat]) -> String { ForeignLog(beginning).words(knowing: formats) }

    /// Whether it is text of lines, not bytes of something else.
    package var isText: Bool {
        if TextEncoding.marked(by: bytes) != nil { return true }
        // NUL is none of them: loggers fill cells up with it, and text of two bytes a character has one in two.
        let controls = bytes.count { (1..<9).contains($0) || (14..<32).contains($0) }
        return controls * 100 <= bytes.count && bytes.contains { $0 == 10 || $0 == 13 }
    }

    /// The encoding that a byte order mark tells; nil where there is none.
    package var markedEncoding: TextEncoding? { TextEncoding.marked(by: bytes)?.encoding }

    /// Its text in UTF-8, without a byte order mark.
    ///
    /// - Parameter encoding: How it is encoded where no mark says it.
    package func text(in encoding: TextEncoding) -> [UInt8] {
        let mark = TextEncoding.marked(by: bytes)
        let (body, found) = (bytes.dropFirst(mark?.bytes ?? 0), mark?.encoding ?? encoding)
        guard !found.isUTF8 else { return Array(body) }
        return TextDecoder.decoded(body, from: found, isCut: !isWhole) ?? Array(body)
    }
}

/// The cells of the records of a text, without spaces at their ends; no empty lines. Lines that are no record count as a cell.
///
/// - Parameters:
///   - text: UTF-8.
///   - isWhole: Whether the text ends where the log does; the last record is left out where not.
///   - comment: What lines begin with that are no rows; empty for none.
package func sampleRecords(_ text: [UInt8], isWhole: Bool, delimiter: UInt8, comment: [UInt8] = [], atMost most: Int)
    -> [[String]]
{
    let scanner = CSVScanner(delimiter: delimiter)
    return text.withUnsafeBytes { bytes in
        var (records, at): ([[String]], Int) = ([], 0)
        while at < bytes.count, records.count < most {
            let start = at
            switch scanner.row(bytes, from: at, isLast: isWhole, columns: records.first?.count) {
            case .record(let end, _): at = end
            case .line(let end): at = end
            case .needsMore: return records
            }
            if !comment.isEmpty, bytes[start...].starts(with: comment) { continue }
            let cells = (0..<scanner.count).map { i in
                let field = scanner.fields[i]
                let found = field.isQuoted ? CSVScanner.unquoted(bytes, field) : Array(bytes[field.start..<field.end])
                return String(decoding: found.trimmingSpaces, as: UTF8.self)
            }
            if cells != [""] { records.append(cells) }
        }
        return records
    }
}

// MARK: What a cell holds

/// Milliseconds since 1970 UTC of a text; nil where it is no time of the format.
///
/// - Parameter zone: The zone of texts that say no offset.
package func milliseconds(of text: String, _ format: TimeFormat, zone: TimeZoneRules = .utc) -> Int64? {
    let found = withCell(of: text) { time($0, format: format, zone: zone) }
    return found == TimeFormat.bad ? nil : found
}

/// The number that a text holds; nil where it is none.
///
/// - Parameter hasComma: Whether its decimals stand behind a comma.
package func number(in text: String, hasComma: Bool = false) -> Double? {
    let text = hasComma ? text.replacing(".", with: "").replacing(",", with: ".") : text
    let found = withCell(of: text, decimal)
    return found.isNaN ? nil : found
}

/// Degrees that a coordinate says in a format; nil where it says none in that.
///
/// - Parameters:
///   - format: A value of `coordinates`.
///   - hemisphere: A cell beside it that holds N, S, E or W; empty for none.
package func degrees(in text: String, format: String, isLatitude: Bool, hasComma: Bool, hemisphere: String = "") -> Double? {
    guard let format = CoordinateFormat(rawValue: format) else { return nil }
    let letter = hemisphere.utf8.first.map { $0 & 0xDF } ?? 0
    let found = withCell(of: text) { cell in
        CoordinateText(cell, hasCommas: hasComma)?.degrees(format, isLatitude: isLatitude, hemisphere: letter)
    }
    guard let found, abs(found) <= (isLatitude ? 90 : 180) else { return nil }
    return found
}

private func withCell<Result>(of text: String, _ body: (Cell) -> Result) -> Result {
    // A byte behind it, so that an empty text has an address, too.
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("a buffer of \(buffer.count) bytes has no address") }
        return body(Cell(start, bytes.count - 1))
    }
}

/// Cuts a text into records and cells (RFC 4180, with any delimiter and line end).
///
/// A quote opens a quoted cell only at the cell's beginning; a record may run over lines inside one. The scanner works on a window of
/// the text that the caller moves: a record that does not end in the window is asked for again with more of it.
struct CSVScanner {
    /// A cell of the record: where it lies, and whether quotes must be taken out.
    struct Field {
        var start: Int
        var end: Int
        var isQuoted: Bool
    }

    /// What scanning found.
    enum Found {
        /// A record that ends before this byte, with the lines it takes.
        case record(end: Int, lines: Int)
        /// The window ends inside the record.
        case needsMore
    }

    let delimiter: UInt8
    /// The cells of the record found last; those beyond `count` are of earlier ones.
    private(set) var fields: [Field]
    private(set) var count = 0
    private let isSpecial: [Bool]

    init(delimiter: UInt8) {
        self.delimiter = delimiter
        fields = Array(repeating: Field(start: 0, end: 0, isQuoted: false), count: 64)
        var special = [Bool](repeating: false, count: 256)
        for byte in [delimiter, 10, 13] { special[Int(byte)] = true }
        isSpecial = special
    }

    /// Finds the record that begins at a byte of the window.
    ///
    /// - Parameters:
    ///   - isLast: Whether the text ends with the window.
    ///   - isQuoting: Whether quotes mean something; off for a line whose quote is never closed.
    mutating func scan(_ text: UnsafeRawBufferPointer, from first: Int, isLast: Bool, isQuoting: Bool = true) -> Found {
        count = 0
        var i = first
        var lines = 1
        while true {
            var field = Field(start: i, end: i, isQuoted: false)
            if isQuoting, i < text.count, text[i] == 34 {
                field.isQuoted = true
                i += 1
                while true {
                    while i < text.count, text[i] != 34 {
                        if text[i] == 10 { lines += 1 }
                        i += 1
                    }
                    guard i < text.count else { return .needsMore }
                    i += 1
                    guard i < text.count, text[i] == 34 else { break }
                    i += 1
                }
            }
            isSpecial.withUnsafeBufferPointer { special in
                while i < text.count, !special[Int(text[i])] { i += 1 }
            }
            field.end = i
            if count == fields.count { fields.append(field) } else { fields[count] = field }
            count += 1
            guard i < text.count else {
                return isLast ? .record(end: i, lines: lines) : .needsMore
            }
            let byte = text[i]
            if byte == delimiter {
                i += 1
                continue
            }
            if byte == 10 { return .record(end: i + 1, lines: lines) }
            guard i + 1 < text.count || isLast else { return .needsMore }
            let isPair = i + 1 < text.count && text[i + 1] == 10
            return .record(end: i + (isPair ? 2 : 1), lines: lines)
        }
    }

    /// The text of a quoted cell without its quotes: doubled ones stand for one, what follows the closing one is kept.
    static func unquoted(_ text: UnsafeRawBufferPointer, _ field: Field) -> [UInt8] {
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
        if i < field.end { bytes += text[i..<field.end] }
        return bytes
    }
}

/// All records of a small CSV file as trimmed texts, its header included; for files people write, not for logs.
public func csvRows(_ bytes: [UInt8]) -> [[String]] {
    let scanner = CSVScanner(delimiter: 44)
    var rows: [[String]] = []
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bytes.withUnsafeBytes { text in
        while at < text.count {
            var found = scanner.scan(text, from: at, isLast: true)
            if case .needsMore = found { found = scanner.scan(text, from: at, isLast: true, isQuoting: false) }
            guard case .record(let end, _) = found else { return }
            let cells = (0..<scanner.count).map { index in
                let field = scanner.fields[index]
                let bytes = field.isQuoted ? CSVScanner.unquoted(text, field) : Array(text[field.start..<field.end])
                return String(decoding: bytes, as: UTF8.self).trimmingSpaces
            }
            if cells != [""] { rows.append(cells) }
            at = end
        }
    }
    return rows
}

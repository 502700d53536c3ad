/// How the JSON of a log is laid out, told by its beginning.
struct JSONLayout {
    /// Whether each line is a text of its own.
    var isLines = false
    /// Whether words may stand before the object of a line.
    var hasPrefix = false
    /// Whether the array that it begins with holds objects or arrays, or nothing.
    var isRootOfContainers = true

    /// One text, without words before it.
    init() {}

    init(_ beginning: LogBeginning, encoding: TextEncoding = .utf8, hasPrefix: Bool = false) {
        self.hasPrefix = hasPrefix
        let text = beginning.utf8(in: encoding).drop(while: Self.isSpace)
        let rest = text.dropFirst().drop(while: Self.isSpace)
        isRootOfContainers = rest.first.map { [123, 91, 93].contains($0) } ?? true
        isLines = Self.isLines(text, isWhole: beginning.isWhole, hasPrefix: hasPrefix)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    /// Half of the first lines or more are texts; of one line it is not known, and taken for one if it begins with an object.
    private static func isLines(_ text: ArraySlice<UInt8>, isWhole: Bool, hasPrefix: Bool) -> Bool {
        guard let first = text.first else { return false }
        if hasPrefix, first &- 48 < 10 { return true }
        var lines = text.split(whereSeparator: { $0 == 10 || $0 == 13 })
        let hasEnd = text.contains { $0 == 10 || $0 == 13 }
        if !isWhole, hasEnd, let last = text.last, last != 10, last != 13 { lines.removeLast() }
        guard hasEnd, first != 91 else {
            // An array of one line after the other, or an array.
            return hasEnd ? lines.count > 1 && isJSON(lines[0]) && lines[1].first == 91 : first == 123
        }
        return 2 * lines.count(where: isJSON) >= lines.count
    }

    /// Whether bytes are arrays and objects as a whole.
    private static func isJSON(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.drop(while: isSpace).first, first == 123 || first == 91 else { return false }
        var records = JSONRecords(line, JSONFields([]), JSONLayout())
        while true {
            do { if try records.find() == .end { return true } } catch { return false }
        }
    }
}

extension LogBeginning {
    /// Whether it is JSON, of whose first records, as far as they stand here, one is such.
    func isJSON(
        _ fields: consuming JSONFields, hasPrefix: Bool = false, where isSuch: (inout JSONRecords) -> Bool
    ) -> Bool {
        let layout = JSONLayout(self, hasPrefix: hasPrefix)
        let first = text.utf8.first { $0 != 32 && $0 != 9 && $0 != 10 && $0 != 13 } ?? 0
        guard first == 123 || first == 91 || (hasPrefix && first &- 48 < 10) else { return false }
        var records = JSONRecords(Array(text.utf8), fields, layout)
        for _ in 0..<20 {
            do {
                switch try records.find() {
                case .record: if isSuch(&records) { return true }
                case .junk: continue
                case .end: return isSuch(&records)
                }
            } catch {
                if records.isCutOff() { return isSuch(&records) }
                guard layout.isLines else { return false }
                records.skipBrokenLine()
            }
        }
        return false
    }
}

extension JSONRecords {
    /// Whether nothing is left behind a fault: the text may go on elsewhere.
    mutating func isCutOff() -> Bool { window.isAtEnd() }
}

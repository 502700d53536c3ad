import Tracks

/// Whether an attribute of `extra` differs from the fix before, by row; a fix without the attribute has the value none.
func changedRows(of names: [String], in fixes: FixBatch) -> [Bool] {
    var changed = [Bool](repeating: false, count: fixes.count)
    for name in names {
        var last: Substring?
        for row in 0..<fixes.count {
            let value = fixes.attribute(name, row)
            if row > 0, value != last { changed[row] = true }
            last = value
        }
    }
    return changed
}

extension FixBatch {
    /// The value of an attribute of `extra` as JSON has it; nil for none.
    func attribute(_ name: String, _ row: Int) -> Substring? {
        guard !extras.isEmpty, extras[row] >= 0 else { return nil }
        return topLevelValue(of: name, in: extraTexts[Int(extras[row])])
    }
}

/// The text of the value of a key of a JSON object, without looking into nested values; nil where there is none, or null.
func topLevelValue(of key: String, in json: String) -> Substring? {
    let bytes = json.utf8
    let wanted = key.utf8.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), $0] : [$0] }
    var at = bytes.startIndex
    var depth = 0
    while at < bytes.endIndex {
        switch bytes[at] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""):
            let end = endOfString(bytes, from: at)
            let text = bytes[bytes.index(after: at)..<end]
            let colon = bytes[bytes.index(after: end)...].firstIndex { $0 != UInt8(ascii: " ") }
            if depth == 1, text.elementsEqual(wanted), let colon, bytes[colon] == UInt8(ascii: ":") {
                let value = json[bytes.index(after: colon)..<endOfValue(bytes, from: bytes.index(after: colon))]
                let trimmed = value.drop { $0 == " " }
                return trimmed == "null" ? nil : trimmed
            }
            at = end
        default: break
        }
        at = bytes.index(after: at)
    }
    return nil
}

/// The closing quote of the string that opens at an index; the last byte where there is none.
private func endOfString(_ bytes: String.UTF8View, from open: String.Index) -> String.Index {
    var at = bytes.index(after: open)
    while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
        if bytes[at] == UInt8(ascii: "\\") { at = bytes.index(after: at) }
        if at < bytes.endIndex { at = bytes.index(after: at) }
    }
    return at < bytes.endIndex ? at : bytes.index(before: bytes.endIndex)
}

/// The comma or bracket that ends a value.
private func endOfValue(_ bytes: String.UTF8View, from start: String.Index) -> String.Index {
    var at = start
    var depth = 0
    while at < bytes.endIndex {
        switch bytes[at] {
        case UInt8(ascii: "\""): at = endOfString(bytes, from: at)
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
            if depth == 0 { return at }
            if bytes[at] != UInt8(ascii: ",") { depth -= 1 }
        default: break
        }
        at = bytes.index(after: at)
    }
    return at
}

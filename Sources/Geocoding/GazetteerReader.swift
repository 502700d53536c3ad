/// Reads numbers and texts of varying length from a gazetteer file, one behind the other.
struct GazetteerReader {
    let bytes: GazetteerBytes
    var offset: Int

    /// The next number: seven bits a byte, lowest first; the top bit says that more follow.
    mutating func number() -> Int {
        var value = 0
        var shift = 0
        while true {
            let byte = Int(bytes.byte(at: offset))
            offset += 1
            value |= (byte & 127) << shift
            if byte < 128 { return value }
            shift += 7
        }
    }

    /// The next name: a length byte and UTF-8; where its top bit is set, the Chinese name follows in the same way.
    mutating func name() -> PlaceName? {
        let head = bytes.byte(at: offset)
        guard let english = text() else { return nil }
        return PlaceName(english: english, chinese: head > 127 ? text() : nil)
    }

    /// Passes over a name.
    mutating func skipName() {
        let head = bytes.byte(at: offset)
        offset += 1 + Int(head & 127)
        if head > 127 { offset += 1 + Int(bytes.byte(at: offset)) }
    }

    /// The next text; no bytes, no text.
    private mutating func text() -> String? {
        let length = Int(bytes.byte(at: offset) & 127)
        defer { offset += 1 + length }
        return length == 0 ? nil : bytes.text(at: offset + 1, byteCount: length)
    }
}

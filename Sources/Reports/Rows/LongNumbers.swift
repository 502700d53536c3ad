import Options

/// The texts of numbers with many digits, such as speeds in metres per second that were logged in km/h: a few thousand come again and again,
/// and each takes a search for its shortest text.
struct LongNumbers {
    private static let slots = 4096
    private var bits = [UInt64](repeating: 0, count: slots)
    private var texts = [[UInt8]](repeating: [], count: slots)

    /// Adds the shortest text of a number that gives it back; it must be finite.
    mutating func add(_ number: Double, to bytes: inout [UInt8]) {
        if bytes.addShort(number) { return }
        let slot = Int(truncatingIfNeeded: (number.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 52)
        if bits[slot] != number.bitPattern || texts[slot].isEmpty {
            bits[slot] = number.bitPattern
            texts[slot] = Array(shortText(number).utf8)
        }
        bytes += texts[slot]
    }
}

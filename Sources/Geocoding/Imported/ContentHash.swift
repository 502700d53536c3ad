/// A hash that tells changed content: 64 bits over bytes and their number. No secret protects it, so it proves nothing against malice.
///
/// - Source: the multiplication of wyhash (Wang Yi, public domain).
struct ContentHash {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var count: UInt64 = 0

    /// Takes in a whole part; parts are told apart, so "ab", "c" is not "a", "bc".
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            fold(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        fold(rest)
        fold(UInt64(bytes.count))
        count &+= UInt64(bytes.count)
    }

    /// Takes in a text.
    mutating func add(_ text: String) {
        var copy = text
        copy.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    /// 16 hexadecimal digits.
    var digits: String {
        var last = self
        last.fold(count)
        let digits = String(last.state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func fold(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        // The word itself as well: a factor of 0 must not swallow what follows.
        state = (product.high ^ product.low) &+ (word ^ 0xE703_7ED1_A0B4_28DB)
    }
}

/// A 64-bit hash that is the same on every machine and in every run, unlike `Hasher`.
///
/// Not for secrets. Words are mixed by multiply and xor-shift.
/// - Source: the finalizer of MurmurHash3 (A. Appleby, public domain): its constants and shifts.
public struct StableHash: Sendable, Hashable {
    // Inlinable: taken in once for every row of a log; a call across modules would cost more than the hash.
    /// The state, which is the hash.
    public var value: UInt64

    /// An empty hash; different seeds give different hashes of the same content.
    @inlinable
    public init(seed: UInt64 = 0) { value = seed &+ 0x9E37_79B9_7F4A_7C15 }

    /// Takes in a word.
    @inlinable @inline(__always)
    public mutating func combine(_ word: UInt64) {
        value = Self.mixed(value ^ word) &+ 0x9E37_79B9_7F4A_7C15
    }

    /// Takes in a text with its length.
    public mutating func combine(_ text: String) {
        var copy = text
        copy.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Takes in bytes with their number.
    public mutating func combine(bytes: UnsafeRawBufferPointer) {
        var i = 0
        while i + 8 <= bytes.count {
            combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
            i += 8
        }
        var rest: UInt64 = 0
        while i < bytes.count {
            rest = rest << 8 | UInt64(bytes[i])
            i += 1
        }
        combine(rest)
        combine(UInt64(bytes.count))
    }

    @inlinable @inline(__always)
    static func mixed(_ word: UInt64) -> UInt64 {
        var h = word
        h = (h ^ (h >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        h = (h ^ (h >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return h ^ (h >> 33)
    }
}

/// The id that people see of something: 16 hexadecimal digits of a stable hash of its content.
public func stableID(_ seed: String, _ device: String, _ number: Int64) -> String {
    stableText(stableNumber(seed, device, number))
}

/// The hash behind an id.
public func stableNumber(_ seed: String, _ device: String, _ number: Int64) -> UInt64 {
    var hash = StableHash()
    hash.combine(seed)
    hash.combine(device)
    hash.combine(UInt64(bitPattern: number))
    return hash.value
}

/// The digits of a hash.
public func stableText(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { digits in
        for i in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * i)) & 15
            digits[i] = digit < 10 ? 0x30 + digit : 0x57 + digit
        }
        return 16
    }
}

/// The hash of digits that `stableText` gave; nil of anything else.
public func stableNumber(_ digits: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard digits.count == 16 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
        switch digit {
        case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
        case 0x61...0x66: value = value << 4 | UInt64(digit - 0x57)
        default: return nil
        }
    }
    return value
}

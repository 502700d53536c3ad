/// Bits of a deflate stream, the lowest bit of a byte first.
struct DeflateBits {
    private var bits: UInt64
    private var count: Int
    private var next: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// - Parameters:
    ///   - bits: Bits that come before the bytes.
    ///   - count: How many.
    init(bits: UInt64, count: Int, next: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        (self.bits, self.count) = (bits, count)
        (self.next, self.end) = (next, end)
    }

    /// The next bits as a number; nil where the bytes end first.
    mutating func take(_ width: Int) -> Int? {
        guard fill(width) else { return nil }
        defer { drop(width) }
        return peek(width)
    }

    /// The next bits, which stay; zeros behind the end.
    mutating func peek(_ width: Int) -> Int {
        _ = fill(width)
        return Int(truncatingIfNeeded: bits & (1 << UInt64(width) - 1))
    }

    private mutating func fill(_ width: Int) -> Bool {
        while count < width {
            guard next < end else { return false }
            bits |= UInt64(next[0]) << UInt64(count)
            next += 1
            count += 8
        }
        return true
    }

    private mutating func drop(_ width: Int) {
        bits >>= UInt64(width)
        count -= width
    }
}

/// Whether a block of a deflate stream begins with a header that nobody objects to.
///
/// ISA-L takes codes that leave bit patterns without a meaning and finds out later, zlib refuses them at once: a damaged header must
/// not show which of them unpacks. False also for the few sound headers with such codes.
/// - Parameter bits: From the header on, to its end at least where the stream goes on so far.
/// - Source: RFC 1951, 3.2.3 and 3.2.7.
func hasSoundHeader(_ given: DeflateBits) -> Bool {
    var bits = given
    guard bits.take(1) != nil, let kind = bits.take(2) else { return false }
    guard kind == 2 else { return kind < 2 }
    guard let literals = bits.take(5), let distances = bits.take(5), let codes = bits.take(4), literals < 30, distances < 30
    else {
        return false
    }
    var lengthsOfCodes = [UInt8](repeating: 0, count: 19)
    for place in orderOfLengths.prefix(codes + 4) {
        guard let length = bits.take(3) else { return false }
        lengthsOfCodes[place] = UInt8(length)
    }
    guard isComplete(lengthsOfCodes[...], longest: 7),
        let lengths = codeLengths(literals + 257 + distances + 1, lengthsOfCodes, &bits)
    else { return false }
    return lengths[256] != 0 && isComplete(lengths[..<(literals + 257)], longest: 15)
        && isComplete(lengths[(literals + 257)...], longest: 15)
}

private let orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/// Whether the codes of these lengths use up all bit patterns, and none twice.
private func isComplete(_ lengths: ArraySlice<UInt8>, longest: Int) -> Bool {
    lengths.reduce(0) { $1 == 0 ? $0 : $0 + (1 << (longest - Int($1))) } == 1 << longest
}

/// The lengths of so many codes, which are written in codes themselves; nil where they cannot be read.
private func codeLengths(_ count: Int, _ lengthsOfCodes: [UInt8], _ bits: inout DeflateBits) -> [UInt8]? {
    let table = codeTable(lengthsOfCodes)
    var lengths: [UInt8] = []
    while lengths.count < count {
        let symbol = table[bits.peek(7)]
        guard bits.take(Int(lengthsOfCodes[Int(symbol)])) != nil else { return nil }
        switch symbol {
        case 16:
            guard let last = lengths.last, let times = bits.take(2) else { return nil }
            lengths += repeatElement(last, count: times + 3)
        case 17, 18:
            guard let times = bits.take(symbol == 17 ? 3 : 7) else { return nil }
            lengths += repeatElement(0, count: times + (symbol == 17 ? 3 : 11))
        default: lengths.append(symbol)
        }
    }
    return lengths.count == count ? lengths : nil
}

/// Of each seven bits the symbol whose code they begin with; the code is complete.
private func codeTable(_ lengths: [UInt8]) -> [UInt8] {
    var table = [UInt8](repeating: 0, count: 128)
    var code = 0
    for length in 1...7 {
        for symbol in lengths.indices where lengths[symbol] == length {
            // A code stands in the stream with its highest bit first.
            let first = (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
            for place in stride(from: first, to: 128, by: 1 << length) { table[place] = UInt8(symbol) }
            code += 1
        }
        code <<= 1
    }
    return table
}

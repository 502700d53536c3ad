import Tracks

/// A sentence of NMEA 0183 where it lies in a line: `$GPRMC,074155.80,A,…*5E`.
///
/// Receivers write other bytes in between (binary messages, the rest of a line that was cut): the sentence is what begins at the last
/// `$` or `!` that an address follows.
struct NMEASentence {
    /// What a line holds.
    enum Found {
        case sentence(NMEASentence)
        /// A sentence whose checksum is not that of its bytes.
        case badChecksum
        /// Nothing that is a sentence.
        case junk
    }

    /// The last three letters of a talker's address.
    enum Kind { case rmc, gga, gns, gll, vtg, gsa, zda, other }

    /// What it says; sentences of makers (`$P…`) and of AIS (`!…`) are `other`.
    let kind: Kind
    /// Fields behind the address.
    let fieldCount: Int
    /// Whether a checksum stands behind it, which is right.
    let hasChecksum: Bool
    private let body: UnsafePointer<UInt8>
    private let bodyCount: Int
    /// Where fields begin in the body. A buffer of the reader, so that a sentence costs no memory: good until the next is looked for.
    private let starts: UnsafeMutableBufferPointer<Int32>

    /// Fields that are told apart; what stands behind them is of no kind that is read.
    static let mostFields = 32

    /// Looks for the sentence of a line.
    static func find(in line: Cell, starts: UnsafeMutableBufferPointer<Int32>) -> Found {
        let (text, count) = (line.start, line.count)
        var begin = count - 2
        while begin >= 0, !((text[begin] == 36 || text[begin] == 33) && isAddress(text, begin + 1, count)) { begin -= 1 }
        guard begin >= 0 else { return .junk }
        var sum: UInt8 = 0
        var fields = 0
        var i = begin + 1
        while i < count, text[i] != 42 {
            let byte = text[i]
            guard byte >= 32, byte < 127 else { return .junk }
            sum ^= byte
            i += 1
            if byte == 44 {
                if fields < mostFields { starts[fields] = Int32(truncatingIfNeeded: i) }
                fields += 1
            }
        }
        if i < count {
            guard i + 3 == count, let high = hex(text[i + 1]), let low = hex(text[i + 2]) else { return .junk }
            guard sum == high << 4 | low else { return .badChecksum }
        }
        let kind = kind(text, begin, address: (fields > 0 ? Int(starts[0]) - 1 : i) - begin - 1)
        // Without a checksum only a sentence that is not cut can be trusted.
        if i == count, fields < leastFields(kind) { return .junk }
        return .sentence(
            NMEASentence(
                kind: kind, fieldCount: min(fields, mostFields), hasChecksum: i < count, body: text, bodyCount: i, starts: starts)
        )
    }

    /// A field behind the address, from 0; empty where there is none.
    @inline(__always)
    func field(_ number: Int) -> Cell {
        guard number < fieldCount else { return Cell(body, 0) }
        let start = Int(starts[number])
        let end = number + 1 < fieldCount ? Int(starts[number + 1]) - 1 : endOfLast
        return Cell(body + start, end - start)
    }

    private var endOfLast: Int {
        var end = Int(starts[fieldCount - 1])
        while end < bodyCount, body[end] != 44 { end += 1 }
        return end
    }

    @inline(__always)
    private static func isAddress(_ text: UnsafePointer<UInt8>, _ at: Int, _ count: Int) -> Bool {
        guard at + 1 < count, text[at] &- 65 < 26 else { return false }
        return text[at + 1] &- 65 < 26 || text[at + 1] &- 48 < 10
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    private static func kind(_ text: UnsafePointer<UInt8>, _ begin: Int, address: Int) -> Kind {
        // A talker has two letters; makers' sentences begin with P.
        guard address == 5, text[begin] == 36, text[begin + 1] != 80 else { return .other }
        switch (text[begin + 3], text[begin + 4], text[begin + 5]) {
        case (82, 77, 67): return .rmc
        case (71, 71, 65): return .gga
        case (71, 78, 83): return .gns
        case (71, 76, 76): return .gll
        case (86, 84, 71): return .vtg
        case (71, 83, 65): return .gsa
        case (90, 68, 65): return .zda
        default: return .other
        }
    }

    /// Fields of a whole sentence of NMEA 0183 2.0.
    private static func leastFields(_ kind: Kind) -> Int {
        switch kind {
        case .rmc: 11
        case .gga: 14
        case .gns: 12
        case .gll: 6
        case .vtg: 8
        case .gsa: 17
        case .zda: 6
        case .other: 0
        }
    }
}

import Glibc

/// Cuts a stream into blocks of whole records.
///
/// What a block holds depends on where reads end, what is a record does not: a quote that opens a cell and does not close within
/// the longest record is no quote, and its line ends where the line ends.
final class ConvertBlockReader {
    private let descriptor: Int32
    private let delimiter: UInt8
    /// What was read beyond the last block.
    private let carry: UnsafeMutablePointer<UInt8>
    private var carryCount = 0
    private var isAtEnd = false

    /// Bytes of a read: what two threads take up soonest, within the second cache.
    private static let readLength = 1 << 18

    init(descriptor: Int32, delimiter: UInt8) {
        self.descriptor = descriptor
        self.delimiter = delimiter
        carry = .allocate(capacity: ConvertBlock.capacity)
    }

    deinit { carry.deallocate() }

    /// The first byte that is no space, or a byte-order mark; it stays to be read. Nil where there is none.
    func firstByte() throws(ConvertStreamError) -> UInt8? {
        var i = 0
        while true {
            while i < carryCount {
                let isMark = carryCount - i >= 3 && carry[i] == 0xEF && carry[i + 1] == 0xBB && carry[i + 2] == 0xBF
                if !isMark, !Cell.isSpace(carry[i]) { return carry[i] }
                i += isMark ? 3 : 1
            }
            let room = min(Self.readLength, ConvertBlock.capacity - carryCount)
            guard room > 0 else { return nil }
            let found = try readBytes(descriptor, into: carry + carryCount, count: room)
            guard found > 0 else { return nil }
            carryCount += found
        }
    }

    /// What was read so far, for another reader.
    func takeCarry() -> [UInt8] {
        defer { carryCount = 0 }
        return Array(UnsafeBufferPointer(start: carry, count: carryCount))
    }

    /// Fills a block with the next whole records; false at the end.
    func next(_ block: ConvertBlock) throws(ConvertStreamError) -> Bool {
        block.reset()
        block.bytes.update(from: carry, count: carryCount)
        block.count = carryCount
        carryCount = 0
        var cutter = RecordCutter(delimiter: delimiter)
        while true {
            let cut = cutter.cut(block.bytes, block.count)
            if cut > 0 {
                hand(back: block, from: cut)
                return true
            }
            if isAtEnd { return block.count > 0 }
            let room = min(Self.readLength, ConvertBlock.capacity - block.count)
            guard room > 0 else { return try finishTooLong(block) }
            let found = try readBytes(descriptor, into: block.bytes + block.count, count: room)
            isAtEnd = found == 0
            block.count += found
        }
    }

    private func hand(back block: ConvertBlock, from cut: Int) {
        carryCount = block.count - cut
        carry.update(from: block.bytes + cut, count: carryCount)
        block.count = cut
    }

    /// A record that is too long: its first line where a quote made it so, else one line, of which the rest is passed over.
    private func finishTooLong(_ block: ConvertBlock) throws(ConvertStreamError) -> Bool {
        if let newline = memchr(block.bytes, 10, block.count) {
            hand(back: block, from: newline - UnsafeMutableRawPointer(block.bytes) + 1)
            return true
        }
        block.isTooLong = true
        while true {
            let found = try readBytes(descriptor, into: carry, count: Self.readLength)
            isAtEnd = found == 0
            guard found > 0 else { return true }
            guard let newline = memchr(carry, 10, found) else { continue }
            let used = newline - UnsafeMutableRawPointer(carry) + 1
            carryCount = found - used
            memmove(carry, carry + used, carryCount)
            return true
        }
    }
}

/// Finds where the last whole record of a growing text ends; looks at each byte once.
private struct RecordCutter {
    private enum Place { case cellStart, cell, quoted, quoteInQuoted }

    let delimiter: UInt8
    private var seen = 0
    private var place = Place.cellStart
    private var hasQuotes = false
    private var cut = 0

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// The byte behind the last whole record; 0 where there is none.
    mutating func cut(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        guard count > seen else { return cut }
        if !hasQuotes, memchr(bytes + seen, 34, count - seen) == nil {
            // Without quotes a record is a line.
            var i = count
            while i > seen, bytes[i - 1] != 10 { i -= 1 }
            if i > seen { cut = i }
            place = bytes[count - 1] == delimiter || bytes[count - 1] == 10 ? .cellStart : .cell
        } else {
            hasQuotes = true
            for i in seen..<count { step(bytes[i], i) }
        }
        seen = count
        return cut
    }

    @inline(__always)
    private mutating func step(_ byte: UInt8, _ i: Int) {
        switch place {
        case .quoted:
            if byte == 34 { place = .quoteInQuoted }
        case .quoteInQuoted where byte == 34: place = .quoted
        case .cellStart where byte == 34: place = .quoted
        default:
            if byte == 10 { cut = i + 1 }
            place = byte == 10 || byte == delimiter ? .cellStart : .cell
        }
    }
}

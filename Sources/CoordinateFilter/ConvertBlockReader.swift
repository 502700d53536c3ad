import Glibc
import LogFormats

/// Cuts a stream into blocks of whole records.
///
/// What a block holds depends on where reads end, what is a record does not (rule 1.7, for the cells of the stream's first row).
final class ConvertBlockReader {
    private let descriptor: Int32
    private let scanner: CSVScanner
    /// Cells of the stream's first row that is not empty; nil until it was read.
    private var cells: Int?
    /// What was read beyond the last block.
    private let carry: UnsafeMutablePointer<UInt8>
    private var carryCount = 0
    private var isAtEnd = false

    /// Bytes of a read: what two threads take up soonest, within the second cache.
    private static let readLength = 1 << 18

    init(descriptor: Int32, delimiter: UInt8) {
        self.descriptor = descriptor
        scanner = .ofConvert(delimiter: delimiter)
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
        var cutter = RecordCutter(scanner: scanner, cells: cells)
        while true {
            let cut = cutter.cut(block.bytes, block.count)
            cells = cutter.cells
            block.cells = cells
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

extension CSVScanner {
    /// Lines end in LF, and what stands before it is the line's; they may be as long as a block.
    static func ofConvert(delimiter: UInt8) -> CSVScanner {
        CSVScanner(delimiter: delimiter, longestLine: ConvertBlock.capacity, endsAtReturn: false)
    }
}

/// Finds where the last whole record of a growing text ends.
private struct RecordCutter {
    let scanner: CSVScanner
    /// Cells of the stream's first row that is not empty.
    private(set) var cells: Int?
    private var seen = 0
    private var hasQuotes = false
    private var cut = 0

    init(scanner: CSVScanner, cells: Int?) {
        self.scanner = scanner
        self.cells = cells
    }

    /// The byte behind the last whole record; 0 where there is none.
    mutating func cut(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        guard count > seen else { return cut }
        if cells != nil, !hasQuotes, memchr(bytes + seen, 34, count - seen) == nil {
            // Without quotes a record is a line.
            var i = count
            while i > seen, bytes[i - 1] != 10 { i -= 1 }
            if i > seen { cut = i }
        } else {
            hasQuotes = cells != nil
            step(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        seen = count
        return cut
    }

    private mutating func step(_ text: UnsafeRawBufferPointer) {
        while cut < text.count {
            // A byte order mark may stand before the first row.
            let start = cells == nil && cut == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : cut
            let row = scanner.row(text, from: start, isLast: false, columns: cells)
            switch row {
            case .record(let end, _), .line(let end): cut = end
            case .needsMore: return
            }
            if cells == nil, !text[start..<cut].allSatisfy(Cell.isSpace) { cells = scanner.count }
        }
    }
}

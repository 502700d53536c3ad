import Glibc

/// The lines of a file that is read block by block.
struct ImportLines {
    /// GeoNames' longest lines, with all names of a city, have 15 kB.
    static let longestLine = 1 << 20
    private static let blockByteCount = 1 << 18

    private let read: (UnsafeMutableRawBufferPointer) throws -> Int
    /// Bytes that were read to tell the kind of the file.
    private var head: [UInt8]

    init(head: [UInt8], read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.read = read
        self.head = head
    }

    /// Gives each line without its end, and its number from 1; one too long as nil.
    func each(_ body: (UnsafeRawBufferPointer?, Int64) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: max(head.count, Self.longestLine) + Self.blockByteCount)
        buffer.replaceSubrange(0..<head.count, with: head)
        var (filled, number, isPassing) = (head.count, Int64(0), false)
        var isAtEnd = false
        while !isAtEnd || filled > 0 {
            let used = try buffer.withUnsafeBytes { bytes in
                try Self.lines(in: UnsafeRawBufferPointer(rebasing: bytes[..<filled]), isAtEnd) { line in
                    defer { isPassing = false }
                    number += 1
                    try body(isPassing ? nil : line, number)
                }
            }
            buffer.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { memmove(start, start + used, filled - used) }
            }
            filled -= used
            if isAtEnd { break }
            if filled >= Self.longestLine { (filled, isPassing) = (0, true) }
            let got = try buffer.withUnsafeMutableBytes { try read(UnsafeMutableRawBufferPointer(rebasing: $0[filled...])) }
            filled += got
            isAtEnd = got == 0
        }
    }

    /// Gives the whole lines of a block; at the end of the file the rest is one too.
    /// - Returns: Bytes used.
    private static func lines(
        in block: UnsafeRawBufferPointer, _ isAtEnd: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        var start = 0
        while start < block.count {
            let rest = UnsafeRawBufferPointer(rebasing: block[start...])
            guard let from = rest.baseAddress else { break }
            let end = memchr(from, 10, rest.count).map { from.distance(to: UnsafeRawPointer($0)) }
            guard let length = end ?? (isAtEnd ? rest.count : nil) else { break }
            let hasReturn = length > 0 && rest[length - 1] == 13
            try body(UnsafeRawBufferPointer(rebasing: rest[..<(hasReturn ? length - 1 : length)]))
            start += length + (end == nil ? 0 : 1)
        }
        return start
    }
}

/// A line cut at its tabs.
struct TabbedLine {
    private let bytes: UnsafeRawBufferPointer
    /// Where each cell begins, and one behind the end of the last.
    private var starts: [Int] = []

    /// - Parameter starts: Room that is used again.
    init(_ bytes: UnsafeRawBufferPointer, reusing room: inout [Int]) {
        self.bytes = bytes
        room.removeAll(keepingCapacity: true)
        room.append(0)
        for i in bytes.indices where bytes[i] == 9 { room.append(i + 1) }
        room.append(bytes.count + 1)
        starts = room
    }

    var count: Int { starts.count - 1 }

    /// The bytes of a cell; none where there is no such cell.
    func cell(_ index: Int) -> UnsafeRawBufferPointer {
        guard index < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: bytes[starts[index]..<starts[index + 1] - 1])
    }

    /// A cell of letters; nil where it is no UTF-8.
    func text(_ index: Int) -> String? { String(validating: cell(index), as: UTF8.self) }

    /// A whole number of 0 or more; an empty cell is 0, another nil.
    func number(_ index: Int) -> Int64? {
        let digits = cell(index)
        guard digits.count <= 18 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        return value
    }

    /// A decimal number of degrees in 1e-7 degrees, rounded; nil where it is none or beyond a bound.
    func degrees(_ index: Int, bound: Int64) -> Int32? {
        let cell = cell(index)
        let isNegative = cell.first == UInt8(ascii: "-")
        var (value, decimals, isFraction, digits): (Int64, Int, Bool, Int) = (0, 0, false, 0)
        for byte in cell.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard (48...57).contains(byte) else { return nil }
            digits += 1
            if isFraction {
                decimals += 1
                if decimals == 8, byte >= 53 { value += 1 }
                if decimals > 7 { continue }
            }
            value = min(value, 1 << 50) * 10 + Int64(byte - 48)
        }
        guard digits > 0 else { return nil }
        for _ in min(decimals, 7)..<7 { value = min(value, 1 << 50) * 10 }
        guard value <= bound * 10_000_000 else { return nil }
        return Int32(isNegative ? -value : value)
    }
}

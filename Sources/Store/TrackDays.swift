import Tracks

/// The days on which a device has fixes: a bit for each day from the first to the last.
///
/// In one row of a device, so the day before another is found without a key that begins with the device: the pieces of all devices of a
/// day lie together.
struct TrackDays: Equatable {
    /// The number of the first day; means nothing where there is none.
    private(set) var first: Int32 = 0
    /// Bit n of byte m is the day `first` + 8m + n; the first and the last byte are not 0.
    private(set) var bits: [UInt8] = []

    init() {}

    /// Days as they were stored.
    init(first: Int32, bits: [UInt8]) {
        self.first = first
        self.bits = bits
    }

    var isEmpty: Bool { bits.isEmpty }

    /// The last day; nil where there is none.
    var last: CalendarDay? {
        bits.last.map { CalendarDay(number: first + Int32(bits.count * 8 - 1 - $0.leadingZeroBitCount)) }
    }

    func contains(_ day: CalendarDay) -> Bool {
        let offset = Int(day.number) - Int(first)
        return offset >= 0 && offset < bits.count * 8 && bits[offset >> 3] & 1 << UInt8(offset & 7) != 0
    }

    /// The last day before another; nil where there is none.
    func previous(before day: CalendarDay) -> CalendarDay? {
        let end = Int(day.number) - Int(first)
        guard end > 0, !bits.isEmpty else { return nil }
        guard end < bits.count * 8 else { return last }
        var byte = end >> 3
        var rest = bits[byte] & (1 << UInt8(end & 7) - 1)
        while rest == 0 {
            guard byte > 0 else { return nil }
            byte -= 1
            rest = bits[byte]
        }
        return CalendarDay(number: first + Int32(byte * 8 + 7 - rest.leadingZeroBitCount))
    }

    /// The first day after another; nil where there is none.
    func next(after day: CalendarDay) -> CalendarDay? {
        let begin = max(0, Int(day.number) - Int(first) + 1)
        guard begin < bits.count * 8 else { return nil }
        var byte = begin >> 3
        var rest = bits[byte] & ~(1 << UInt8(begin & 7) - 1)
        while rest == 0 {
            byte += 1
            guard byte < bits.count else { return nil }
            rest = bits[byte]
        }
        return CalendarDay(number: first + Int32(byte * 8 + rest.trailingZeroBitCount))
    }

    mutating func insert(_ day: CalendarDay) {
        if bits.isEmpty { first = day.number }
        if day.number < first {
            let bytes = (Int(first) - Int(day.number) + 7) >> 3
            bits.insert(contentsOf: repeatElement(0, count: bytes), at: 0)
            first -= Int32(bytes * 8)
        }
        let offset = Int(day.number) - Int(first)
        while bits.count <= offset >> 3 { bits.append(0) }
        bits[offset >> 3] |= 1 << UInt8(offset & 7)
    }

    mutating func remove(_ day: CalendarDay) {
        guard contains(day) else { return }
        let offset = Int(day.number) - Int(first)
        bits[offset >> 3] &= ~(1 << UInt8(offset & 7))
        while bits.last == 0 { bits.removeLast() }
        let empty = bits.prefix { $0 == 0 }.count
        bits.removeFirst(empty)
        first += Int32(empty * 8)
    }
}

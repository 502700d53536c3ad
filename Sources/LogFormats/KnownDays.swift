import Tracks

/// The days that a file's times lie in, so that of `2025-06-01T08:00:00Z` only the clock need be read.
struct KnownDays {
    /// A day as it is written: its first eight bytes, and the last eight of the eleven that stand before the clock.
    private struct Day {
        // No text has these both, as five bytes belong to both.
        var first: UInt64 = 0
        var last = UInt64.max
        /// Milliseconds since 1970 of its midnight, as if it were UTC.
        var midnight: Int64 = 0
        /// What local readings of it are ahead of UTC; `changing` where that changes near it.
        var offset: Int64 = 0
    }

    private static let changing = Int64.min
    private static let dayMilliseconds: Int64 = 86_400_000

    private let zone: TimeZoneRules
    /// By the last digit of the day.
    private var days = InlineArray<16, Day>(repeating: Day())

    /// - Parameter zone: The zone of times that do not say their offset.
    init(zone: TimeZoneRules) { self.zone = zone }

    /// The time that stands at a place as `yyyy-MM-ddTHH:mm:ss`, with or without a fraction and Z; moves behind it.
    ///
    /// `TimeFormat.bad` where it is written otherwise or is no time: `time` reads that. A space may stand for the T.
    @inline(__always)
    mutating func read(_ place: inout UnsafePointer<UInt8>) -> Int64 {
        let (first, last) = (ByteWords.word(at: place), ByteWords.word(at: place + 3))
        let slot = Int(truncatingIfNeeded: last >> 48) & 15
        if days[slot].first != first || days[slot].last != last {
            guard learn(slot, place) else { return TimeFormat.bad }
        }
        let clock = ByteWords.word(at: place + 11) ^ 0x3030_3A30_303A_3030
        let values = (clock &* 10) &+ (clock >> 8)
        let (hour, minute, second) = (values & 0xFF, (values >> 24) & 0xFF, (values >> 48) & 0xFF)
        let isClock = (ByteWords.nonDigits(clock) | clock & 0x0000_FF00_00FF_0000) == 0 && hour < 24 && minute < 60 && second < 60
        guard isClock else { return TimeFormat.bad }
        var time = days[slot].midnight + Int64(hour * 3_600_000 + minute * 60_000 + second * 1000)
        place += 19
        if place[0] == 46 {
            guard let thousandths = Self.thousandths(&place) else { return TimeFormat.bad }
            time += thousandths
        }
        if place[0] == 90 {
            place += 1
            return time
        }
        guard days[slot].offset != Self.changing else { return TimeFormat.bad }
        return time - days[slot].offset
    }

    /// Of the digits behind a point.
    private static func thousandths(_ place: inout UnsafePointer<UInt8>) -> Int64? {
        var (value, width) = (Int64(0), 0)
        place += 1
        while place[0] &- 48 < 10 {
            if width < 3 { value = value * 10 + Int64(place[0] &- 48) }
            width += 1
            place += 1
        }
        return width == 0 ? nil : value * (width == 1 ? 100 : width == 2 ? 10 : 1)
    }

    /// Learns the day that stands at a place; false where none does that is far from the first and the last readable one.
    @inline(never)
    private mutating func learn(_ slot: Int, _ place: UnsafePointer<UInt8>) -> Bool {
        func number(_ range: Range<Int>) -> Int? {
            range.reduce(0) { value, i in value.flatMap { place[i] &- 48 < 10 ? $0 * 10 + Int(place[i] &- 48) : nil } }
        }
        guard place[4] == 45, place[7] == 45, place[10] == 84 || place[10] == 32, let year = number(0..<4),
            let month = number(5..<7), let dayOfMonth = number(8..<10), (2...9998).contains(year),
            let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return false }
        let midnight = Int64(day.number) * Self.dayMilliseconds
        // Offsets are less than a day and a half.
        let near = midnight - 2 * Self.dayMilliseconds...midnight + 3 * Self.dayMilliseconds
        let offset = zone.changes.contains(where: near.contains) ? Self.changing : zone.offset(at: midnight)
        days[slot] = Day(
            first: ByteWords.word(at: place), last: ByteWords.word(at: place + 3), midnight: midnight, offset: offset)
        return true
    }
}

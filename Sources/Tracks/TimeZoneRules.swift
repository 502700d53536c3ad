/// The offsets of a time zone through time: all that day boundaries and local times are made from.
public struct TimeZoneRules: Sendable, Equatable {
    /// The zone's name: `Asia/Shanghai`.
    public let name: String
    /// Milliseconds since 1970 UTC from which the offset of the same index holds; the first is `Int64.min`.
    public let changes: [Int64]
    /// Milliseconds that local time is ahead of UTC.
    public let offsets: [Int64]

    /// A zone. `changes` rise and begin with `Int64.min`; `offsets` has as many entries.
    public init(name: String, changes: [Int64], offsets: [Int64]) {
        precondition(changes.count == offsets.count && changes.first == Int64.min, "a zone begins with its first offset")
        self.name = name
        self.changes = changes
        self.offsets = offsets
    }

    /// Coordinated Universal Time.
    public static let utc = TimeZoneRules(name: "UTC", changes: [Int64.min], offsets: [0])

    /// Milliseconds that local time is ahead of UTC at a time.
    public func offset(at milliseconds: Int64) -> Int64 { offsets[index(at: milliseconds)] }

    /// The local day that a time lies in: the last one that has begun.
    public func day(of milliseconds: Int64) -> CalendarDay {
        let local = milliseconds + offset(at: milliseconds)
        let day = CalendarDay(number: Int32(truncatingIfNeeded: floorDivide(local, 86_400_000).quotient))
        // Between the first and the second midnight, where the clock steps back over it, the calendar is ahead of the day.
        return milliseconds < start(of: day) ? day.advanced(by: -1) : day
    }

    /// The first millisecond of a local day: from it on every time lies in that day or a later one.
    ///
    /// Where the clock leaps over midnight it is the leap; where it steps back over midnight, the second midnight.
    public func start(of day: CalendarDay) -> Int64 {
        let local = Int64(day.number) * 86_400_000
        var result = local
        for i in stride(from: index(at: local + 129_600_000), through: 0, by: -1) {
            let end = i + 1 < changes.count ? changes[i + 1] : Int64.max
            let candidate = max(changes[i], local - offsets[i])
            guard candidate < end else { break }
            result = candidate
            guard candidate == changes[i] else { break }
        }
        return result
    }

    /// The first millisecond after a local day. Days have 23 to 25 hours.
    public func end(of day: CalendarDay) -> Int64 { start(of: day.next) }

    /// Milliseconds since 1970 UTC of a local clock reading, given as if it were UTC.
    ///
    /// A reading that the clock leaps over counts with the offset before the leap, one that comes twice as the first.
    public func milliseconds(ofLocal local: Int64) -> Int64 {
        let later = index(at: local + 129_600_000)
        for i in max(0, index(at: local - 129_600_000))...later {
            let end = i + 1 < changes.count ? changes[i + 1] : Int64.max
            let time = local - offsets[i]
            // Before this offset holds: the clock leapt over the reading.
            if i > 0, time < changes[i] { return local - offsets[i - 1] }
            if time < end { return time }
        }
        return local - offsets[later]
    }

    /// Whether the local reading of a time comes again later, as the clock then steps back over it.
    public func readsTwice(_ milliseconds: Int64) -> Bool {
        let next = index(at: milliseconds) + 1
        return next < changes.count && milliseconds >= changes[next] - max(0, offsets[next - 1] - offsets[next])
    }

    /// Milliseconds after which the local reading of a time that reads twice comes again.
    public func repeatedLength(at milliseconds: Int64) -> Int64 {
        let next = index(at: milliseconds) + 1
        return next < changes.count ? max(0, offsets[next - 1] - offsets[next]) : 0
    }

    /// Whether a time in a range reads twice.
    ///
    /// - Parameters:
    ///   - from: The first millisecond.
    ///   - to: The first one after it; at most some days later.
    public func hasRepeatedReadings(from: Int64, to: Int64) -> Bool {
        let last = min(index(at: to + 86_400_000), changes.count - 1)
        return (index(at: from)...last).dropFirst().contains { i in
            offsets[i] < offsets[i - 1] && changes[i] > from && changes[i] - (offsets[i - 1] - offsets[i]) < to
        }
    }

    /// `2025-06-01 08:00:00` in this zone.
    public func localText(milliseconds: Int64) -> String {
        var text = isoText(milliseconds: milliseconds + offset(at: milliseconds))
        text.removeLast(5)
        return text.replacing("T", with: " ")
    }

    private func index(at milliseconds: Int64) -> Int {
        var low = 0
        var high = changes.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if changes[middle] <= milliseconds { low = middle } else { high = middle }
        }
        return low
    }
}

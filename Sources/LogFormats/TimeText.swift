import Tracks

/// How the times of a source are written.
public enum TimeFormat: Sendable, Equatable {
    /// ISO 8601, or seconds since 1970 where it is a plain number.
    case automatic
    /// Whole or fractional units since 1970 UTC; so many of them make a second.
    case sinceEpoch(perSecond: Int64)
    /// Letters of a pattern: yyyy MM dd HH mm ss S…; anything else stands for itself.
    case pattern([UInt8])

    /// A time that cannot be read.
    static let bad = Int64.min

    /// The format of a `time-format`; nil where it is none.
    public init?(_ text: String) {
        switch text {
        case "auto", "iso": self = .automatic
        case "seconds": self = .sinceEpoch(perSecond: 1)
        case "milliseconds": self = .sinceEpoch(perSecond: 1000)
        case "microseconds": self = .sinceEpoch(perSecond: 1_000_000)
        default:
            guard text.contains("yy"), text.contains("M"), text.contains("d") else { return nil }
            self = .pattern(Array(text.utf8))
        }
    }
}

/// Milliseconds since 1970 UTC of a cell, the millisecond that the time lies in (rule 2.1); `TimeFormat.bad` where it is none.
///
/// - Parameter zone: The zone of times that do not say their offset.
func time(_ cell: Cell, format: TimeFormat, zone: TimeZoneRules) -> Int64 {
    switch format {
    case .automatic:
        if let value = isoTime(cell, zone: zone) { return value }
        return epochTime(cell, perSecond: 1)
    case .sinceEpoch(let perSecond): return epochTime(cell, perSecond: perSecond)
    case .pattern(let letters): return patternTime(cell, letters: letters, zone: zone)
    }
}

/// Milliseconds since 1970 UTC of a text in ISO 8601; nil where it is none.
///
/// - Parameter zone: The zone of a text without an offset.
public func isoTime(_ text: String, zone: TimeZoneRules) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, let time = isoTime(Cell(start, bytes.count), zone: zone), time != TimeFormat.bad
        else { return nil }
        return time
    }
}

/// Years 1 to 9999 in any zone: two days less at both ends.
private let readableTimes: ClosedRange<Int64> = -62_135_596_800_000 + 172_800_000...253_402_300_799_999 - 172_800_000

private func checked(_ time: Int64) -> Int64 { readableTimes.contains(time) ? time : TimeFormat.bad }

/// Digits with a sign and a fraction.
private func epochTime(_ cell: Cell, perSecond: Int64) -> Int64 {
    var text = DigitReader(cell)
    let isNegative = text.take(45)
    if !isNegative { _ = text.take(43) }
    guard let (units, digits) = text.number(atMost: 18), digits > 0 else { return TimeFormat.bad }
    var thousandths: Int64 = 0
    var hasRest = false
    if text.take(46) { (thousandths, hasRest) = text.fraction() }
    guard text.isAtEnd else { return TimeFormat.bad }
    // In thousandths of a unit, then whole milliseconds, rounded down also before 1970.
    let (scaled, overflow) = units.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return TimeFormat.bad }
    var value = scaled + thousandths
    if isNegative { value = -value - (hasRest ? 1 : 0) }
    return checked(floorDivide(value, perSecond).quotient)
}

/// `2025-06-01T08:00:00.123+08:00` and its shorter and basic forms; nil where it does not look like a date at all.
private func isoTime(_ cell: Cell, zone: TimeZoneRules) -> Int64? {
    guard cell.count >= 8 else { return nil }
    var text = DigitReader(cell)
    let isExtended = cell.count >= 10 && cell.start[4] == 45
    let isBasic = !isExtended && cell.count >= 9 && (cell.start[8] == 84 || cell.start[8] == 32)
    guard isExtended || isBasic else { return nil }
    guard let year = text.digits(4) else { return TimeFormat.bad }
    if isExtended, !text.take(45) { return TimeFormat.bad }
    guard let month = text.digits(2) else { return TimeFormat.bad }
    if isExtended, !text.take(45) { return TimeFormat.bad }
    guard let day = text.digits(2), isDate(year, month, day) else { return TimeFormat.bad }
    let midnight = Int64(daysSince1970(year: year, month: month, day: day)) * 86_400_000
    if text.isAtEnd { return checked(zone.milliseconds(ofLocal: midnight)) }
    guard text.take(84) || text.take(32) || text.take(116), let clock = text.clock() else { return TimeFormat.bad }
    return checked(text.withOffset(midnight + clock, zone: zone))
}

/// Whether a day of the Gregorian calendar exists.
@inline(__always)
private func isDate(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard year >= 1, month >= 1, month <= 12, day >= 1 else { return false }
    return day <= 28 || CalendarDay(year: year, month: month, day: day) != nil
}

private func patternTime(_ cell: Cell, letters: [UInt8], zone: TimeZoneRules) -> Int64 {
    var text = DigitReader(cell)
    var (year, month, day, hour, minute, second, thousandths) = (1970, 1, 1, 0, 0, 0, Int64(0))
    var i = 0
    while i < letters.count {
        var width = 1
        while i + width < letters.count, letters[i + width] == letters[i] { width += 1 }
        let letter = letters[i]
        i += width
        switch letter {
        case 83: thousandths = text.fraction().thousandths  // S
        case 121, 77, 100, 72, 109, 115:  // y M d H m s
            guard let value = width == 1 ? text.number(atMost: 2).map({ Int($0.value) }) : text.digits(width) else {
                return TimeFormat.bad
            }
            switch letter {
            case 121: year = width == 2 ? 2000 + value : value
            case 77: month = value
            case 100: day = value
            case 72: hour = value
            case 109: minute = value
            default: second = value
            }
        default:
            for _ in 0..<width where !text.take(letter) { return TimeFormat.bad }
        }
    }
    guard isDate(year, month, day), hour < 24, minute < 60, second < 60 else { return TimeFormat.bad }
    let clock = Int64(hour * 3600 + minute * 60 + second) * 1000 + thousandths
    return checked(text.withOffset(Int64(daysSince1970(year: year, month: month, day: day)) * 86_400_000 + clock, zone: zone))
}

/// Walks over the digits of a cell.
private struct DigitReader {
    private let start: UnsafePointer<UInt8>
    private let count: Int
    private var i = 0

    init(_ cell: Cell) {
        start = cell.start
        count = cell.count
    }

    var isAtEnd: Bool { i == count }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard i < count, start[i] == byte else { return false }
        i += 1
        return true
    }

    /// Exactly so many digits.
    @inline(__always)
    mutating func digits(_ width: Int) -> Int? {
        guard i + width <= count else { return nil }
        var value = 0
        for k in i..<i + width {
            let digit = start[k] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        i += width
        return value
    }

    mutating func number(atMost width: Int) -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        let first = i
        while i < count, start[i] &- 48 < 10 {
            guard i - first < width else { return nil }
            value = value * 10 + Int64(start[i] &- 48)
            i += 1
        }
        return (value, i - first)
    }

    /// Digits after a point: thousandths, and whether there is more than these.
    @inline(__always)
    mutating func fraction() -> (thousandths: Int64, hasRest: Bool) {
        var (value, width, hasRest) = (Int64(0), 0, false)
        while i < count, start[i] &- 48 < 10 {
            if width < 3 { value = value * 10 + Int64(start[i] &- 48) } else if start[i] != 48 { hasRest = true }
            width += 1
            i += 1
        }
        while width < 3 {
            value *= 10
            width += 1
        }
        return (value, hasRest)
    }

    /// `08`, `08:00`, `08:00:00`, `08:00:00.123`, or without colons: milliseconds of the day.
    @inline(__always)
    mutating func clock() -> Int64? {
        guard let hour = digits(2), hour < 24 else { return nil }
        var (minute, second, thousandths) = (0, 0, Int64(0))
        let hasColon = i < count && start[i] == 58
        if hasColon || (i < count && start[i] &- 48 < 10) {
            if hasColon { i += 1 }
            guard let value = digits(2), value < 60 else { return nil }
            minute = value
            if hasColon ? take(58) : (i < count && start[i] &- 48 < 10) {
                guard let value = digits(2), value < 60 else { return nil }
                second = value
                if take(46) || take(44) {
                    guard i < count, start[i] &- 48 < 10 else { return nil }
                    thousandths = fraction().thousandths
                }
            }
        }
        return Int64(hour * 3_600_000 + minute * 60_000 + second * 1000) + thousandths
    }

    /// The rest of the text as an offset (`Z`, ` UTC`, ` GMT`, `+08:00`, `+0800`, `+08`, none) applied to a local reading.
    @inline(__always)
    mutating func withOffset(_ local: Int64, zone: TimeZoneRules) -> Int64 {
        if isAtEnd { return zone.milliseconds(ofLocal: local) }
        if take(90) || take(122) { return isAtEnd ? local : TimeFormat.bad }
        _ = take(32)
        if takesRest("UTC") || takesRest("GMT") || takesRest("Z") { return local }
        let isWest = take(45)
        guard isWest || take(43), let hours = digits(2), hours < 24 else { return TimeFormat.bad }
        var minutes = 0
        if !isAtEnd {
            _ = take(58)
            guard let value = digits(2), value < 60 else { return TimeFormat.bad }
            minutes = value
        }
        guard isAtEnd else { return TimeFormat.bad }
        let offset = Int64(hours * 60 + minutes) * 60_000
        return isWest ? local + offset : local - offset
    }

    /// Whether the rest of the text is this one; then it is taken.
    private mutating func takesRest(_ text: StaticString) -> Bool {
        guard count - i == text.utf8CodeUnitCount else { return false }
        for k in 0..<text.utf8CodeUnitCount where start[i + k] != text.utf8Start[k] { return false }
        i = count
        return true
    }
}

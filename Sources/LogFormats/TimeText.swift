import Tracks

/// How the times of a source are written.
public enum TimeFormat: Sendable, Equatable {
    /// ISO 8601, or seconds since 1970 where it is a plain number.
    case automatic
    /// Whole or fractional units since 1970 UTC; so many of them make a second.
    case sinceEpoch(perSecond: Int64)
    /// Units since another time than 1970 UTC, in milliseconds; so many of them make a second.
    case since(Int64, perSecond: Int64)
    /// Letters of a pattern: yyyy MM dd HH mm ss S…; anything else stands for itself.
    case pattern([UInt8])
    /// The first of these that reads a text.
    indirect case either(TimeFormat, or: TimeFormat)

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
            if let counted = Self.counted(text) {
                self = counted
                return
            }
            guard text.contains("yy"), text.contains("M"), text.contains("d") else { return nil }
            self = .pattern(Array(text.utf8))
        }
    }
}

extension TimeFormat {
    /// What `time-format` may be, for messages.
    static let words =
        "auto, seconds, milliseconds, microseconds (or 'seconds since 2000-01-01'), or a pattern such as dd/MM/yyyy HH:mm:ss"

    /// `seconds since 2000-01-01`, in UTC.
    private static func counted(_ text: String) -> TimeFormat? {
        let words = text.split(separator: " ").map(String.init)
        let units: [String: Int64] = ["seconds": 1, "milliseconds": 1000, "microseconds": 1_000_000]
        guard words.count == 3, words[1] == "since", let perSecond = units[words[0]], let day = CalendarDay(words[2]) else {
            return nil
        }
        return .since(Int64(day.number) * 86_400_000, perSecond: perSecond)
    }

    /// What of it, or of one that it is made of, cannot be read; nil where all can.
    var fault: String? {
        switch self {
        case .pattern(let letters): timePatternFault(letters)
        case .either(let one, let other): one.fault ?? other.fault
        default: nil
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
    case .since(let origin, let perSecond):
        let found = epochTime(cell, perSecond: perSecond)
        return found == TimeFormat.bad ? found : checked(found + origin)
    case .pattern(let letters): return patternTime(cell, letters: letters, zone: zone)
    case .either(let one, let other):
        let found = time(cell, format: one, zone: zone)
        return found == TimeFormat.bad ? time(cell, format: other, zone: zone) : found
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
    var parts = TimeParts()
    var i = 0
    while i < letters.count {
        var width = 1
        while i + width < letters.count, letters[i + width] == letters[i] { width += 1 }
        guard parts.take(letters[i], width: width, of: &text) else { return TimeFormat.bad }
        i += width
    }
    guard let local = parts.milliseconds else { return TimeFormat.bad }
    return checked(text.withOffset(local, zone: zone))
}

/// What a pattern found in a text.
private struct TimeParts {
    private var (year, month, day, hour, minute, second, thousandths) = (1970, 1, 1, 0, 0, 0, Int64(0))
    /// Whether the hour is one of 12, and which of the two it is.
    private var isHalfDay = false
    private var isAfternoon: Bool?

    /// Takes a part of the text that letters of the pattern stand for; false where something else stands there.
    mutating func take(_ letter: UInt8, width: Int, of text: inout DigitReader) -> Bool {
        switch letter {
        case 83: thousandths = text.fraction().thousandths  // S
        case 97:  // a
            guard let isAfternoon = text.half() else { return false }
            self.isAfternoon = isAfternoon
        case 77 where width > 2:  // MMM, MMMM
            guard let month = text.month() else { return false }
            self.month = month
        case 121, 77, 100, 72, 104, 109, 115:  // y M d H h m s
            guard let value = width == 1 ? text.number(atMost: 2).map({ Int($0.value) }) : text.digits(width) else {
                return false
            }
            set(letter, value, width: width)
        default:
            for _ in 0..<width where !text.take(letter) { return false }
        }
        return true
    }

    private mutating func set(_ letter: UInt8, _ value: Int, width: Int) {
        switch letter {
        case 121: year = width == 2 ? 2000 + value : value
        case 77: month = value
        case 100: day = value
        case 109: minute = value
        case 115: second = value
        default: (hour, isHalfDay) = (value, letter == 104)
        }
    }

    /// Of the local reading, as if it were UTC; nil where there is no such day or time.
    var milliseconds: Int64? {
        var hour = hour
        if isHalfDay {
            guard (1...12).contains(hour), let isAfternoon else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard isDate(year, month, day), hour < 24, minute < 60, second < 60 else { return nil }
        return Int64(daysSince1970(year: year, month: month, day: day)) * 86_400_000
            + Int64(hour * 3600 + minute * 60 + second) * 1000 + thousandths
    }
}

private let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
]

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

    /// `AM` or `PM`, in letters of any size: whether it is the second.
    mutating func half() -> Bool? {
        guard i + 2 <= count, start[i + 1] | 32 == 109, [97, 112].contains(start[i] | 32) else { return nil }
        i += 2
        return start[i - 2] | 32 == 112
    }

    /// An English month, its first three letters or all of it.
    mutating func month() -> Int? {
        var letters = 0
        while i + letters < count, (97...122).contains(start[i + letters] | 32) { letters += 1 }
        let name = String(decoding: (i..<i + letters).map { start[$0] | 32 }, as: UTF8.self)
        let found = monthNames.firstIndex { $0 == name || $0.prefix(3) == name || (name == "sept" && $0 == "september") }
        guard let found else { return nil }
        i += letters
        return found + 1
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

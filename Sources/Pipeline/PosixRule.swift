import Tracks

/// The rule at the end of a TZif file: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1 TZ, with the hours of RFC 8536).
struct PosixRule {
    private let standard: Int64
    private let saving: Int64?
    private var begins = Moment()
    private var ends = Moment()

    /// A day of a year with a time of day.
    private struct Moment {
        var month = 0
        var week = 0
        var weekday = 0
        var dayOfYear = 0
        var countsLeapDay = true
        var seconds: Int64 = 7200
    }

    /// The rule of a text; nil where there is none.
    init?(_ text: String) {
        var reader = Characters(text)
        guard reader.skipName(), let offset = reader.time() else { return nil }
        standard = -offset * 1000
        guard reader.skipName() else {
            saving = nil
            return
        }
        saving = reader.peek == "," || reader.peek == nil ? standard + 3_600_000 : reader.time().map { -$0 * 1000 }
        guard let begins = Self.moment(&reader), let ends = Self.moment(&reader) else { return nil }
        self.begins = begins
        self.ends = ends
    }

    private static func moment(_ reader: inout Characters) -> Moment? {
        guard reader.take(",") else { return nil }
        var moment = Moment()
        if reader.take("M") {
            guard let month = reader.number(), reader.take("."), let week = reader.number(), reader.take("."),
                let weekday = reader.number()
            else { return nil }
            (moment.month, moment.week, moment.weekday) = (month, week, weekday)
        } else {
            moment.countsLeapDay = !reader.take("J")
            guard let day = reader.number() else { return nil }
            moment.dayOfYear = day
        }
        if reader.take("/") { moment.seconds = reader.time() ?? 7200 }
        return moment
    }

    /// Changes with the offset from then on, in milliseconds, rising.
    func changes(years: ClosedRange<Int>) -> [(Int64, Int64)] {
        guard let saving else { return [(Int64.min + 1, standard)] }
        let all = years.flatMap { year in
            [(start(of: begins, year) - standard, saving), (start(of: ends, year) - saving, standard)]
        }
        return all.sorted { $0.0 < $1.0 }
    }

    /// Milliseconds of a moment, by the local clock before it.
    private func start(of moment: Moment, _ year: Int) -> Int64 {
        var day: Int
        if moment.month > 0 {
            let first = daysSince1970(year: year, month: moment.month, day: 1)
            // 1970-01-01 was a Thursday.
            day = first + (moment.weekday - (first + 4) % 7 + 7) % 7 + (moment.week - 1) * 7
            let next =
                moment.month == 12
                ? daysSince1970(year: year + 1, month: 1, day: 1) : daysSince1970(year: year, month: moment.month + 1, day: 1)
            while day >= next { day -= 7 }
        } else {
            let isLeap = CalendarDay(year: year, month: 2, day: 29) != nil
            let skipped = !moment.countsLeapDay && isLeap && moment.dayOfYear > 59 ? 1 : 0
            day = daysSince1970(year: year, month: 1, day: 1) + moment.dayOfYear - (moment.countsLeapDay ? 0 : 1) + skipped
        }
        return (Int64(day) * 86_400 + moment.seconds) * 1000
    }
}

private struct Characters {
    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    var peek: Character? { rest.first }

    mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipName() -> Bool {
        if take("<") {
            while let character = rest.popFirst(), character != ">" {}
            return true
        }
        let count = rest.prefix { $0.isLetter }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    mutating func number() -> Int? {
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    /// `[+-]h[:mm[:ss]]` in seconds.
    mutating func time() -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number() else { return nil }
        var seconds = Int64(hours) * 3600
        if take(":"), let minutes = number() { seconds += Int64(minutes) * 60 }
        if take(":"), let rest = number() { seconds += Int64(rest) }
        return isNegative ? -seconds : seconds
    }
}

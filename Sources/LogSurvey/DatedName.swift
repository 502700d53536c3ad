import Tracks

/// A day that stands in a path, and where.
struct DatedName: Equatable {
    let day: CalendarDay
    /// What stands for it in a pattern: `{date}`, `{date:yyyyMMdd}`.
    let token: String
    /// The bytes of the path that it takes.
    let range: Range<Int>
    /// Digits of a clock right behind it, which are another in each name.
    let clockDigits: Int

    /// The day in a path that is written so that it cannot be anything else: the last one, as names say more than folders.
    init?(in path: String) {
        let bytes = Array(path.utf8)
        let found = bytes.indices.reversed().lazy.compactMap { Self.read(bytes, at: $0) }.first
        guard let found else { return nil }
        self = found
    }

    private init(day: CalendarDay, token: String, range: Range<Int>, clockDigits: Int) {
        (self.day, self.token, self.range, self.clockDigits) = (day, token, range, clockDigits)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func read(_ bytes: [UInt8], at start: Int) -> DatedName? {
        guard isDigit(bytes[start]), start == 0 || !isDigit(bytes[start - 1]) else { return nil }
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) } }
        func day(_ year: Range<Int>, _ month: Range<Int>, _ day: Range<Int>) -> CalendarDay? {
            guard (1980...2059).contains(number(year)) else { return nil }
            return CalendarDay(year: number(year), month: number(month), day: number(day))
        }
        // 20250601, and 20250601083000 or 202506010830.
        if [8, 12, 14].contains(end - start), let day = day(start..<start + 4, start + 4..<start + 6, start + 6..<start + 8) {
            return DatedName(
                day: day, token: "{date:yyyyMMdd}", range: start..<start + 8, clockDigits: end - start - 8)
        }
        // 2025-06-01 and 01-06-2025, with any sign between the parts, of folders too.
        func isPart(_ from: Int, _ width: Int, endsAt last: Bool = false) -> Bool {
            from + width <= bytes.count && bytes[from..<from + width].allSatisfy(isDigit)
                && (from + width == bytes.count || !isDigit(bytes[from + width]))
        }
        guard end < bytes.count, "-_./".utf8.contains(bytes[end]) else { return nil }
        let sign = bytes[end]
        if end - start == 4, isPart(end + 1, 2), end + 3 < bytes.count, bytes[end + 3] == sign, isPart(end + 4, 2),
            let day = day(start..<end, end + 1..<end + 3, end + 4..<end + 6)
        {
            let mark = String(UnicodeScalar(sign))
            let token = sign == 45 ? "{date}" : "{date:yyyy\(mark)MM\(mark)dd}"
            return DatedName(day: day, token: token, range: start..<end + 6, clockDigits: 0)
        }
        // Which of two the day is must be sure.
        guard end - start == 2, sign != 47, isPart(end + 1, 2), end + 3 < bytes.count, bytes[end + 3] == sign, isPart(end + 4, 4)
        else { return nil }
        let (first, second, year) = (start..<end, end + 1..<end + 3, end + 4..<end + 8)
        let mark = String(UnicodeScalar(sign))
        if number(second) <= 12, number(first) > 12 || number(first) == number(second), let day = day(year, second, first) {
            return DatedName(day: day, token: "{date:dd\(mark)MM\(mark)yyyy}", range: start..<end + 8, clockDigits: 0)
        }
        if number(second) > 12, let day = day(year, first, second) {
            return DatedName(day: day, token: "{date:MM\(mark)dd\(mark)yyyy}", range: start..<end + 8, clockDigits: 0)
        }
        return nil
    }

    /// The path with what stands for the day in its place, and for a clock behind it.
    func pattern(of path: String) -> String {
        let bytes = Array(path.utf8)
        let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
        let behind = String(decoding: bytes[(range.upperBound + clockDigits)...], as: UTF8.self)
        return literalPattern(before) + token + String(repeating: "?", count: clockDigits) + literalPattern(behind)
    }
}

/// A path as a pattern that matches it: what stands for something in patterns is `?`, any character.
func literalPattern(_ path: String) -> String {
    String(path.map { "{*?".contains($0) ? "?" : $0 })
}

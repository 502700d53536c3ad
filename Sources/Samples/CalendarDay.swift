/// A day of the Gregorian calendar, 1970 to 9999.
struct CalendarDay: Equatable {
    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// Reads `YYYY-MM-DD`; nil for anything else and for days that do not exist.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
        guard numbers.count == 3, (1_970...9_999).contains(numbers[0]), (1...12).contains(numbers[1]), numbers[2] >= 1 else {
            return nil
        }
        number = Self.number(year: numbers[0], month: numbers[1], day: numbers[2])
        let found = self.parts()
        guard found.year == numbers[0], found.month == numbers[1], found.day == numbers[2] else { return nil }
    }

    /// 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday.
    var weekday: Int { (number + 3) % 7 }

    var isWeekend: Bool { weekday >= 5 }

    /// `YYYY-MM-DD`.
    var text: String {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func appendText(to bytes: inout [UInt8]) {
        let (year, month, day) = parts()
        bytes.append(number: year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: day, width: 2)
    }

    /// - Source: Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// - Source: Hinnant, `civil_from_days`.
    private func parts() -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

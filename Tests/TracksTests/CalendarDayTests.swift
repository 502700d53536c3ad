import Testing

@testable import Tracks

@Suite struct CalendarDayTests {
    @Test func `counts days from 1970`() {
        // Python: (date(2025, 6, 1) - date(1970, 1, 1)).days
        #expect(CalendarDay("2025-06-01")?.number == 20_240)
        #expect(CalendarDay("1969-12-31")?.number == -1)
    }

    @Test(arguments: ["2025-02-29", "2025-13-01", "2025-6-1", "2025-06-0a", ""])
    func `refuses what is no day`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    /// Python: (date(y, m, d) - date(1970, 1, 1)).days
    @Test(
        arguments: [("2000-02-29", 11_016), ("1900-03-01", -25_508), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896)]
            as [(String, Int32)])
    func `counts days of any year of the Gregorian calendar`(text: String, number: Int32) {
        #expect(CalendarDay(text)?.number == number)
        #expect(CalendarDay(number: number).description == text)
    }

    @Test func `1900 was no leap year, 2000 was one`() {
        #expect(CalendarDay("1900-02-29") == nil && CalendarDay("2000-02-29") != nil)
    }

    @Test func `the storable days are those of 16 signed bits, from 1881 on`() {
        #expect(
            CalendarDay.storable.lowerBound.description == "1881-01-01"
                && CalendarDay.storable.upperBound.description == "2059-09-18")
    }

    @Test func `each day is followed by the next, with the same parts it was made from`() {
        var day = CalendarDay(number: 8_000)
        for _ in 0..<8_000 {
            let (year, month, number) = day.parts
            #expect(CalendarDay(year: year, month: month, day: number) == day && CalendarDay(day.description) == day)
            day = day.next
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_748_764_800_123, "2025-06-01T08:00:00.123Z"),
            (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `times are written in ISO 8601`(milliseconds: Int64, text: String) {
        #expect(isoText(milliseconds: milliseconds) == text)
    }

    @Test func `a division that rounds down has a remainder that is never negative`() {
        #expect(floorDivide(-1, 1000) == (-1, 999) && floorDivide(-1000, 1000) == (-1, 0) && floorDivide(1001, 1000) == (1, 1))
    }
}

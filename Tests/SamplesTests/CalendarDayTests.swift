import Testing

@testable import Samples

@Suite struct CalendarDayTests {
    // Numbers from Python: (date(2025, 6, 1) - date(1970, 1, 1)).days
    @Test(arguments: [("1970-01-01", 0), ("2000-02-29", 11_016), ("2025-06-01", 20_240), ("9999-12-31", 2_932_896)])
    func `reads and writes a day`(_ text: String, _ number: Int) {
        #expect(CalendarDay(text)?.number == number)
        #expect(CalendarDay(number: number).text == text)
    }

    @Test(arguments: [
        "", "2025-06-31", "2025-02-29", "2025-00-01", "2025-13-01", "1969-12-31", "2025-6-1", "2025-06-01Z", "+025-06-01",
    ])
    func `refuses what is no day`(_ text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `knows Sunday`() {
        #expect(CalendarDay(number: 20_240).weekday == 6)
        #expect(CalendarDay(number: 20_240).isWeekend)
        #expect(!CalendarDay(number: 20_241).isWeekend)
    }
}

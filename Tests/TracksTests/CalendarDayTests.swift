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
}

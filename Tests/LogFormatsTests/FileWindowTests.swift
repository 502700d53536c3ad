import Testing
import Tracks

@testable import LogFormats

/// Rules 1.1 and 1.4; edges counted by hand.
@Suite struct FileWindowTests {
    private let midnight = utcMidnight("2025-06-01")
    private let hour: Int64 = 3_600_000
    private let rollover: Int64 = 1024 * 7 * 86_400_000

    private func window(late: Int64 = 0) -> FileWindow {
        FileWindow(dated: CalendarDay("2025-06-01") ?? CalendarDay(number: 0), in: .utc, late: late)
    }

    @Test func `a dated file holds its day less late to ten minutes after its end, to the millisecond`() {
        let window = window(late: 48 * hour)
        #expect(window.reason(for: midnight - 48 * hour - 1) == .tooLate)
        #expect(window.reason(for: midnight - 48 * hour) == nil)
        #expect(window.reason(for: midnight + 24 * hour + 599_999) == nil)
        #expect(window.reason(for: midnight + 24 * hour + 600_000) == .aheadOfFile)
    }

    @Test func `a file of a day with 23 hours ends ten minutes after it`() {
        // Berlin, 2025-03-30: 23:00 UTC of the day before to 22:00 UTC.
        let change = utcMidnight("2025-03-30") + hour
        let berlin = TimeZoneRules(name: "Europe/Berlin", changes: [Int64.min, change], offsets: [hour, 2 * hour])
        let window = FileWindow(dated: CalendarDay("2025-03-30") ?? CalendarDay(number: 0), in: berlin, late: 0)
        #expect(window.low == utcMidnight("2025-03-30") - hour)
        #expect(window.high == utcMidnight("2025-03-30") + 22 * hour + 600_000)
    }

    @Test func `an undated file holds not-before to ten minutes after its modification`() {
        let notBefore = CalendarDay("1990-01-01") ?? CalendarDay(number: 0)
        let shanghai = TimeZoneRules(name: "Asia/Shanghai", changes: [Int64.min], offsets: [8 * hour])
        let window = FileWindow(modified: midnight, notBefore: notBefore, in: shanghai)
        #expect(window.reason(for: utcMidnight("1990-01-01") - 8 * hour - 1) == .past)
        #expect(window.reason(for: utcMidnight("1990-01-01") - 8 * hour) == nil)
        #expect(window.reason(for: midnight + 599_999) == nil)
        #expect(window.reason(for: midnight + 600_000) == .future)
    }

    @Test func `a window reaches the days that it shares a millisecond with`() {
        let zone = TimeZoneRules.utc
        let day = CalendarDay("2025-06-01") ?? CalendarDay(number: 0)
        #expect(!window().reaches(day.advanced(by: -1), in: zone))
        #expect(window().reaches(day, in: zone))
        // The ten minutes after its end.
        #expect(window().reaches(day.next, in: zone))
        #expect(!window().reaches(day.advanced(by: 2), in: zone))
        #expect(window(late: 1).reaches(day.advanced(by: -1), in: zone))
    }

    @Test func `a time off by a number of 1024 weeks comes back into the window`() {
        let noon = midnight + 12 * hour
        for weeks in [-3, -2, -1, 1, 2] as [Int64] { #expect(window().repaired(noon + weeks * rollover) == noon) }
        #expect(window().repaired(noon) == noon)
    }

    @Test func `repair goes by the window's edges to the millisecond`() {
        let window = window(late: hour)
        for inside in [window.low, window.high - 1] { #expect(window.repaired(inside - rollover) == inside) }
        for outside in [window.low - 1, window.high] { #expect(window.repaired(outside - rollover) == outside - rollover) }
    }

    @Test func `an undated file is not repaired`() {
        let window = FileWindow(modified: midnight, notBefore: CalendarDay(number: 7305), in: .utc)
        #expect(window.repaired(midnight - hour + rollover) == midnight - hour + rollover)
    }

    @Test func `repaired rows count and lie in their day; without repair they are too late`() throws {
        // 2005-10-16T12:00:00Z is 1024 weeks before 2025-06-01T12:00:00Z: date(2025, 6, 1) − timedelta(weeks=1024) in Python.
        let text = "id,t,lat,lon\nD1,2005-10-16T12:00:00Z,39.9,116.4\nD1,2025-06-01T12:00:01Z,39.9,116.4\n"
        let repaired = try read(text, source(["week-rollover": .scalar("repair")]))
        #expect(repaired.reading.repaired == 1)
        #expect(repaired.fixes.times == [midnight + 12 * hour, midnight + 12 * hour + 1000])
        let plain = try read(text)
        #expect(plain.reading.repaired == 0)
        #expect(plain.faults == ["2 too-late"])
    }
}

import SQLite
import Testing
import Tracks

@testable import Store

@Suite struct ClockStretchTests {
    private let hour: Int64 = 3_600_000

    private func milliseconds(_ text: String) -> Int64 { (CalendarDay(text).map { Int64($0.number) } ?? 0) * 86_400_000 }

    @Test func `a day of Shanghai is cut at midnight in UTC`() {
        let start = milliseconds("2025-06-01") - 8 * hour
        let stretches = ClockStretch.all(from: start, to: start + 24 * hour, zone: [(Int64.min, 8 * hour)])
        #expect(
            stretches == [
                ClockStretch(low: start, high: start + 8 * hour, offset: 8 * hour),
                ClockStretch(low: start + 8 * hour, high: start + 24 * hour, offset: 8 * hour),
            ])
        let june = CalendarDay("2025-06-01").map { Int64($0.number) }
        #expect(stretches.map(\.localDay) == [june, june])
        #expect(stretches.map(\.utcDay) == [(june ?? 0) - 1, june])
        #expect(stretches.map(\.localZero) == [start, start])
    }

    /// Berlin leaps from 02:00 to 03:00 on 2025-03-30, at 01:00 UTC.
    @Test func `a day of 23 hours is cut where the clock leaps`() {
        let start = milliseconds("2025-03-30") - hour
        let change = milliseconds("2025-03-30") + hour
        let stretches = ClockStretch.all(from: start, to: start + 23 * hour, zone: [(0, hour), (change, 2 * hour)])
        #expect(stretches.map(\.low) == [start, start + hour, change])
        #expect(stretches.last?.high == start + 23 * hour)
        #expect(stretches.map(\.localZero) == [start, start, start - hour])
    }

    /// A clock that steps from 00:30 back to 23:30 shows the next date for half an hour.
    @Test func `where the clock steps back over midnight the next date shows for a while`() {
        let midnight = milliseconds("2025-06-02") - 2 * hour
        let start = midnight - 24 * hour
        let change = midnight + hour / 2
        let stretches = ClockStretch.all(from: start, to: midnight + hour, zone: [(0, 2 * hour), (change, hour)])
        let first = milliseconds("2025-06-01") / 86_400_000
        #expect(stretches.map(\.low) == [start, start + 2 * hour, midnight, change])
        #expect(stretches.map(\.localDay) == [first, first, first + 1, first])
        #expect(stretches.last?.high == midnight + hour)
    }

    @Test func `days before 1970 have their dates`() {
        let start = milliseconds("1969-12-31") - hour
        let stretches = ClockStretch.all(from: start, to: start + 24 * hour, zone: [(Int64.min, hour)])
        #expect(stretches.map(\.utcDay) == [-2, -1])
        #expect(stretches.map(\.localDay) == [-1, -1])
    }
}

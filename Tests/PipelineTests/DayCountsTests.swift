import Testing
import Tracks

@testable import Pipeline

@Suite struct DayCountsTests {
    private func days(_ low: Int32, _ high: Int32) -> ClosedRange<CalendarDay> {
        CalendarDay(number: low)...CalendarDay(number: high)
    }

    @Test func `counts the ranges that hold a day, both ends included`() {
        var counts = DayCounts()
        counts.add(1, to: days(10, 20))
        counts.add(1, to: days(20, 20))
        counts.add(1, to: days(-40_000, 40_000))
        let found = [9, 10, 19, 20, 21].map { counts[CalendarDay(number: $0)] }
        #expect(found == [1, 2, 2, 3, 1])
        counts.add(-1, to: days(10, 20))
        let left = [9, 10, 20, 21].map { counts[CalendarDay(number: $0)] }
        #expect(left == [1, 1, 2, 1])
    }

    @Test func `the first and the last day that a database can hold are counted`() {
        var counts = DayCounts()
        let storable = CalendarDay.storable
        counts.add(1, to: storable.lowerBound...storable.lowerBound)
        counts.add(2, to: storable.upperBound...storable.upperBound)
        #expect(counts[storable.lowerBound] == 1 && counts[storable.lowerBound.next] == 0)
        #expect(counts[storable.upperBound] == 2 && counts[storable.upperBound.advanced(by: -1)] == 0)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `is as counted one by one`(seed: UInt64) {
        var random = SeededRandom(seed)
        var (counts, plain) = (DayCounts(), [Int32](repeating: 0, count: 101))
        for _ in 0..<100 {
            let (a, b) = (random.pick(Array(0...100)), random.pick(Array(0...100)))
            let number = Int32(random.pick([-1, 1, 2]))
            counts.add(number, to: days(Int32(min(a, b)) - 50, Int32(max(a, b)) - 50))
            for day in min(a, b)...max(a, b) { plain[day] += number }
        }
        let found = (0...100).map { counts[CalendarDay(number: $0 - 50)] }
        #expect(found == plain)
    }
}

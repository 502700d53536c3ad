import Testing
import Tracks

@testable import Pipeline

@Suite struct RisingDaysTests {
    private func day(_ number: Int32) -> CalendarDay { CalendarDay(number: number) }

    @Test func `gives the days in order of time, each once`() {
        var days = RisingDays([day(7), day(-3), day(7), day(0)])
        #expect(days.count == 3)
        let isNew = days.insert(day(5))
        let isNewAgain = days.insert(day(5))
        #expect(isNew && !isNewAgain)
        var taken: [Int32] = []
        while let first = days.first {
            taken.append(first.number)
            days.remove(first)
        }
        #expect(taken == [-3, 0, 5, 7])
    }

    @Test func `takes out what is there and nothing else`() {
        var days = RisingDays([day(1), day(3)])
        let removed = [2, 3, 3].map { days.remove(day($0)) }
        #expect(removed == [false, true, false])
        #expect(days.all == [day(1)])
    }

    /// Counted again by a set.
    private func differs(_ steps: [(number: Int32, isIn: Bool)]) -> Bool {
        var (days, set) = (RisingDays(), Set<Int32>())
        for (number, isIn) in steps {
            if isIn {
                guard days.insert(day(number)) == set.insert(number).inserted else { return true }
            } else {
                guard days.remove(day(number)) == (set.remove(number) != nil) else { return true }
            }
            guard days.first?.number == set.min(), days.count == set.count else { return true }
        }
        return false
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `is a set with a first day`(seed: UInt64) {
        var random = SeededRandom(seed)
        let steps = (0..<300).map { _ in (number: Int32(random.pick(Array(-20...20))), isIn: random.chance(0.5)) }
        #expect(!differs(steps))
    }
}

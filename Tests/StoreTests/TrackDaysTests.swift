import Testing
import Tracks

@testable import Store

@Suite struct TrackDaysTests {
    private func day(_ number: Int32) -> CalendarDay { CalendarDay(number: number) }

    @Test func `no days have none before, after or last`() {
        let days = TrackDays()
        #expect(days.isEmpty && days.last == nil && !days.contains(day(0)))
        #expect(days.previous(before: day(0)) == nil && days.next(after: day(0)) == nil)
    }

    @Test func `a day is neither before nor after itself`() {
        var days = TrackDays()
        days.insert(day(20_000))
        #expect(days.contains(day(20_000)) && days.last == day(20_000))
        #expect(days.previous(before: day(20_000)) == nil && days.next(after: day(20_000)) == nil)
        #expect(days.previous(before: day(20_001)) == day(20_000) && days.next(after: day(19_999)) == day(20_000))
    }

    @Test func `days in any order are found as in a sorted list`() {
        var random = SeededRandom(seed: 41)
        for _ in 0..<200 {
            var days = TrackDays()
            var plain: Set<Int32> = []
            let range = Int32.random(in: 1...60, using: &random)
            for _ in 0..<80 {
                let number = Int32.random(in: -range...range, using: &random)
                if Bool.random(using: &random) || Bool.random(using: &random) {
                    days.insert(day(number))
                    plain.insert(number)
                } else {
                    days.remove(day(number))
                    plain.remove(number)
                }
                let asked = Int32.random(in: -range - 9...range + 9, using: &random)
                #expect(days.contains(day(asked)) == plain.contains(asked))
                #expect(days.previous(before: day(asked))?.number == plain.filter { $0 < asked }.max())
                #expect(days.next(after: day(asked))?.number == plain.filter { $0 > asked }.min())
                #expect(days.last?.number == plain.max() && days.isEmpty == plain.isEmpty)
            }
        }
    }

    @Test func `ten years take a bit a day`() {
        var days = TrackDays()
        for number in 16_000..<19_650 { days.insert(day(Int32(number))) }
        #expect(days.bits.count == 457)
    }
}

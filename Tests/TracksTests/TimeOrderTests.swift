import Testing
import Tracks

@Suite struct TimeOrderTests {
    @Test func `no times, one time and rising times are in order already`() {
        #expect(orderByTime([]) == nil)
        #expect(orderByTime([5]) == nil)
        #expect(orderByTime([1, 2, 2, 3]) == nil)
    }

    @Test func `equal times stay as they stand`() {
        #expect(orderByTime([3, 1, 3, 1, 2]) == [1, 3, 4, 0, 2])
    }

    @Test func `falling times are turned round`() {
        #expect(orderByTime([4, 3, 2, 1]) == [3, 2, 1, 0])
    }

    @Test func `random times come in the order of time, then of place`() {
        var random = SeededRandom(seed: 5)
        for count in 0..<150 {
            let times = (0..<count).map { _ in Int64.random(in: 0...40, using: &random) }
            let wanted = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map(Int32.init)
            #expect((orderByTime(times) ?? (0..<Int32(count)).map { $0 }) == wanted)
        }
    }

    @Test func `stops when it is asked to`() {
        var rounds = 0
        _ = orderByTime([8, 7, 6, 5, 4, 3, 2, 1]) {
            rounds += 1
            return rounds == 2
        }
        #expect(rounds == 2)
    }
}

import Testing

@testable import Samples

@Suite struct RandomSourceTests {
    @Test func `gives the numbers of the reference implementation`() {
        // xoshiro256starstar.c by Blackman and Vigna, state 1, 2, 3, 4 (also the test of Rust's rand_xoshiro).
        var random = RandomSource(state: (1, 2, 3, 4))
        let numbers = (0..<5).map { _ in random.next() }
        #expect(numbers == [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360])
    }

    @Test func `streams of one seed differ`() {
        var first = RandomSource(seed: 1, stream: 0)
        var second = RandomSource(seed: 1, stream: 1)
        #expect(first.next() != second.next())
    }

    @Test func `gaussian numbers have mean 0, deviation 1 and an end`() {
        var random = RandomSource(seed: 5, stream: 0)
        let numbers = (0..<100_000).map { _ in random.gaussian() }
        let mean = numbers.reduce(0, +) / 100_000
        let variance = numbers.reduce(0) { $0 + $1 * $1 } / 100_000
        #expect(abs(mean) < 0.02)
        #expect(abs(variance - 1) < 0.02)
        #expect(numbers.allSatisfy { abs($0) <= 3.5 })
    }

    @Test func `whole numbers reach both bounds`() {
        var random = RandomSource(seed: 5, stream: 1)
        #expect(Set((0..<200).map { _ in random.integer(3, 6) }) == [3, 4, 5, 6])
    }
}

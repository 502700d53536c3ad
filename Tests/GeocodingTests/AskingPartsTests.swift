import Testing

@testable import Geocoding

@Suite struct TokenBucketTests {
    @Test func `no second holds more requests than the rate and one`() {
        var bucket = TokenBucket(requestsPerSecond: 50)
        var taken: [Int64] = []
        var random = SeededRandom(seed: 1)
        var now: Int64 = 0
        while now < 20_000_000_000 {
            if bucket.fullAt <= now {
                bucket.take(at: now)
                taken.append(now)
            }
            // Now and then nobody asks for a while: a token that is not used is not saved up.
            now +=
                Int64.random(in: 0...5_000_000, using: &random)
                + (Int.random(in: 0..<500, using: &random) == 0 ? 2_000_000_000 : 0)
        }
        for (i, moment) in taken.enumerated() {
            #expect(taken[i...].prefix { $0 <= moment + 1_000_000_000 }.count <= 51)
        }
        #expect(taken.count > 300)
    }

    @Test func `it is full at first and fills in a little more than the rate's time`() {
        var bucket = TokenBucket(requestsPerSecond: 4)
        #expect(bucket.fullAt <= 0)
        bucket.take(at: 1_000)
        // 250 ms ÷ 0.97.
        #expect(bucket.fullAt == 257_732_959)
    }

    @Test func `failures slow it down to a bound and answers bring it back`() {
        var bucket = TokenBucket(requestsPerSecond: 100)
        bucket.slowDown()
        #expect(bucket.pace == 0.7)
        for _ in 0..<50 { bucket.slowDown() }
        #expect(bucket.pace == 1.0 / 64)
        for _ in 0..<200 { bucket.speedUp() }
        #expect(bucket.pace == 1)
    }
}

@Suite struct CircuitBreakerTests {
    private var rules = RetryRules()

    @Test func `ten failures in a row open it, nine and an answer do not`() {
        var breaker = CircuitBreaker(rules: rules)
        for _ in 0..<9 { breaker.noteFailure(at: 0, hasAnswered: true) }
        breaker.noteAnswer()
        for _ in 0..<9 { breaker.noteFailure(at: 0, hasAnswered: true) }
        #expect(!breaker.isAlone && breaker.pausedUntil == nil)
        breaker.noteFailure(at: 5, hasAnswered: true)
        #expect(breaker.isAlone && breaker.pausedUntil == 10_000_000_005)
    }

    @Test func `a source that never answered pauses after three`() {
        var breaker = CircuitBreaker(rules: rules)
        for _ in 0..<2 { breaker.noteFailure(at: 0, hasAnswered: false) }
        #expect(breaker.pausedUntil == nil)
        breaker.noteFailure(at: 0, hasAnswered: false)
        #expect(breaker.pausedUntil != nil)
    }

    @Test func `after a pause one request tries, and closes it`() {
        var breaker = CircuitBreaker(rules: rules)
        for _ in 0..<10 { breaker.noteFailure(at: 0, hasAnswered: true) }
        breaker.noteStart()
        #expect(breaker.isAlone && breaker.pausedUntil == nil)
        breaker.noteAnswer()
        #expect(!breaker.isAlone)
    }

    @Test func `the third opening is a rest, failures of a pause do not count`() {
        var breaker = CircuitBreaker(rules: rules)
        for _ in 0..<40 { breaker.noteFailure(at: 0, hasAnswered: true) }
        #expect(!breaker.isResting)
        breaker.noteStart()
        breaker.noteFailure(at: 20_000_000_000, hasAnswered: true)
        #expect(breaker.pausedUntil == 40_000_000_000 && !breaker.isResting)
        breaker.noteStart()
        breaker.noteFailure(at: 50_000_000_000, hasAnswered: true)
        #expect(breaker.isResting)
    }

    @Test func `openings are forgotten after a hundred answers`() {
        var breaker = CircuitBreaker(rules: rules)
        for _ in 0..<5 {
            for _ in 0..<10 { breaker.noteFailure(at: 0, hasAnswered: true) }
            breaker.noteStart()
            for _ in 0..<100 { breaker.noteAnswer() }
        }
        #expect(!breaker.isResting && !breaker.isAlone)
    }
}

@Suite struct RetryRulesTests {
    @Test func `waits are drawn under a bound that doubles`() {
        let rules = RetryRules()
        #expect([1, 2, 3, 4].map { rules.delaySeconds(afterFailures: $0, random: 0.5) } == [0.5, 1, 2, 4])
        #expect(rules.delaySeconds(afterFailures: 7, random: 0.5) == 30)
        #expect(rules.delaySeconds(afterFailures: 200, random: 0.5) == 30)
        #expect(rules.delaySeconds(afterFailures: 3, random: 0) == 0)
    }

    @Test func `a later run asks after a minute that doubles, half a day at most`() {
        #expect(RetryRules.laterMilliseconds(afterFailures: 1) == 120_000)
        #expect(RetryRules.laterMilliseconds(afterFailures: 4) == 960_000)
        #expect(RetryRules.laterMilliseconds(afterFailures: 10) == 43_200_000)
        #expect(RetryRules.laterMilliseconds(afterFailures: 255) == 43_200_000)
    }
}

@Suite struct HeapTests {
    @Test func `it gives what was put in, the smallest first`() {
        var random = SeededRandom(seed: 7)
        var heap = Heap<Int>()
        var kept: [Int] = []
        var given: [Int] = []
        for _ in 0..<2000 {
            if Bool.random(using: &random) || kept.isEmpty {
                let number = Int.random(in: 0..<300, using: &random)
                heap.insert(number)
                kept.append(number)
            } else {
                let smallest = kept.min()
                #expect(heap.first == smallest)
                if let number = heap.removeFirst() { given.append(number) }
                kept.remove(at: kept.firstIndex(of: given.last ?? -1) ?? 0)
                #expect(given.last == smallest && heap.count == kept.count)
            }
        }
        #expect(Heap<Int>().isEmpty && given.count > 500)
    }
}

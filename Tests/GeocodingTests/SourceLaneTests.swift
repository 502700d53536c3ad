import Testing

@testable import Geocoding

@Suite struct SourceLaneTests {
    private let tooMuch = SourceFailure(.backOff, code: "429", "Too fast.")

    /// A lane of eight in flight with units 0 up to a count.
    private func lane(_ count: Int) -> SourceLane {
        let chain = AddressChain([.network(FirstSource(url: "http://a.example"))], languages: ["en"])
        var lane = SourceLane(chain.asked[0], rules: RetryRules())
        for unit in 0..<count { lane.ready.insert(unit) }
        return lane
    }

    private func fail(_ lane: inout SourceLane, started: Int64, now: Int64, retryAfter: Double? = nil) {
        lane.noteFailure(
            tooMuch, retryAfter: retryAfter, started: started, points: 1, now: now, nowMilliseconds: testNow, rules: RetryRules())
    }

    @Test func `one request is on its way until the source has answered, then as many as its bound`() {
        var lane = lane(20)
        lane.noteStart(at: 0)
        lane.noteSent(at: 0)
        #expect(lane.mayStartAt == nil)
        lane.noteEnd(wasSent: true, isNoted: true)
        lane.noteAnswer()
        for _ in 0..<8 {
            #expect(lane.mayStartAt != nil)
            lane.noteStart(at: 0)
            // Until it has gone out it waits for its connection, and no other starts.
            #expect(lane.mayStartAt == nil)
            lane.noteSent(at: 0)
        }
        #expect(lane.mayStartAt == nil && lane.inFlight == 8)
    }

    @Test func `the bucket counts from when a request goes out, not from its start`() {
        var lane = lane(20)
        lane.noteStart(at: 0)
        lane.noteSent(at: 5_000_000_000)
        lane.noteEnd(wasSent: true, isNoted: true)
        // 10,000 a second, at 0.97 of it.
        #expect(lane.mayStartAt == 5_000_103_093)
    }

    @Test func `requests that were on their way together slow it down once`() {
        var lane = lane(20)
        lane.noteAnswer()
        for _ in 0..<8 { fail(&lane, started: 10, now: 100) }
        #expect(lane.bucket.pace == 0.7)
        fail(&lane, started: 100, now: 200)
        #expect(abs(lane.bucket.pace - 0.49) < 1e-12)
    }

    @Test func `requests that were on their way when a pause was asked for do not open the breaker`() {
        var lane = lane(20)
        lane.noteAnswer()
        for _ in 0..<30 { fail(&lane, started: 10, now: 100, retryAfter: 2) }
        #expect(lane.breaker.pausedUntil == nil && lane.mayStartAt == 2_000_000_100)
        for _ in 0..<10 { fail(&lane, started: 200, now: 300) }
        #expect(lane.breaker.pausedUntil == 10_000_000_300)
    }

    @Test func `a unit that failed before is not the one that stands for all`() {
        var lane = lane(4)
        #expect(lane.takeFirst { $0 < 2 } == 2)
        #expect(lane.takeFirst { _ in true } == 0)
        lane.noteAnswer()
        #expect(lane.takeFirst { _ in true } == 1 && lane.takeFirst { _ in true } == 3 && lane.takeFirst { _ in true } == nil)
    }

    @Test func `units that wait come back in line when they are due`() {
        var lane = lane(0)
        lane.noteAnswer()
        lane.delayed.insert(DelayedUnit(dueNanoseconds: 500, unit: 7))
        lane.delayed.insert(DelayedUnit(dueNanoseconds: 400, unit: 9))
        #expect(lane.mayStartAt == 400 && lane.isBusy)
        lane.wake(at: 450)
        #expect(lane.ready.first == 9 && lane.ready.count == 1 && lane.delayed.count == 1)
    }

    @Test func `a lane that is stopped starts nothing and is busy with what is on its way only`() {
        var lane = lane(4)
        lane.noteStart(at: 0)
        lane.halt(SourceStop(failure: tooMuch, untilMilliseconds: nil))
        #expect(lane.mayStartAt == nil && lane.isBusy)
        lane.noteEnd(wasSent: false, isNoted: false)
        #expect(!lane.isBusy && lane.counts.requests == 0 && lane.counts.stopped == tooMuch)
    }
}

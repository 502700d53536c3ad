/// A centre that waits before it is asked again.
struct DelayedUnit: Comparable {
    let dueNanoseconds: Int64
    let unit: Int

    static func < (left: DelayedUnit, right: DelayedUnit) -> Bool {
        (left.dueNanoseconds, left.unit) < (right.dueNanoseconds, right.unit)
    }
}

/// A request on its way.
struct Flight {
    let lane: Int
    /// The units it asks for.
    let units: [Int]
    let request: HTTPRequest
    let redirects: Int
    let startedNanoseconds: Int64
    /// What it counts for.
    let day: AccountDay
    var isSent = false
}

/// One source of the network during a run: who waits for it, what bounds it, how it fares. Moments in nanoseconds.
struct SourceLane {
    let asked: AddressChain.Asked
    /// Units to ask for, in the caller's order.
    var ready = Heap<Int>()
    /// Units that wait after a failure.
    var delayed = Heap<DelayedUnit>()
    /// Requests that go out again to where the server has it.
    var redirected: [Flight] = []
    /// Failures of earlier runs and of this one by centre.
    var failures: [AskedCenter: (tries: Int, nextTryMilliseconds: Int64)] = [:]

    /// Cells that are not asked for in this run since they failed in an earlier one.
    var laterCells = 0

    private(set) var bucket: TokenBucket
    private(set) var breaker: CircuitBreaker
    private var pausedUntil = Int64.min
    private var pauseBegan = Int64.min
    private var slowedAt = Int64.min
    private(set) var inFlight = 0
    /// Requests that were started and have not gone out: they wait for their connection.
    private(set) var unsent = 0
    private(set) var hasAnswered = false
    private var misconfiguredInRow = 0
    /// Whether the source answered before and then called a request misconfigured: one odd point, or all of them from now on.
    private var isOnProbation = false
    /// Why nothing more is asked in this run.
    private(set) var stop: SourceStop?

    /// What the summary says of it.
    var counts: AskingSummary.Source

    init(_ asked: AddressChain.Asked, rules: RetryRules) {
        self.asked = asked
        bucket = TokenBucket(requestsPerSecond: asked.limits.requestsPerSecond)
        breaker = CircuitBreaker(rules: rules)
        counts = AskingSummary.Source(name: asked.name)
    }

    var hasQueue: Bool { !ready.isEmpty || !delayed.isEmpty || !redirected.isEmpty }

    /// Whether this run has anything left to do for it.
    var isBusy: Bool { inFlight > 0 || stop == nil && hasQueue }

    /// How many requests may be on their way: one until it has answered, and while it is tried.
    private var bound: Int {
        hasAnswered && !isOnProbation && !breaker.isAlone ? max(1, asked.limits.inFlight) : 1
    }

    /// From when on a request may start; nil while that waits for one on its way, or for nothing.
    ///
    /// One request at a time waits for its connection, so that those which go out keep the bucket's distance.
    var mayStartAt: Int64? {
        guard stop == nil, inFlight < bound, unsent == 0 else { return nil }
        var start = max(bucket.fullAt, pausedUntil, breaker.pausedUntil ?? .min)
        if ready.isEmpty && redirected.isEmpty {
            guard let next = delayed.first else { return nil }
            start = max(start, next.dueNanoseconds)
        }
        return start
    }

    /// Brings the units that have waited long enough back in line.
    mutating func wake(at now: Int64) {
        while let next = delayed.first, next.dueNanoseconds <= now {
            _ = delayed.removeFirst()
            ready.insert(next.unit)
        }
    }

    /// The next unit; before the first answer one that never failed, if there is one, so that an odd centre does not stand for all.
    mutating func takeFirst(hasFailed: (Int) -> Bool) -> Int? {
        guard !hasAnswered else { return ready.removeFirst() }
        var passed: [Int] = []
        defer { for unit in passed { ready.insert(unit) } }
        while let unit = ready.removeFirst() {
            guard hasFailed(unit) else { return unit }
            passed.append(unit)
        }
        return passed.isEmpty ? nil : passed.removeFirst()
    }

    // MARK: What happened

    mutating func noteStart(at now: Int64) {
        breaker.noteStart()
        bucket.take(at: now)
        inFlight += 1
        unsent += 1
    }

    mutating func noteSent(at moment: Int64) {
        unsent -= 1
        bucket.take(at: moment)
    }

    mutating func noteEnd(wasSent: Bool, isNoted: Bool) {
        inFlight -= 1
        if !isNoted { unsent -= 1 }
        if wasSent { counts.requests += 1 }
    }

    mutating func noteAnswer() {
        hasAnswered = true
        misconfiguredInRow = 0
        isOnProbation = false
        bucket.speedUp()
        breaker.noteAnswer()
    }

    /// Notes a request that got no answer.
    ///
    /// - Parameters:
    ///   - retryAfter: Seconds that the server asks to wait.
    ///   - started: When the request started.
    ///   - points: How many points it held.
    ///   - now, nowMilliseconds: By the clock that never jumps, and by that of the wall.
    mutating func noteFailure(
        _ failure: SourceFailure, retryAfter: Double?, started: Int64, points: Int, now: Int64, nowMilliseconds: Int64,
        rules: RetryRules
    ) {
        switch failure.kind {
        case .misconfigured:
            isOnProbation = true
            // Of several points one may be odd; they are asked one by one next.
            if points == 1 || !hasAnswered { misconfiguredInRow += 1 }
            if !hasAnswered || misconfiguredInRow > 1 { halt(SourceStop(failure: failure, untilMilliseconds: nil)) }
            return
        case .stopForToday:
            let end = endOfDay(of: asked.source, nowMilliseconds: nowMilliseconds)
            return halt(SourceStop(failure: failure, untilMilliseconds: end))
        case .backOff where started >= slowedAt:
            bucket.slowDown()
            slowedAt = now
        case .backOff, .unusable: break
        }
        // Of requests that were on their way together one counts, for the pace and when the server asks for a pause.
        if started >= pauseBegan { breaker.noteFailure(at: now, hasAnswered: hasAnswered) }
        if let retryAfter {
            pauseBegan = now
            pausedUntil = max(pausedUntil, now + Int64(min(retryAfter, 1e9) * 1e9))
            if retryAfter > rules.longestPauseSeconds {
                let end = nowMilliseconds + Int64(min(retryAfter, 30 * 86_400) * 1000)
                return halt(SourceStop(failure: failure, untilMilliseconds: end))
            }
        }
        if breaker.isResting { halt(SourceStop(failure: failure, untilMilliseconds: nil)) }
    }

    /// Asks nothing more in this run.
    mutating func halt(_ stop: SourceStop) {
        guard self.stop == nil else { return }
        self.stop = stop
        counts.stopped = stop.failure
    }
}

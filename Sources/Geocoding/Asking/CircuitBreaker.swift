/// Stops asking a source that fails again and again: it pauses, then one request tries whether it is back.
///
/// A value without a clock; moments in nanoseconds.
struct CircuitBreaker {
    private enum State: Equatable {
        case closed
        case paused(until: Int64)
        case trying
        case resting
    }

    private let rules: RetryRules
    private var state = State.closed
    private var failuresInRow = 0
    private var openings = 0
    private var answersSince = 0

    init(rules: RetryRules) { self.rules = rules }

    /// Whether it has given up for this run.
    var isResting: Bool { state == .resting }

    /// Whether only one request may be on its way.
    var isAlone: Bool { state != .closed }

    /// Until when nothing is asked; nil for no pause.
    var pausedUntil: Int64? {
        guard case .paused(let until) = state else { return nil }
        return until
    }

    /// Notes that a request starts, after a pause the one that tries.
    mutating func noteStart() {
        if case .paused = state { state = .trying }
    }

    /// Notes an answer.
    mutating func noteAnswer() {
        failuresInRow = 0
        if state == .trying { state = .closed }
        answersSince += 1
        if answersSince >= rules.answersUntilForgotten { openings = 0 }
    }

    /// Notes a failure.
    ///
    /// - Parameter hasAnswered: Whether the source answered before in this run; one that never did is given up sooner.
    mutating func noteFailure(at now: Int64, hasAnswered: Bool) {
        switch state {
        case .paused, .resting: return
        case .trying: open(at: now)
        case .closed:
            failuresInRow += 1
            if failuresInRow >= (hasAnswered ? rules.failuresUntilPause : rules.failuresUntilFirstPause) { open(at: now) }
        }
    }

    private mutating func open(at now: Int64) {
        openings += 1
        answersSince = 0
        failuresInRow = 0
        let pause = rules.pauseSeconds * Double(openings)
        state = openings >= rules.pausesUntilRest ? .resting : .paused(until: now + Int64(pause * 1e9))
    }
}

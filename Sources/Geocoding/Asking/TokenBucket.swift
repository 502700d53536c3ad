/// A bucket that holds one token: between two requests lies at least the time in which it fills.
///
/// So no second holds more requests than the rate and one. It is a value without a clock.
struct TokenBucket {
    /// The part of the rate that is used, so that requests which bunch up on their way still keep to the rate where they arrive.
    static let usedPart = 0.97
    /// The slowest that a bucket fills after failures, as a part of its rate.
    static let slowestPace = 1.0 / 64

    private let nanosecondsPerToken: Double
    /// What part of the rate is used now.
    private(set) var pace = 1.0
    /// From when on there is a token.
    private(set) var fullAt = Int64.min

    /// A full bucket.
    init(requestsPerSecond: Double) {
        precondition(requestsPerSecond > 0, "expected a rate above 0, found \(requestsPerSecond)")
        nanosecondsPerToken = 1e9 / (requestsPerSecond * Self.usedPart)
    }

    /// Takes the token for a request that is started, or that goes out only now; moments in nanoseconds.
    mutating func take(at now: Int64) {
        fullAt = max(fullAt, now + Int64((nanosecondsPerToken / pace).rounded(.up)))
    }

    /// Fills more slowly from now on: the server has too much to do.
    mutating func slowDown() { pace = max(Self.slowestPace, pace * 0.7) }

    /// Fills a little faster again, up to the rate: the server answered.
    mutating func speedUp() { pace = min(1, pace + 1.0 / 200) }
}

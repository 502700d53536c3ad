/// How often and after which waits a source is asked again.
struct RetryRules: Sendable {
    /// Requests for a centre in one run at most.
    var tries = 4
    /// The longest wait after a centre's first failure; it doubles with each further one.
    var firstDelaySeconds = 1.0
    /// The longest of these waits.
    var longestDelaySeconds = 60.0
    /// The longest `Retry-After` that a run waits for; a longer one ends the source for this run.
    var longestPauseSeconds = 300.0
    /// Failures in a row after which a source pauses.
    var failuresUntilPause = 10
    /// The same of a source that has not answered yet in this run.
    var failuresUntilFirstPause = 3
    /// The first pause; the second is twice as long.
    var pauseSeconds = 10.0
    /// Pauses, counted with this one, at which a source rests for the run.
    var pausesUntilRest = 3
    /// Answers after which earlier pauses no longer count.
    var answersUntilForgotten = 100
    /// Redirects of one request that are followed.
    var redirects = 3

    /// The wait before a centre is asked again: full jitter under an exponential bound.
    ///
    /// - Parameters:
    ///   - failures: Requests for it that failed in this run, 1 or more.
    ///   - random: 0 up to 1.
    /// - Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015.
    func delaySeconds(afterFailures failures: Int, random: Double) -> Double {
        random * min(longestDelaySeconds, firstDelaySeconds * power(of: failures - 1))
    }

    /// Milliseconds after which a later run asks for a centre that this one gave up: a minute for each doubling, half a day at most.
    ///
    /// - Parameter failures: Requests for it that failed in all runs, 1 or more.
    static func laterMilliseconds(afterFailures failures: Int) -> Int64 {
        min(12 * 3_600_000, 60_000 << Int64(min(failures, 20)))
    }

    private func power(of exponent: Int) -> Double { Double(UInt64(1) << UInt64(min(max(0, exponent), 62))) }
}

import Glibc

/// Seconds of processor time this process has used; other processes on the machine do not count.
func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds of the wall clock.
func wallSeconds() -> Double { seconds(CLOCK_MONOTONIC) }

private func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The least processor seconds of some rounds of a piece of work.
func leastSeconds(rounds: Int = 5, _ work: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<rounds {
        let start = processorSeconds()
        work()
        least = min(least, processorSeconds() - start)
    }
    return least
}

/// Processor seconds of all children that have ended.
func childrenSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) * 1e-6
}

/// Keeps a result alive, so that the work for it is not left out.
@inline(never)
func consume<Value>(_ value: Value) {}

import Glibc

/// A mutex for short critical sections, with a condition to wait for.
///
/// On the pthread types, which ThreadSanitizer knows, unlike `Synchronization.Mutex`. A class: they must not move.
/// `@unchecked Sendable`: a pthread mutex and its condition are made to be shared.
public final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// An open mutex.
    public init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs a body while no other thread runs one.
    public func with<Value>(_ body: () throws -> Value) rethrows -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Inside `with`: lets others in until one of them wakes all, or after some milliseconds, if they are given.
    public func wait(milliseconds: Int? = nil) {
        guard let milliseconds else {
            pthread_cond_wait(condition, mutex)
            return
        }
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds * 1_000_000
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &deadline)
    }

    /// Inside `with`: wakes all that wait.
    public func wakeAll() { pthread_cond_broadcast(condition) }
}

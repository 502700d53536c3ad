import Glibc

/// A thread with a large stack that can be waited for.
public final class JoinedThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    /// Starts a thread; nil where the system has no room for one more.
    public init?(_ run: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 8 << 20)
        defer { pthread_attr_destroy(&attributes) }
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, &attributes,
            { body in
                guard let body else { return nil }
                Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            return nil
        }
    }

    /// Waits until it has ended.
    public func join() { pthread_join(thread, nil) }
}

import Geodesy
import Glibc

/// A cell that is to get its address.
public struct AskedCell: Sendable {
    /// The caller's number of it; given back, never a coordinate.
    public var key: Int64
    /// Its centre, WGS-84 degrees.
    public var center: Coordinate

    /// A cell.
    public init(key: Int64, center: Coordinate) {
        self.key = key
        self.center = center
    }
}

/// Asks the sources of a chain that are on the network, at a bounded rate, each centre once.
public struct Asking {
    let chain: AddressChain
    let cache: AddressCache
    let userAgent: String
    let isOffline: Bool
    let idle: [String: String]
    let isStopped: @Sendable () -> Bool
    var rules = RetryRules()
    /// Milliseconds since 1970 UTC.
    var wallMilliseconds: @Sendable () -> Int64 = Self.systemMilliseconds
    /// 0 up to 1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Told of each request that goes out: its source and the moment in nanoseconds.
    var whenSent: ((_ source: String, _ nanoseconds: Int64) -> Void)?

    /// What is to be asked with.
    ///
    /// - Parameters:
    ///   - cache: Made by `AddressCache.asking`.
    ///   - userAgent: What servers are told of the program: `trackmill/0.1.0`.
    ///   - isOffline: Nobody is asked.
    ///   - idle: Sources that are not asked, by name, each with why: a sentence.
    ///   - isStopped: Looked at several times a second; what was answered is kept.
    public init(
        chain: AddressChain, cache: AddressCache, userAgent: String, isOffline: Bool = false,
        idle: [String: String] = [:], isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        self.chain = chain
        self.cache = cache
        self.userAgent = userAgent
        self.isOffline = isOffline
        self.idle = idle
        self.isStopped = isStopped
    }

    /// Asks until every cell is answered or given up for this run, or until it is stopped.
    ///
    /// Works on the calling thread. Answers are committed to the cache each second at least, what is past its lifetime first marked.
    /// SIGPIPE must be ignored by the program: TLS writes to connections that may be closed.
    /// - Parameters:
    ///   - cells: In the order in which they are to be asked. Cells with one centre share a request.
    ///   - changed: Called after a commit with the keys of cells whose resolution is another now. What it throws ends the asking.
    ///   - say: Called with a sentence as soon as a source is stopped.
    public func run(
        _ cells: [AskedCell], changed: (_ keys: [Int64], _ soFar: AskingSummary) throws -> Void, say: (String) -> Void = { _ in }
    ) throws -> AskingSummary {
        var run = AskingRun(self, cells, try HTTPClient(userAgent: userAgent))
        try run.ask(changed: changed, say: say)
        return run.summary
    }

    private static func systemMilliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}

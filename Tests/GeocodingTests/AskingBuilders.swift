import Foundation
import Geodesy
import Glibc
import Testing

@testable import Geocoding

/// A folder that is gone when the test ends.
final class TestFolder {
    let path: String

    init() {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/geocoding-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "."
    }

    deinit {
        for name in ["cache", "cache-journal", "cache.lock", "link", "cache-real", "cache-real.lock"] {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }

    var cachePath: String { "\(path)/cache" }
}

/// A moment: 2026-03-01 00:00 UTC.
let testNow: Int64 = 1_772_323_200_000

/// Rules whose waits are short.
let quickRules: RetryRules = {
    var rules = RetryRules()
    rules.firstDelaySeconds = 0.02
    rules.pauseSeconds = 0.1
    return rules
}()

/// What a run of asking gave.
struct AskedRun {
    let summary: AskingSummary
    /// Keys in the order in which they were called changed.
    let changed: [Int64]
    let said: [String]
    /// When which source was asked.
    let sent: [(source: String, nanoseconds: Int64)]
}

/// Asks for cells with a cache file that is opened for this run only.
func ask(
    _ cells: [AskedCell], _ chain: AddressChain, cache path: String, now: Int64 = testNow, rules: RetryRules = quickRules,
    isOffline: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false },
    changed: ([Int64], AskingSummary) throws -> Void = { _, _ in }
) throws -> AskedRun {
    let cache = try AddressCache.asking(path: path, nowMilliseconds: now)
    var asking = Asking(chain: chain, cache: cache, userAgent: "trackmill/test", isOffline: isOffline, isStopped: isStopped)
    asking.rules = rules
    asking.wallMilliseconds = { now }
    var keys: [Int64] = []
    var said: [String] = []
    let log = SentLog()
    asking.whenSent = { log.sent.append(($0, $1)) }
    let summary = try asking.run(
        cells,
        changed: {
            keys += $0
            try changed($0, $1)
        }, say: { said.append($0) })
    return AskedRun(summary: summary, changed: keys, said: said, sent: log.sent)
}

private final class SentLog {
    var sent: [(source: String, nanoseconds: Int64)] = []
}

/// How a cell's address stands in a cache file.
func resolution(_ center: Coordinate, _ chain: AddressChain, cache path: String) throws -> Resolution {
    try chain.resolve(center, in: AddressCache.reading(path: path))
}

/// A server that answers every point at once.
func plainServer() -> LocalServer {
    LocalServer { (.whole(status: 200, body: servedBody($0.target)), 0) }
}

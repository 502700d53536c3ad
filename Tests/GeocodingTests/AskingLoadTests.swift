import Glibc
import Testing

@testable import Geocoding

/// How fast and in how much memory many requests go; `TRACKMILL_REQUESTS=1` runs them (with an optimised build, on an idle machine).
@Suite(.serialized, .enabled(if: getenv("TRACKMILL_REQUESTS") != nil, "A measurement: TRACKMILL_REQUESTS=1 makes it."))
struct AskingLoadTests {
    private let folder = TestFolder()

    /// Of 5,000 cells at 50 ms each and 32 in flight the ideal is 7.8125 s; 15 % more may be lost.
    @Test func `5,000 cells at 50 ms take little more than the ideal`() throws {
        let server = LocalServer { (.whole(status: 200, body: servedBody($0.target)), 50) }
        var source = FirstSource(url: server.url)
        source.limits = RequestLimits(requestsPerSecond: 100_000, perDay: nil, inFlight: 32, timeoutSeconds: 10)
        let start = monotonicNanoseconds()
        let run = try ask(testCells(5000), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        let took = Double(monotonicNanoseconds() - start) / 1e9
        server.stop()
        print("5,000 cells, 50 ms, 32 in flight: \(took) s, \(took / 7.8125) of the ideal")
        #expect(run.summary.sources[0].answered == 5000 && server.mostInFlight <= 32)
        #expect(took <= 1.15 * 7.8125, "\(took) s")
    }

    @Test func `memory stays flat over 100,000 requests`() throws {
        let server = LocalServer(keepsRequests: false) { (.whole(status: 200, body: servedBody($0.target)), 0) }
        var source = FirstSource(url: server.url)
        source.limits = RequestLimits(requestsPerSecond: 1_000_000, perDay: nil, inFlight: 32, timeoutSeconds: 10)
        let cache = try AddressCache.asking(path: folder.cachePath, nowMilliseconds: testNow)
        let asking = Asking(
            chain: AddressChain([.network(source)], languages: ["en"]), cache: cache, userAgent: "trackmill/test")
        var memory: [(answered: Int, kilobytes: Int)] = []
        let start = monotonicNanoseconds()
        let summary = try asking.run(
            testCells(100_000), changed: { _, soFar in memory.append((soFar.sources[0].answered, Self.residentKilobytes())) })
        let took = Double(monotonicNanoseconds() - start) / 1e9
        server.stop()
        let early = memory.first { $0.answered >= 10_000 }?.kilobytes ?? 0
        let late = memory.last?.kilobytes ?? .max
        print("100,000 requests: \(took) s; \(early) kB after 10,000, \(late) kB at the end")
        #expect(summary.sources[0].answered == 100_000 && summary.pending == 0)
        #expect(late - early <= 4096)
    }

    private static func residentKilobytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let words = text.split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }
}

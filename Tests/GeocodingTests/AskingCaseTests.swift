import Testing

@testable import Geocoding

/// Cases of shared/cases.jsonl that are about asking.
@Suite struct AskingCaseTests {
    private let folder = TestFolder()

    /// Ten times as fast as the case, and as many in flight: starts lie a tenth of a second apart over all of them.
    @Test func `TJ-094: no second holds more starts than the rate, however many are in flight`() throws {
        let server = LocalServer { (.whole(status: 200, body: servedBody($0.target)), 400) }
        var source = FirstSource(url: server.url)
        source.limits = RequestLimits(requestsPerSecond: 10, perDay: nil, inFlight: 8, timeoutSeconds: 10)
        let run = try ask(testCells(25), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        let sent = run.sent.map(\.nanoseconds)
        #expect(run.summary.sources[0].answered == 25 && server.mostInFlight >= 3)
        #expect(zip(sent.dropFirst(), sent).allSatisfy { $0 - $1 >= 100_000_000 } && server.mostInAnySecond <= 11)
    }

    @Test func `TJ-096: a server that takes 3 s is asked once for each point`() throws {
        let server = LocalServer { (.whole(status: 200, body: servedBody($0.target)), $0.number == 0 ? 0 : 3000) }
        var source = FirstSource(url: server.url)
        source.limits.timeoutSeconds = 10
        let run = try ask(testCells(9), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        #expect(server.requests.count == 9 && run.summary.sources[0].answered == 9)
    }

    @Test func `TJ-096: a server that never answers is asked a bounded number of times`() throws {
        let server = LocalServer { _ in (.hang, 0) }
        var source = FirstSource(url: server.url)
        source.limits.timeoutSeconds = 0.2
        let run = try ask(testCells(100), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        #expect(server.requests.count == 5 && run.summary.pending == 100)
        #expect(run.summary.sources[0].stopped?.code == "timeout")
    }

    @Test func `TJ-097: a page with status 200 fails its point with a reason, and the others go on`() throws {
        let bad = servedText(testCells(5)[2].center)
        let server = LocalServer { request in
            let isBad = servedPoints(request.target).contains { servedText($0, $1) == bad }
            return (.whole(status: 200, body: isBad ? Array("<html>Sorry".utf8) : servedBody(request.target)), 0)
        }
        let source = FirstSource(url: server.url)
        let run = try ask(testCells(30), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        let cache = try #require(try AddressCache.reading(path: folder.cachePath))
        let reason = try cache.reason(testCells(5)[2].center, source: source, languages: ["en"])
        #expect(run.summary.sources[0].answered == 29)
        #expect(reason?.failure == SourceFailure(.unusable, code: "HTML", "The reply is a web page, not JSON."))
    }
}

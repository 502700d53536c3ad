import Geodesy
import Glibc
import Testing

@testable import Geocoding

@Suite struct AskingFailureTests {
    private let folder = TestFolder()

    /// Asks for cells a server that treats all requests alike.
    private func asked(
        _ count: Int, rules: RetryRules = quickRules, limits: RequestLimits? = nil, _ handler: @escaping LocalServer.Handler
    ) throws -> (run: AskedRun, server: LocalServer, source: FirstSource) {
        let server = LocalServer(handler)
        var source = FirstSource(url: server.url)
        if let limits { source.limits = limits }
        let chain = AddressChain([.network(source)], languages: ["en"])
        let run = try ask(testCells(count), chain, cache: folder.cachePath, rules: rules)
        server.stop()
        return (run, server, source)
    }

    private func reason(_ cell: AskedCell, _ source: FirstSource) throws -> PendingReason? {
        try AddressCache.reading(path: folder.cachePath)?.reason(cell.center, source: source, languages: ["en"])
    }

    @Test func `a wrong key is said after one request`() throws {
        let (run, server, source) = try asked(1000) { _ in (.whole(status: 200, body: Array("{\"error\":\"key\"}".utf8)), 0) }
        #expect(server.requests.count == 1)
        #expect(run.said == ["first is asked nothing more in this run (key): The key is wrong."])
        #expect(run.summary.isMisconfigured && run.summary.isUnserved && run.summary.pending == 1000)
        #expect(try reason(testCells(1000)[999], source)?.failure.code == "key")
    }

    @Test func `a key that is taken back ends the source after a few requests`() throws {
        let (run, server, _) = try asked(1000) { request in
            let body = request.number < 100 ? servedBody(request.target) : Array("{\"error\":\"key\"}".utf8)
            return (.whole(status: 200, body: body), 0)
        }
        // Eight may be on their way, one more is the proof.
        #expect(server.requests.count <= 109 && run.summary.isMisconfigured)
        #expect(run.summary.sources[0].answered == 100)
    }

    @Test func `an odd point does not end a source that answers others`() throws {
        let odd = servedText(testCells(10)[4].center)
        let (run, _, source) = try asked(50) { request in
            let isOdd = servedPoints(request.target).contains { servedText($0, $1) == odd }
            return (.whole(status: 200, body: isOdd ? Array("{\"error\":\"key\"}".utf8) : servedBody(request.target)), 0)
        }
        #expect(run.summary.sources[0].answered == 49 && !run.summary.isMisconfigured)
        #expect(try reason(testCells(10)[4], source)?.failure.code == "key")
    }

    @Test func `an odd point at the head of the line does not end the next run`() throws {
        let odd = servedText(testCells(1)[0].center)
        let server = LocalServer { request in
            let isOdd = servedPoints(request.target).contains { servedText($0, $1) == odd }
            return (.whole(status: 200, body: isOdd ? Array("{\"error\":\"key\"}".utf8) : servedBody(request.target)), 0)
        }
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        let first = try ask(testCells(10), chain, cache: folder.cachePath)
        let second = try ask(testCells(10), chain, cache: folder.cachePath, now: testNow + 86_400_000)
        server.stop()
        // Once it answers, why it was stopped is forgotten.
        #expect(try AddressCache.reading(path: folder.cachePath)?.stop(account: "first") == nil)
        #expect(first.summary.sources[0].answered == 0 && first.summary.isMisconfigured)
        #expect(second.summary.sources[0].answered == 9 && !second.summary.isMisconfigured)
    }

    @Test func `the day's share of the provider ends it until its next day`() throws {
        let server = LocalServer { request in
            let body = request.number == 3 ? Array("{\"error\":\"day\"}".utf8) : servedBody(request.target)
            return (.whole(status: 200, body: body), 0)
        }
        var source = FirstSource(url: server.url)
        source.limits.inFlight = 1
        source.dayOffsetSeconds = 8 * 3600
        let chain = AddressChain([.network(source)], languages: ["en"])
        let first = try ask(testCells(10), chain, cache: folder.cachePath)
        #expect(first.summary.sources[0].answered == 3 && first.summary.pending == 7 && !first.summary.isUnserved)
        // 2026-03-01 00:00 UTC is 08:00 of +08:00: the day ends at 16:00 UTC.
        #expect(
            first.said == [
                "first is asked nothing more in this run (day): The day's share is used up. Nothing is asked of it before 2026-03-01 16:00 UTC."
            ])
        let sameDay = try ask(testCells(10), chain, cache: folder.cachePath, now: testNow + 16 * 3_600_000 - 1)
        #expect(sameDay.sent.isEmpty && sameDay.said == first.said)
        let nextDay = try ask(testCells(10), chain, cache: folder.cachePath, now: testNow + 16 * 3_600_000)
        server.stop()
        #expect(nextDay.summary.pending == 0)
    }

    @Test func `Retry-After is kept, as seconds`() throws {
        let (run, server, _) = try asked(20) { request in
            guard request.number == 5 else { return (.whole(status: 200, body: servedBody(request.target)), 0) }
            return (.whole(status: 429, headers: ["Retry-After: 1"], body: []), 0)
        }
        #expect(run.summary.pending == 0)
        // All of the eight that were on their way may have been read before the pause began.
        let times = server.requests.map(\.nanoseconds)
        let longest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? 0
        #expect(longest >= 900_000_000)
    }

    @Test func `a Retry-After longer than a run waits ends the source until then`() throws {
        let server = LocalServer { _ in (.whole(status: 503, headers: ["Retry-After: 7200"], body: []), 0) }
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        let run = try ask(testCells(20), chain, cache: folder.cachePath)
        let later = try ask(testCells(20), chain, cache: folder.cachePath, now: testNow + 7_199_999)
        server.stop()
        #expect(run.summary.isUnserved && server.requests.count == 1 && later.sent.isEmpty)
        #expect(
            run.said == [
                "first is asked nothing more in this run (HTTP 503): The server answered 503 (Service Unavailable). Nothing is asked of it before 2026-03-01 02:00 UTC."
            ])
    }

    @Test func `a server that is down is tried a few times, then rests`() throws {
        let (run, server, source) = try asked(1000) { _ in (.drop, 0) }
        // Three failures, then one request after each of two pauses.
        #expect(server.requests.count == 5 && run.summary.isUnserved && !run.summary.isMisconfigured)
        #expect(run.summary.sources[0].stopped?.code == "connection")
        #expect(try reason(testCells(1000)[999], source)?.failure.code == "connection")
    }

    @Test func `a point that fails again and again is given up and asked a later time`() throws {
        let bad = servedText(testCells(10)[4].center)
        let server = LocalServer { request in
            let isBad = servedPoints(request.target).contains { servedText($0, $1) == bad }
            return (.whole(status: isBad ? 500 : 200, body: servedBody(request.target)), 0)
        }
        let source = FirstSource(url: server.url)
        let chain = AddressChain([.network(source)], languages: ["en"])
        let run = try ask(testCells(50), chain, cache: folder.cachePath)
        #expect(run.summary.sources[0].answered == 49 && server.port > 0)
        // Four tries; a minute doubled four times later.
        let known = try reason(testCells(10)[4], source)
        #expect(known?.tries == 4 && known?.nextTryMilliseconds == testNow + 16 * 60_000)
        #expect(known?.failure == SourceFailure(ofHTTPStatus: 500))
        let soon = try ask(testCells(50), chain, cache: folder.cachePath, now: testNow + 16 * 60_000 - 1)
        #expect(soon.sent.isEmpty)
        #expect(
            soon.summary.sentences == [
                "first: 0 requests, 0 addresses, 0 not found, 1 left pending. 1 cell failed before and is asked again later."
            ])
        let later = try ask(testCells(50), chain, cache: folder.cachePath, now: testNow + 16 * 60_000)
        server.stop()
        #expect(later.sent.count == 4 && later.summary.pending == 1)
    }

    @Test func `the first request of a source goes alone`() throws {
        let (_, server, _) = try asked(100) { request in
            (.whole(status: 200, body: servedBody(request.target)), request.number == 0 ? 200 : 0)
        }
        #expect(server.requests[1].nanoseconds - server.requests[0].nanoseconds >= 200_000_000)
    }

    @Test func `a share of a day holds over three runs and begins anew on the next day`() throws {
        let server = plainServer()
        var source = FirstSource(url: server.url)
        source.limits.perDay = 60
        let chain = AddressChain([.network(source)], languages: ["en"])
        func requests(_ now: Int64) throws -> Int { try ask(testCells(200), chain, cache: folder.cachePath, now: now).sent.count }
        #expect(try requests(testNow) == 60)
        #expect(try requests(testNow + 1000) == 0)
        #expect(try requests(testNow + 86_399_999) == 0)
        #expect(try requests(testNow + 86_400_000) == 60)
        #expect(try requests(testNow + 2 * 86_400_000) == 60)
        let last = try ask(testCells(200), chain, cache: folder.cachePath, now: testNow + 3 * 86_400_000)
        server.stop()
        #expect(last.sent.count == 20 && server.requests.count == 200)
        #expect(
            try AddressCache.reading(path: folder.cachePath)?.requestsSent(source, nowMilliseconds: testNow) == 60)
    }

    @Test func `a share that is used up is said with its next day`() throws {
        let limits = RequestLimits(requestsPerSecond: 1000, perDay: 3, inFlight: 4, timeoutSeconds: 5)
        let (run, _, _) = try asked(10, limits: limits) { (.whole(status: 200, body: servedBody($0.target)), 0) }
        #expect(
            run.said == [
                "first is asked nothing more in this run (per-day): The 3 requests a day that 'per-day' allows have been sent; the next day begins 2026-03-02 00:00 UTC."
            ])
        #expect(!run.summary.isUnserved && run.summary.pending == 7)
    }

    @Test func `what a server quotes of a request is not repeated`() {
        let request = HTTPRequest(
            url: "https://jo.doe:pass%2Fword@a.example/x?ak=AbC%2B123456&n=1&sig=0f0f0f0f", headers: [("X-Key", "header-key")])
        let failure = SourceFailure(
            .misconfigured, code: "bad AbC+123456", "No AbC%2B123456, sig 0f0f0f0f, pass/word, jo.doe or header-key; n=1 is good."
        )
        #expect(
            failure.withoutSecrets(of: request)
                == SourceFailure(.misconfigured, code: "bad ***", "No ***, sig ***, ***, *** or ***; n=1 is good."))
    }

    @Test func `a key is in no message, reason or sentence`() throws {
        let replies: [ServedReply] = [
            .drop, .whole(status: 500, body: []), .whole(status: 403, body: []), .bytes(Array("nonsense\r\n\r\n".utf8)),
            .halfClose,
            .whole(status: 302, headers: ["Location: http://127.0.0.2:1/?key=s3cr3t-k3y"], body: []),
            .whole(status: 200, body: Array("{\"refused\":\"s3cr3t-k3y\"}".utf8)),
        ]
        for reply in replies {
            let folder = TestFolder()
            let server = LocalServer { _ in (reply, 0) }
            let source = FirstSource(url: server.url)
            let run = try ask(testCells(3), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
            server.stop()
            let words = run.said + run.summary.sentences + ["\(String(describing: try reason(testCells(1)[0], source)))"]
            #expect(
                run.summary.pending == 3 && words.allSatisfy { !$0.contains("s3cr3t") && !$0.contains("reverse") }, "\(words)")
        }
    }
}

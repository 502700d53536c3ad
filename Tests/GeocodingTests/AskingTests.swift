import Geodesy
import Glibc
import Testing

@testable import Geocoding

@Suite struct AskingTests {
    private let folder = TestFolder()

    @Test func `every cell gets the answer to its own point`() throws {
        let server = plainServer()
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        let cells = testCells(200)
        let run = try ask(cells, chain, cache: folder.cachePath)
        server.stop()
        #expect(run.changed.sorted() == cells.map(\.key))
        for cell in cells {
            #expect(
                try resolution(cell.center, chain, cache: folder.cachePath)
                    == .done(testAddress(servedText(cell.center), provider: "first")))
        }
        #expect(run.summary.sentences == ["first: 200 requests, 200 addresses, 0 not found."])
        #expect(server.requests.count == 200 && !run.summary.isUnserved)
        #expect(server.requests[0].head.contains("User-Agent: trackmill/test\r\n"))
    }

    @Test func `cells with one centre share a request, and each gets the answer`() throws {
        let server = plainServer()
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        let run = try ask(testCells(50) + testCells(50, keysFrom: 1001), chain, cache: folder.cachePath)
        server.stop()
        #expect(run.changed.sorted() == Array(1...50) + Array(1001...1050))
        #expect(server.requests.count == 50 && run.summary.sources[0].answered == 100)
    }

    @Test func `nothing that was answered is asked again`() throws {
        let server = plainServer()
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        _ = try ask(testCells(20), chain, cache: folder.cachePath)
        let second = try ask(testCells(30), chain, cache: folder.cachePath)
        server.stop()
        #expect(second.changed.sorted() == Array(1...30))
        #expect(server.requests.count == 30 && second.summary.sources[0].requests == 10)
    }

    @Test func `points are asked in the caller's order`() throws {
        let server = plainServer()
        var source = FirstSource(url: server.url)
        source.limits.inFlight = 1
        let cells = Array(testCells(40).reversed())
        _ = try ask(cells, AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        let asked = server.requests.flatMap { servedPoints($0.target) }.map { servedText($0, $1) }
        #expect(asked == cells.map { servedText($0.center) })
    }

    @Test func `a source that takes several points is asked for several`() throws {
        let server = plainServer()
        var source = FirstSource(url: server.url)
        source.pointsPerRequest = 20
        let chain = AddressChain([.network(source)], languages: ["en"])
        let cells = testCells(101)
        let run = try ask(cells, chain, cache: folder.cachePath)
        server.stop()
        // One point first, then five times twenty.
        #expect(server.requests.map { servedPoints($0.target).count } == [1, 20, 20, 20, 20, 20])
        #expect(run.summary.sources[0].answered == 101)
        for cell in cells {
            #expect(
                try resolution(cell.center, chain, cache: folder.cachePath)
                    == .done(testAddress(servedText(cell.center), provider: "first")))
        }
    }

    @Test func `one bad point of a request does not spoil the others`() throws {
        let bad = servedText(testCells(8)[7].center)
        let server = LocalServer { request in
            let texts = servedPoints(request.target).map { servedText($0, $1) }
            let body = texts.contains(bad) ? Array("{\"results\":[".utf8) : servedBody(request.target)
            return (.whole(status: 200, body: body), 0)
        }
        var source = FirstSource(url: server.url)
        source.pointsPerRequest = 8
        let run = try ask(testCells(16), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        #expect(run.summary.sources[0].answered == 15 && run.summary.pending == 1)
        #expect(run.changed.sorted() == [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16])
        #expect(
            run.summary.sentences[0].hasSuffix(
                "1 left pending. 1 cell given up for now (malformed): The reply cannot be used: it ends early."))
    }

    @Test func `a point the first source does not know is asked of the second`() throws {
        let first = LocalServer { (.whole(status: 200, body: servedBody($0.target) { $1 % 20_000 == 0 }), 0) }
        let second = LocalServer { (.whole(status: 200, body: servedBody($0.target) { $1 % 40_000 == 0 }), 0) }
        let chain = AddressChain(
            [.network(FirstSource(url: first.url)), .network(SecondSource(url: second.url))], languages: ["en"])
        // Of the longitudes 100,000,000 + 10,000 i (1e-7°) every second one is unknown to the first, every fourth to both.
        let cells = testCells(40)
        let run = try ask(cells, chain, cache: folder.cachePath)
        first.stop()
        second.stop()
        #expect(first.requests.count == 40 && second.requests.count == 20)
        let found = try cells.map { try resolution($0.center, chain, cache: folder.cachePath) }
        #expect(found.count { $0 == .notFound } == 10)
        #expect(found.count { if case .done(let address) = $0 { address.provider == "second" } else { false } } == 10)
        #expect(run.summary.sources.map(\.answered) == [20, 10] && run.summary.sources.map(\.notFound) == [20, 10])
        #expect(run.summary.pending == 0 && Set(run.changed).count == 40)
    }

    @Test func `a redirect on the same server is followed and counts as a request`() throws {
        let server = LocalServer { request in
            guard request.target.hasPrefix("/reverse") else { return (.whole(status: 200, body: servedBody(request.target)), 0) }
            return (.whole(status: 308, headers: ["Location: /v2\(request.target)"], body: []), 0)
        }
        var source = FirstSource(url: server.url)
        source.limits.perDay = 15
        let run = try ask(testCells(10), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        // Seven where each is followed at once, five where all ten are asked before the first is followed.
        let answered = run.summary.sources[0].answered
        #expect(server.requests.count == 15 && (5...7).contains(answered) && answered + run.summary.pending == 10)
    }

    @Test func `redirects without an end are a matter of settings`() throws {
        let server = LocalServer { request in (.whole(status: 302, headers: ["Location: \(request.target)"], body: []), 0) }
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        let run = try ask(testCells(10), chain, cache: folder.cachePath)
        server.stop()
        #expect(server.requests.count == 4 && run.summary.isMisconfigured && run.summary.sources[0].stopped?.code == "redirects")
    }

    @Test func `an expired answer is asked anew, and shown until then`() throws {
        let server = LocalServer { request in
            (request.number < 5 ? .whole(status: 200, body: servedBody(request.target)) : .drop, 0)
        }
        var source = FirstSource(url: server.url)
        source.lifetimeSeconds = 3600
        let chain = AddressChain([.network(source)], languages: ["en"])
        let cells = testCells(5)
        _ = try ask(cells, chain, cache: folder.cachePath)
        let fresh = try ask(cells, chain, cache: folder.cachePath, now: testNow + 3_600_000)
        #expect(fresh.sent.isEmpty)
        let later = try ask(cells, chain, cache: folder.cachePath, now: testNow + 3_600_001)
        server.stop()
        #expect(later.sent.count == 5 && later.summary.pending == 5)
        let shown = testAddress(servedText(cells[0].center), provider: "first")
        #expect(try resolution(cells[0].center, chain, cache: folder.cachePath) == .pending(source: "first", shown: shown))
    }

    @Test func `offline nobody is asked, and what the cache knows is told`() throws {
        let server = plainServer()
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        _ = try ask(testCells(5), chain, cache: folder.cachePath)
        let run = try ask(testCells(12), chain, cache: folder.cachePath, isOffline: true)
        server.stop()
        #expect(run.changed == [1, 2, 3, 4, 5] && server.requests.count == 5)
        #expect(run.summary.sentences == ["Offline: 7 addresses stay pending."] && !run.summary.isUnserved)
    }

    @Test func `stopped it ends within a second and keeps what was answered`() throws {
        let server = LocalServer { request in
            (request.number < 20 ? .whole(status: 200, body: servedBody(request.target)) : .hang, 0)
        }
        var source = FirstSource(url: server.url)
        source.limits.timeoutSeconds = 60
        let chain = AddressChain([.network(source)], languages: ["en"])
        let start = monotonicNanoseconds()
        let run = try ask(
            testCells(100), chain, cache: folder.cachePath, isStopped: { monotonicNanoseconds() - start > 500_000_000 })
        let took = Double(monotonicNanoseconds() - start) / 1e9
        server.stop()
        #expect(took < 1.5 && run.summary.wasStopped)
        // Which twenty is a matter of which requests the server reads first.
        #expect(Set(run.changed).count == 20 && run.changed.count == 20 && run.summary.pending == 80)
        #expect(try AddressCache.reading(path: folder.cachePath)?.changes(since: 0).count == 20)
    }

    @Test func `what the caller throws ends the asking, answers stay`() throws {
        struct Refused: Error {}
        let server = plainServer()
        let chain = AddressChain([.network(FirstSource(url: server.url))], languages: ["en"])
        #expect(throws: Refused.self) {
            try ask(testCells(10), chain, cache: folder.cachePath, changed: { _, _ in throw Refused() })
        }
        server.stop()
        #expect(try AddressCache.reading(path: folder.cachePath)?.changes(since: 0).count == 10)
    }

    @Test func `no cells are no requests`() throws {
        let chain = AddressChain([.network(FirstSource(url: "http://127.0.0.1:9"))], languages: ["en"])
        let run = try ask([], chain, cache: folder.cachePath)
        #expect(run.changed.isEmpty && run.summary.sentences.isEmpty && run.sent.isEmpty)
    }
}

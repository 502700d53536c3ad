import Geodesy
import Testing

@testable import Geocoding

@Suite struct ChaosTests {
    private let folder = TestFolder()

    /// 10,000 points; 500 of them are those of two cells.
    @Test func `of 10,000 points each has its own address or is pending with the true reason`() throws {
        let cells = testCells(10_000)
        let chaos = Chaos(cells)
        let server = LocalServer { chaos.reply(to: $0) }
        var source = FirstSource(url: server.url)
        source.limits = RequestLimits(requestsPerSecond: 2500, perDay: nil, inFlight: 32, timeoutSeconds: 2.5)
        let chain = AddressChain([.network(source)], languages: ["en"])
        let twins = cells.prefix(500).map { AskedCell(key: $0.key + 1_000_000, center: $0.center) }
        // Those that hang come early, since each takes four times its time.
        let hung = cells.filter { Chaos.fate(ofKey: $0.key) == .hung }
        let others = cells.filter { Chaos.fate(ofKey: $0.key) != .hung }
        let run = try ask(others[..<100] + hung + others[100...] + twins, chain, cache: folder.cachePath)
        server.stop()
        let cache = try #require(try AddressCache.reading(path: folder.cachePath))
        var pending = 0
        for cell in cells {
            let resolution = try chain.resolve(cell.center, in: cache)
            if let code = Chaos.fate(ofKey: cell.key).code {
                pending += 1
                let reason = try cache.reason(cell.center, source: source, languages: ["en"])
                #expect(resolution == .pending(source: "first", shown: nil) && reason?.failure.code == code && reason?.tries == 4)
            } else {
                #expect(resolution == .done(testAddress(servedText(cell.center), provider: "first")))
            }
        }
        #expect(pending == 43)
        let bad = Set((cells + twins).filter { Chaos.fate(ofKey: $0.key % 1_000_000).code != nil }.map(\.key))
        #expect(Set(run.changed) == Set((cells + twins).map(\.key)).subtracting(bad) && run.changed.count == 10_500 - bad.count)
        #expect(run.summary.pending == bad.count)

        #expect(server.mostInFlight <= 32, "\(server.mostInFlight) in flight")
        #expect(server.mostInAnySecond <= 2501, "\(server.mostInAnySecond) in a second")
        #expect(chaos.repeated.isEmpty && server.requests.count == run.summary.sources[0].requests)
        #expect(chaos.requests.values.allSatisfy { $0 <= 4 })
        // A second run asks nobody: what is answered stands, the others are asked later.
        let again = try ask(cells, chain, cache: folder.cachePath)
        #expect(again.sent.isEmpty && again.summary.pending == 43)
    }

    @Test func `50 requests a second are never more than 51, measured at the server`() throws {
        let server = plainServer()
        var source = FirstSource(url: server.url)
        source.limits = RequestLimits(requestsPerSecond: 50, perDay: nil, inFlight: 32, timeoutSeconds: 5)
        let run = try ask(testCells(120), AddressChain([.network(source)], languages: ["en"]), cache: folder.cachePath)
        server.stop()
        #expect(server.mostInAnySecond <= 51, "\(server.mostInAnySecond) in a second")
        let sent = run.sent.map(\.nanoseconds)
        #expect(zip(sent.dropFirst(), sent).allSatisfy { $0 - $1 >= 20_000_000 })
        // And not much slower: 120 at 50 a second are 2.4 s.
        let took = Double((sent.last ?? 0) - (sent.first ?? 0)) / 1e9
        #expect(took > 2.38 && took < 12, "\(took) s")
    }
}

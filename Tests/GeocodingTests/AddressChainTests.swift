import Geodesy
import Testing

@testable import Geocoding

@Suite struct AddressChainTests {
    private let folder = TestFolder()
    private let place = Coordinate(latitude: 40, longitude: 10)
    private let first = FirstSource(url: "http://a.example")
    private let second = SecondSource(url: "http://b.example")

    /// A chain of two servers and a local source at the end.
    private var chain: AddressChain {
        AddressChain([.network(first), .network(second), .local(NorthernAddresses(), name: "local")], languages: ["en"])
    }

    private func cache(_ answers: [(source: any NetworkSource, text: String?)], now: Int64 = testNow) throws -> AddressCache {
        let cache = try AddressCache.asking(path: folder.cachePath, nowMilliseconds: now)
        var batch = CacheBatch()
        batch.answers = answers.map { source, text in
            let name = type(of: source).name
            return (
                CacheSource(source, languages: ["en"]), AskedCenter(place), text.map { testAddress($0, provider: name) }
            )
        }
        try cache.write(batch, nowMilliseconds: testNow)
        return cache
    }

    @Test func `nothing asked yet: pending, the local source stands in, marked approximate`() throws {
        let standIn = testAddress("local", provider: "local", isApproximate: true)
        #expect(try chain.resolve(place, in: nil) == .pending(source: "first", shown: standIn))
        #expect(try chain.resolve(place, in: cache([])) == .pending(source: "first", shown: standIn))
    }

    @Test func `the first source's answer is the address`() throws {
        #expect(
            try chain.resolve(place, in: cache([(first, "A"), (second, "B")])) == .done(testAddress("A", provider: "first")))
    }

    @Test func `the second is asked only when the first knows none`() throws {
        let cache = try cache([(first, nil)])
        let standIn = testAddress("local", provider: "local", isApproximate: true)
        #expect(try chain.resolve(place, in: cache) == .pending(source: "second", shown: standIn))
    }

    @Test func `an answer of the second stands in for the first`() throws {
        let shown = testAddress("B", provider: "second", isApproximate: true)
        #expect(try chain.resolve(place, in: cache([(second, "B")])) == .pending(source: "first", shown: shown))
    }

    @Test func `the local source answers when both know none`() throws {
        #expect(
            try chain.resolve(place, in: cache([(first, nil), (second, nil)])) == .done(testAddress("local", provider: "local")))
    }

    @Test func `not found when every source says so`() throws {
        let chain = AddressChain([.network(first), .local(NorthernAddresses(southEdge: 50), name: "local")], languages: ["en"])
        #expect(try chain.resolve(place, in: cache([(first, nil)])) == .notFound)
        #expect(try chain.resolve(Coordinate(latitude: 41, longitude: 10), in: nil) == .pending(source: "first", shown: nil))
    }

    @Test func `an expired answer is shown as it is until a new one is there`() throws {
        let cache = try cache([(first, "A"), (second, "B")])
        var brief = first
        brief.lifetimeSeconds = 1
        let chain = AddressChain([.network(brief), .network(second)], languages: ["en"])
        try cache.expire(of: chain, nowMilliseconds: testNow + 1001)
        #expect(try chain.resolve(place, in: cache) == .pending(source: "first", shown: testAddress("A", provider: "first")))
    }

    @Test func `of an expired not-found the next source stands in`() throws {
        let cache = try cache([(first, nil), (second, "B")])
        var brief = first
        brief.lifetimeSeconds = 1
        let chain = AddressChain([.network(brief), .network(second)], languages: ["en"])
        try cache.expire(of: chain, nowMilliseconds: testNow + 1001)
        let shown = testAddress("B", provider: "second", isApproximate: true)
        #expect(try chain.resolve(place, in: cache) == .pending(source: "first", shown: shown))
    }

    @Test func `China and elsewhere have chains of their own`() throws {
        let chain = AddressChain(china: [.network(first)], elsewhere: [.network(second)], languages: ["en"])
        let beijing = Coordinate(latitude: 39.9, longitude: 116.4)
        let hongKong = Coordinate(latitude: 22.28, longitude: 114.16)
        let seoul = Coordinate(latitude: 37.57, longitude: 126.98)
        #expect(try chain.resolve(beijing, in: nil) == .pending(source: "first", shown: nil))
        #expect(try chain.resolve(hongKong, in: nil) == .pending(source: "first", shown: nil))
        #expect(try chain.resolve(seoul, in: nil) == .pending(source: "second", shown: nil))
        #expect(
            try chain.toAsk([beijing, seoul, hongKong], in: nil).map { "\($0.source) \($0.cells)" } == ["first 2", "second 1"])
    }

    @Test func `a source of both lists is one, with the stricter limits`() {
        var slow = first
        slow.limits = RequestLimits(requestsPerSecond: 2, perDay: 100, inFlight: 20, timeoutSeconds: 9)
        var elsewhere = first
        elsewhere.limits = RequestLimits(requestsPerSecond: 5, perDay: nil, inFlight: 3, timeoutSeconds: 10)
        let chain = AddressChain(
            china: [.network(slow)],
            elsewhere: [.network(second), .network(elsewhere), .network(FirstSource(url: "http://c.example"))],
            languages: ["en"])
        // Another server of the same kind is another source.
        #expect(chain.networkSources.count == 3)
        #expect(chain.asked[0].limits == RequestLimits(requestsPerSecond: 2, perDay: 100, inFlight: 3, timeoutSeconds: 9))
    }
}

import Geodesy
import Glibc
import SQLite
import Testing

@testable import Geocoding

@Suite struct AddressCacheTests {
    private let folder = TestFolder()
    private let source = CacheSource(FirstSource(url: ""), languages: ["en"])
    private let center = AskedCenter(Coordinate(latitude: 40.1234567, longitude: -10.7654321))

    private func asking(_ now: Int64 = testNow) throws -> AddressCache {
        try AddressCache.asking(path: folder.cachePath, nowMilliseconds: now)
    }

    private func batch(_ address: Address?, _ centers: [AskedCenter]) -> CacheBatch {
        var batch = CacheBatch()
        batch.answers = centers.map { (source, $0, address) }
        return batch
    }

    @Test func `a centre is whole 1e-7°, halves away from zero`() {
        #expect(center.latitudeE7 == 401_234_567 && center.longitudeE7 == -107_654_321)
        let half = AskedCenter(Coordinate(latitude: -0.00000025, longitude: 179.99999999))
        #expect(half.latitudeE7 == -3 && half.longitudeE7 == 1_800_000_000)
        #expect(center.coordinate == Coordinate(latitude: 40.1234567, longitude: -10.7654321))
    }

    @Test func `an address comes back with all its parts, and without those it has not`() throws {
        let whole = Address(
            text: "1 号, 路", country: "中国", province: "省", city: "市", district: "区", street: "路 1", provider: "first",
            language: "zh-CN", isApproximate: true, distanceMeters: 12.5)
        let cache = try asking()
        try cache.write(batch(whole, [center]), nowMilliseconds: testNow)
        #expect(try cache.answer(source, center) == CachedAnswer(address: whole, isExpired: false))
        let bare = testAddress("x", provider: "first")
        try cache.write(batch(bare, [center]), nowMilliseconds: testNow)
        #expect(try cache.answer(source, center) == CachedAnswer(address: bare, isExpired: false))
        try cache.write(batch(nil, [center]), nowMilliseconds: testNow)
        #expect(try cache.answer(source, center) == CachedAnswer(address: nil, isExpired: false))
        #expect(try cache.answer(source, AskedCenter(Coordinate(latitude: 40.1234568, longitude: -10.7654321))) == nil)
        #expect(try cache.answer(CacheSource(SecondSource(url: ""), languages: ["en"]), center) == nil)
        #expect(try cache.answer(CacheSource(FirstSource(url: ""), languages: ["zh"]), center) == nil)
    }

    @Test func `one process at a time asks, others read meanwhile`() throws {
        let cache = try asking()
        try cache.write(batch(nil, [center]), nowMilliseconds: testNow)
        let error = #expect(throws: AddressCacheError.self) { try asking() }
        #expect(error?.kind == .held)
        #expect(
            error?.description
                == "\(folder.cachePath) is held by another run that asks for addresses (pid \(getpid()), since 2026-03-01T00:00:00Z). Wait for it to end, or end it, then run again."
        )
        let reader = try #require(try AddressCache.reading(path: folder.cachePath))
        #expect(try reader.answer(source, center) == CachedAnswer(address: nil, isExpired: false))
        try cache.write(batch(testAddress("x", provider: "first"), [center]), nowMilliseconds: testNow)
        #expect(try reader.answer(source, center)?.address?.text == "x")
        #expect(throws: StoreError.self) { try reader.write(batch(nil, [center]), nowMilliseconds: testNow) }
    }

    @Test func `the lock goes with its holder`() throws {
        do { _ = try asking() }
        _ = try asking()
        // What a killed one leaves: a name, but no lock of the kernel's.
        #expect(access(folder.cachePath + ".lock", F_OK) == 0)
    }

    @Test func `by the name of a link the lock is the same`() throws {
        let real = folder.path + "/cache-real"
        let cache = try AddressCache.asking(path: real, nowMilliseconds: testNow)
        symlink(real, folder.path + "/link")
        #expect(throws: AddressCacheError.self) {
            try AddressCache.asking(path: folder.path + "/link", nowMilliseconds: testNow)
        }
        #expect(try cache.identity != 0)
    }

    @Test func `a lock that is another's file is left as it is`() throws {
        let lock = folder.cachePath + ".lock"
        write("important\n", lock)
        let error = #expect(throws: AddressCacheError.self) { try asking() }
        #expect(error?.kind == .foreign && bytes(lock) == Array("important\n".utf8))
        unlink(lock)
        symlink("/nowhere", lock)
        #expect(throws: AddressCacheError.self) { try asking() }
    }

    @Test func `a file that is no cache is refused and not written`() throws {
        let path = folder.cachePath
        for text in ["name,address\n", String(repeating: "x", count: 5000)] {
            write(text, path)
            let error = #expect(throws: AddressCacheError.self) { try asking() }
            #expect(error?.kind == .foreign)
            #expect(throws: AddressCacheError.self) { try AddressCache.reading(path: path) }
            #expect(bytes(path) == Array(text.utf8))
        }
        unlink(path)
        do {
            let other = try Database(path: path, isReadOnly: false)
            try other.execute("CREATE TABLE things(x); PRAGMA application_id = 7; PRAGMA user_version = 1")
        }
        let before = bytes(path)
        let error = #expect(throws: AddressCacheError.self) { try asking() }
        #expect(
            error?.description
                == "\(path) is no cache of addresses; it was left as it is. Choose another path for the cache, or move it away, then run again."
        )
        #expect(bytes(path) == before && access(path + ".lock", F_OK) != 0)
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: AddressCacheError.self) { try AddressCache.reading(path: path) }
        rmdir(path)
        mkfifo(path, 0o600)
        #expect(throws: AddressCacheError.self) { try AddressCache.reading(path: path) }
    }

    @Test func `a cache of a later version is refused`() throws {
        do { _ = try asking() }
        do {
            let file = try Database(path: folder.cachePath, isReadOnly: false)
            try file.execute("PRAGMA user_version = 2")
        }
        let error = #expect(throws: AddressCacheError.self) { try asking() }
        #expect(error?.kind == .foreign && error?.description.contains("later version") == true)
    }

    @Test func `no file and an empty file are no cache yet`() throws {
        #expect(try AddressCache.reading(path: folder.cachePath) == nil)
        #expect(access(folder.cachePath, F_OK) != 0)
        write("", folder.cachePath)
        #expect(try AddressCache.reading(path: folder.cachePath) == nil)
        #expect(try asking().lastChange == 0)
    }

    @Test func `changes are told by number, each centre once`() throws {
        let cache = try asking()
        let other = AskedCenter(Coordinate(latitude: 1, longitude: 2))
        try cache.write(batch(nil, [center, other]), nowMilliseconds: testNow)
        let first = try cache.lastChange
        #expect(first == 1)
        #expect(Set(try cache.changes(since: 0)) == [center.coordinate, other.coordinate])
        #expect(try cache.changes(since: first) == [])
        try cache.write(batch(testAddress("x", provider: "first"), [other]), nowMilliseconds: testNow)
        #expect(try cache.changes(since: first) == [other.coordinate])
        let identity = try cache.identity
        #expect(try AddressCache.reading(path: folder.cachePath)?.identity == identity)
    }

    @Test func `an answer expires past its lifetime, not at it`() throws {
        let cache = try asking()
        try cache.write(batch(testAddress("x", provider: "first"), [center]), nowMilliseconds: testNow)
        var network = FirstSource(url: "")
        func expireAfter(_ milliseconds: Int64) throws -> Bool? {
            try cache.expire(of: AddressChain([.network(network)], languages: ["en"]), nowMilliseconds: testNow + milliseconds)
            return try cache.answer(source, center)?.isExpired
        }
        #expect(try expireAfter(1_000_000_000_000) == false)
        network.lifetimeSeconds = 60
        #expect(try expireAfter(60_000) == false)
        let before = try cache.lastChange
        #expect(try expireAfter(60_001) == true)
        #expect(try cache.lastChange == before + 1 && cache.changes(since: before) == [center.coordinate])
        #expect(try expireAfter(60_002) == true)
        #expect(try cache.lastChange == before + 1)
        network.lifetimeSeconds = 61
        #expect(try expireAfter(60_002) == false)
    }

    @Test func `what was committed before a kill stands, and the lock is free`() throws {
        let path = folder.cachePath
        do { _ = try asking() }
        // Another process is killed while it writes: fork alone is not to be had, so SQLite's own shell of the test plays it.
        let marker = folder.path + "/cache-real"
        let script = """
            import os, signal, sqlite3, sys
            file = sqlite3.connect(sys.argv[1], isolation_level=None)
            file.execute("PRAGMA synchronous = FULL")
            file.execute("PRAGMA cache_size = 1")
            file.execute("INSERT INTO requests_sent VALUES('first', 1, 41)")
            file.execute("BEGIN")
            for i in range(20000):
                file.execute("INSERT INTO requests_sent VALUES(?, 2, 7)", ("x" * 100 + str(i),))
            open(sys.argv[2], "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
            """
        let arguments = ["python3", "-c", script, path, marker]
        var child = pid_t()
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        #expect(posix_spawnp(&child, "python3", nil, nil, &pointers, environ) == 0)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        #expect(status & 0x7F == SIGKILL && access(marker, F_OK) == 0)
        // Its journal is hot: a reader undoes what was not committed.
        #expect(access(path + "-journal", F_OK) == 0)
        let reader = try #require(try AddressCache.reading(path: path))
        #expect(try reader.requestsSent(account: "first", day: 1) == 41)
        #expect(try reader.database.first("SELECT count(*) FROM requests_sent") { $0.integer(0) } == 1)
        #expect(try asking().requestsSent(account: "first", day: 1) == 41)
    }

    // MARK: Files

    private func write(_ text: String, _ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    private func bytes(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        close(descriptor)
        return Array(bytes[..<max(0, count)])
    }
}

@Suite struct ProviderDayTests {
    @Test func `a day is that of the provider's zone`() {
        var source = FirstSource(url: "")
        #expect(dayNumber(of: source, nowMilliseconds: 0) == 0 && dayNumber(of: source, nowMilliseconds: -1) == -1)
        #expect(
            dayNumber(of: source, nowMilliseconds: 86_399_999) == 0 && dayNumber(of: source, nowMilliseconds: 86_400_000) == 1)
        #expect(endOfDay(of: source, nowMilliseconds: testNow) == testNow + 86_400_000)
        source.dayOffsetSeconds = 8 * 3600
        // 2026-03-01 00:00 UTC is 08:00 there.
        #expect(endOfDay(of: source, nowMilliseconds: testNow) == testNow + 16 * 3_600_000)
        #expect(dayNumber(of: source, nowMilliseconds: testNow + 16 * 3_600_000) == 20_514)
    }
}

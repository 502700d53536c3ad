import Geodesy
import SQLite

/// The file of answers that were asked for over the network, with what could not be answered and how often was asked.
///
/// Answers are kept for ever; those past their provider's lifetime are marked. One thread at a time uses an object. A class: it owns
/// the connection and the lock.
public final class AddressCache: Sendable {
    let database: Database
    private let lock: CacheLock?

    /// Opens a cache to read it, also while another process asks with it.
    ///
    /// - Returns: nil where no file is.
    /// - Throws: `AddressCacheError` where the file is another's, `StoreError`.
    public static func reading(path: String) throws -> AddressCache? {
        guard try CacheSchema.isThere(path) else { return nil }
        // Not read-only: where a writer was killed in the middle, SQLite must undo what it left.
        let database = try Database(path: path, isReadOnly: false)
        try database.execute("PRAGMA query_only = ON")
        guard try database.first("PRAGMA user_version", read: { $0.integer(0) }) != 0 else { return nil }
        return AddressCache(database, nil)
    }

    /// Opens a cache to ask with it, and makes it where there is none; nobody else does meanwhile.
    ///
    /// - Throws: `AddressCacheError` where another process holds it or the file is another's, `StoreError`.
    public static func asking(path: String, nowMilliseconds: Int64) throws -> AddressCache {
        _ = try CacheSchema.isThere(path)
        let lock = try CacheLock(cachePath: path, nowMilliseconds: nowMilliseconds)
        let database = try Database(path: path, isReadOnly: false)
        // One file, whole after each commit: what was paid for outlives a copy made at any moment between two.
        try database.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
        try CacheSchema.make(in: database)
        return AddressCache(database, lock)
    }

    private init(_ database: Database, _ lock: CacheLock?) {
        self.database = database
        self.lock = lock
    }

    /// A random number that was made with the file.
    public var identity: Int64 {
        get throws { try database.first("SELECT identity FROM about") { $0.integer(0) } ?? 0 }
    }

    /// The number of the last change: it rises with each commit in which answers come, change or expire.
    public var lastChange: Int64 {
        get throws { try database.first("SELECT ifnull(max(change), 0) FROM answers") { $0.integer(0) } ?? 0 }
    }

    /// The centres whose answers came, changed or expired after a change, each once; WGS-84 degrees.
    public func changes(since change: Int64) throws -> [Coordinate] {
        try database.rows(
            "SELECT latitude, longitude FROM answers WHERE change > ? GROUP BY latitude, longitude", .integer(change)
        ) { AskedCenter(latitudeE7: $0.integer(0), longitudeE7: $0.integer(1)).coordinate }
    }

    /// Why a centre is pending; nil where nothing went wrong with it: it was not asked yet.
    ///
    /// Of a centre whose own request never failed, why its source was stopped.
    public func reason(_ center: Coordinate, source: any NetworkSource, languages: [String]) throws -> PendingReason? {
        let center = AskedCenter(center)
        let key = CacheSource(source, languages: languages)
        let own = try database.first(
            """
            SELECT kind, code, words, tries, next_try_ms FROM failures
            WHERE source = (SELECT number FROM sources WHERE provider = ? AND variant = ? AND language = ?)
                AND latitude = ? AND longitude = ?
            """, .text(key.provider), .text(key.variant), .text(key.language), .integer(Int64(center.latitudeE7)),
            .integer(Int64(center.longitudeE7))
        ) { PendingReason(failure: Self.failure($0), tries: Int($0.integer(3)), nextTryMilliseconds: $0.integer(4)) }
        if let own { return own }
        guard let stop = try stop(account: source.account) else { return nil }
        return PendingReason(failure: stop.failure, tries: 0, nextTryMilliseconds: stop.untilMilliseconds ?? 0)
    }

    /// Requests that were sent for a source's account on the provider's day that holds a moment.
    public func requestsSent(_ source: any NetworkSource, nowMilliseconds: Int64) throws -> Int {
        try requestsSent(account: source.account, day: dayNumber(of: source, nowMilliseconds: nowMilliseconds))
    }

    // MARK: For the walk and the asking

    /// What a source said of a centre; nil where it has not.
    func answer(_ key: CacheSource, _ center: AskedCenter) throws -> CachedAnswer? {
        try database.first(
            """
            SELECT text, country, province, city, district, street, provider, language, approximate, distance_m, expired FROM answers
            WHERE source = (SELECT number FROM sources WHERE provider = ? AND variant = ? AND language = ?)
                AND latitude = ? AND longitude = ?
            """, .text(key.provider), .text(key.variant), .text(key.language), .integer(Int64(center.latitudeE7)),
            .integer(Int64(center.longitudeE7))
        ) { row in CachedAnswer(address: Self.address(row), isExpired: row.integer(10) != 0) }
    }

    func requestsSent(account: String, day: Int64) throws -> Int {
        try database.first(
            "SELECT requests FROM requests_sent WHERE account = ? AND day = ?", .text(account), .integer(day)
        ) { Int($0.integer(0)) } ?? 0
    }

    func stop(account: String) throws -> SourceStop? {
        try database.first("SELECT kind, code, words, until_ms FROM stops WHERE account = ?", .text(account)) {
            SourceStop(failure: Self.failure($0), untilMilliseconds: $0.optionalInteger(3))
        }
    }

    /// The centres that a source failed to answer, with how often and from when on they are asked again.
    func failures(of key: CacheSource) throws -> [AskedCenter: (tries: Int, nextTryMilliseconds: Int64)] {
        let rows = try database.rows(
            """
            SELECT latitude, longitude, tries, next_try_ms FROM failures
            WHERE source = (SELECT number FROM sources WHERE provider = ? AND variant = ? AND language = ?)
            """, .text(key.provider), .text(key.variant), .text(key.language)
        ) { (AskedCenter(latitudeE7: $0.integer(0), longitudeE7: $0.integer(1)), (Int($0.integer(2)), $0.integer(3))) }
        return Dictionary(rows) { first, _ in first }
    }

    private static func failure(_ row: Statement) -> SourceFailure {
        SourceFailure(SourceFailure.Kind(rawValue: row.text(0)) ?? .unusable, code: row.text(1), row.text(2))
    }

    private static func address(_ row: Statement) -> Address? {
        guard let text = row.optionalText(0) else { return nil }
        return Address(
            text: text, country: row.optionalText(1), province: row.optionalText(2), city: row.optionalText(3),
            district: row.optionalText(4), street: row.optionalText(5), provider: row.text(6), language: row.text(7),
            isApproximate: row.integer(8) != 0, distanceMeters: row.optionalReal(9))
    }
}

/// The day of a provider's zone that holds a moment, counted from 1970.
func dayNumber(of source: any NetworkSource, nowMilliseconds: Int64) -> Int64 {
    let local = nowMilliseconds + source.dayOffsetSeconds * 1000
    return local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
}

/// The end of that day: milliseconds since 1970 UTC.
func endOfDay(of source: any NetworkSource, nowMilliseconds: Int64) -> Int64 {
    (dayNumber(of: source, nowMilliseconds: nowMilliseconds) + 1) * 86_400_000 - source.dayOffsetSeconds * 1000
}

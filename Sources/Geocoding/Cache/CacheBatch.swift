import SQLite

/// What is written into a cache in one transaction.
struct CacheBatch {
    /// Answers by centre; nil: not found.
    var answers: [(source: CacheSource, center: AskedCenter, address: Address?)] = []
    /// Centres that failed, those that are tried again included.
    var failures: [CacheEntry: PendingReason] = [:]
    /// Requests sent of accounts on days, those that are about to be sent included.
    var requestsSent: [AccountDay: Int] = [:]
    /// Accounts that were stopped; nil: that answer again.
    var stops: [String: SourceStop?] = [:]

    var isEmpty: Bool { answers.isEmpty && failures.isEmpty && requestsSent.isEmpty && stops.isEmpty }
}

/// A centre of a source.
struct CacheEntry: Hashable {
    let source: CacheSource
    let center: AskedCenter
}

/// An account on a day of its provider's zone.
struct AccountDay: Hashable {
    let account: String
    let day: Int64
}

extension AddressCache {
    /// Writes a batch; it is on the disk when this returns.
    func write(_ batch: CacheBatch, nowMilliseconds: Int64) throws {
        guard !batch.isEmpty else { return }
        try database.transaction {
            let change = try lastChange + 1
            var numbers: [CacheSource: Int64] = [:]
            for answer in batch.answers {
                let number = try number(of: answer.source, &numbers)
                try write(answer.address, number, answer.center, change, nowMilliseconds)
                try database.run(
                    "DELETE FROM failures WHERE source = ? AND latitude = ? AND longitude = ?", .integer(number),
                    .integer(Int64(answer.center.latitudeE7)), .integer(Int64(answer.center.longitudeE7)))
            }
            for (failed, reason) in batch.failures {
                try write(reason, try number(of: failed.source, &numbers), failed.center, nowMilliseconds)
            }
            for (key, requests) in batch.requestsSent {
                try database.run(
                    "INSERT OR REPLACE INTO requests_sent(account, day, requests) VALUES(?, ?, ?)", .text(key.account),
                    .integer(key.day), .integer(Int64(requests)))
            }
            for (account, stop) in batch.stops { try write(stop, account, nowMilliseconds) }
        }
    }

    /// Marks the answers that are past their provider's lifetime, so that their cells are pending.
    public func expire(of chain: AddressChain, nowMilliseconds: Int64) throws {
        try database.transaction {
            let change = try lastChange + 1
            for asked in chain.asked {
                let lifetime = asked.source.lifetimeSeconds.map { Int64(min($0 * 1000, 1e15)) }
                // An answer is whole up to its last millisecond; a longer lifetime than before makes it so again.
                try database.run(
                    """
                    UPDATE answers SET expired = 1 - expired, change = ?1
                    WHERE source = (SELECT number FROM sources WHERE provider = ?2 AND variant = ?3 AND language = ?4)
                        AND expired <> (asked_ms < ?5)
                    """, .integer(change), .text(asked.key.provider), .text(asked.key.variant), .text(asked.key.language),
                    .integer(lifetime.map { nowMilliseconds - $0 } ?? .min))
            }
        }
    }

    private func number(of source: CacheSource, _ known: inout [CacheSource: Int64]) throws -> Int64 {
        if let number = known[source] { return number }
        try database.run(
            "INSERT OR IGNORE INTO sources(provider, variant, language) VALUES(?, ?, ?)", .text(source.provider),
            .text(source.variant), .text(source.language))
        let number = try database.first(
            "SELECT number FROM sources WHERE provider = ? AND variant = ? AND language = ?", .text(source.provider),
            .text(source.variant), .text(source.language)
        ) { $0.integer(0) }
        guard let number else { preconditionFailure("expected the source \(source) in the cache, found none") }
        known[source] = number
        return number
    }

    private func write(_ address: Address?, _ source: Int64, _ center: AskedCenter, _ change: Int64, _ now: Int64) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO answers(
                source, latitude, longitude, asked_ms, expired, change, text, country, province, city, district, street, provider,
                language, approximate, distance_m)
            VALUES(?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(source), .integer(Int64(center.latitudeE7)), .integer(Int64(center.longitudeE7)), .integer(now),
            .integer(change), .optional(address?.text), .optional(address?.country), .optional(address?.province),
            .optional(address?.city), .optional(address?.district), .optional(address?.street), .optional(address?.provider),
            .optional(address?.language), .optional(address.map { Int64($0.isApproximate ? 1 : 0) }),
            .optional(address?.distanceMeters))
    }

    private func write(_ reason: PendingReason, _ source: Int64, _ center: AskedCenter, _ now: Int64) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO failures(source, latitude, longitude, kind, code, words, tries, failed_ms, next_try_ms)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(source), .integer(Int64(center.latitudeE7)), .integer(Int64(center.longitudeE7)),
            .text(reason.failure.kind.rawValue), .text(reason.failure.code), .text(reason.failure.words),
            .integer(Int64(reason.tries)), .integer(now), .integer(reason.nextTryMilliseconds))
    }

    private func write(_ stop: SourceStop?, _ account: String, _ now: Int64) throws {
        guard let stop else {
            try database.run("DELETE FROM stops WHERE account = ?", .text(account))
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO stops(account, kind, code, words, since_ms, until_ms) VALUES(?, ?, ?, ?, ?, ?)",
            .text(account),
            .text(stop.failure.kind.rawValue), .text(stop.failure.code), .text(stop.failure.words), .integer(now),
            .optional(stop.untilMilliseconds))
    }
}

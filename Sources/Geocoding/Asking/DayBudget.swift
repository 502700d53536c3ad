/// Requests sent by account and day, as the cache keeps them over runs.
///
/// Where a day has a bound, requests are written into the cache before they are sent, a few at a time: a run that is killed has
/// counted too many, never too few.
struct DayBudget {
    private struct Spent {
        /// Requests sent, or being sent.
        var sent: Int
        /// What the cache says.
        var written: Int
        /// Requests to write ahead; 0 without a bound.
        var ahead = 0
        var perDay = Int.max
    }

    private let cache: AddressCache
    private var days: [AccountDay: Spent] = [:]

    init(_ cache: AddressCache) { self.cache = cache }

    /// Counts a request that is about to be sent; false where the day's share is used up.
    mutating func take(_ day: AccountDay, perDay: Int?, rate: Double) throws -> Bool {
        if days[day] == nil {
            let sent = try cache.requestsSent(account: day.account, day: day.day)
            days[day] = Spent(sent: sent, written: sent)
        }
        guard var spent = days[day] else { return false }
        if let perDay {
            guard spent.sent < perDay else { return false }
            spent.perDay = min(spent.perDay, perDay)
            // What is sent in two seconds, since a commit comes each second; of a small share a small part.
            spent.ahead = max(1, min(Int((2 * rate).rounded(.up)), 200, perDay / 20))
        }
        spent.sent += 1
        days[day] = spent
        if perDay != nil && spent.sent > spent.written {
            let ahead = toWrite(isLast: false)
            var batch = CacheBatch()
            batch.requestsSent = ahead
            try cache.write(batch, nowMilliseconds: 0)
            noteWritten(ahead)
        }
        return true
    }

    /// Takes back a request that did not go out.
    mutating func giveBack(_ day: AccountDay) { days[day]?.sent -= 1 }

    /// What the cache is to say: with requests ahead, or at the end of a run exactly.
    func toWrite(isLast: Bool) -> [AccountDay: Int] {
        var values: [AccountDay: Int] = [:]
        for (day, spent) in days {
            let ahead = isLast ? 0 : min(spent.ahead, max(0, spent.perDay - spent.sent))
            let value = spent.sent + ahead
            if value != spent.written { values[day] = value }
        }
        return values
    }

    mutating func noteWritten(_ values: [AccountDay: Int]) {
        for (day, value) in values { days[day]?.written = value }
    }
}

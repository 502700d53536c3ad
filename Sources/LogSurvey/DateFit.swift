import Tracks

/// In which zone the day of a file's name holds the times in it.
struct DateFit: Equatable {
    /// The zone of `{date}`.
    let zone: String
    /// How much earlier than the day its times begin, in milliseconds; 0 where they do not.
    let late: Int64

    /// What a file may hold behind the end of its day (rule 1.1).
    private static let slack: Int64 = 600_000
    /// Fixes that are kept for longer before they are sent are none.
    private static let mostLate: Int64 = 7 * 86_400_000

    /// The fit with the least late; nil where no zone holds the times, so that the day is that of something else.
    ///
    /// One time in a hundred may lie anywhere, as trackers' clocks are wrong at times.
    /// - Parameters:
    ///   - times: In milliseconds since 1970 UTC.
    ///   - zones: In the order in which they are taken where several fit alike.
    init?(_ times: [Int64], day: CalendarDay, zones: [TimeZoneRules]) {
        let sorted = times.sorted()
        guard !sorted.isEmpty else { return nil }
        let (first, last) = (sorted[sorted.count / 100], sorted[sorted.count - 1 - sorted.count / 100])
        let fits = zones.compactMap { zone -> DateFit? in
            guard last < zone.end(of: day) + Self.slack else { return nil }
            let late = max(0, zone.start(of: day) - first)
            return late <= Self.mostLate ? DateFit(zone: zone.name, late: late) : nil
        }
        guard let best = fits.min(by: { $0.late < $1.late }) else { return nil }
        self = best
    }

    private init(zone: String, late: Int64) { (self.zone, self.late) = (zone, late) }

    /// A value of `late` that lets all in: two days as long as that is enough, as trackers keep fixes while they have no network.
    var lateWords: String {
        let days = Int(floorDivide(late + 86_399_999, 86_400_000).quotient)
        return "\(max(2, days)) days"
    }
}

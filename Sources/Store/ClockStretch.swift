import SQLite
import Tracks

/// A stretch of a processed day in which the date in UTC, the local date and the zone's offset are each one.
///
/// With it a view makes the texts of a time by sums, without functions of dates, which differ from program to program.
struct ClockStretch: Equatable {
    /// The first millisecond, since 1970 UTC.
    var low: Int64
    /// The first one after it.
    var high: Int64
    /// Milliseconds that local time is ahead of UTC.
    var offset: Int64

    private static let day: Int64 = 86_400_000

    /// The stretches of a day, in order.
    ///
    /// - Parameter zone: From when the zone has which offset, in order; the first at or before the day's start.
    static func all(from start: Int64, to end: Int64, zone: [(from: Int64, offset: Int64)]) -> [ClockStretch] {
        var stretches: [ClockStretch] = []
        for (index, entry) in zone.enumerated() {
            var stretch = ClockStretch(low: max(start, entry.from), high: 0, offset: entry.offset)
            let last = index + 1 < zone.count ? min(end, zone[index + 1].from) : end
            while stretch.low < last {
                stretch.high = min(last, stretch.utcZero + day, stretch.localZero + day)
                stretches.append(stretch)
                stretch.low = stretch.high
            }
        }
        return stretches
    }

    /// The number of the date in UTC.
    var utcDay: Int64 { floorDivide(low, Self.day).quotient }
    /// The number of the local date.
    var localDay: Int64 { floorDivide(low + offset, Self.day).quotient }
    /// Midnight in UTC, in milliseconds since 1970 UTC.
    var utcZero: Int64 { utcDay * Self.day }
    /// When a local clock with this offset shows midnight.
    var localZero: Int64 { localDay * Self.day - offset }
}

extension Store {
    /// Writes what clocks show in a processed day, and the texts of the day itself.
    static func writeClock(_ day: CalendarDay, from start: Int64, to end: Int64, into database: Database) throws {
        let number = Value.integer(Int64(day.number))
        try database.run(
            "UPDATE _processed_day SET name = ?, start_utc = ?, end_utc = ? WHERE day = ?", .text("\(day)"),
            .text(isoText(milliseconds: start)), .text(isoText(milliseconds: end)), number)
        try database.run("DELETE FROM _clock WHERE day = ?", number)
        let zone = try database.rows(
            "SELECT from_ms, offset_ms FROM _zone WHERE from_ms < ?2 AND from_ms >= (SELECT max(from_ms) FROM _zone WHERE from_ms <= ?1) ORDER BY 1",
            .integer(start), .integer(end)
        ) { (from: $0.integer(0), offset: $0.integer(1)) }
        func name(_ day: Int64) -> Value { .text("\(CalendarDay(number: Int32(day)))") }
        for stretch in ClockStretch.all(from: start, to: end, zone: zone) {
            try database.run(
                "INSERT INTO _clock VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", number, .integer(stretch.low), .integer(stretch.high),
                .integer(start), .integer(stretch.utcDay), name(stretch.utcDay), .integer(stretch.utcZero),
                name(stretch.localDay),
                .integer(stretch.localZero))
        }
    }
}

/// Expressions that views share.
///
/// Other programs read the views with their own SQL (DuckDB parses and runs what stands here itself), so only what means the same
/// everywhere may stand in a view: no functions of dates, no `min` and `max` of two numbers, no CROSS JOIN with ON, no comparison as a
/// number, no SUM that is not cast. `/` is a whole number in SQLite and a fraction elsewhere: what is to be whole is divided without rest.
/// What may be NULL in the first row and is no column of a table is cast, as GDAL goes by that row.
extension View {
    /// Joins the stretch of `_clock` that a time lies in.
    ///
    /// - Parameter day: The day that it lies in, where that is known; else it is found by the date in UTC.
    static func clock(_ name: String, at time: String, ofDay day: String? = nil) -> String {
        let isOfDay = day.map { "\(name).day = \($0)" } ?? "\(name).utc_day = \(utcDay(of: time))"
        return "LEFT JOIN _clock \(name) ON \(isOfDay) AND \(name).low <= \(time) AND \(name).high > \(time)"
    }

    /// The number of the date in UTC: % keeps the sign, so it is taken of what is above 0 from 1860 on.
    private static func utcDay(of time: String) -> String {
        let moved = "(\(time) + 3456000000000)"
        return "CAST((\(moved) - \(moved) % 86400000) / 86400000 AS BIGINT) - 40000"
    }

    /// A time on the local clock, by its stretch.
    static func localText(_ time: String, by clock: String) -> String {
        "\(clock).local_name || printf(' %02d:%02d:%02d', \(hands("(\(time) - \(clock).local_zero)")))"
    }

    /// A time in UTC, by its stretch.
    static func utcText(_ time: String, by clock: String) -> String {
        let sinceMidnight = "(\(time) - \(clock).utc_zero)"
        return "\(clock).utc_name || printf('T%02d:%02d:%02d.%03dZ', \(hands(sinceMidnight)), \(sinceMidnight) % 1000)"
    }

    /// Hours, minutes and seconds of milliseconds since midnight.
    private static func hands(_ ms: String) -> String {
        """
        CAST((\(ms) - \(ms) % 3600000) / 3600000 AS BIGINT), CAST((\(ms) % 3600000 - \(ms) % 60000) / 60000 AS BIGINT), \
        CAST((\(ms) % 60000 - \(ms) % 1000) / 1000 AS BIGINT)
        """
    }

    /// Degrees of a whole number of 1e-7 degrees that may be NULL.
    static func degrees(_ column: String) -> String { real("\(column) / 1e7") }

    /// A number that may be NULL.
    static func real(_ value: String) -> String { "CAST(\(value) AS DOUBLE)" }

    /// A sum or count, which elsewhere has more bits.
    static func whole(_ value: String) -> String { "CAST(\(value) AS BIGINT)" }

    static func addressText(_ cell: String) -> String { "(SELECT a.address FROM _address a WHERE a.cell = \(cell))" }
}

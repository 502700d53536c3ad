import SQLite
import Tracks

extension Store {
    /// How many rows of views days hold, and of places and map clusters how many there are; in the order in which a run tells them.
    ///
    /// - Complexity: in the device-days of the days and what is in them, and the places; not in the days before.
    public func counts(from first: CalendarDay, to last: CalendarDay) throws -> [(view: String, rows: Int64)] {
        let range = "x.day BETWEEN ?1 AND ?2"
        let queries = [
            ("devices", "SELECT count(DISTINCT x.device) FROM _device_day x WHERE \(range)"),
            ("trips", "SELECT count(*) FROM _trip x WHERE \(range)"), ("stays", "SELECT count(*) FROM _stay x WHERE \(range)"),
            ("places", "SELECT count(*) FROM _place"),
            (
                "history",
                "SELECT count(*) FROM _device_day x CROSS JOIN _point h ON h.device = x.device AND h.day = x.day WHERE \(range)"
            ), ("map_clusters", "SELECT count(*) FROM _map_cluster"),
        ]
        return try queries.map { view, query in
            let bounds: [Value] = query.contains("?1") ? [.integer(Int64(first.number)), .integer(Int64(last.number))] : []
            let statement = try database.statement(query)
            statement.bind(bounds)
            defer { statement.reset() }
            return (view, try statement.step() ? statement.integer(0) : 0)
        }
    }
}

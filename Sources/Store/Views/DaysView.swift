extension View {
    /// Device-days.
    static let days = View(
        "days", key: "device, day", by: [.device, .kind],
        rows: """
            SELECT p.name AS day, d.id AS device, x.kind AS kind, x.rows_in AS rows_in, x.kept AS kept, x.thinned AS thinned,
                x.rejected AS rejected,
                \(real("(x.inner_um + \(moving("um"))) / 1e6")) AS distance_m,
                \(real("(x.inner_ms + \(moving("ms"))) / 1000.0")) AS moving_s,
                \(real("(x.inner_stay_ms + coalesce(e.first_stay_ms + e.last_stay_ms, 0) + \(staying(inferred: 1)) + CASE WHEN x.first_time IS NULL THEN \(staying(inferred: 0)) ELSE 0 END) / 1000.0")) AS stay_s,
                x.max_speed AS max_speed_mps, \(degrees("x.south")) AS south, \(degrees("x.west")) AS west, \(degrees("x.north")) AS north,
                \(degrees("x.east")) AS east, x.largest_error AS simplify_largest_error_m, x.mean_error AS simplify_mean_error_m,
                \(real("x.path_um / 1e6")) AS path_m
            FROM _device_day x JOIN _device d ON d.key = x.device JOIN _processed_day p ON p.day = x.day
                LEFT JOIN _piece e ON e.day = x.day AND e.device = x.device
            """,
        days: { $0("x.day") },
        columns: [
            .day, .device, .kind, .init("rows_in", "rows of all files"), .init("kept", "fixes"),
            .init("thinned", "fixes that thinning took"),
            .init("rejected", "rows that cannot be used"), .init("distance_m", "m", "movement with both ends in the day"),
            .init("moving_s", "s", "movement with both ends in the day"),
            .init("stay_s", "s", "stays inside the day"), .init("max_speed_mps", "m/s", "largest logged speed"),
        ] + .box("box") + [
            .init(
                "simplify_largest_error_m", "m",
                "largest distance of a fix that simplify took from what replaces it; NULL without simplify"),
            .init("simplify_mean_error_m", "m", "mean distance of the fixes that simplify took; 0 where it took none"),
            .init("path_m", "m", "the whole way of its fixes, stays and silences too, without jumps"),
        ])

    /// What the first and last group of a day move, where they do not rest.
    private static func moving(_ unit: String) -> String {
        ["first", "last"].map { "CASE WHEN e.\($0)_rests = 1 THEN 0 ELSE x.\($0)_\(unit) END" }.joined(separator: " + ")
    }

    /// Milliseconds of stays inside the day.
    private static func staying(inferred: Int) -> String {
        """
        coalesce((SELECT sum(CASE WHEN s.last_seen < p.end THEN s.last_seen ELSE p.end END \
        - CASE WHEN s.arrived > p.start THEN s.arrived ELSE p.start END) FROM _stay s \
        WHERE s.inferred = \(inferred) AND s.device = x.device AND s.last_seen > p.start AND s.arrived < p.end), 0)
        """
    }
}

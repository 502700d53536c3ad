extension View {
    /// Device-days.
    static let days = View(
        "days", key: "device, day", by: [.device, .kind],
        rows: """
            SELECT \(dayText("x.day")) AS day, d.id AS device, x.kind AS kind, x.rows_in AS rows_in, x.kept AS kept, x.thinned AS thinned,
                x.rejected AS rejected,
                (x.inner_um + CASE WHEN e.first_rests THEN 0 ELSE x.first_um END + CASE WHEN e.last_rests THEN 0 ELSE x.last_um END) / 1e6 AS distance_m,
                (x.inner_ms + CASE WHEN e.first_rests THEN 0 ELSE x.first_ms END + CASE WHEN e.last_rests THEN 0 ELSE x.last_ms END) / 1000.0 AS moving_s,
                (x.inner_stay_ms + coalesce(e.first_stay_ms + e.last_stay_ms, 0) + coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
                    FROM processed_day q JOIN stay s ON s.inferred = 1 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
                    WHERE q.day = x.day), 0) + CASE WHEN x.first_time IS NULL THEN coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
                    FROM processed_day q JOIN stay s ON s.inferred = 0 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
                    WHERE q.day = x.day), 0) ELSE 0 END) / 1000.0 AS stay_s, x.max_speed AS max_speed_mps,
                x.south / 1e7 AS south, x.west / 1e7 AS west, x.north / 1e7 AS north, x.east / 1e7 AS east,
                x.largest_error AS simplify_largest_error_m, x.mean_error AS simplify_mean_error_m, x.path_um / 1e6 AS path_m
            FROM device_day x JOIN device d ON d.key = x.device LEFT JOIN piece e ON e.day = x.day AND e.device = x.device
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
}

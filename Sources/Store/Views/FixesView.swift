extension View {
    /// Milliseconds since 1970 UTC of a fix.
    private static let time = "(c.start + x.time)"

    /// Kept fixes.
    static let fixes = View(
        "fixes", key: "device, time_ms", member: ["device", "time_ms"], by: [.device, .kind], shape: .point,
        rows: """
            SELECT p.name AS day, d.id AS device, dd.kind AS kind, \(time) AS time_ms, \(utcText(time, by: "c")) AS time_utc,
                \(localText(time, by: "c")) AS time_local, x.latitude / 1e7 AS latitude, x.longitude / 1e7 AS longitude,
                \(FixTable.current.altitude) AS altitude_m, \(FixTable.current.speed) AS speed_mps,
                \(FixTable.current.course) AS course_deg, \(FixTable.current.accuracy) AS accuracy_m, x.extra AS extra,
                (SELECT CASE WHEN t.end >= \(time) THEN t.id END FROM _trip t WHERE t.device = dd.device AND t.start <= \(time)
                    ORDER BY t.start DESC LIMIT 1) AS trip,
                coalesce((SELECT CASE WHEN s.last_seen >= \(time) THEN s.id END FROM _stay s WHERE s.device = dd.device AND s.arrived <= \(time)
                    AND (s.inferred = 0 OR s.arrived < \(time)) ORDER BY s.arrived DESC LIMIT 1),
                    (SELECT s.id FROM _stay s WHERE s.device = dd.device AND s.arrived = \(time))) AS stay
            FROM _processed_day p JOIN _clock c ON c.day = p.day JOIN _device_day dd ON dd.day = p.day JOIN _device d ON d.key = dd.device
                JOIN _fix x ON \(FixTable.current.isOfDeviceDay) AND \(time) >= c.low AND \(time) < c.high
            """,
        days: { $0("p.day") },
        columns: [
            .day, .device, .kind, .time("time", "when"), .init("time_utc", "when, ISO 8601 in UTC"), .local("time", "when"),
        ]
            + .position("where") + [
                .init("altitude_m", "m", "altitude as logged"),
                .init("speed_mps", "m/s", "speed as logged, or as measure-motion filled it"),
                .init("course_deg", "degrees", "direction of travel, clockwise from true north, [0, 360)"),
                .init("accuracy_m", "m", "accuracy as logged"),
                .init("extra", "JSON", "further columns that 'extra' names"), .init("trip", "id of the trip it lies in"),
                .init("stay", "id of the stay it lies in"),
            ])
}

extension View {
    /// Kept fixes.
    static let fixes = View(
        "fixes", key: "device, time_ms", member: ["device", "time_ms"], by: [.device, .kind], shape: .point,
        rows: """
            SELECT \(dayText("f.day")) AS day, f.id AS device, f.kind AS kind, f.time_ms AS time_ms, \(utcText("f.time_ms")) AS time_utc,
                \(localText("f.time_ms")) AS time_local, f.latitude / 1e7 AS latitude, f.longitude / 1e7 AS longitude, f.altitude AS altitude_m,
                f.speed AS speed_mps, f.course AS course_deg, f.accuracy AS accuracy_m, f.extra AS extra,
                (SELECT CASE WHEN t.end >= f.time_ms THEN t.id END FROM trip t WHERE t.device = f.device AND t.start <= f.time_ms
                    ORDER BY t.start DESC LIMIT 1) AS trip,
                coalesce((SELECT CASE WHEN s.last_seen >= f.time_ms THEN s.id END FROM stay s WHERE s.device = f.device AND s.arrived <= f.time_ms
                    AND (s.inferred = 0 OR s.arrived < f.time_ms) ORDER BY s.arrived DESC LIMIT 1),
                    (SELECT s.id FROM stay s WHERE s.device = f.device AND s.arrived = f.time_ms)) AS stay
            FROM (SELECT p.day AS day, dd.device AS device, d.id AS id, dd.kind AS kind, \(FixTable.current.time) AS time_ms,
                    x.latitude AS latitude, x.longitude AS longitude, \(FixTable.current.altitude) AS altitude,
                    \(FixTable.current.speed) AS speed, \(FixTable.current.course) AS course, \(FixTable.current.accuracy) AS accuracy,
                    x.extra AS extra
                FROM processed_day p CROSS JOIN device_day dd ON dd.day = p.day CROSS JOIN device d ON d.key = dd.device
                    CROSS JOIN fix x ON \(FixTable.current.isOfDeviceDay)) f
            """,
        days: { $0("f.day") },
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

extension View {
    /// Trips, from `split-trips`.
    static let trips = View(
        "trips", key: "device, start_ms", id: "trip", by: [.device, .kind], shape: .track,
        rows: """
            SELECT t.id AS trip, p.name AS day, d.id AS device, t.kind AS kind, t.start AS start_ms, t.end AS end_ms,
                \(localText("t.start", by: "a")) AS start_local, \(localText("t.end", by: "b")) AS end_local, t.um / 1e6 AS distance_m,
                (t.end - t.start) / 1000.0 AS moving_s, t.max_speed AS max_speed_mps, t.fixes AS fixes,
                (SELECT CASE WHEN s.last_seen = t.start THEN s.place END FROM _stay s WHERE s.device = t.device AND s.arrived <= t.start
                    ORDER BY s.arrived DESC LIMIT 1) AS start_place,
                (SELECT s.place FROM _stay s WHERE s.device = t.device AND s.arrived = t.end) AS end_place,
                t.start_latitude / 1e7 AS start_latitude, t.start_longitude / 1e7 AS start_longitude,
                t.end_latitude / 1e7 AS end_latitude, t.end_longitude / 1e7 AS end_longitude, t.south / 1e7 AS south, t.west / 1e7 AS west,
                t.north / 1e7 AS north, t.east / 1e7 AS east, t.open AS open,
                \(utcText("t.start", by: "a")) AS start_utc, \(utcText("t.end", by: "b")) AS end_utc
            FROM _trip t JOIN _device d ON d.key = t.device JOIN _processed_day p ON p.day = t.day
                \(clock("a", at: "t.start", ofDay: "t.day")) \(clock("b", at: "t.end"))
            """,
        days: { $0("t.day") },
        columns: [
            .init("trip", "id: a hash of device and start"), .day, .device, .kind, .time("start", "first fix"),
            .time("end", "last fix"),
            .local("start", "first fix"), .local("end", "last fix"), .init("distance_m", "m", "sum of its legs, haversine"),
            .init("moving_s", "s", "sum of its legs"), .init("max_speed_mps", "m/s", "largest logged speed of its fixes"),
            .init("fixes", "legs + 1"),
            .init("start_place", "place it leaves"), .init("end_place", "place it reaches"),
            .degrees("start_latitude", "first fix"),
            .degrees("start_longitude", "first fix"), .degrees("end_latitude", "last fix"),
            .degrees("end_longitude", "last fix"),
        ] + .box("box of its legs") + [
            .flag("open", "its last fix is the device's last and in no stay"),
            .utc("start", "first fix"), .utc("end", "last fix"),
        ])
}

extension View {
    /// Stays, from `find-stays`.
    static let stays = View(
        "stays", key: "device, arrived_ms", id: "stay", member: ["stay"], by: [.device, .kind], shape: .point,
        rows: """
            SELECT s.id AS stay, p.name AS day, d.id AS device, s.kind AS kind, s.arrived AS arrived_ms, s.last_seen AS last_seen_ms,
                s.departed AS departed_ms, \(localText("s.arrived", by: "a")) AS arrived_local, \(localText("s.departed", by: "b")) AS departed_local,
                (s.last_seen - s.arrived) / 1000.0 AS duration_s, s.latitude AS latitude, s.longitude AS longitude, s.spread AS spread_m,
                s.fixes AS fixes, s.confidence AS confidence,
                CASE WHEN s.inferred = 0 THEN s.open WHEN s.last_seen = (SELECT x.last_time FROM _device_day x WHERE x.device = s.device
                    AND x.day = (SELECT y.last_day FROM _track_days y WHERE y.device = s.device)) THEN 1 ELSE 0 END AS open,
                s.inferred AS inferred, s.place AS place, \(addressText("s.cell")) AS address,
                \(utcText("s.arrived", by: "a")) AS arrived_utc, \(utcText("s.departed", by: "b")) AS departed_utc
            FROM _stay s JOIN _device d ON d.key = s.device JOIN _processed_day p ON p.day = s.day
                \(clock("a", at: "s.arrived", ofDay: "s.day")) \(clock("b", at: "s.departed"))
            """,
        days: { $0("s.day") },
        columns: [
            .init("stay", "id: a hash of device and arrival"), .day, .device, .kind, .time("arrived", "first fix"),
            .time("last_seen", "last fix inside"),
            .time("departed", "next fix; NULL where a silence or nothing follows, and where it is inferred"),
            .local("arrived", "first fix"), .local("departed", "next fix"),
            .init("duration_s", "s", "last_seen − arrived"),
        ] + .position("mean of its fixes inside the radius") + [
            .init("spread_m", "m", "root of the mean squared distance from that"),
            .init("fixes", "from the first to the last, those of excursions too"),
            .init(
                "confidence", "0 to 1",
                "n / (n + 2) of its fixes, times 1 − spread / (2 · radius); of an inferred one times 16 h / (16 h + duration)"),
            .flag("open", "it ends the device's data"),
            .flag("inferred", "a silence whose two fixes lie within the radius; made with find-stays.inferred only"),
            .init("place", "id of the place it belongs to"), .address,
            .utc("arrived", "first fix"), .utc("departed", "next fix"),
        ])
}

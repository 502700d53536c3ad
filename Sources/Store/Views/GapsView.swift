extension View {
    /// Silences longer than `split-trips.gap` outside stays, and jumps.
    static let gaps = View(
        "gaps", key: "device, from_ms", by: [.device], shape: .ends,
        rows: """
            SELECT d.id AS device, p.name AS day, g.start AS from_ms, g.end AS to_ms, \(localText("g.start", by: "a")) AS from_local,
                \(localText("g.end", by: "b")) AS to_local, (g.end - g.start) / 1000.0 AS duration_s, g.um / 1e6 AS distance_m, g.jump AS jump,
                \(degrees("g.start_latitude")) AS from_latitude, \(degrees("g.start_longitude")) AS from_longitude,
                \(degrees("g.end_latitude")) AS to_latitude, \(degrees("g.end_longitude")) AS to_longitude,
                \(utcText("g.start", by: "a")) AS from_utc, \(utcText("g.end", by: "b")) AS to_utc
            FROM _gap g JOIN _device d ON d.key = g.device JOIN _processed_day p ON p.day = g.day
                \(clock("a", at: "g.start", ofDay: "g.day")) \(clock("b", at: "g.end"))
            """,
        days: { $0("g.day") },
        columns: [
            .device, .day, .time("from", "last fix before it"), .time("to", "first fix after it"),
            .local("from", "last fix before it"),
            .local("to", "first fix after it"), .init("duration_s", "s", "from the one to the other"),
            .init("distance_m", "m", "between the two fixes"),
            .flag("jump", "the device cannot have come so far in that time, by the speeds of drop-spikes"),
            .degrees("from_latitude", "last fix before it"),
            .degrees("from_longitude", "last fix before it"),
            .degrees("to_latitude", "first fix after it"), .degrees("to_longitude", "first fix after it"),
            .utc("from", "last fix before it"), .utc("to", "first fix after it"),
        ])
}

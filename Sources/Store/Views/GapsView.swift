extension View {
    /// Silences longer than `split-trips.gap` outside stays, and jumps.
    static let gaps = View(
        "gaps", key: "device, from_ms", by: [.device], shape: .ends,
        rows: """
            SELECT d.id AS device, \(dayText("g.day")) AS day, g.start AS from_ms, g.end AS to_ms, \(localText("g.start")) AS from_local,
                \(localText("g.end")) AS to_local, (g.end - g.start) / 1000.0 AS duration_s, g.um / 1e6 AS distance_m, g.jump AS jump,
                g.start_latitude / 1e7 AS from_latitude, g.start_longitude / 1e7 AS from_longitude,
                g.end_latitude / 1e7 AS to_latitude, g.end_longitude / 1e7 AS to_longitude
            FROM gap g JOIN device d ON d.key = g.device
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
        ])
}

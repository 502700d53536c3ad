extension View {
    /// Devices that have days with fixes.
    static let devices = View(
        "devices", key: "device", id: "device", member: ["device"], by: [.device, .kind], shape: .point,
        rows: """
            SELECT d.id AS device, n.name AS name, n.group_name AS group_name, l.kind AS kind, b.first_time AS first_ms, l.last_time AS last_ms,
                \(localText("l.last_time", by: "c")) AS last_local, l.last_latitude / 1e7 AS latitude, l.last_longitude / 1e7 AS longitude,
                l.last_course AS course_deg, s.place AS place, \(addressText("s.cell")) AS address, \(whole("a.fixes")) AS fixes, a.days AS days
            FROM (SELECT device, sum(kept) AS fixes, count(*) AS days, min(day) AS first_day, max(day) AS last_day
                    FROM _device_day WHERE first_time IS NOT NULL GROUP BY device) a
                JOIN _device d ON d.key = a.device
                LEFT JOIN _device_name n ON n.id = d.id
                JOIN _device_day b ON b.day = a.first_day AND b.device = a.device
                JOIN _device_day l ON l.day = a.last_day AND l.device = a.device
                \(clock("c", at: "l.last_time", ofDay: "l.day"))
                LEFT JOIN _stay s ON s.device = a.device AND s.last_seen >= l.last_time
                    AND s.arrived = (SELECT max(y.arrived) FROM _stay y WHERE y.device = a.device)
            """,
        columns: [
            .device, .init("name", "name from the devices file"), .init("group_name", "group from the devices file"), .kind,
            .time("first", "first fix"),
            .time("last", "latest fix"), .local("last", "latest fix"),
        ] + .position("latest fix") + [
            .init("course_deg", "degrees", "latest fix"), .init("place", "place it is at"), .address, .init("fixes", "kept"),
            .init("days", "days with fixes"),
        ])
}

extension View {
    /// Points to step through, from `pick-history`.
    static let history = View(
        "history", key: "device, day, number", by: [.device], shape: .point,
        rows: """
            SELECT d.id AS device, p.name AS day, h.number AS number, h.time AS time_ms, \(localText("h.time", by: "c")) AS time_local,
                h.latitude AS latitude, h.longitude AS longitude, h.course AS course_deg, h.speed AS speed_mps, h.fixes AS fixes, h.accuracy AS accuracy_m,
                \(addressText("h.cell")) AS address
            FROM _point h JOIN _device d ON d.key = h.device JOIN _processed_day p ON p.day = h.day \(clock("c", at: "h.time", ofDay: "h.day"))
            """,
        days: { "\($0("h.day")) AND h.device IN (SELECT device FROM _device_day WHERE \($0("day")))" },
        columns: [.device, .day, .init("number", "from 1, within the device-day"), .time("time", "when"), .local("time", "when")]
            + .position("where") + [
                .init("course_deg", "degrees", "direction of travel"), .init("speed_mps", "m/s", "speed"),
                .init("fixes", "fixes it stands for"), .init("accuracy_m", "m", "accuracy as logged; NULL of a mean of fixes"),
                .address,
            ])
}

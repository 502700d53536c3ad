extension View {
    /// Input rows that cannot be used.
    static let rejects = View(
        "rejects", key: "file, line, reason", by: [.device],
        rows: """
            SELECT f.path AS file, r.line AS line, p.name AS day, d.id AS device, r.reason AS reason, r.field AS field, r.value AS value,
                r.text AS text
            FROM _reject r JOIN _file f ON f.id = r.file LEFT JOIN _device d ON d.key = r.device LEFT JOIN _processed_day p ON p.day = r.day
            """,
        where: "(r.day IS NOT NULL OR EXISTS (SELECT 1 FROM _processed_day q WHERE q.start < f.high AND f.low < q.end))",
        days: { $0("r.day") },
        columns: [
            .init("file", "path relative to base"), .init("line", "where the record begins, from 1"),
            .init("day", "NULL where time or device are unknown or outside the file's window"),
            .device, .init("reason", "see: trackmill help rejects"), .init("field", "field at fault"),
            .init("value", "what stood there"),
            .init("text", "the row; of a stage's reject its time and position as read"),
        ])
}

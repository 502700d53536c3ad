extension View {
    /// Processed days and the files that made them: the ledger.
    static let dayLedger = View(
        "day_ledger", key: "day, file", isResult: false,
        rows: """
            SELECT p.name AS day, p.start_utc AS start_utc, p.end_utc AS end_utc, p.options AS options, f.path AS file,
                m.rows AS rows, m.kept AS kept, m.thinned AS thinned, m.rejected AS rejected,
                (SELECT min(x.first_key) FROM _device_day x WHERE x.day = p.day AND x.kept > 0) AS first_key,
                (SELECT max(x.first_key + x.kept) FROM _device_day x WHERE x.day = p.day AND x.kept > 0) AS end_key
            FROM _processed_day p LEFT JOIN _made m ON m.day = p.day LEFT JOIN _file f ON f.id = m.file
            """,
        days: { $0("p.day") },
        columns: [
            .day, .init("start_utc", "first moment of the day"), .init("end_utc", "first moment after it"),
            .init("options", "hash of the options it was made with"),
            .init("file", "a file that gave it rows"), .init("rows", "rows it gave"), .init("kept", "fixes kept"),
            .init("thinned", "fixes thinned away"),
            .init("rejected", "rows rejected"), .init("first_key", "keys of its fixes: from here; NULL without fixes"),
            .init("end_key", "below this"),
        ])
}

extension View {
    /// Log files that reach a processed day: the ledger.
    static let inputFiles = View(
        "input_files", key: "file", isResult: false,
        rows: """
            SELECT f.path AS file, x.rows AS rows, x.kept AS kept, x.thinned AS thinned, x.rejected AS rejected,
                x.rows - x.kept - x.thinned - x.rejected AS waiting, f.size AS size, f.modified AS modified_ms, f.first_fix AS first_ms,
                f.last_fix AS last_ms, f.state AS state, f.damage AS damage, CASE WHEN f.crc IS NOT NULL THEN printf('%08x', f.crc) END AS crc32
            FROM _file f JOIN (SELECT f.id AS id, \(whole("coalesce(sum(g.rows), 0)")) AS rows, \(whole("coalesce(sum(m.kept), 0)")) AS kept,
                    \(whole("coalesce(sum(m.thinned), 0)")) AS thinned, \(whole("coalesce(sum(CASE WHEN g.day IS NULL THEN g.rows ELSE m.rejected END), 0)")) AS rejected
                FROM _file f LEFT JOIN _file_day g ON g.file = f.id
                    LEFT JOIN _made m ON m.day = g.day AND m.file = g.file AND m.rows = g.rows AND m.hash = g.hash
                GROUP BY f.id) x ON x.id = f.id
            """,
        where: "EXISTS (SELECT 1 FROM _processed_day p WHERE p.start < f.high AND f.low < p.end)",
        columns: [
            .init("file", "path relative to base"), .init("rows", "as it was last read"),
            .init("kept", "fixes of days made from it as it is"),
            .init("thinned", "fixes thinned away"), .init("rejected", "rows rejected, those without a day too"),
            .init("waiting", "rows of days that are not made from it as it is"), .init("size", "bytes", "on disk"),
            .time("modified", "modification time"),
            .time("first", "earliest fix"), .time("last", "latest fix"), .init("state", "whole, damaged, gone or renamed"),
            .init("damage", "what is wrong with it"),
            .init("crc32", "CRC-32 of its unpacked bytes, 8 hexadecimal digits; null where it could not be read to its end"),
        ])
}

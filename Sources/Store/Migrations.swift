import SQLite

/// How a result file of an earlier version of the tables becomes one of today's, step by step.
///
/// A step changes tables only; the views and what `about` says of them are made anew after the last. What was stored stays, and
/// no day is made anew for it. Once in a version of the program, a step never changes.
enum Migrations {
    /// In order; each leads to its version from the one before.
    static let steps: [(version: Int64, sql: String)] = [
        (
            2,
            """
            ALTER TABLE file ADD COLUMN crc INTEGER;
            ALTER TABLE file ADD COLUMN options TEXT;
            CREATE TABLE day_to_report (day INTEGER PRIMARY KEY);
            INSERT INTO day_to_report SELECT CAST(julianday(d.value) - 2440587.5 AS INTEGER)
                FROM meta m, json_each('["' || replace(m.value, ',', '","') || '"]') d WHERE m.key = 'days to report' AND d.value != '';
            DELETE FROM meta WHERE key = 'days to report';
            """
        ),
        (
            // A trip reaches its stay within the gap. Where there are no trips, arrivals are seen once the days are made anew.
            3,
            """
            ALTER TABLE device_name ADD COLUMN kind TEXT;
            ALTER TABLE file_day ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE processed_day ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
            UPDATE file_day SET returned = 1 WHERE file IN (SELECT id FROM file WHERE state = 'renamed');
            ALTER TABLE stay ADD COLUMN arrival_seen INTEGER NOT NULL DEFAULT 0;
            UPDATE stay SET arrival_seen = 1 WHERE (device, arrived) IN (SELECT device, end FROM trip);
            ALTER TABLE device_day ADD COLUMN path_um INTEGER;
            ALTER TABLE device_day ADD COLUMN spikes INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE gap ADD COLUMN jump INTEGER NOT NULL DEFAULT 0;
            """
        ),
        (
            // Points of the history and ends of gaps that are kept fixes get what these have; others wait until their day is made anew.
            4,
            """
            ALTER TABLE address ADD COLUMN asks TEXT;
            CREATE INDEX address_to_ask ON address (asks) WHERE asks IS NOT NULL;
            CREATE TABLE kind (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL, glyph TEXT NOT NULL,
                priority INTEGER NOT NULL);
            CREATE TABLE report_done (day INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (day, report)) WITHOUT ROWID;
            CREATE TABLE left_day (day INTEGER PRIMARY KEY, sentence TEXT NOT NULL);
            ALTER TABLE point ADD COLUMN accuracy REAL;
            UPDATE point SET accuracy = (SELECT f.accuracy FROM processed_day p
                JOIN fix f ON f.key = (point.day << 48) + (point.device << 27) + point.time - p.start
                WHERE p.day = point.day AND f.latitude / 1e7 = point.latitude AND f.longitude / 1e7 = point.longitude);
            ALTER TABLE gap ADD COLUMN start_latitude INTEGER;
            ALTER TABLE gap ADD COLUMN start_longitude INTEGER;
            ALTER TABLE gap ADD COLUMN end_latitude INTEGER;
            ALTER TABLE gap ADD COLUMN end_longitude INTEGER;
            UPDATE gap SET (start_latitude, start_longitude) = (SELECT f.latitude, f.longitude FROM processed_day p
                JOIN fix f ON f.key = (p.day << 48) + (gap.device << 27) + gap.start - p.start WHERE p.day = gap.day);
            UPDATE gap SET (end_latitude, end_longitude) = (SELECT f.latitude, f.longitude FROM processed_day p
                JOIN fix f ON f.key = (p.day << 48) + (gap.device << 27) + gap.end - p.start
                WHERE p.day >= gap.day AND p.start <= gap.end AND p.end > gap.end);
            """
        ),
        (5, Schema.ledgerExtension),
        // Of files that were read before it is not known where they broke.
        (6, "ALTER TABLE file ADD COLUMN damage_offset INTEGER;"),
    ]

    /// Brings a database to today's version, in one transaction.
    static func bringUp(_ database: Database, from version: Int64) throws {
        guard version < Schema.version else { return }
        try database.transaction {
            for step in steps where step.version > version { try database.execute(step.sql) }
            try dropViews(database)
            if version < 5 { try moveFindings(database) }
            if version < 5 { try moveFixes(database) }
            // Behind all that makes tables of stays, places or history anew: triggers go with the table that they are on.
            if version < 5 { try countCells(database) }
            try createViews(database)
            try database.execute("PRAGMA user_version = \(Schema.version)")
            try CommitMark(after: try CommitMark.read(database)).write(database)
        }
    }

    private static func dropViews(_ database: Database) throws {
        for name in try database.rows("SELECT name FROM sqlite_master WHERE type = 'view'", read: { $0.text(0) }) {
            try database.execute("DROP VIEW \"\(name)\"")
        }
        try database.execute("DROP TABLE about_column")
    }

    /// Makes all views, and the table behind `about`.
    static func createViews(_ database: Database) throws {
        for view in View.all { try database.execute("CREATE VIEW \(view.name) AS \(view.sql)") }
        try database.execute(
            "CREATE TABLE about_column (view TEXT, position INTEGER, name TEXT, unit TEXT, meaning TEXT, PRIMARY KEY (view, position)) WITHOUT ROWID"
        )
        for view in View.all {
            for (position, column) in view.columns.enumerated() {
                try database.run(
                    "INSERT INTO about_column VALUES (?, ?, ?, ?, ?)", .text(view.name), .integer(Int64(position)),
                    .text(column.name), .text(column.unit), .text(column.meaning))
            }
        }
    }
}

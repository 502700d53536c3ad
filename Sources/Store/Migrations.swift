import SQLite

/// How a result file of an earlier version of the tables becomes one of today's, step by step.
///
/// A step changes tables only; the views and what `about` says of them are made anew after the last. What was stored stays, and
/// no day is made anew for it. Once in a version of the program, a step never changes, but for the names of tables: they become
/// those of version 6 before the first step.
enum Migrations {
    /// In order; each leads to its version from the one before.
    static let steps: [(version: Int64, sql: String)] = [
        (
            2,
            """
            ALTER TABLE _file ADD COLUMN crc INTEGER;
            ALTER TABLE _file ADD COLUMN options TEXT;
            CREATE TABLE _day_to_report (day INTEGER PRIMARY KEY);
            INSERT INTO _day_to_report SELECT CAST(julianday(d.value) - 2440587.5 AS INTEGER)
                FROM _meta m, json_each('["' || replace(m.value, ',', '","') || '"]') d WHERE m.key = 'days to report' AND d.value != '';
            DELETE FROM _meta WHERE key = 'days to report';
            """
        ),
        (
            // A trip reaches its stay within the gap. Where there are no trips, arrivals are seen once the days are made anew.
            3,
            """
            ALTER TABLE _device_name ADD COLUMN kind TEXT;
            ALTER TABLE _file_day ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE _processed_day ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
            UPDATE _file_day SET returned = 1 WHERE file IN (SELECT id FROM _file WHERE state = 'renamed');
            ALTER TABLE _stay ADD COLUMN arrival_seen INTEGER NOT NULL DEFAULT 0;
            UPDATE _stay SET arrival_seen = 1 WHERE (device, arrived) IN (SELECT device, end FROM _trip);
            ALTER TABLE _device_day ADD COLUMN path_um INTEGER;
            ALTER TABLE _device_day ADD COLUMN spikes INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE _gap ADD COLUMN jump INTEGER NOT NULL DEFAULT 0;
            """
        ),
        (
            // Points of the history and ends of gaps that are kept fixes get what these have; others wait until their day is made anew.
            4,
            """
            ALTER TABLE _address ADD COLUMN asks TEXT;
            CREATE INDEX address_to_ask ON _address (asks) WHERE asks IS NOT NULL;
            CREATE TABLE _kind (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL, glyph TEXT NOT NULL,
                priority INTEGER NOT NULL);
            CREATE TABLE _report_done (day INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (day, report)) WITHOUT ROWID;
            CREATE TABLE _left_day (day INTEGER PRIMARY KEY, sentence TEXT NOT NULL);
            ALTER TABLE _point ADD COLUMN accuracy REAL;
            UPDATE _point SET accuracy = (SELECT f.accuracy FROM _processed_day p
                JOIN _fix f ON f.key = (_point.day << 48) + (_point.device << 27) + _point.time - p.start
                WHERE p.day = _point.day AND f.latitude / 1e7 = _point.latitude AND f.longitude / 1e7 = _point.longitude);
            ALTER TABLE _gap ADD COLUMN start_latitude INTEGER;
            ALTER TABLE _gap ADD COLUMN start_longitude INTEGER;
            ALTER TABLE _gap ADD COLUMN end_latitude INTEGER;
            ALTER TABLE _gap ADD COLUMN end_longitude INTEGER;
            UPDATE _gap SET (start_latitude, start_longitude) = (SELECT f.latitude, f.longitude FROM _processed_day p
                JOIN _fix f ON f.key = (p.day << 48) + (_gap.device << 27) + _gap.start - p.start WHERE p.day = _gap.day);
            UPDATE _gap SET (end_latitude, end_longitude) = (SELECT f.latitude, f.longitude FROM _processed_day p
                JOIN _fix f ON f.key = (p.day << 48) + (_gap.device << 27) + _gap.end - p.start
                WHERE p.day >= _gap.day AND p.start <= _gap.end AND p.end > _gap.end);
            """
        ),
        (5, Schema.ledgerExtension),
        // What it does stands in `prefixTables`, before all others, and `typeColumns`.
        (6, ""),
    ]

    /// Brings a database to today's version, in one transaction.
    static func bringUp(_ database: Database, from version: Int64) throws {
        guard version < Schema.version else { return }
        try database.transaction {
            try dropViews(database)
            if version < 6 { try prefixTables(database) }
            for step in steps where step.version > version { try database.execute(step.sql) }
            if version < 5 { try moveFindings(database) }
            if version < 5 { try moveFixes(database) }
            // Behind all that makes tables of stays, places or history anew: triggers go with the table that they are on.
            if version < 5 { try countCells(database) }
            if version < 6 { try typeColumns(database, from: version) }
            try createViews(database)
            try database.execute("PRAGMA user_version = \(Schema.version)")
            try CommitMark(after: try CommitMark.read(database)).write(database)
        }
    }

    private static func dropViews(_ database: Database) throws {
        for name in try database.rows("SELECT name FROM sqlite_master WHERE type = 'view'", read: { $0.text(0) }) {
            try database.execute("DROP VIEW \"\(name)\"")
        }
        for name in ["about_column", "_about_column"] { try database.execute("DROP TABLE IF EXISTS \(name)") }
    }

    /// Makes all views, and the table behind `about`.
    static func createViews(_ database: Database) throws {
        for view in View.all { try database.execute("CREATE VIEW \(view.name) AS \(view.sql)") }
        try database.execute(
            "CREATE TABLE _about_column (view TEXT, position BIGINT, name TEXT, unit TEXT, meaning TEXT, PRIMARY KEY (view, position)) WITHOUT ROWID"
        )
        for view in View.all {
            for (position, column) in view.columns.enumerated() {
                try database.run(
                    "INSERT INTO _about_column VALUES (?, ?, ?, ?, ?)", .text(view.name), .integer(Int64(position)),
                    .text(column.name), .text(column.unit), .text(column.meaning))
            }
        }
    }
}

import SQLite
import Tracks

/// The step to version 6: names of tables begin with `_`, columns have types that other programs understand, and views need no
/// functions of dates.
extension Migrations {
    /// The tables of versions before 6.
    static let unprefixed = [
        "about_column", "address", "address_count", "commit_mark", "day_to_report", "device", "device_day", "device_name",
        "dirty",
        "file", "file_day", "fix", "gap", "kind", "left_day", "made", "map_cluster", "map_member", "meta", "new_history",
        "option_set", "piece", "place", "point", "processed_day", "reason_count", "reject", "report_done", "run", "stay",
        "track_days", "trip", "zone",
    ]

    /// Those of them that a database has.
    static func unprefixedTables(of database: Database) throws -> [String] {
        let names = Set(try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) })
        return unprefixed.filter(names.contains)
    }

    /// Renames the tables; before all other steps, which go by the names of today. Views are dropped before.
    static func prefixTables(_ database: Database) throws {
        for table in try unprefixedTables(of: database) { try database.execute("ALTER TABLE \(table) RENAME TO _\(table)") }
    }

    /// Gives columns types that GDAL and DuckDB understand, and days what clocks show in them.
    ///
    /// - Parameter version: The one that the file had; the fixes of versions before 5 are written anew as today's are.
    static func typeColumns(_ database: Database, from version: Int64) throws {
        if version == 5 { try moveWholeNumbers(database) }
        // The declared type of a column changes nothing that is stored, so no table is written anew: sqlite.org/lang_altertable.html, 7.
        try database.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(replace(sql, 'INTEGER', 'BIGINT'), 'BIGINT PRIMARY KEY', 'INTEGER PRIMARY KEY')
                WHERE type = 'table' AND name LIKE '\\_%' ESCAPE '\\';
            UPDATE sqlite_master SET sql = replace(replace(replace(replace(sql, ' altitude,', ' altitude NUMERIC,'),
                ' speed,', ' speed NUMERIC,'), ' course,', ' course NUMERIC,'), ' accuracy,', ' accuracy NUMERIC,')
                WHERE type = 'table' AND name = '_fix';
            PRAGMA writable_schema = RESET;
            DROP INDEX IF EXISTS processed_day_name;
            ALTER TABLE _processed_day ADD COLUMN name TEXT;
            ALTER TABLE _processed_day ADD COLUMN start_utc TEXT;
            ALTER TABLE _processed_day ADD COLUMN end_utc TEXT;
            \(Schema.clocks)
            """)
        let days = try database.rows("SELECT day, start, end FROM _processed_day ORDER BY day") { row in
            (day: CalendarDay(number: Int32(row.integer(0))), start: row.integer(1), end: row.integer(2))
        }
        for (day, start, end) in days { try Store.writeClock(day, from: start, to: end, into: database) }
    }

    /// Moves up the whole numbers of fixes that are no counts of fractions, see `ScaledReal`.
    private static func moveWholeNumbers(_ database: Database) throws {
        let columns = ["altitude", "speed", "course", "accuracy"]
        func isWhole(_ column: String) -> String { "(typeof(\(column)) = 'real' AND \(column) = round(\(column)))" }
        let moved = columns.map { "\($0) = CASE WHEN \(isWhole($0)) THEN \(ScaledReal.moved($0)) ELSE \($0) END" }
        try database.execute(
            "UPDATE _fix SET \(moved.joined(separator: ", ")) WHERE \(columns.map(isWhole).joined(separator: " OR "))")
    }
}

extension Store {
    /// Lets statements find the tables of an earlier version by today's names: as views that only this connection sees.
    static func nameTables(of database: Database, version: Int64) throws {
        guard version < Schema.versionWithPrefix else { return }
        for table in try Migrations.unprefixedTables(of: database) {
            try database.execute("CREATE TEMP VIEW _\(table) AS SELECT * FROM main.\(table)")
        }
    }
}

/// The tables behind the views. How they store things is free; the views are the contract.
enum Schema {
    /// `user_version`: counts up with every change of a table or a view; `Migrations` has a step for each.
    static let version: Int64 = 6
    /// From this version on the spikes of device-days are counted.
    static let versionWithSpikes: Int64 = 3
    /// From this version on cells name the source that they are asked of.
    static let versionWithAsking: Int64 = 4
    /// From this version on the days of a device are known without its pieces, which are kept by day.
    static let versionWithTrackDays: Int64 = 5
    /// From this version on it is kept how many cells are in each state.
    static let versionWithCellUses: Int64 = 5
    /// From this version on device-days name the range of their fixes.
    static let versionWithFixRanges: Int64 = 5
    /// `application_id`: "Trak".
    static let applicationID: Int64 = 0x5472_616B

    /// Of version 5: what the ledger is searched by, and the marks of commits.
    static let ledgerExtension = """
        CREATE INDEX made_of_file ON made (file);
        CREATE INDEX file_day_of_share ON file_day (hash, rows);
        CREATE INDEX file_day_returned ON file_day (file) WHERE returned = 1;
        \(CommitMark.table);
        """

    /// Fixes one after the other as days were written, those of a device-day together, in order of time: `first_key` and `kept` of
    /// `device_day` are their range. `time` counts from the first millisecond of the day.
    ///
    /// A key that SQLite gives itself is appended without looking for its place, and as the last column it needs no copy of the others:
    /// 2,330 instructions a fix instead of 4,790 with keys made of day, device and time. Constraints would make SQLite note each
    /// statement to undo it, 7 % more. Columns without a type are `ScaledReal`s.
    static let fixes = """
        CREATE TABLE fix (time INTEGER, latitude INTEGER, longitude INTEGER, altitude, speed, course, accuracy, extra TEXT,
            key INTEGER PRIMARY KEY);
        """
    /// Finds a day by the text that views show.
    static let nameOfDays = "CREATE INDEX processed_day_name ON processed_day (date(day * 86400, 'unixepoch'));"

    static let tables = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
        CREATE TABLE zone (from_ms INTEGER PRIMARY KEY, offset_ms INTEGER NOT NULL);
        CREATE TABLE device (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        CREATE TABLE device_name (id TEXT PRIMARY KEY, name TEXT, group_name TEXT, kind TEXT) WITHOUT ROWID;
        CREATE TABLE kind (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL, glyph TEXT NOT NULL,
            priority INTEGER NOT NULL);
        \(fixes)
        CREATE TABLE device_day (day INTEGER NOT NULL, device INTEGER NOT NULL, kind TEXT, rows_in INTEGER NOT NULL, kept INTEGER NOT NULL,
            thinned INTEGER NOT NULL, rejected INTEGER NOT NULL, inner_um INTEGER, inner_ms INTEGER, inner_stay_ms INTEGER NOT NULL,
            first_um INTEGER, first_ms INTEGER, last_um INTEGER, last_ms INTEGER,
            first_time INTEGER, last_time INTEGER, last_latitude INTEGER, last_longitude INTEGER, last_course REAL,
            max_speed REAL, south INTEGER, west INTEGER, north INTEGER, east INTEGER,
            largest_error REAL, mean_error REAL, hash INTEGER NOT NULL, path_um INTEGER, spikes INTEGER NOT NULL DEFAULT 0,
            first_key INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (day, device)) WITHOUT ROWID;
        \(findings)
        CREATE TABLE point (device INTEGER NOT NULL, day INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
            latitude REAL NOT NULL, longitude REAL NOT NULL, course REAL, speed REAL, fixes INTEGER NOT NULL, cell INTEGER,
            accuracy REAL, PRIMARY KEY (device, day, number)) WITHOUT ROWID;
        CREATE TABLE place (device INTEGER NOT NULL, first_core INTEGER NOT NULL, id TEXT NOT NULL, shared INTEGER NOT NULL, kind TEXT,
            role TEXT NOT NULL, name TEXT, visits INTEGER NOT NULL, devices INTEGER NOT NULL, total INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, usual_arrival TEXT, usual_departure TEXT,
            latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL, cell INTEGER,
            PRIMARY KEY (device, first_core)) WITHOUT ROWID;
        CREATE TABLE map_cluster (zoom INTEGER NOT NULL, id TEXT NOT NULL, identifier TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL,
            count INTEGER NOT NULL, kinds TEXT NOT NULL, shares TEXT NOT NULL, representative TEXT NOT NULL, priority INTEGER NOT NULL,
            expansion_zoom INTEGER, hidden INTEGER NOT NULL, parent TEXT, content INTEGER, members INTEGER,
            PRIMARY KEY (zoom, id)) WITHOUT ROWID;
        CREATE INDEX map_cluster_of_parent ON map_cluster (parent);
        CREATE TABLE map_member (cluster TEXT NOT NULL, device INTEGER NOT NULL, time INTEGER NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (cluster, device, time)) WITHOUT ROWID;
        CREATE TABLE address (cell INTEGER PRIMARY KEY, id TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, address TEXT,
            country TEXT, province TEXT, city TEXT, district TEXT, street TEXT, provider TEXT, language TEXT, approximate INTEGER NOT NULL,
            distance REAL, state TEXT NOT NULL, asks TEXT, uses INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX address_to_ask ON address (asks) WHERE asks IS NOT NULL;
        CREATE TABLE reject (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, day INTEGER, device INTEGER,
            reason TEXT NOT NULL, field TEXT, value TEXT, text TEXT);
        CREATE INDEX reject_of_day ON reject (day, file);
        CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
            low INTEGER NOT NULL, high INTEGER NOT NULL, state TEXT NOT NULL, damage TEXT, first_fix INTEGER, last_fix INTEGER,
            crc INTEGER, options TEXT, damage_offset INTEGER);
        CREATE TABLE file_day (file INTEGER NOT NULL, day INTEGER, rows INTEGER NOT NULL, hash INTEGER NOT NULL,
            returned INTEGER NOT NULL DEFAULT 0);
        CREATE UNIQUE INDEX file_day_key ON file_day (file, day);
        CREATE TABLE made (day INTEGER NOT NULL, file INTEGER NOT NULL, rows INTEGER NOT NULL, hash INTEGER NOT NULL, kept INTEGER NOT NULL,
            thinned INTEGER NOT NULL, rejected INTEGER NOT NULL, PRIMARY KEY (day, file)) WITHOUT ROWID;
        CREATE TABLE processed_day (day INTEGER PRIMARY KEY, start INTEGER NOT NULL, end INTEGER NOT NULL, options TEXT NOT NULL,
            stale INTEGER NOT NULL DEFAULT 0);
        \(nameOfDays)
        CREATE TABLE reason_count (day INTEGER, file INTEGER NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL);
        CREATE INDEX reason_count_of_day ON reason_count (day, file);
        CREATE TABLE option_set (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE dirty (device INTEGER PRIMARY KEY);
        CREATE TABLE day_to_report (day INTEGER PRIMARY KEY);
        CREATE TABLE report_done (day INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (day, report)) WITHOUT ROWID;
        CREATE TABLE left_day (day INTEGER PRIMARY KEY, sentence TEXT NOT NULL);
        CREATE TABLE run (id INTEGER PRIMARY KEY, started_utc TEXT NOT NULL, ended_utc TEXT, version TEXT NOT NULL, host TEXT NOT NULL,
            first_day TEXT, last_day TEXT, days INTEGER, rows INTEGER, kept INTEGER, thinned INTEGER, rejected INTEGER, exit_status INTEGER);
        \(ledgerExtension)
        """

    /// Takes away all days with what was made from them; files keep their entries, and what belongs to no day.
    static let removalOfDays = """
        DELETE FROM fix; DELETE FROM device_day; DELETE FROM piece; DELETE FROM track_days; DELETE FROM stay; DELETE FROM trip; DELETE FROM gap; DELETE FROM point;
        DELETE FROM place; DELETE FROM made; DELETE FROM processed_day; DELETE FROM dirty; DELETE FROM left_day;
        DELETE FROM reject WHERE day IS NOT NULL; DELETE FROM reason_count WHERE day IS NOT NULL;
        """
}

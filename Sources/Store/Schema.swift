/// The tables behind the views. How they store things is free; the views are the contract.
///
/// Their names begin with `_`: Datasette hides such tables, and nobody takes one for a view. Whole numbers are BIGINT, as GDAL takes
/// INTEGER for 32 bits; but a key that is the rowid must be INTEGER. All columns that views read have a type, as DuckDB goes by it.
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
    /// From this version on names of tables begin with `_`, and whole numbers that are no counts are moved up (`ScaledReal`).
    static let versionWithPrefix: Int64 = 6
    /// `application_id`: "Trak".
    static let applicationID: Int64 = 0x5472_616B

    /// Of version 5: what the ledger is searched by, and the marks of commits.
    static let ledgerExtension = """
        CREATE INDEX made_of_file ON _made (file);
        CREATE INDEX file_day_of_share ON _file_day (hash, rows);
        CREATE INDEX file_day_returned ON _file_day (file) WHERE returned = 1;
        \(CommitMark.table);
        """

    /// Fixes one after the other as days were written, those of a device-day together, in order of time: `first_key` and `kept` of
    /// `_device_day` are their range. `time` counts from the first millisecond of the day.
    ///
    /// A key that SQLite gives itself is appended without looking for its place, and as the last column it needs no copy of the others:
    /// 2,330 instructions a fix instead of 4,790 with keys made of day, device and time. Constraints would make SQLite note each
    /// statement to undo it, 7 % more. NUMERIC columns are `ScaledReal`s.
    static let fixes = """
        CREATE TABLE _fix (time BIGINT, latitude BIGINT, longitude BIGINT, altitude NUMERIC, speed NUMERIC, course NUMERIC,
            accuracy NUMERIC, extra TEXT, key INTEGER PRIMARY KEY);
        """
    /// What clocks show in processed days, see `ClockStretch`, and the index that finds a day by the text that views show.
    static let clocks = """
        CREATE TABLE _clock (day BIGINT NOT NULL, low BIGINT NOT NULL, high BIGINT NOT NULL, start BIGINT NOT NULL,
            utc_day BIGINT NOT NULL, utc_name TEXT NOT NULL, utc_zero BIGINT NOT NULL, local_name TEXT NOT NULL,
            local_zero BIGINT NOT NULL, PRIMARY KEY (day, low)) WITHOUT ROWID;
        CREATE INDEX clock_of_utc ON _clock (utc_day, low);
        CREATE UNIQUE INDEX processed_day_name ON _processed_day (name);
        """

    static let tables = """
        CREATE TABLE _meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
        CREATE TABLE _zone (from_ms INTEGER PRIMARY KEY, offset_ms BIGINT NOT NULL);
        CREATE TABLE _device (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        CREATE TABLE _device_name (id TEXT PRIMARY KEY, name TEXT, group_name TEXT, kind TEXT) WITHOUT ROWID;
        CREATE TABLE _kind (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL, glyph TEXT NOT NULL,
            priority BIGINT NOT NULL);
        \(fixes)
        CREATE TABLE _device_day (day BIGINT NOT NULL, device BIGINT NOT NULL, kind TEXT, rows_in BIGINT NOT NULL, kept BIGINT NOT NULL,
            thinned BIGINT NOT NULL, rejected BIGINT NOT NULL, inner_um BIGINT, inner_ms BIGINT, inner_stay_ms BIGINT NOT NULL,
            first_um BIGINT, first_ms BIGINT, last_um BIGINT, last_ms BIGINT,
            first_time BIGINT, last_time BIGINT, last_latitude BIGINT, last_longitude BIGINT, last_course REAL,
            max_speed REAL, south BIGINT, west BIGINT, north BIGINT, east BIGINT,
            largest_error REAL, mean_error REAL, hash BIGINT NOT NULL, path_um BIGINT, spikes BIGINT NOT NULL DEFAULT 0,
            first_key BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (day, device)) WITHOUT ROWID;
        \(findings)
        CREATE TABLE _point (device BIGINT NOT NULL, day BIGINT NOT NULL, number BIGINT NOT NULL, time BIGINT NOT NULL,
            latitude REAL NOT NULL, longitude REAL NOT NULL, course REAL, speed REAL, fixes BIGINT NOT NULL, cell BIGINT,
            accuracy REAL, PRIMARY KEY (device, day, number)) WITHOUT ROWID;
        CREATE TABLE _place (device BIGINT NOT NULL, first_core BIGINT NOT NULL, id TEXT NOT NULL, shared BIGINT NOT NULL, kind TEXT,
            role TEXT NOT NULL, name TEXT, visits BIGINT NOT NULL, devices BIGINT NOT NULL, total BIGINT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL, usual_arrival TEXT, usual_departure TEXT,
            latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL, cell BIGINT,
            PRIMARY KEY (device, first_core)) WITHOUT ROWID;
        CREATE TABLE _map_cluster (zoom BIGINT NOT NULL, id TEXT NOT NULL, identifier TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL,
            count BIGINT NOT NULL, kinds TEXT NOT NULL, shares TEXT NOT NULL, representative TEXT NOT NULL, priority BIGINT NOT NULL,
            expansion_zoom BIGINT, hidden BIGINT NOT NULL, parent TEXT, content BIGINT, members BIGINT,
            PRIMARY KEY (zoom, id)) WITHOUT ROWID;
        CREATE INDEX map_cluster_of_parent ON _map_cluster (parent);
        CREATE TABLE _map_member (cluster TEXT NOT NULL, device BIGINT NOT NULL, time BIGINT NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (cluster, device, time)) WITHOUT ROWID;
        CREATE TABLE _address (cell INTEGER PRIMARY KEY, id TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, address TEXT,
            country TEXT, province TEXT, city TEXT, district TEXT, street TEXT, provider TEXT, language TEXT, approximate BIGINT NOT NULL,
            distance REAL, state TEXT NOT NULL, asks TEXT, uses BIGINT NOT NULL DEFAULT 0);
        CREATE INDEX address_to_ask ON _address (asks) WHERE asks IS NOT NULL;
        CREATE TABLE _reject (id INTEGER PRIMARY KEY, file BIGINT NOT NULL, line BIGINT NOT NULL, day BIGINT, device BIGINT,
            reason TEXT NOT NULL, field TEXT, value TEXT, text TEXT);
        CREATE INDEX reject_of_day ON _reject (day, file);
        CREATE TABLE _file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size BIGINT NOT NULL, modified BIGINT NOT NULL,
            low BIGINT NOT NULL, high BIGINT NOT NULL, state TEXT NOT NULL, damage TEXT, first_fix BIGINT, last_fix BIGINT,
            crc BIGINT, options TEXT);
        CREATE TABLE _file_day (file BIGINT NOT NULL, day BIGINT, rows BIGINT NOT NULL, hash BIGINT NOT NULL,
            returned BIGINT NOT NULL DEFAULT 0);
        CREATE UNIQUE INDEX file_day_key ON _file_day (file, day);
        CREATE TABLE _made (day BIGINT NOT NULL, file BIGINT NOT NULL, rows BIGINT NOT NULL, hash BIGINT NOT NULL, kept BIGINT NOT NULL,
            thinned BIGINT NOT NULL, rejected BIGINT NOT NULL, PRIMARY KEY (day, file)) WITHOUT ROWID;
        CREATE TABLE _processed_day (day INTEGER PRIMARY KEY, start BIGINT NOT NULL, end BIGINT NOT NULL, options TEXT NOT NULL,
            stale BIGINT NOT NULL DEFAULT 0, name TEXT, start_utc TEXT, end_utc TEXT);
        \(clocks)
        CREATE TABLE _reason_count (day BIGINT, file BIGINT NOT NULL, reason TEXT NOT NULL, count BIGINT NOT NULL);
        CREATE INDEX reason_count_of_day ON _reason_count (day, file);
        CREATE TABLE _option_set (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE _dirty (device INTEGER PRIMARY KEY);
        CREATE TABLE _day_to_report (day INTEGER PRIMARY KEY);
        CREATE TABLE _report_done (day BIGINT NOT NULL, report TEXT NOT NULL, PRIMARY KEY (day, report)) WITHOUT ROWID;
        CREATE TABLE _left_day (day INTEGER PRIMARY KEY, sentence TEXT NOT NULL);
        CREATE TABLE _run (id INTEGER PRIMARY KEY, started_utc TEXT NOT NULL, ended_utc TEXT, version TEXT NOT NULL, host TEXT NOT NULL,
            first_day TEXT, last_day TEXT, days BIGINT, rows BIGINT, kept BIGINT, thinned BIGINT, rejected BIGINT, exit_status BIGINT);
        \(ledgerExtension)
        """

    /// Takes away all days with what was made from them; files keep their entries, and what belongs to no day.
    static let removalOfDays = """
        DELETE FROM _fix; DELETE FROM _device_day; DELETE FROM _piece; DELETE FROM _track_days; DELETE FROM _stay; DELETE FROM _trip; DELETE FROM _gap; DELETE FROM _point;
        DELETE FROM _place; DELETE FROM _made; DELETE FROM _processed_day; DELETE FROM _clock; DELETE FROM _dirty; DELETE FROM _left_day;
        DELETE FROM _reject WHERE day IS NOT NULL; DELETE FROM _reason_count WHERE day IS NOT NULL;
        """
}

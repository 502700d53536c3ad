import SQLite
import Tracks

/// The tables of what joining works on and finds.
///
/// All are kept by day and then by device, as a day is written: its rows lie together, so that a night dirties the pages of its day and not
/// one of each device. What belongs to a device is found through an index.
extension Schema {
    static let findings = """
        CREATE TABLE _piece (day BIGINT NOT NULL, device BIGINT NOT NULL, first_rests BIGINT NOT NULL, first_stay_ms BIGINT NOT NULL,
            last_rests BIGINT NOT NULL, last_stay_ms BIGINT NOT NULL, joined BIGINT NOT NULL, behind BLOB, bytes BLOB NOT NULL,
            PRIMARY KEY (day, device)) WITHOUT ROWID;
        CREATE TABLE _track_days (device INTEGER PRIMARY KEY, first_day BIGINT NOT NULL, last_day BIGINT NOT NULL, bits BLOB NOT NULL);
        CREATE TABLE _stay (day BIGINT NOT NULL, device BIGINT NOT NULL, arrived BIGINT NOT NULL, id TEXT NOT NULL, kind TEXT,
            last_seen BIGINT NOT NULL, departed BIGINT, latitude REAL NOT NULL, longitude REAL NOT NULL, spread REAL NOT NULL,
            fixes BIGINT NOT NULL, open BIGINT NOT NULL, inferred BIGINT NOT NULL, confidence REAL NOT NULL, place TEXT, cell BIGINT,
            arrival_seen BIGINT NOT NULL DEFAULT 0, sums BLOB,
            PRIMARY KEY (day, device, arrived)) WITHOUT ROWID;
        CREATE INDEX stay_of_device ON _stay (device, arrived);
        CREATE INDEX inferred_stay ON _stay (device, last_seen) WHERE inferred = 1;
        CREATE TABLE _trip (day BIGINT NOT NULL, device BIGINT NOT NULL, start BIGINT NOT NULL, id TEXT NOT NULL, kind TEXT,
            end BIGINT NOT NULL, um BIGINT NOT NULL, fixes BIGINT NOT NULL, max_speed REAL, open BIGINT NOT NULL,
            start_latitude BIGINT NOT NULL, start_longitude BIGINT NOT NULL, end_latitude BIGINT NOT NULL, end_longitude BIGINT NOT NULL,
            south BIGINT NOT NULL, west BIGINT NOT NULL, north BIGINT NOT NULL, east BIGINT NOT NULL,
            PRIMARY KEY (day, device, start)) WITHOUT ROWID;
        CREATE INDEX trip_of_device ON _trip (device, start);
        CREATE TABLE _gap (day BIGINT NOT NULL, device BIGINT NOT NULL, start BIGINT NOT NULL, end BIGINT NOT NULL, um BIGINT NOT NULL,
            jump BIGINT NOT NULL DEFAULT 0, start_latitude BIGINT, start_longitude BIGINT, end_latitude BIGINT, end_longitude BIGINT,
            PRIMARY KEY (day, device, start)) WITHOUT ROWID;
        CREATE INDEX gap_of_device ON _gap (device, start);
        """
}

/// The step to version 5 of these tables.
extension Migrations {
    /// Moves findings to tables that are kept by day, and what edges turned out to be to the pieces. Views are dropped before.
    static func moveFindings(_ database: Database) throws {
        try database.execute(
            """
            DROP INDEX inferred_stay;
            ALTER TABLE _piece RENAME TO _piece_before;
            ALTER TABLE _stay RENAME TO _stay_before;
            ALTER TABLE _trip RENAME TO _trip_before;
            ALTER TABLE _gap RENAME TO _gap_before;
            """)
        try database.execute(Schema.findings)
        try database.execute(
            """
            INSERT INTO _piece SELECT p.day, p.device, d.first_rests, d.first_stay_ms, d.last_rests, d.last_stay_ms, 0, NULL, p.bytes
                FROM _device_day d JOIN _piece_before p ON p.device = d.device AND p.day = d.day ORDER BY d.day, d.device;
            INSERT INTO _stay SELECT day, device, arrived, id, kind, last_seen, departed, latitude, longitude, spread, fixes, open, inferred,
                confidence, place, cell, arrival_seen, NULL FROM _stay_before ORDER BY day, device, arrived;
            INSERT INTO _trip SELECT day, device, start, id, kind, end, um, fixes, max_speed, open, start_latitude, start_longitude,
                end_latitude, end_longitude, south, west, north, east FROM _trip_before ORDER BY day, device, start;
            INSERT INTO _gap SELECT day, device, start, end, um, jump, start_latitude, start_longitude, end_latitude, end_longitude
                FROM _gap_before ORDER BY day, device, start;
            """)
        try noteTrackDays(database)
        try database.execute(
            """
            DROP TABLE _piece_before; DROP TABLE _stay_before; DROP TABLE _trip_before; DROP TABLE _gap_before;
            ALTER TABLE _device_day DROP COLUMN first_rests;
            ALTER TABLE _device_day DROP COLUMN first_stay_ms;
            ALTER TABLE _device_day DROP COLUMN last_rests;
            ALTER TABLE _device_day DROP COLUMN last_stay_ms;
            """)
    }

    private static func noteTrackDays(_ database: Database) throws {
        var (device, days) = (Int64(-1), TrackDays())
        func write() throws {
            guard let last = days.last else { return }
            try database.run(
                "INSERT INTO _track_days VALUES (?, ?, ?, ?)", .integer(device), .integer(Int64(days.first)),
                .integer(Int64(last.number)), .blob(days.bits))
            days = TrackDays()
        }
        let rows = try database.prepare("SELECT device, day FROM _piece_before ORDER BY device, day")
        while try rows.step() {
            if rows.integer(0) != device { try write() }
            device = rows.integer(0)
            days.insert(CalendarDay(number: Int32(rows.integer(1))))
        }
        try write()
    }
}

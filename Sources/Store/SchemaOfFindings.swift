import SQLite
import Tracks

/// The tables of what joining works on and finds.
///
/// All are kept by day and then by device, as a day is written: its rows lie together, so that a night dirties the pages of its day and not
/// one of each device. What belongs to a device is found through an index.
extension Schema {
    static let findings = """
        CREATE TABLE piece (day INTEGER NOT NULL, device INTEGER NOT NULL, first_rests INTEGER NOT NULL, first_stay_ms INTEGER NOT NULL,
            last_rests INTEGER NOT NULL, last_stay_ms INTEGER NOT NULL, joined INTEGER NOT NULL, behind BLOB, bytes BLOB NOT NULL,
            PRIMARY KEY (day, device)) WITHOUT ROWID;
        CREATE TABLE track_days (device INTEGER PRIMARY KEY, first_day INTEGER NOT NULL, last_day INTEGER NOT NULL, bits BLOB NOT NULL);
        CREATE TABLE stay (day INTEGER NOT NULL, device INTEGER NOT NULL, arrived INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT,
            last_seen INTEGER NOT NULL, departed INTEGER, latitude REAL NOT NULL, longitude REAL NOT NULL, spread REAL NOT NULL,
            fixes INTEGER NOT NULL, open INTEGER NOT NULL, inferred INTEGER NOT NULL, confidence REAL NOT NULL, place TEXT, cell INTEGER,
            arrival_seen INTEGER NOT NULL DEFAULT 0, sums BLOB,
            PRIMARY KEY (day, device, arrived)) WITHOUT ROWID;
        CREATE INDEX stay_of_device ON stay (device, arrived);
        CREATE INDEX inferred_stay ON stay (device, last_seen) WHERE inferred = 1;
        CREATE TABLE trip (day INTEGER NOT NULL, device INTEGER NOT NULL, start INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT,
            end INTEGER NOT NULL, um INTEGER NOT NULL, fixes INTEGER NOT NULL, max_speed REAL, open INTEGER NOT NULL,
            start_latitude INTEGER NOT NULL, start_longitude INTEGER NOT NULL, end_latitude INTEGER NOT NULL, end_longitude INTEGER NOT NULL,
            south INTEGER NOT NULL, west INTEGER NOT NULL, north INTEGER NOT NULL, east INTEGER NOT NULL,
            PRIMARY KEY (day, device, start)) WITHOUT ROWID;
        CREATE INDEX trip_of_device ON trip (device, start);
        CREATE TABLE gap (day INTEGER NOT NULL, device INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, um INTEGER NOT NULL,
            jump INTEGER NOT NULL DEFAULT 0, start_latitude INTEGER, start_longitude INTEGER, end_latitude INTEGER, end_longitude INTEGER,
            PRIMARY KEY (day, device, start)) WITHOUT ROWID;
        CREATE INDEX gap_of_device ON gap (device, start);
        """
}

/// The step to version 5 of these tables.
extension Migrations {
    /// Moves findings to tables that are kept by day, and what edges turned out to be to the pieces. Views are dropped before.
    static func moveFindings(_ database: Database) throws {
        try database.execute(
            """
            DROP INDEX inferred_stay;
            ALTER TABLE piece RENAME TO piece_before;
            ALTER TABLE stay RENAME TO stay_before;
            ALTER TABLE trip RENAME TO trip_before;
            ALTER TABLE gap RENAME TO gap_before;
            """)
        try database.execute(Schema.findings)
        try database.execute(
            """
            INSERT INTO piece SELECT p.day, p.device, d.first_rests, d.first_stay_ms, d.last_rests, d.last_stay_ms, 0, NULL, p.bytes
                FROM device_day d JOIN piece_before p ON p.device = d.device AND p.day = d.day ORDER BY d.day, d.device;
            INSERT INTO stay SELECT day, device, arrived, id, kind, last_seen, departed, latitude, longitude, spread, fixes, open, inferred,
                confidence, place, cell, arrival_seen, NULL FROM stay_before ORDER BY day, device, arrived;
            INSERT INTO trip SELECT day, device, start, id, kind, end, um, fixes, max_speed, open, start_latitude, start_longitude,
                end_latitude, end_longitude, south, west, north, east FROM trip_before ORDER BY day, device, start;
            INSERT INTO gap SELECT day, device, start, end, um, jump, start_latitude, start_longitude, end_latitude, end_longitude
                FROM gap_before ORDER BY day, device, start;
            """)
        try noteTrackDays(database)
        try database.execute(
            """
            DROP TABLE piece_before; DROP TABLE stay_before; DROP TABLE trip_before; DROP TABLE gap_before;
            ALTER TABLE device_day DROP COLUMN first_rests;
            ALTER TABLE device_day DROP COLUMN first_stay_ms;
            ALTER TABLE device_day DROP COLUMN last_rests;
            ALTER TABLE device_day DROP COLUMN last_stay_ms;
            """)
    }

    private static func noteTrackDays(_ database: Database) throws {
        var (device, days) = (Int64(-1), TrackDays())
        func write() throws {
            guard let last = days.last else { return }
            try database.run(
                "INSERT INTO track_days VALUES (?, ?, ?, ?)", .integer(device), .integer(Int64(days.first)),
                .integer(Int64(last.number)), .blob(days.bits))
            days = TrackDays()
        }
        let rows = try database.prepare("SELECT device, day FROM piece_before ORDER BY device, day")
        while try rows.step() {
            if rows.integer(0) != device { try write() }
            device = rows.integer(0)
            days.insert(CalendarDay(number: Int32(rows.integer(1))))
        }
        try write()
    }
}

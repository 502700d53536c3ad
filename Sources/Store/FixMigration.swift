import SQLite

extension Migrations {
    /// Step 5: fixes get keys one after the other, in the order that they lie in, and device-days name theirs.
    static func moveFixes(_ database: Database) throws {
        try database.execute(
            """
            ALTER TABLE _fix RENAME TO _packed_fix;
            \(Schema.fixes)
            INSERT INTO _fix (time, latitude, longitude, altitude, speed, course, accuracy, extra)
                SELECT key & 134217727, latitude, longitude, \(FixTable.storedAltitude.storing("altitude")),
                    \(FixTable.storedSpeed.storing("speed")), \(FixTable.storedCourse.storing("course")),
                    \(FixTable.storedAccuracy.storing("accuracy")), extra
                FROM _packed_fix ORDER BY key;
            DROP TABLE _packed_fix;
            ALTER TABLE _device_day ADD COLUMN first_key INTEGER NOT NULL DEFAULT 0;
            UPDATE _device_day SET first_key = r.first_key FROM (SELECT day, device,
                    1 + sum(kept) OVER (ORDER BY day, device) - kept AS first_key FROM _device_day) r
                WHERE _device_day.kept > 0 AND r.day = _device_day.day AND r.device = _device_day.device;
            """)
        let (fixes, kept) =
            try database.first("SELECT (SELECT count(*) FROM _fix), (SELECT coalesce(sum(kept), 0) FROM _device_day)") {
                ($0.integer(0), $0.integer(1))
            } ?? (0, 0)
        guard fixes == kept else {
            throw StoreMismatch(
                description:
                    "\(database.path) holds \(fixes) fixes where its days count \(kept); it was left as it is. Restore it, or remove it to let the logs make it anew, then run again."
            )
        }
    }
}

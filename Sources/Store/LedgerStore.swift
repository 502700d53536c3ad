import SQLite
import Tracks

/// A file as the ledger knows it: as it was last read.
public struct FileEntry: Sendable {
    /// Its id in this database.
    public var id: Int64
    /// Relative to the pipeline's base.
    public var path: String
    /// Bytes on disk.
    public var size: Int64
    /// Milliseconds since 1970 UTC of its modification.
    public var modified: Int64
    /// The first time it may hold.
    public var low: Int64
    /// The first time after it that it may not.
    public var high: Int64
    /// `whole`, `damaged`, `growing`, `gone` or `renamed`.
    public var state: String
    /// A hash of the options it was read with; nil where an earlier version read it.
    public var options: String?

    /// An entry.
    public init(
        id: Int64, path: String, size: Int64, modified: Int64, low: Int64, high: Int64, state: String, options: String?
    ) {
        self.id = id
        self.path = path
        self.size = size
        self.modified = modified
        self.low = low
        self.high = high
        self.state = state
        self.options = options
    }
}

/// The ledger: what ran over what (rules 1.5, 1.6, 4.2).
extension Store {
    /// What a file, by its id, gave a day.
    public struct StoredShare: Sendable {
        /// The file.
        public let file: Int64
        /// The day.
        public let day: CalendarDay
        /// What it gave.
        public let share: DayShare
    }

    /// All files, in the byte order of their paths.
    public func files() throws -> [FileEntry] {
        // A reader leaves a file of version 1 as it is.
        let options = try version < 2 ? "NULL" : "options"
        return try database.rows("SELECT id, path, size, modified, low, high, state, \(options) FROM _file ORDER BY path") {
            row in
            FileEntry(
                id: row.integer(0), path: row.text(1), size: row.integer(2), modified: row.integer(3), low: row.integer(4),
                high: row.integer(5), state: row.text(6), options: row.optionalText(7))
        }
    }

    /// The id of a file's entry, a new one where it is new.
    public func id(ofFile path: String) throws -> Int64 {
        if let known = fileIDs[ExactText(path)] { return known }
        if let id = try database.first("SELECT id FROM _file WHERE path = ?", .text(path), read: { $0.integer(0) }) {
            fileIDs[ExactText(path)] = id
            return id
        }
        try database.run(
            "INSERT INTO _file (path, size, modified, low, high, state) VALUES (?, 0, 0, 0, 0, 'whole')", .text(path))
        let id = database.lastInsertedID
        fileIDs[ExactText(path)] = id
        newFiles.insert(id)
        return id
    }

    /// Writes a file's entry anew: what it gave each day, and its rejects without a day. What it gives that gone files gave is noted.
    public func writeFile(
        _ entry: FileEntry, damage: String?, damageOffset: Int64?, firstFix: Int64?, lastFix: Int64?, checksum: UInt32?,
        days: [CalendarDay: DayShare], dayless: DayShare, rejects: [Reject], reasons: [RejectReason: Int64]
    ) throws {
        let id = Value.integer(entry.id)
        // Of many small files most of the time would be spent on looking for what a new one cannot have.
        let isNew = newFiles.remove(entry.id) != nil
        try noteReturned(Array(days.values) + [dayless], to: entry.id)
        try database.run(
            "UPDATE _file SET size = ?, modified = ?, low = ?, high = ?, state = ?, damage = ?, first_fix = ?, last_fix = ?, crc = ?, options = ?, damage_offset = ? WHERE id = ?",
            .integer(entry.size), .integer(entry.modified), .integer(entry.low), .integer(entry.high), .text(entry.state),
            .optional(damage), .optional(firstFix), .optional(lastFix), .optional(checksum.map { Int64($0) }),
            .optional(entry.options), .optional(damageOffset), id)
        if !isNew {
            for table in [
                "_file_day WHERE file", "_reject WHERE day IS NULL AND file", "_reason_count WHERE day IS NULL AND file",
            ] {
                try database.run("DELETE FROM \(table) = ?", id)
            }
        }
        for (day, share) in days.sorted(by: { $0.key < $1.key }) {
            try database.run(
                "INSERT INTO _file_day (file, day, rows, hash) VALUES (?, ?, ?, ?)", id, .integer(Int64(day.number)),
                .integer(share.rows),
                .integer(Int64(bitPattern: share.hash)))
        }
        if dayless.rows > 0 {
            try database.run(
                "INSERT INTO _file_day (file, day, rows, hash) VALUES (?, NULL, ?, ?)", id, .integer(dayless.rows),
                .integer(Int64(bitPattern: dayless.hash)))
        }
        for reject in rejects { try write(reject, file: entry.id, day: nil, device: nil) }
        for (reason, count) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
            try database.run("INSERT INTO _reason_count VALUES (NULL, ?, ?, ?)", id, .text(reason.name), .integer(count))
        }
    }

    /// Says what is wrong with a file beside what reading it found.
    public func setDamage(_ words: String, file: Int64) throws {
        try database.run(
            "UPDATE _file SET state = 'damaged', damage = coalesce(damage, ?) WHERE id = ?", .text(words), .integer(file))
    }

    /// Files of which a device-day had too many rows, by id, with the sentences about it.
    public func filesWithTooMany() throws -> [Int64: String] {
        let rows = try database.rows(
            "SELECT id, damage FROM _file WHERE damage IS NOT NULL AND id IN (SELECT file FROM _reason_count WHERE reason = 'too-many')"
        ) { ($0.integer(0), $0.text(1)) }
        return Dictionary(rows) { a, _ in a }
    }

    /// Keeps of the rejects of a file and day the first in line order.
    public func keepRejects(_ most: Int, ofFile file: Int64, day: CalendarDay) throws {
        try database.run(
            "DELETE FROM _reject WHERE id IN (SELECT id FROM _reject WHERE day = ? AND file = ? ORDER BY line, device, id LIMIT -1 OFFSET ?)",
            .integer(Int64(day.number)), .integer(file), .integer(Int64(most)))
    }

    /// Writes a reject.
    public func write(_ reject: Reject, file: Int64, day: CalendarDay?, device: Int64?) throws {
        let statement = try database.statement(
            "INSERT INTO _reject (file, line, day, device, reason, field, value, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        // Rejects may be millions: no list of values is made for each.
        statement.bind(file, at: 1)
        statement.bind(Int64(reject.line), at: 2)
        statement.bind(.optional(day.map { Int64($0.number) }), at: 3)
        statement.bind(.optional(device), at: 4)
        statement.bind(reject.reason.name, at: 5)
        statement.bind(reject.field.isEmpty ? .null : .text(reject.field), at: 6)
        statement.bind(reject.value.isEmpty ? .null : .text(reject.value), at: 7)
        statement.bind(reject.text, at: 8)
        while try statement.step() {}
    }

    /// What each file gave each day when it was last read.
    public func lastRead() throws -> [StoredShare] {
        try shares("SELECT file, day, rows, hash FROM _file_day WHERE day IS NOT NULL")
    }

    /// What each file gave each processed day when the day was made.
    public func made() throws -> [StoredShare] { try shares("SELECT file, day, rows, hash FROM _made") }

    /// What each file gave a day when the day was made, by file id.
    public func made(day: CalendarDay) throws -> [Int64: DayShare] {
        let rows = try database.rows("SELECT file, rows, hash FROM _made WHERE day = ?", .integer(Int64(day.number))) { row in
            (row.integer(0), DayShare(rows: row.integer(1), hash: UInt64(bitPattern: row.integer(2))))
        }
        return Dictionary(rows) { a, _ in a }
    }

    private func shares(_ sql: String) throws -> [StoredShare] {
        try database.rows(sql) { row in
            StoredShare(
                file: row.integer(0), day: CalendarDay(number: Int32(row.integer(1))),
                share: DayShare(rows: row.integer(2), hash: UInt64(bitPattern: row.integer(3))))
        }
    }

    /// The days that were processed, with the options they were made with.
    public func processedDays() throws -> [CalendarDay: String] {
        let rows = try database.rows("SELECT day, options FROM _processed_day") {
            (CalendarDay(number: Int32($0.integer(0))), $0.text(1))
        }
        return Dictionary(rows) { a, _ in a }
    }

    /// The options that days were made with, by their hash.
    public func optionTexts() throws -> [String: String] {
        let rows = try database.rows("SELECT hash, text FROM _option_set") { ($0.text(0), $0.text(1)) }
        return Dictionary(rows) { a, _ in a }
    }

    /// Marks a day as processed with these options.
    public func markProcessed(_ day: CalendarDay, start: Int64, end: Int64, options: String, optionText: String) throws {
        try database.run("INSERT OR IGNORE INTO _option_set VALUES (?, ?)", .text(options), .text(optionText))
        try database.run(
            "INSERT INTO _processed_day (day, start, end, options) VALUES (?, ?, ?, ?) ON CONFLICT (day) DO UPDATE SET start = excluded.start, end = excluded.end, options = excluded.options, stale = 0",
            .integer(Int64(day.number)), .integer(start), .integer(end), .text(options))
        try Self.writeClock(day, from: start, to: end, into: database)
    }

    /// Notes what a file gave a day as it was made.
    public func writeMade(day: CalendarDay, file: Int64, share: DayShare, counts: FileCounts, reasons: [RejectReason: Int64])
        throws
    {
        try database.run(
            "INSERT INTO _made VALUES (?, ?, ?, ?, ?, ?, ?)", .integer(Int64(day.number)), .integer(file), .integer(share.rows),
            .integer(Int64(bitPattern: share.hash)), .integer(counts.kept), .integer(counts.thinned), .integer(counts.rejected))
        for (reason, count) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
            try database.run(
                "INSERT INTO _reason_count VALUES (?, ?, ?, ?)", .integer(Int64(day.number)), .integer(file), .text(reason.name),
                .integer(count))
        }
    }
}

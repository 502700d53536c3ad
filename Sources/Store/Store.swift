import CSQLite
import Glibc
import SQLite
import Tracks

/// A result file: one SQLite database, always WAL, whose views are the contract.
///
/// One thread at a time uses it. A class: it owns the connection and the keys it has looked up.
public final class Store: @unchecked Sendable {
    /// The connection. `@unchecked Sendable` above: the run hands the writer's role on under a lock.
    let database: Database
    /// Questions about what it holds.
    public var reader: StoreReader { StoreReader(database) }
    /// Where the file lies.
    public var path: String { database.path }
    private var mark: CommitMark?
    /// Rows that were changed before the transaction began.
    private var changesBefore = 0
    var deviceKeys: [ExactText: Int64] = [:]
    var nextKeys: [Int: Int64] = [:]
    var fileIDs: [ExactText: Int64] = [:]
    lazy var findingStatements = FindingStatements(database)
    /// What fixes are inserted from; nil before the first are.
    var fixRows: FixRows?

    /// Opens the file of a pipeline for writing, and makes it where there is none; one of an earlier version is brought up to date.
    ///
    /// Days in another zone stay as they are, and so does the zone: `beginAnew` changes it.
    /// - Throws: `StoreError` or `Problem`-like sentences: another program's file, a newer version's, another pipeline's.
    public init(path: String, pipeline: String, zone: TimeZoneRules, isDurable: Bool) throws {
        try checkCompanions(of: path)
        let log = Self.logPath(of: path)
        let origin: LogOrigin? = Self.isFilled(log) ? LogOrigin(of: log, beside: path) : nil
        guard origin != .stranger else {
            throw StoreMismatch(
                description:
                    "\(log) is not the log of \(path) as it is: it is of another time, or of another file. Was \(path) restored without its \(path)-wal and -shm? Nothing was changed. Remove these two, then run again."
            )
        }
        if origin == nil { try Self.checkSize(of: path) }
        database = try Database(path: path, isReadOnly: false)
        let application = try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let tables = try database.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) } ?? 0
        // Another program's file is left as it is: nothing is set before it is known to be ours.
        let version = tables > 0 || application != 0 ? try Self.checkedVersion(database) : Schema.version
        // Some days are put into the database at once: the disk is waited for every 32 MB, not every day of a large fleet.
        try database.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL"); PRAGMA cache_size = -65536;
            PRAGMA wal_autocheckpoint = 8192
            """)
        if origin == .unknown { try checkAfterCrash() }
        if tables == 0, application == 0 { try create(pipeline: pipeline, zone: zone) }
        let settings = version < Schema.versionWithPrefix ? "meta" : "_meta"
        let name = try database.first("SELECT value FROM \(settings) WHERE key = 'pipeline'") { $0.text(0) } ?? ""
        guard name == pipeline else {
            throw StoreMismatch(
                description:
                    "\(path) belongs to the pipeline '\(name)', not '\(pipeline)'. Write to another file, or use that name.")
        }
        try Migrations.bringUp(database, from: version)
        mark = try CommitMark.read(database)
        if try meta("timezone") == nil || processedDays().isEmpty { try setZone(zone) }
    }

    /// Whether a run would make a file anew: it is not there, has no bytes, or was begun by a run that was killed before its first
    /// table.
    public static func isNew(_ path: String) throws -> Bool {
        guard isFilled(path) else { return true }
        return try open(reading: path) { database in
            let application = try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0
            let tables = try database.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) } ?? 0
            return tables == 0 && application == 0
        }.answer
    }

    /// Opens a result file for reading, of this or an earlier version.
    public init(readingFrom path: String) throws {
        let version: Int64
        (database, version) = try Self.open(reading: path, Self.checkedVersion)
        try Self.nameTables(of: database, version: version)
    }

    /// Opens a file for reading and asks it something.
    ///
    /// A reader who may not write beside the file cannot make the log's index; while no run goes on none is needed.
    private static func open<Answer>(reading path: String, _ ask: (Database) throws -> Answer) throws -> (
        database: Database, answer: Answer
    ) {
        try checkCompanions(of: path)
        let database = try Database(path: path, isReadOnly: true)
        do {
            return (database, try ask(database))
        } catch let error as StoreError where !isFilled(logPath(of: path)) && !error.isBusy {
            let immutable = try Database(path: path, isReadOnly: true, isImmutable: true)
            return (immutable, try ask(immutable))
        }
    }

    /// The write-ahead log lies beside the file itself, not beside a symbolic link to it.
    private static func logPath(of path: String) -> String {
        guard let found = realpath(path, nil) else { return path + "-wal" }
        defer { free(found) }
        return String(cString: found) + "-wal"
    }

    /// SQLite takes a file for whole that was cut inside its last page, and one of a few bytes for empty.
    ///
    /// - Source: the fields of the header, SQLite, "Database File Format", 1.3.
    private static func checkSize(of path: String) throws {
        guard let file = fopen(path, "rb") else { return }
        defer { fclose(file) }
        var header = [UInt8](repeating: 0, count: 100)
        guard fread(&header, 1, 100, file) > 0, fseeko(file, 0, SEEK_END) == 0 else { return }
        let size = Int(ftello(file))
        func number(_ bytes: Range<Int>) -> Int { header[bytes].reduce(0) { $0 << 8 + Int($1) } }
        guard header.starts(with: "SQLite format 3\0".utf8) else {
            guard size < 512 else { return }
            throw StoreError(
                code: SQLITE_NOTADB,
                description:
                    "\(path): file is not a database: it has \(size) bytes. It was left as it is; move it away, then run again.")
        }
        // Where a version of before 2010 wrote last, the number of pages is not kept.
        let isKept = number(24..<28) == number(92..<96)
        let wanted = isKept ? number(28..<32) * (number(16..<18) == 1 ? 65_536 : number(16..<18)) : 512
        guard size < wanted else { return }
        throw StoreMismatch(
            description:
                "\(path) is no whole database: it has \(size) bytes, at least \(wanted) are wanted; it was left as it is. Restore it, or remove it to let the logs make it anew, then run again."
        )
    }

    private static func isFilled(_ path: String) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        return fgetc(file) != EOF
    }

    /// A log without marks is that of an earlier version of the program: whose it is shows in what SQLite makes of it.
    private func checkAfterCrash() throws {
        let answer = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? ""
        guard answer != "ok" else { return }
        throw StoreMismatch(
            description:
                "\(database.path) is malformed (\(answer)). Was it restored without its \(database.path)-wal and -shm, or with those of another file? Remove these two, restore the database, and run again."
        )
    }

    /// The version of a result file's tables. Throws for another program's file and for one of a newer program.
    private static func checkedVersion(_ database: Database) throws -> Int64 {
        let application = try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        guard application == Schema.applicationID else {
            throw StoreMismatch(description: "\(database.path) is no result file of trackmill; it was left as it is.")
        }
        let version = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        guard (1...Schema.version).contains(version) else {
            throw StoreMismatch(
                description:
                    "\(database.path) has version \(version) of the tables, this program knows 1 to \(Schema.version). Use the program that made it, or write to a new file."
            )
        }
        return version
    }

    private func create(pipeline: String, zone: TimeZoneRules) throws {
        try database.transaction {
            try database.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            try database.execute(Schema.tables + Schema.cellUses)
            try Migrations.createViews(database)
            try setMeta("pipeline", pipeline)
            try CommitMark(after: nil).write(database)
        }
    }

    /// Runs a body in a transaction; what it did is undone when it throws.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            do { try rollback() } catch let second {
                throw StoreError(code: SQLITE_ERROR, description: "\(error) The transaction could not be undone: \(second)")
            }
            throw error
        }
    }

    /// Begins a transaction. All that is written goes through one: each that changes something leaves its mark (`CommitMark`).
    public func begin() throws {
        try database.begin()
        changesBefore = database.totalChanges
    }

    /// Ends the transaction: what it did stays.
    public func commit() throws {
        let next = database.totalChanges == changesBefore ? nil : CommitMark(after: mark)
        try next?.write(database)
        try database.commit()
        mark = next ?? mark
    }

    /// Undoes what the transaction did.
    public func rollback() throws { try database.rollback() }

    /// Runs a body whose statements end with an error soon after something asks for it.
    public func interrupted(by isAsked: @escaping @convention(c) () -> Bool, _ body: () throws -> Void) rethrows {
        try database.interrupted(by: isAsked, body)
    }

    /// Puts what the write-ahead log holds into the database and cuts the log, unless a reader still needs it.
    public func boundLog() throws {
        // A reader is not waited for: the log is cut by the next run.
        database.setPatience(milliseconds: 0)
        defer { database.setPatience(milliseconds: Database.patience) }
        _ = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    }

    /// The version of the file's tables.
    var version: Int64 { get throws { try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0 } }

    /// A setting kept with the results; nil where there is none.
    public func meta(_ key: String) throws -> String? {
        try database.first("SELECT value FROM _meta WHERE key = ?", .text(key)) { $0.text(0) }
    }

    /// Keeps a setting with the results.
    public func setMeta(_ key: String, _ value: String) throws {
        guard try meta(key) != value else { return }
        try database.run(
            "INSERT INTO _meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", .text(key), .text(value))
    }

    private func setZone(_ zone: TimeZoneRules) throws {
        guard try meta("timezone") != zone.name else { return }
        try transaction { try writeZone(zone) }
    }

    private func writeZone(_ zone: TimeZoneRules) throws {
        try database.run("DELETE FROM _zone")
        for (change, offset) in zip(zone.changes, zone.offsets) {
            try database.run("INSERT INTO _zone VALUES (?, ?)", .integer(change), .integer(offset))
        }
        try setMeta("timezone", zone.name)
    }

    /// Takes away all days and what was found in them: those of another zone overlap those to come.
    public func beginAnew(in zone: TimeZoneRules) throws {
        try transaction {
            try database.execute(Schema.removalOfDays)
            try setMeta("map clusters are stale", "1")
            try writeZone(zone)
        }
        forgetKeys()
    }

    /// From now on all that is read is of one moment, whatever a run writes meanwhile; for a store that only one command reads.
    public func holdMoment() throws { try database.execute("BEGIN") }
}

/// A database that does not fit: another program's, another version's, another pipeline's.
public struct StoreMismatch: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String

    /// A mismatch.
    public init(description: String) { self.description = description }
}

import Glibc
import SQLite

/// The layout of a cache file.
enum CacheSchema {
    /// "TMac": what SQLite's header says of the program that made the file.
    static let applicationID: Int64 = 0x544D_6163
    /// The version of this layout.
    static let version: Int64 = 1

    private static let tables = """
        CREATE TABLE about(identity INTEGER NOT NULL);
        INSERT INTO about VALUES(random());
        CREATE TABLE sources(
            number INTEGER PRIMARY KEY, provider TEXT NOT NULL, variant TEXT NOT NULL, language TEXT NOT NULL,
            UNIQUE(provider, variant, language));
        CREATE TABLE answers(
            source INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL, asked_ms INTEGER NOT NULL,
            expired INTEGER NOT NULL, change INTEGER NOT NULL,
            text TEXT, country TEXT, province TEXT, city TEXT, district TEXT, street TEXT, provider TEXT, language TEXT,
            approximate INTEGER, distance_m REAL,
            PRIMARY KEY(source, latitude, longitude)) WITHOUT ROWID;
        CREATE INDEX answers_by_change ON answers(change);
        CREATE TABLE failures(
            source INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL,
            kind TEXT NOT NULL, code TEXT NOT NULL, words TEXT NOT NULL, tries INTEGER NOT NULL,
            failed_ms INTEGER NOT NULL, next_try_ms INTEGER NOT NULL,
            PRIMARY KEY(source, latitude, longitude)) WITHOUT ROWID;
        CREATE TABLE requests_sent(
            account TEXT NOT NULL, day INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY(account, day)) WITHOUT ROWID;
        CREATE TABLE stops(
            account TEXT PRIMARY KEY, kind TEXT NOT NULL, code TEXT NOT NULL, words TEXT NOT NULL, since_ms INTEGER NOT NULL,
            until_ms INTEGER) WITHOUT ROWID;
        """

    /// Whether a file is there that may be a cache; the file is not written.
    ///
    /// - Throws: `AddressCacheError` where it is another's.
    static func isThere(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let failure = SystemFailure(errno)
            if failure.number == ENOENT { return false }
            throw AddressCacheError(
                failure.isOfResources ? .noResources : .unusable,
                "\(path): the cache of addresses cannot be opened: \(failure.words). Mend its path or the permissions of its folder, then run again."
            )
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw foreign(path, "is no file") }
        // Made, but nothing was written before the end.
        guard status.st_size > 0 else { return true }
        let header = try header(of: path)
        guard header.application == applicationID else { throw foreign(path, "is no cache of addresses") }
        guard header.version <= version else {
            throw AddressCacheError(
                .foreign,
                "\(path) was made by a later version of trackmill (\(header.version), this one knows \(version)). Use that version."
            )
        }
        return true
    }

    /// Read through SQLite, since closing a descriptor of ours would give up SQLite's own locks of the file.
    private static func header(of path: String) throws -> (application: Int64, version: Int64) {
        do {
            let file = try Database(path: path, isReadOnly: true, isImmutable: true)
            return (try number(of: "application_id", file), try number(of: "user_version", file))
        } catch let error as StoreError {
            // SQLITE_NOTADB
            guard error.code & 0xFF == 26 else { throw error }
            return (0, 0)
        }
    }

    private static func number(of pragma: String, _ file: Database) throws -> Int64 {
        try file.first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0
    }

    /// Makes the tables where there are none.
    static func make(in database: Database) throws {
        guard try number(of: "user_version", database) == 0 else { return }
        try database.transaction {
            // Another process may have made them meanwhile.
            guard try number(of: "user_version", database) == 0 else { return }
            try database.execute(tables)
            try database.execute("PRAGMA application_id = \(applicationID)")
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    private static func foreign(_ path: String, _ what: String) -> AddressCacheError {
        AddressCacheError(
            .foreign, "\(path) \(what); it was left as it is. Choose another path for the cache, or move it away, then run again."
        )
    }
}

import CSQLite
import Glibc

/// What SQLite answered when something failed.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// SQLite's result code.
    public let code: Int32
    /// A sentence.
    public let description: String

    /// A failure.
    ///
    /// - Parameter number: The `errno` behind it; 0 where there is none.
    public init(code: Int32, number: Int32 = 0, description: String) {
        self.code = code
        self.description = description
        isOfResources = Self.isOfMemory(code) || SystemFailure(number).isOfResources
    }

    static func isOfMemory(_ code: Int32) -> Bool { code & 0xFF == SQLITE_NOMEM || code == SQLITE_IOERR | 12 << 8 }

    /// Whether another process holds the file.
    public var isBusy: Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }

    /// Whether the process is out of memory or descriptors, so that nothing is wrong with the file.
    public let isOfResources: Bool
}

/// A connection to an SQLite file.
///
/// `@unchecked Sendable`: one thread at a time uses it (the run hands the writer's role on under a lock); SQLite itself is built
/// for that. A class: it owns the connection.
public final class Database: @unchecked Sendable {
    /// Where the file lies.
    public let path: String
    private let handle: OpaquePointer
    private var cache: [String: Statement] = [:]

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - isReadOnly: Whether the file must be there and is only read.
    ///   - isImmutable: Whether nobody writes it meanwhile, so that no lock and no log are needed.
    public init(path: String, isReadOnly: Bool, isImmutable: Bool = false) throws {
        self.path = path
        var opened: OpaquePointer?
        var flags = (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX
        if isImmutable { flags |= SQLITE_OPEN_URI }
        let code = sqlite3_open_v2(isImmutable ? Self.immutableAddress(path) : Self.plainName(path), &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let words = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            let number = Self.number(code, opened)
            sqlite3_close(opened)
            throw StoreError(
                code: code, number: number,
                description: "\(path): cannot be opened: \(words).\(Self.remedy(code, number, path))")
        }
        handle = opened
        setPatience(milliseconds: Self.patience)
    }

    /// The longest absolute path of a database, in bytes: SQLite's MAX_PATHNAME of 512 without `-journal`.
    public static let longestPath = 504

    /// How long another process that writes is waited for, in milliseconds.
    public static let patience: Int32 = 30_000

    /// Sets how long another process that writes is waited for.
    public func setPatience(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// The `errno` behind a result code; 0 where it is none of the system's.
    private static func number(_ code: Int32, _ handle: OpaquePointer?) -> Int32 {
        guard let handle, [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(code & 0xFF) else { return 0 }
        return sqlite3_system_errno(handle)
    }

    /// What a user can do about a result code: a sentence with a space before it.
    private static func remedy(_ code: Int32, _ number: Int32, _ path: String) -> String {
        let folder = folderName(of: path)
        let number = StoreError.isOfMemory(code) ? ENOMEM : code & 0xFF == SQLITE_FULL && number == 0 ? ENOSPC : number
        if let remedy = SystemFailure(number).remedy(folder: folder) {
            return " \(remedy)" + (code & 0xFF == SQLITE_CANTOPEN ? "" : " What was written before is whole.")
        }
        return switch code & 0xFF {
        case SQLITE_FULL, SQLITE_IOERR: " Make room on the disk of \(folder), then run again. What was written before is whole."
        case SQLITE_BUSY, SQLITE_LOCKED:
            " Another program was writing it for \(patience / 1000) s; wait for it to end, then run again."
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            " Remove it with its \(path)-wal and \(path)-shm, restore all of it from a backup or let the logs make it anew, then run again."
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: " Mend its path or the permissions of its folder, then run again."
        default: ""
        }
    }

    /// A path that SQLite takes as it is: `:memory:` and `file:…` mean something else to it, an empty one a file without a name.
    private static func plainName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    private static func immutableAddress(_ path: String) -> String {
        let plain = plainName(path).replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        // What stands between two slashes and the next one would be a host.
        return "file:\(plain.hasPrefix("/") ? "//" : "")\(plain)?immutable=1"
    }

    deinit {
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    public func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
    }

    /// A statement, prepared once and kept.
    public func statement(_ sql: String) throws -> Statement {
        if let known = cache[sql] {
            known.reset()
            return known
        }
        let made = try prepare(sql)
        cache[sql] = made
        return made
    }

    /// A statement that is not kept.
    public func prepare(_ sql: String) throws -> Statement {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw error(sql) }
        return Statement(prepared, of: self)
    }

    /// Runs a statement with values; gives nothing.
    public func run(_ sql: String, _ values: Value...) throws {
        let statement = try statement(sql)
        statement.bind(values)
        while try statement.step() {}
    }

    /// The rows of a statement.
    public func rows<Row>(_ sql: String, _ values: Value..., read: (Statement) throws -> Row) throws -> [Row] {
        let statement = try statement(sql)
        statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    /// The first row of a statement, if there is one.
    public func first<Row>(_ sql: String, _ values: Value..., read: (Statement) throws -> Row) throws -> Row? {
        let statement = try statement(sql)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? try read(statement) : nil
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

    /// Begins a transaction.
    public func begin() throws { try execute("BEGIN IMMEDIATE") }

    /// Ends the transaction: what it did stays.
    public func commit() throws { try execute("COMMIT") }

    /// Undoes what the transaction did.
    public func rollback() throws {
        // A full disk has undone it already.
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        try execute("ROLLBACK")
    }

    /// Makes a table known that code gives the rows of; statements of this connection read it by its name.
    ///
    /// - Parameters:
    ///   - module: Its functions; must stay until `drop` is called.
    ///   - context: What `xConnect` is handed.
    ///   - drop: Is called with it once the connection no longer needs the table.
    public func addTable(
        _ name: String, _ module: UnsafePointer<sqlite3_module>, context: UnsafeMutableRawPointer,
        drop: @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) throws {
        guard sqlite3_create_module_v2(handle, name, module, context, drop) == SQLITE_OK else { throw error(name) }
    }

    /// Runs a body whose statements end with an error soon after something asks for it.
    public func interrupted(by isAsked: @escaping @convention(c) () -> Bool, _ body: () throws -> Void) rethrows {
        let asked = unsafeBitCast(isAsked, to: UnsafeMutableRawPointer.self)
        sqlite3_progress_handler(
            handle, 10_000,
            { asked in
                guard let asked else { return 0 }
                return unsafeBitCast(asked, to: (@convention(c) () -> Bool).self)() ? 1 : 0
            }, asked)
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        try body()
    }

    /// The rows of one SELECT that a user wrote; nothing but reading is let through from then on.
    ///
    /// - Throws: `QueryError` where it is no statement, several, a wrong one, or one that would do more than read.
    public func select(_ sql: String) throws(QueryError) -> SelectedRows {
        sqlite3_set_authorizer(handle, refuseAllButReading, nil)
        let (prepared, rest) = try prepareFirst(sql)
        guard let prepared else { throw QueryError(words: "the statement is empty; it wants a SELECT.") }
        let statement = Statement(prepared, of: self)
        if let second = try prepareFirst(rest).statement {
            sqlite3_finalize(second)
            throw QueryError(words: "here stand several statements; give one SELECT.")
        }
        guard statement.isReadOnly, statement.columnCount > 0 else { throw QueryError.ofWriting }
        return SelectedRows(statement)
    }

    /// The first statement of a text, nil where only blanks and comments are left, and what follows it.
    private func prepareFirst(_ sql: String) throws(QueryError) -> (statement: OpaquePointer?, rest: String) {
        var prepared: OpaquePointer?
        var code = SQLITE_OK
        let rest = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            code = sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
            return tail.map { String(cString: $0) } ?? ""
        }
        guard code == SQLITE_OK else {
            sqlite3_finalize(prepared)
            let words = String(cString: sqlite3_errmsg(handle))
            // By the words: the code of a refusal is that of any error for some statements.
            throw words.hasPrefix("not authorized") ? QueryError.ofWriting : QueryError(words: words)
        }
        return (prepared, rest)
    }

    /// Rows that the last statement changed.
    public var changes: Int { Int(sqlite3_changes(handle)) }

    /// Rows that all statements of the connection changed.
    public var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

    /// The id of the row inserted last.
    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    func error(_ sql: String) -> StoreError {
        let code = sqlite3_extended_errcode(handle)
        let number = Self.number(code, handle)
        return StoreError(
            code: code, number: number,
            description: "\(path): \(String(cString: sqlite3_errmsg(handle))).\(Self.remedy(code, number, path))")
    }
}

/// A value of a statement.
public enum Value: Sendable, Equatable {
    /// NULL.
    case null
    /// INTEGER.
    case integer(Int64)
    /// REAL; NaN is NULL.
    case real(Double)
    /// TEXT.
    case text(String)
    /// BLOB.
    case blob([UInt8])

    /// INTEGER, or NULL for nil.
    public static func optional(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
    /// REAL, or NULL for nil.
    public static func optional(_ value: Double?) -> Value { value.map { .real($0) } ?? .null }
    /// TEXT, or NULL for nil.
    public static func optional(_ value: String?) -> Value { value.map { .text($0) } ?? .null }

    /// Whether SQLite would store the same: texts are compared by their bytes, not as characters.
    public static func == (first: Value, second: Value) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.blob(let a), .blob(let b)): a == b
        default: false
        }
    }
}
